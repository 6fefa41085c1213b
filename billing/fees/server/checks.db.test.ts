import { expect, test } from 'vitest'
import { codesBy, damagedBooks } from '../../../testing/books.ts'
import { aDatabase } from '../../../testing/database.ts'
import { aLedger } from '../../../testing/money-builders.ts'
import { addFees, lockFees, type NewFee } from './add-fees.ts'
import { feeChecks } from './checks.ts'
import { takeBackFees } from './reverse.ts'

/** Fees that can be corrupted, as by a database administrator. */
const scratch = await aDatabase()
for (const table of ['fees', 'billable_events', 'balance_flows'])
  await scratch.owner(`alter table ${table} disable trigger user`)
await scratch.owner('drop index billed_once')

const { tenantId, customerId, who, write, asOwner, setCredit } = await aLedger(scratch)
await setCredit('5.00')
const [type] = await asOwner<{ id: string }>('select min(id) as id from fee_types')
const [event] = await asOwner<{ id: string }>(
  `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts, status)
   values (tenant_now(), 'order', 1, 'OB-1', $1, '2026-01-01', 1, '{}', 'charged') returning id`,
  [customerId],
)
const fee: NewFee = {
  customerId,
  feeTypeId: Number(type?.id),
  orderType: 'order',
  sourceId: 1,
  sourceNo: 'OB-1',
  eventId: Number(event?.id),
  amount: '9.10',
  chargeDate: '2026-01-01',
  remark: null,
  isManual: false,
}
const [first] = await write((tx) => addFees(tx, who, [fee]))
await write((tx) => addFees(tx, who, [{ ...fee, amount: '-9.10', refundOf: first?.id ?? 0 }]))
const manual: NewFee = {
  ...fee,
  sourceId: null,
  sourceNo: null,
  eventId: null,
  isManual: true,
  orderType: 'manual',
}
const [second] = await write((tx) => addFees(tx, who, [{ ...manual, amount: '4.00' }]))
await write(async (tx) => takeBackFees(tx, who, await lockFees(tx, who, { ids: [second?.id ?? 0] }), 'wrong'))

/** The checks that report something after a statement. */
const wrongAfter = damagedBooks(scratch, { tenantId }, (tx) => codesBy(feeChecks, tx, { tenantId }))

const refund = 'refund_of is not null'

test.each([
  ['nothing', undefined, []],
  ['a charged event without fees', `update fees set event_id = null`, ['I-07']],
  ['a waiting event with a fee', `update billable_events set status = 'waiting'`, ['I-07']],
  [
    'a second fee of the same type',
    `insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, amount, charge_date, occurred_at, created_by)
     select tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, amount, charge_date, occurred_at, created_by
     from fees where refund_of is null and source_id = 1`,
    ['I-11'],
  ],
  [
    'a second fee of the same type, both settled',
    `update fees set refund_of = null where ${refund}`,
    ['I-11'],
  ],
  ['a refund above its fee', `update fees set amount = -9.11 where ${refund}`, ['I-12', 'I-14 fees']],
  [
    'a refunded fee that was voided',
    `update fees set status = 'voided', flow_seq = null, settled_at = null, ended_reason = 'x' where refund_of is null and source_id = 1`,
    ['I-12', 'I-14 fees'],
  ],
  [
    'a fee of another amount than its flow',
    `update fees set amount = 9.09 where id = ${first?.id}`,
    ['I-12', 'I-14 fees'],
  ],
  ['a reversal of another amount', `update fees set amount = 5 where id = ${second?.id}`, ['I-14 fees']],
  ['a flow whose fee is gone', `delete from fees where ${refund}`, ['I-14 fees']],
  [
    'a fee whose flow is gone',
    `update fees set flow_seq = (select seq from balance_flows where log_type = 'limit_change') where id = ${first?.id}`,
    ['I-14 fees'],
  ],
  [
    'a fee that left the balance twice',
    `insert into balance_flows select (f).* from (select jsonb_populate_record(b, '{"seq": 98, "source_line": 9}') as f from balance_flows b
       where source_type = 'fee' and source_id = ${first?.id} and log_type = 'out') x`,
    ['I-11', 'I-14 fees'],
  ],
  [
    'a fee that was reversed twice',
    `insert into balance_flows select (f).* from (select jsonb_populate_record(b, '{"seq": 98, "source_line": 9}') as f from balance_flows b
       where business = 'reversal') x`,
    ['I-11', 'I-14 fees'],
  ],
  [
    'a refund of a refund',
    `insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, amount, charge_date, occurred_at, refund_of, created_by)
     select tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, -1, charge_date, occurred_at, id, created_by from fees where ${refund}`,
    ['I-12'],
  ],
  ['free work with a fee', `update billable_events set status = 'free'`, ['I-07']],
])('the checks of fees notice %s', async (_, statement, codes) => {
  expect(await wrongAfter(statement)).toEqual(codes)
})
