import { expect, test } from 'vitest'
import { codesBy, damagedBooks } from '../../../testing/books.ts'
import { aDatabase } from '../../../testing/database.ts'
import { aLedger } from '../../../testing/money-builders.ts'
import { moneyChecks } from './checks.ts'
import { holdMoney, releaseHolds } from './holds.ts'
import { postMoney } from './ledger.ts'

/** A ledger that can be corrupted, as by a database administrator. */
const scratch = await aDatabase()
for (const table of ['account_holds', 'collections', 'customers'])
  await scratch.owner(`alter table ${table} disable trigger user`)
await scratch.owner('alter table customers enable trigger open_accounts')
await scratch.owner('alter table customers enable trigger follow_credit_limits')
await scratch.owner('alter table customer_accounts drop constraint frozen_not_negative')
await scratch.owner('alter domain money_amount drop constraint money_amount_check')

const { tenantId, customerId, who, write, setCredit, pay } = await aLedger(scratch)
await pay('50.00')
await setCredit('10.00')
const wanted = (sourceId: number) => ({ customerId, sourceId, sourceNo: `OB-${sourceId}`, amount: '7.00' })
await write((tx) => holdMoney(tx, who, 'order', [wanted(1), wanted(2)]))
await write((tx) => releaseHolds(tx, who, 'order', [2]))
/** A draft, one that is paid and one that was reversed. */
await scratch.owner(
  `insert into collections (tenant_id, id, collection_no, customer_id, purpose, amount, pay_method, paid_on, status, created_by, confirmed_by,
     confirmed_at, reversed_by, reversed_at, reverse_reason)
   values ($1, 1, 'CP-1', $2, 'top_up', 5, 'cash', '2026-01-01', 'draft', $3, null, null, null, null, null),
     ($1, 2, 'CP-2', $2, 'top_up', 20, 'cash', '2026-01-01', 'paid', $3, $3, now(), null, null, null),
     ($1, 3, 'CP-3', $2, 'refund', -3, 'cash', '2026-01-01', 'reversed', $3, $3, now(), $3, now(), 'typed twice')`,
  [tenantId, customerId, who.accountId],
  tenantId,
)
const collected = (
  sourceId: number,
  type: 'in' | 'out',
  amount: string,
  business: 'collection' | 'reversal',
) => ({
  ...{ sourceType: 'collection', sourceId, sourceNo: `CP-${sourceId}`, type, amount, business, customerId },
})
await write((tx) =>
  postMoney(tx, who, [
    collected(2, 'in', '20.00', 'collection'),
    collected(3, 'out', '3.00', 'collection'),
    collected(3, 'in', '3.00', 'reversal'),
  ]),
)

/** The checks that report something after a statement. */
const wrongAfter = damagedBooks(scratch, { tenantId }, (tx) => codesBy(moneyChecks, tx, { tenantId }))

test('a ledger with payments, holds and credit is clean', async () => {
  expect(await wrongAfter()).toEqual([])
})

test.each([
  ['I-10', 'update customer_accounts set balance = balance + 0.01'],
  ['I-10', 'update customer_accounts set frozen = frozen + 0.01'],
  ['I-10', 'update customer_accounts set credit_limit = credit_limit + 0.01'],
  ['I-10', 'update customer_accounts set last_seq = last_seq + 1'],
  ['I-10', `delete from customer_accounts where customer_id <> ${customerId}`],
  ['I-10', `delete from balance_flows where log_type = 'limit_change'`],
  ['I-10', `update balance_flows set amount = 51 where seq = 1`],
  ['I-10', 'update balance_flows set balance_after = 51 where seq = 1'],
  ['I-10', 'update balance_flows set frozen_after = 1 where seq = 1'],
  ['I-10', 'update balance_flows set credit_after = 1 where seq = 1'],
  ['I-10', 'update balance_flows set credit_after = 11 where seq = 2'],
  ['I-10', 'update balance_flows set seq = seq + 100 where seq = 4'],
  ['I-10', `update balance_flows set at = at - interval '1 day' where seq = 4`],
  ['I-10', `update account_holds set status = 'released' where source_id = 1`],
  ['I-10', `update account_holds set status = 'open' where source_id = 2`],
  ['I-10', 'update account_holds set amount = 8 where source_id = 2'],
  ['I-13', `update balance_flows set amount = 'NaN' where seq = 1`],
  ['I-13', `update collections set amount = 'NaN' where id = 1`],
  ['I-14', `update collections set amount = 21 where id = 2`],
  ['I-14', `update collections set status = 'draft', confirmed_at = null, confirmed_by = null where id = 2`],
  [
    'I-14',
    `update collections set status = 'paid', confirmed_at = now(), confirmed_by = created_by where id = 1`,
  ],
  [
    'I-14',
    `update collections set status = 'reversed', reversed_at = now(), reversed_by = created_by, reverse_reason = 'x' where id = 2`,
  ],
  ['I-14', `update balance_flows set source_no = 'CP-9' where source_id = 2 and source_type = 'collection'`],
  ['I-14', `update balance_flows set business = 'collection', source_line = 2 where business = 'reversal'`],
  ['I-14', `update balance_flows set source_id = 99 where source_type = 'collection' and source_id = 2`],
  ['I-14', `update balance_flows set source_type = 'test' where source_type = 'customer'`],
] as const)('%s notices: %s', async (code, statement) => {
  expect(await wrongAfter(statement)).toContain(code)
})
