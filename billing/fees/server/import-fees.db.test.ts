import { expect, test } from 'vitest'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { importRows, importState, runImport, startImport } from '../../../platform/imports/contract.ts'
import { aPricedDesk } from '../../../testing/priced-desk.ts'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import { worked } from '../../../testing/work.ts'
import { approveFeeRequests, listFeeRequests } from '../contract.ts'
import { feeImport } from '../import-form.ts'

const server = await startTestServer()

/** A biller who pastes rows: customer, fee type, amount, document, date and reason. The amount is what they may decide alone. */
async function aDesk(secondPersonAbove?: string) {
  const desk = await aPricedDesk(server)
  const { tenantId } = desk
  const biller = secondPersonAbove ? await aUser(server, { tenantId, secondPersonAbove }) : desk
  const heads = feeImport.columns.map(({ title }) => title.en_US)
  const paste = async (...rows: string[][]) => {
    const pasted = [heads, ...rows].map((cells) => cells.join('\t')).join('\n')
    const answer = await server.send(startImport, { kind: 'fees', pasted }, biller)
    expect(answer, JSON.stringify(answer.data)).toMatchObject({ success: true })
    return (answer.data as { id: number }).id
  }
  const state = (id: number) => server.done(importState, { id }, biller)
  const run = async (id: number) => {
    const { taskId } = await server.done(runImport, { id, mode: 'all_or_nothing' }, biller)
    return worked(server, biller, taskId)
  }
  const fees = () =>
    desk.asOwner<Record<string, string>>(
      `select f.amount, f.status::text, f.charge_date::text as day, f.remark, f.is_manual as manual, t.fee_code as type, f.order_type::text as "for"
       from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id order by f.id`,
    )
  return { ...desk, paste, state, run, fees }
}

test('manual fees of a spreadsheet leave the balance at once, each with its audit row', async () => {
  const desk = await aDesk()
  await desk.pay('100.00')
  const id = await desk.paste(
    ['ACME', 'OTHER', '12.50', '', '2026-01-31', 'Carrier invoice'],
    ['acme', 'other', '-2.50', '', '2026-01-31', 'Given back'],
    ['ACME', 'VAS', '1.00', '', '2026-01-31', 'Photos'],
  )
  expect(await desk.state(id)).toMatchObject({ total: 3, failed: 0 })
  expect(await desk.run(id)).toMatchObject({ status: 'done' })
  const shared = { for: 'manual', status: 'settled', day: '2026-01-31', manual: true, type: 'OTHER' }
  expect(await desk.fees()).toEqual([
    { ...shared, amount: '12.50', remark: 'Carrier invoice' },
    { ...shared, amount: '-2.50', remark: 'Given back' },
    { ...shared, for: 'value_added', amount: '1.00', remark: 'Photos', type: 'VAS' },
  ])
  const [account] = await desk.asOwner<{ balance: string }>(
    'select balance from customer_accounts where customer_id = $1',
    [desk.customerId],
  )
  expect(account?.balance).toBe('89.00')
  const log = await desk.asOwner(`select 1 from audit_log where object_type = 'fee' and action = 'create'`)
  expect(log).toHaveLength(3)
})

test('fees of a spreadsheet that are together above the amount of a role wait for another person', async () => {
  const desk = await aDesk('10.00')
  const row = (amount: string) => ['ACME', 'OTHER', amount, '', '2026-01-31', 'Carrier invoice']
  expect(await desk.run(await desk.paste(row('6.00'), row('-4.00')))).toMatchObject({ status: 'done' })
  const amounts = async () => (await desk.fees()).map(({ amount }) => amount)
  expect(await amounts()).toEqual(['6.00', '-4.00'])
  expect(await desk.run(await desk.paste(row('6.00'), row('-4.01')))).toMatchObject({ status: 'done' })
  expect(await amounts()).toHaveLength(2)
  const { rows } = await server.done(listFeeRequests, { status: 'waiting', order: 'asc' }, desk)
  expect(rows.map(({ amount }) => amount)).toEqual(['6.00', '-4.01'])
  expect(await server.done(approveFeeRequests, { ids: rows.map(({ id }) => id) }, desk)).toMatchObject({
    ok: 2,
  })
  expect(await amounts()).toEqual(['6.00', '-4.00', '6.00', '-4.01'])
})

test('a row with a mistake is named with its column, and nothing is imported', async () => {
  const desk = await aDesk()
  const [{ day } = { day: '' }] = await desk.asOwner<{ day: string }>('select warehouse_today()::text as day')
  await desk.asOwner(`update fee_types set is_enabled = false where fee_code = 'CLAIM'`)
  await desk.asOwner(
    `with made as (
       insert into inbounds (tenant_id, inbound_no, customer_id, inbound_type, search_line, created_by)
       values (tenant_now(), 'IB-1', $1, 'by_sku', 'x', $2) returning id)
     insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, amount, charge_date, occurred_at, created_by)
     select tenant_now(), $1, (select id from fee_types where fee_code = 'OTHER'), 'inbound', id, 'IB-1', 1, '2026-01-31', now(), $2 from made`,
    [desk.customerId, desk.who.accountId],
  )
  const id = await desk.paste(
    ['ACME', 'OTHER', '12.50', '', '2026-01-31', 'Carrier invoice'],
    ['UNKNOWN', 'OTHER', '1.00', '', '2026-01-31', 'x'],
    ['ACME', 'MAGIC', '1.00', '', '2026-01-31', 'x'],
    ['ACME', 'OTHER', '0.00', '', '2026-01-31', 'x'],
    ['ACME', 'OTHER', '1.00', 'OB-NONE', '2026-01-31', 'x'],
    ['ACME', 'OTHER', '1.00', '', '2099-01-31', 'x'],
    ['ACME', 'CLAIM', '1.00', '', '2026-01-31', 'x'],
    ['ACME', 'OTHER', '1.00', 'ib-1', '2026-01-31', 'x'],
    ['OTHER', 'OTHER', '1.00', 'IB-1', '2026-01-31', 'x'],
    ['ACME', 'OTHER', '1.00', '', day, 'x'],
    ['ACME', 'VAS', '1.00', 'IB-1', day, 'x'],
  )
  const { data } = await server.send(importRows, { id, verdict: 'error' }, desk)
  const { rows } = data as OutputOf<typeof importRows>
  expect(rows.map(({ rowNo, problems }) => [rowNo, problems[0]?.column])).toEqual([
    [3, 'customerCode'],
    [4, 'feeCode'],
    [5, 'amount'],
    [6, 'documentNo'],
    [7, 'chargeDate'],
    [8, 'feeCode'],
    [9, 'documentNo'],
    [10, 'documentNo'],
  ])
  expect(rows[6]?.problems[0]?.message).toMatch(/IB-1 already has a fee of this type: FE\d+/)
  await server.send(runImport, { id, mode: 'good_rows' }, desk)
  expect(await desk.fees()).toHaveLength(1)
})
