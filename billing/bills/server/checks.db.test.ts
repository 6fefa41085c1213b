import { expect, test } from 'vitest'
import { aBiller } from '../../../testing/bill-builders.ts'
import { codesBy, damagedBooks } from '../../../testing/books.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { voidBills } from '../contract.ts'
import { billChecks } from './checks.ts'

/** Bills that can be corrupted, as by a database administrator. */
const server = await startTestServer()
for (const table of ['bills', 'bill_lines', 'bill_payments', 'fees', 'collections'])
  await server.owner(`alter table ${table} disable trigger user`)
await server.owner('alter table fees drop constraint if exists fee_settled')

const biller = await aBiller(server)
const { tenantId, aFee, anIssued, aDraft, issue, payment, pay, done, otherId } = biller
/** A bill that was paid, one that waits for the rest, one that was voided, a draft, and a statement. */
await aFee({ amount: '10.00' })
const paid = await anIssued()
const payer = await pay('10.00', [paid])
await aFee({ amount: '7.00' })
const partly = await anIssued()
const part = await pay('4.00', [partly])
const planned = await payment('3.00', [partly])
await aFee({ amount: '2.00' })
const gone = await anIssued()
await done(voidBills, { ids: [gone], reason: 'wrong' })
await aFee({ amount: '5.00', day: '2026-02-01' })
const draft = await aDraft({ from: '2026-02-01', to: '2026-02-28' })
await aFee({ amount: '1.00' }, true)
const statement = await aDraft(undefined, otherId)
await issue([statement])

/** Whether the checks report something after a statement. */
const wrongAfter = damagedBooks(server, { tenantId }, (tx) => codesBy(billChecks, tx, { tenantId }))
const feeOf = (bill: number) => `id = (select max(fee_id) from bill_lines where bill_id = ${bill})`

test('bills that were paid, paid in part, voided and drawn up are right', async () => {
  expect(await wrongAfter()).toEqual([])
})

test.each([
  `update bills set total = total + 0.01 where id = ${paid}`,
  `update bills set total = total + 0.01 where id = ${gone}`,
  `update bills set fee_count = 3 where id = ${draft}`,
  `update bill_lines set is_live = false where bill_id = ${draft}`,
  `update fees set status = 'voided', ended_reason = 'x' where ${feeOf(draft)}`,
  `update fees set status = 'not_settled', flow_seq = null, settled_at = null where ${feeOf(paid)}`,
  `update fees set status = 'settled', flow_seq = 1, settled_at = now() where ${feeOf(partly)}`,
  `update bill_payments set amount = 9.99 where bill_id = ${paid}`,
  `delete from bill_payments where bill_id = ${paid}`,
  `with more as (update collections set amount = 7.00 where id = ${part})
   update bill_payments set amount = 7.00 where bill_id = ${partly} and collection_id = ${part}`,
  `insert into bill_payments select tenant_id, ${gone}, collection_id, customer_id, 0 from bill_payments where bill_id = ${paid}`,
  `update collections set status = 'reversed', reversed_by = created_by, reversed_at = now(), reverse_reason = 'x' where id = ${part}`,
  `update collections set purpose = 'top_up' where id = ${payer}`,
  `update collections set amount = 9.99 where id = ${payer}`,
  `update bill_payments set amount = 3.01 where collection_id = ${planned}`,
  `update bills set status = 'not_settled', paid_at = null where id = ${paid}`,
  `update balance_flows set amount = 9.99 where source_type = 'bill'`,
  `update balance_flows set source_id = ${partly} where source_type = 'bill'`,
])('the check of bills notices: %s', async (sabotage) => {
  expect(await wrongAfter(sabotage)).toEqual(['bills'])
})
