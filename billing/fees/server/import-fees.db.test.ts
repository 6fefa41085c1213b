import { expect, test } from 'vitest'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { importRows, importState, runImport, startImport } from '../../../platform/imports/contract.ts'
import { aPricedDesk } from '../../../testing/priced-desk.ts'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import { worked } from '../../../testing/work.ts'
import { approveFeeRequests, createFee, getFee, listFeeRequests, refundFees } from '../contract.ts'
import { feeImport } from '../import-form.ts'
import { feesFromSheet } from './import-fees.ts'

const server = await startTestServer()

/** A biller who pastes rows: customer, fee type, amount, document, date and reason. The amount is what they may decide alone. */
async function aDesk(secondPersonAbove?: string) {
  const desk = await aPricedDesk(server)
  const { tenantId } = desk
  const biller = secondPersonAbove ? await aUser(server, { tenantId, secondPersonAbove }) : desk
  const fees = () =>
    desk.asOwner<Record<string, string>>(
      `select f.amount, f.status::text, f.charge_date::text as day, f.remark, f.is_manual as manual, t.fee_code as type, f.order_type::text as "for"
       from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id order by f.id`,
    )
  return { ...desk, ...workOf(biller), fees }
}

/** What a user does with a spreadsheet. */
function workOf(biller: Pick<Awaited<ReturnType<typeof aUser>>, 'token' | 'headers'>) {
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
  return { paste, state, run }
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

/** A desk whose inbound order IB-1 was charged 8.00 by hand, on the tenth. The user who pastes may be a colleague. */
async function aBilledDesk({
  amount = '8.00',
  ...person
}: { amount?: string } & Parameters<typeof aUser>[1] = {}) {
  const desk = await aDesk()
  const { tenantId, customerId } = desk
  await desk.pay('100.00')
  await desk.asOwner(
    `insert into inbounds (tenant_id, inbound_no, customer_id, inbound_type, search_line, created_by)
     values (tenant_now(), 'IB-1', $1, 'by_sku', 'x', $2)`,
    [customerId, desk.who.accountId],
  )
  const [type] = await desk.asOwner<{ id: string }>(`select id from fee_types where fee_code = 'OTHER'`)
  const { feeNo } = await server.done(
    createFee,
    {
      ...{ customerId, feeTypeId: Number(type?.id), amount, documentNo: 'IB-1' },
      ...{ chargeDate: '2026-01-10', reason: 'Carrier invoice' },
    },
    desk,
  )
  const id = Number(feeNo.slice(2))
  const biller = await aUser(server, { tenantId, ...person })
  return { ...desk, id, feeNo, biller, fee: () => server.done(getFee, { id }, desk), ...workOf(biller) }
}

const credit = (amount: string, over: { day?: string; type?: string } = {}) => [
  ...['ACME', over.type ?? 'OTHER', amount, 'ib-1', over.day ?? '2026-01-31', 'Carrier credit'],
]

test('a negative row for what a document was billed already refunds it, and check and result say so', async () => {
  const desk = await aBilledDesk()
  // A refund has the type of its fee, whether it is still enabled or not.
  await desk.asOwner(`update fee_types set is_enabled = false where fee_code = 'OTHER'`)
  const id = await desk.paste(credit('-3.00'), credit('-1.00', { type: 'VAS' }))
  expect(await desk.state(id)).toMatchObject({ total: 2, failed: 0, warnings: 1, counts: { new: 2 } })
  const { rows } = await server.done(importRows, { id, verdict: 'warning' }, desk.biller)
  expect(rows.map(({ rowNo, problems: [problem] }) => [rowNo, problem?.column, problem?.message])).toEqual([
    [
      ...[2, 'amount'],
      `Already billed as ${desk.feeNo}: this row refunds it. 8.00 was charged, 8.00 can be refunded.`,
    ],
  ])
  expect(await desk.run(id)).toMatchObject({
    status: 'done',
    message: `2 rows imported, 0 failed; 1 row is a refund of a fee already billed: ${desk.feeNo} (-3.00)`,
  })
  const { refunds, left } = await desk.fee()
  expect([left, refunds.map(({ amount, remark }) => [amount, remark])]).toEqual([
    '5.00',
    [['-3.00', 'Carrier credit']],
  ])
  expect(await server.done(getFee, { id: refunds[0]?.id ?? 0 }, desk)).toMatchObject({
    ...{ origin: 'refund', chargeDate: '2026-01-31', sourceNo: 'IB-1', refundOf: { feeNo: desk.feeNo } },
    flow: { business: 'refund', amount: '3.00' },
  })
  // What was not billed before is a fee of its own.
  expect((await desk.fees()).at(-1)).toMatchObject({
    type: 'VAS',
    amount: '-1.00',
    for: 'inbound',
    manual: true,
  })
  expect((await desk.state(id)).numbers).toEqual([refunds[0]?.feeNo, expect.stringMatching(/^FE\d+$/)])
  expect(await desk.money()).toEqual(['96.00', '0.00'])
  const log = await desk.asOwner(
    `select object_no, reason from audit_log where object_type = 'fee' and action = 'refund'`,
  )
  expect(log).toEqual([{ object_no: refunds[0]?.feeNo, reason: 'Carrier credit' }])
})

type Refused = { amount?: string; permissions?: string[]; isBlocked?: boolean; day?: string; more?: string }
test.each<[string, Refused, column: string, message: RegExp]>([
  ['of more than is left', { more: '-5.01' }, 'amount', /Up to 5\.00 of FE\d+/],
  ['dated before its fee', { day: '2026-01-09' }, 'chargeDate', /2026-01-10/],
  [
    'by a user who may not refund',
    { permissions: ['query:cost:view', 'query:cost:create'] },
    ...(['amount', /permission/] as const),
  ],
  ['of what was paid to the customer', { amount: '-8.00' }, 'amount', /was paid to the customer/],
  ['of a customer whose account is blocked', { isBlocked: true }, 'customerCode', /blocked/],
])('a refund in a spreadsheet %s is refused with its column', async (_, refused, column, message) => {
  const { isBlocked, day, more = '-5.00', ...options } = refused
  const desk = await aBilledDesk(options)
  if (!options.amount) await server.done(refundFees, { ids: [desk.id], amount: '3.00', reason: 'late' }, desk)
  if (isBlocked) await desk.asOwner(`select block_account($1, 'I-10')`, [desk.customerId])
  const id = await desk.paste(credit(more, { ...(day && { day }) }))
  const { rows } = await server.done(importRows, { id, verdict: 'error' }, desk.biller)
  expect(rows.map(({ problems: [problem] }) => problem)).toEqual([
    expect.objectContaining({ column, message: expect.stringMatching(message) }),
  ])
})

test('refunds of a spreadsheet count with what the same person refunded of the document before, and keep their day when approved', async () => {
  const desk = await aBilledDesk({ secondPersonAbove: '5.00' })
  await server.done(refundFees, { ids: [desk.id], amount: '3.00', reason: 'late' }, desk.biller)
  expect((await desk.run(await desk.paste(credit('-2.00')))).message).not.toContain('second person')
  expect((await desk.fee()).left).toBe('3.00')
  const id = await desk.paste(credit('-0.01', { day: '2026-01-30' }))
  const { message } = await desk.run(id)
  expect(message).toMatch(
    /refund of a fee .*\(-0\.01\); 1 above the amount your role allows waits for a second person/,
  )
  expect((await desk.fee()).left).toBe('3.00')
  const { rows } = await server.done(listFeeRequests, { status: 'waiting' }, desk)
  expect(rows).toMatchObject([{ amount: '-0.01', originNo: desk.feeNo, reason: 'Carrier credit' }])
  expect((await desk.state(id)).numbers).toEqual([rows[0]?.requestNo])
  expect(await server.done(approveFeeRequests, { ids: [rows[0]?.id ?? 0] }, desk)).toMatchObject({ ok: 1 })
  const refund = (await desk.fee()).refunds.at(-1)
  expect(await server.done(getFee, { id: refund?.id ?? 0 }, desk)).toMatchObject({
    ...{ amount: '-0.01', chargeDate: '2026-01-30', origin: 'refund' },
  })
})

test('of two spreadsheets at once that refund the same fee, the second sees what the first one left', async () => {
  const desk = await aBilledDesk()
  const value = {
    ...{ customerCode: 'ACME', feeCode: 'OTHER', amount: '-5.00', documentNo: 'IB-1' },
    ...{ chargeDate: '2026-01-31', reason: 'Carrier credit' },
  }
  const lines = [{ rowNo: 2, value, verdict: 'new' as const }]
  const results = await Promise.allSettled(
    [1, 2].map(() => desk.write((tx) => feesFromSheet.write(tx, desk.who, lines))),
  )
  const failures = results.flatMap((result) => (result.status === 'rejected' ? String(result.reason) : []))
  expect(failures).toEqual([expect.stringMatching(/Up to 3\.00 of FE\d+/)])
  expect((await desk.fee()).left).toBe('3.00')
})
