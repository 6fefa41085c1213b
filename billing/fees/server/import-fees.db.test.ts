import { expect, test } from 'vitest'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { importRows, importState, runImport, startImport } from '../../../platform/imports/contract.ts'
import { aPricedDesk } from '../../../testing/priced-desk.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { worked } from '../../../testing/work.ts'
import { feeImport } from '../import-form.ts'

const server = await startTestServer()

/** A biller who pastes rows: customer, fee type, amount, document, date and reason. */
async function aDesk() {
  const desk = await aPricedDesk(server)
  const heads = feeImport.columns.map(({ title }) => title.en_US)
  const paste = async (...rows: string[][]) => {
    const pasted = [heads, ...rows].map((cells) => cells.join('\t')).join('\n')
    const answer = await server.send(startImport, { kind: 'fees', pasted }, desk)
    expect(answer, JSON.stringify(answer.data)).toMatchObject({ success: true })
    return (answer.data as { id: number }).id
  }
  const state = (id: number) => server.done(importState, { id }, desk)
  const run = async (id: number) => {
    return worked(server, desk, (await server.done(runImport, { id, mode: 'all_or_nothing' }, desk)).taskId)
  }
  const fees = () =>
    desk.asOwner<Record<string, string>>(
      `select f.amount, f.status::text, f.charge_date::text as day, f.remark, f.is_manual as manual, t.fee_code as type
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
  )
  expect(await desk.state(id)).toMatchObject({ total: 2, failed: 0 })
  expect(await desk.run(id)).toMatchObject({ status: 'done' })
  const shared = { status: 'settled', day: '2026-01-31', manual: true, type: 'OTHER' }
  expect(await desk.fees()).toEqual([
    { ...shared, amount: '12.50', remark: 'Carrier invoice' },
    { ...shared, amount: '-2.50', remark: 'Given back' },
  ])
  const [account] = await desk.asOwner<{ balance: string }>(
    'select balance from customer_accounts where customer_id = $1',
    [desk.customerId],
  )
  expect(account?.balance).toBe('90.00')
  const log = await desk.asOwner(`select 1 from audit_log where object_type = 'fee' and action = 'create'`)
  expect(log).toHaveLength(2)
})

test('a row with a mistake is named with its column, and nothing is imported', async () => {
  const desk = await aDesk()
  const id = await desk.paste(
    ['ACME', 'OTHER', '12.50', '', '2026-01-31', 'Carrier invoice'],
    ['UNKNOWN', 'OTHER', '1.00', '', '2026-01-31', 'x'],
    ['ACME', 'MAGIC', '1.00', '', '2026-01-31', 'x'],
    ['ACME', 'OTHER', '0.00', '', '2026-01-31', 'x'],
    ['ACME', 'OTHER', '1.00', 'OB-NONE', '2026-01-31', 'x'],
    ['ACME', 'OTHER', '1.00', '', '2099-01-31', 'x'],
  )
  const { data } = await server.send(importRows, { id, verdict: 'error' }, desk)
  const { rows } = data as OutputOf<typeof importRows>
  expect(rows.map(({ rowNo, problems }) => [rowNo, problems[0]?.column])).toEqual([
    [3, 'customerCode'],
    [4, 'feeCode'],
    [5, 'amount'],
    [6, 'documentNo'],
    [7, 'chargeDate'],
  ])
  await server.send(runImport, { id, mode: 'good_rows' }, desk)
  expect(await desk.fees()).toEqual([])
})
