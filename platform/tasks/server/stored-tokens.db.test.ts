import { expect, test } from 'vitest'
import { checkBooks } from '../../../app/contract.ts'
import { taskKinds } from '../../../app/server/task-kinds.ts'
import { createBills, listBills, printBills } from '../../../billing/bills/contract.ts'
import { startWhatIf } from '../../../billing/what-if/contract.ts'
import { switchCustomers } from '../../../customers/contract.ts'
import { printBinLabels } from '../../../inventory/locations/contract.ts'
import { uploadLabels } from '../../../orders/waybills/contract.ts'
import { printSkuLabels } from '../../../products/contract.ts'
import { createInbound, printBoxLabels, printReceivingSheets } from '../../../receiving/contract.ts'
import { fillSamples } from '../../../setup/contract.ts'
import { reprintLabels } from '../../../shipping/labels/contract.ts'
import { listBatches, printHandover, shipOrders } from '../../../shipping/outbound/contract.ts'
import { createPickingLists, printCartLabels, printPickingLists } from '../../../shipping/picking/contract.ts'
import { blankBox, blankInbound, blankInboundLine } from '../../../testing/blank-inputs.ts'
import { aShippingDesk } from '../../../testing/order-builders.ts'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import { uploadedId } from '../../../testing/upload.ts'
import { worked } from '../../../testing/work.ts'
import { zipOf } from '../../../testing/zips.ts'
import type { Call, SentTo } from '../../calls/call.ts'
import { runImport, startImport } from '../../imports/contract.ts'
import { actOnAll, exportList } from '../../lists/lists.ts'

const server = await startTestServer()

const tables = await server.owner<{ name: string }>(
  `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname in ('wms', 'graphile_worker')`,
)

/** The tables with a row that contains a text, as text or as bytes, in any company. */
async function tablesWith(text: string, tenantId: number) {
  const forms = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').slice(0, -4)]
  const holding: string[] = []
  for (const { name } of tables) {
    const rows = await server.owner(
      `select 1 from ${name} t where t::text like any ($1) limit 1`,
      [forms.map((form) => `%${form}%`)],
      tenantId,
    )
    if (rows.length > 0) holding.push(name)
  }
  return holding
}

type Desk = { tenantId: number; token: string; headers: Record<string, string> }

async function answerTo<C extends Call>(call: C, input: SentTo<C>, desk: Desk) {
  const answer = await server.send(call, input, desk)
  expect(answer, call.path).toMatchObject({ success: true })
  return answer.data as { id: number; taskId: number }
}

test('no row anywhere contains the token of the user who started a task, of any kind', async () => {
  const desk = await aShippingDesk(server)
  const { tenantId, productOf } = desk
  const start = async <C extends Call>(call: C, input: SentTo<C>, by: Desk = desk) =>
    worked(server, by, (await answerTo(call, input, by)).taskId)

  const line = { ...blankInboundLine, boxNo: 'BOX-1', productId: productOf('BOLT'), expected: 6 }
  const inbound = await answerTo(
    createInbound,
    {
      ...blankInbound,
      inboundType: 'standard',
      customerId: desk.customerId,
      boxes: [{ boxNo: 'BOX-1', ...blankBox }],
      lines: [line],
    },
    desk,
  )
  const pasted = '客户代码\t客户名称\nPASTED\tPasted\n'
  const sheet = await answerTo(startImport, { kind: 'customers', pasted }, desk)
  const newDesk = await aUser(server)

  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 9 })
  const [kept, sent] = await desk.createPrinted({}, {})
  const orders = { ids: [Number(kept?.id)] }
  const lists = await desk.done(createPickingLists, orders)
  const listIds = lists.lists.map(({ id }) => id)
  await start(printPickingLists, { ids: listIds, layout: 'a4' })
  await start(printCartLabels, { ids: listIds, layout: 'thermal_100x50' })
  const label = {
    sort: 'order_time',
    copies: 1,
    packingSlip: 'none',
    printer: null,
    items: null,
    text: null,
  } as const
  await start(reprintLabels, { ...orders, ...label, reason: 'torn' })
  const zip = zipOf([{ name: 'NOBODY_1.pdf', data: Buffer.from('none') }])
  await start(uploadLabels, { fileId: await uploadedId(server, desk.session, 'zip', 'labels.zip', zip) })
  await desk.send(shipOrders, { ids: [Number(sent?.id)] })
  const batches = await desk.done(listBatches, {})
  await start(printHandover, { ids: batches.rows.map(({ id }) => id) })

  // More customers with fees than are billed at once.
  await server.owner(
    `insert into customers (tenant_id, customer_code, customer_name, search_line, settlement_mode)
     select $1, 'M-' || n, 'Many', 'many', 'bill' from generate_series(1, 101) n`,
    [tenantId],
    tenantId,
  )
  await server.owner(
    `insert into fees (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, occurred_at, is_manual, created_by)
     select $1, id, (select min(id) from fee_types where tenant_id = $1), 'manual', 1, '2026-01-15', now(), true, system_account()
     from customers where tenant_id = $1 and customer_name = 'Many'`,
    [tenantId],
    tenantId,
  )
  const month = { from: '2026-01-01', to: '2026-01-31' }
  expect(await start(createBills, month)).toMatchObject({ status: 'done' })
  const bills = await desk.done(listBills, { size: 200 })
  expect(bills.total).toBe(101)
  await start(printBills, { ids: bills.rows.slice(0, 2).map(({ id }) => id), format: 'pdf' })
  await start(startWhatIf, month)

  await start(checkBooks, {})
  await start(fillSamples, {}, newDesk)
  await start(printBinLabels, { layout: 'thermal_100x50', filters: {} })
  await start(printSkuLabels, { layout: 'thermal_100x50', filters: {}, copies: 1 }, newDesk)
  await start(printBoxLabels, { layout: 'thermal_100x50', ids: [inbound.id] })
  await start(printReceivingSheets, { ids: [inbound.id] })
  await start(exportList, { list: 'customers', filters: {}, columns: ['customerCode'], format: 'csv' })
  await start(actOnAll, {
    list: 'customers',
    filters: {},
    path: switchCustomers.path,
    input: { isEnabled: false },
  })
  await start(runImport, { id: sheet.id, mode: 'good_rows' })

  const started = await Promise.all(
    [desk, newDesk].map(({ tenantId }) =>
      server.owner<{ kind: string }>('select distinct kind from tasks', [], tenantId),
    ),
  )
  expect(
    started
      .flat()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(Object.keys(taskKinds(server.files)).toSorted())

  expect(await tablesWith('ACME', tenantId), 'the search finds what is there').toContain('wms.customers')
  for (const { token, tenantId } of [desk, newDesk]) expect(await tablesWith(token, tenantId)).toEqual([])
})
