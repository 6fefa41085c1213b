import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { sampleShipment } from '../../carriers/carrier.ts'
import { createAccount } from '../../carriers/contract.ts'
import { runImport, startImport } from '../../platform/imports/contract.ts'
import { shipOrders } from '../../shipping/outbound/contract.ts'
import { aShippingDesk, type ShippingDesk } from '../../testing/order-builders.ts'
import { aSession, startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import { atNight, worked } from '../../testing/work.ts'
import { failedLabel } from '../audit.ts'
import { editOrder, getOrder, listOrders, voidOrders } from '../contract.ts'
import { orderImport } from '../import-form.ts'
import { failAudit } from './audit-end.ts'
import { purgeReceivers } from './purge.ts'
import { systemOf } from './system-account.ts'

const server = await startTestServer()

/** A recipient whose every word can be told from all others. */
const person = {
  receiverName: 'Zebedee Quux',
  company: 'Quuxworks Ltd',
  phone: '+1 555 0199',
  email: 'zebedee@quux.example',
  taxNo: 'QX-998877',
  city: 'Quuxville',
  postcode: '90210',
  address1: '77 Zebedee Lane',
  address2: 'Quux wing',
  address3: 'Zebedee floor',
  doorplate: 'ZQ-7',
  senderName: 'Quux Store',
  senderPhone: '+1 555 0199 7',
  senderCountry: 'US',
  senderState: 'CA',
  senderCity: 'Quuxbridge',
  senderPostcode: '90210',
  senderAddress: '78 Zebedee Lane',
  remark: 'Zebedee is out on Mondays',
  pickRemark: 'Gift for Quux',
}
const words = /zebedee|quux|555 0199|QX-998877|90210|ZQ-7/i

const aDesk = async () => {
  const desk = await aShippingDesk(server)
  const token = await aSession(server, desk.tenantId, desk.who.accountId)
  const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, desk.tenantId)
  return { ...desk, token, headers: { 'x-language': 'en_US' }, asOwner }
}
type Desk = Awaited<ReturnType<typeof aDesk>>

/** As if it had been shipped that long ago. */
async function shipped({ asOwner }: Desk, id: number, ago: string) {
  for (const status of ['under_audit', 'pending_shipment', 'waybill_printed'])
    await asOwner(`update orders set status = $2::order_status where id = $1`, [id, status])
  await asOwner(
    `update orders set status = 'shipped', shipped_at = business_now() - $2::interval where id = $1`,
    [id, ago],
  )
}
const voided = async (desk: Desk, id: number, ago: string) => {
  await desk.done(voidOrders, { ids: [id], reason: 'Ordered twice' })
  await desk.asOwner(`update orders set voided_at = business_now() - $2::interval where id = $1`, [id, ago])
}

/** Every row of the company in every table that still has a word of the recipient. */
async function tracesOf({ asOwner, tenantId }: Desk): Promise<string[]> {
  const tables = await asOwner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'wms'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  )
  const traces: string[] = []
  for (const { name } of tables) {
    const rows = await asOwner<{ row: string }>(
      `select t::text as row from wms.${name} t where tenant_id = $1`,
      [tenantId],
    )
    traces.push(...rows.filter(({ row }) => words.test(row)).map(({ row }) => `${name}: ${row}`))
  }
  return traces
}

const receiverOf = (desk: Desk, id: number) => desk.done(getOrder, { id })

describe('a recipient’s data', () => {
  test('is deleted by night from the order, its label, its spreadsheet and the carrier’s log once the time is over', async () => {
    const desk = await aDesk()
    const columns = orderImport.columns.map(({ key }) => key)
    const facts: Record<string, string> = {
      ...person,
      customerCode: 'ACME',
      referenceNo: 'SHEET-1',
      channelCode: 'LOCAL',
      sku: 'BOLT',
      quantity: '1',
      countryCode: 'US',
      stateCode: 'CA',
    }
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'x',
          rows: [orderImport.columns.map(({ title }) => title.en_US), columns.map((key) => facts[key] ?? '')],
        },
      ],
    })
    const fileId = await uploadedId(server, desk, 'sheet', 'orders.xlsx', bytes)
    const { id: importId } = await desk.done(startImport, { kind: 'orders', fileId })
    await worked(server, desk, (await desk.done(runImport, { id: importId, mode: 'good_rows' })).taskId)
    await desk.asOwner(`update import_rows set problems = '[{"message": "Zebedee"}]', formulas = '{1}'`)
    await desk.asOwner(
      `insert into imports (tenant_id, import_no, kind, file_id, heads, total, created_by)
       select tenant_id, 'OTHER', 'products', $1, heads, 1, created_by from imports`,
      [await uploadedId(server, desk, 'sheet', 'products.xlsx', bytes)],
    )
    const [imported] = await desk.asOwner<{ id: string }>(
      `select id from orders where reference_no = 'SHEET-1'`,
    )
    const sheetOrder = Number(imported?.id)

    const { id } = await desk.create(person)
    await desk.send(editOrder, {
      ...withoutCustomer(desk.facts({ ...person, referenceNo: 'EDITED', phone: '+1 555 0199 2' })),
      id,
      rowVersion: 1,
    })
    for (const each of [id, sheetOrder]) await shipped(desk, each, '731 days')
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 9 })
    const [sent, undone] = (await desk.createPrinted(person, person)).map((order) => order.id)
    await desk.done(shipOrders, { ids: [sent ?? 0] })
    await desk.asOwner(`update orders set shipped_at = business_now() - interval '731 days' where id = $1`, [
      sent,
    ])
    await voided(desk, undone ?? 0, '731 days')
    const billed = await desk.asOwner<{ facts: object }>(
      `select kind, facts from billable_events order by id`,
    )
    expect(billed).toMatchObject([{ kind: 'order' }, { kind: 'order_void' }])
    for (const { facts } of billed) expect(JSON.stringify(facts)).not.toMatch(words)
    // As facts were written before.
    await desk.asOwner(
      `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts, completed_facts)
       select tenant_id, kind, id, order_no, customer_id, '2026-01-01', 3, facts, facts
       from orders, jsonb_build_object('postcode', postcode, 'pieces', 1) facts,
         unnest('{order,order_void,order_intercept}'::billable_kind[]) kind where id = $1`,
      [id],
    )

    const labelFile = await uploadedId(server, desk, 'sheet', 'label.xlsx', bytes)
    await desk.asOwner(
      `with package as (insert into packages (tenant_id, order_id) values ($1, $2) returning id)
       insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, tracking_no, obtained_at,
         label_file_id, fail_facts)
       select $1, package.id, $2, $3, 'uploaded', 'pdf_100x150', 'UPS', 'requesting', '1Z1', now(), $4, '{"words": "No such place: 77 Zebedee Lane"}'
       from package`,
      [desk.tenantId, id, desk.channelOf('LOCAL'), labelFile],
    )
    await desk.asOwner(
      `update waybills set status = 'obtained', label_space = '{"pages": []}' where order_id = $1`,
      [id],
    )

    const carrier = await server.carriers.carrierOf(
      desk.tenantId,
      (await desk.done(createAccount, demoAccount)).id,
    )
    const to = { ...sampleShipment.to, name: person.receiverName, address1: person.address1 }
    await carrier.buy({ ...sampleShipment, to }, 'GROUND', 'purge-1')
    for (const [table, column] of [
      ['imports', 'created_at'],
      ['files', 'created_at'],
      ['tasks', 'created_at'],
      ['carrier_calls', 'at'],
      ['demo_labels', 'bought_at'],
    ])
      await desk.asOwner(`update ${table} set ${column} = now() - interval '731 days'`)
    expect(await tracesOf(desk)).not.toEqual([])
    const [before] = await desk.asOwner<{ version: number }>(
      'select row_version::int as version from orders where id = $1',
      [id],
    )

    await atNight(server, 'delete_old')
    await atNight(server, 'delete_old')
    expect(await tracesOf(desk)).toEqual([])
    expect(await desk.asOwner(`select 1 from files where id = any($1)`, [[fileId, labelFile]])).toEqual([])
    expect(
      await desk.asOwner(`select status, tracking_no, label_space from waybills where order_id = $1`, [id]),
    ).toEqual([{ status: 'obtained', tracking_no: '1Z1', label_space: null }])
    expect(
      await desk.asOwner('select kind, purged_at is not null as "isPurged" from imports order by 1'),
    ).toEqual([
      { kind: 'orders', isPurged: true },
      { kind: 'products', isPurged: false },
    ])
    expect(
      await desk.asOwner(`select facts, completed_facts as known from billable_events where source_id = $1`, [
        id,
      ]),
    ).toEqual(Array(3).fill({ facts: { pieces: 1 }, known: { pieces: 1 } }))

    expect((await desk.send(getOrder, { id })).data).toMatchObject({
      rowVersion: (before?.version ?? 0) + 1,
      receiverName: '***',
      address1: '***',
      city: '***',
      phone: null,
      remark: null,
      countryCode: 'US',
      stateCode: 'CA',
      postcode: '902',
      referenceNo: 'EDITED',
      purgedAt: expect.any(String),
    })
    const log = await desk.asOwner(
      `select l.action, a.kind from audit_log l join accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id
       where l.object_type = 'order' and l.object_id = $1 order by l.id desc limit 1`,
      [id],
    )
    expect(log).toEqual([{ action: 'purge', kind: 'system' }])
    const events = await desk.asOwner(`select 1 from events where kind = 'order.purged'`)
    expect(events).toHaveLength(4)
  })

  test('stays while the order is open, and until the company’s own time is over', async () => {
    const desk = await aDesk()
    const [open, lately, longAgo, voidedLately] = [
      (await desk.create(person)).id,
      (await desk.create(person)).id,
      (await desk.create(person)).id,
      (await desk.create(person)).id,
    ]
    await desk.asOwner(`update orders set status_at = business_now() - interval '900 days' where id = $1`, [
      open,
    ])
    await shipped(desk, lately, '89 days')
    await shipped(desk, longAgo, '91 days')
    await voided(desk, voidedLately, '89 days')
    await purgeReceivers(server.database, desk.tenantId)
    for (const id of [open, lately, longAgo, voidedLately])
      expect(await receiverOf(desk, id)).toMatchObject({ receiverName: person.receiverName, purgedAt: null })
    await desk.asOwner(`update warehouses set settings = settings || '{"receiverDays": 90}'`)
    await purgeReceivers(server.database, desk.tenantId)
    for (const id of [open, lately, voidedLately])
      expect(await receiverOf(desk, id)).toMatchObject({ receiverName: person.receiverName, purgedAt: null })
    expect(await receiverOf(desk, longAgo)).toMatchObject({ receiverName: '***' })
  })

  test('of many orders is deleted in parts, once each, even by two servers at once', async () => {
    const desk = await aDesk()
    const { id } = await desk.create(person)
    await shipped(desk, id, '800 days')
    // More than two parts.
    await desk.asOwner(
      `insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, city, address1,
         piece_class, sku_count, piece_count, created_by, status)
       select tenant_id, 'MANY-' || n, customer_id, 'MANY-' || n, channel_id, receiver_name, 'US', city, address1, 'ss', 1, 1, created_by,
         'pending_audit' from orders, generate_series(1, 450) n where id = $1`,
      [id],
    )
    for (const status of ['under_audit', 'pending_shipment', 'waybill_printed'])
      await desk.asOwner(`update orders set status = $1::order_status where order_no like 'MANY-%'`, [status])
    await desk.asOwner(
      `update orders set status = 'shipped', shipped_at = business_now() - interval '800 days' where order_no like 'MANY-%'`,
    )
    await Promise.all([
      purgeReceivers(server.database, desk.tenantId),
      purgeReceivers(server.database, desk.tenantId),
    ])
    expect(await desk.asOwner(`select 1 from orders where purged_at is null`)).toEqual([])
    const [log] = await desk.asOwner(
      `select count(*)::int as rows, count(distinct object_id)::int as orders from audit_log where action = 'purge'`,
    )
    expect(log).toEqual({ rows: 451, orders: 451 })
  })

  test('never reaches the log, which says only what was changed', async () => {
    const desk = await aDesk()
    const { id } = await desk.create(person)
    const edited = { ...person, phone: '+1 555 0199 3', city: 'New Quuxville', priority: 3 }
    const answer = await desk.send(editOrder, {
      ...withoutCustomer(desk.facts({ ...edited, referenceNo: 'LOGGED' })),
      id,
      rowVersion: 1,
    })
    expect(answer).toMatchObject({ success: true })
    const [log] = await desk.asOwner<{ before: object; after: object }>(
      `select before, after from audit_log where object_type = 'order' and action = 'edit' and object_id = $1`,
      [id],
    )
    expect(log?.before).toMatchObject({ phone: '***', city: '***', priority: 0 })
    expect(log?.after).toMatchObject({ phone: '***', city: '***', priority: 3 })
    expect(Object.keys(log?.after ?? {}).sort()).toEqual(['city', 'phone', 'priority', 'referenceNo'])

    for (const status of ['under_audit', 'pending_shipment'])
      await desk.asOwner(`update orders set status = $2::order_status where id = $1`, [id, status])
    const failure = failedLabel('label_failed', 'labelRefused', { reason: 'No Zebedee at 77 Zebedee Lane' })
    await server.database.write(desk.tenantId, async (tx) =>
      failAudit(
        tx,
        await systemOf(tx, desk.tenantId),
        [{ id, orderNo: 'LOGGED', status: 'pending_shipment' }],
        new Map([[id, failure]]),
      ),
    )
    expect(await receiverOf(desk, id)).toMatchObject({ exception: expect.stringContaining('Zebedee') })

    const rows = await desk.asOwner<{ row: string }>(`select a::text as row from audit_log a`)
    expect(rows.filter(({ row }) => words.test(row))).toEqual([])
  })
})

test('a list shows that an order’s recipient is deleted', async () => {
  const desk = await aDesk()
  const { id } = await desk.create(person)
  await shipped(desk, id, '800 days')
  await purgeReceivers(server.database, desk.tenantId)
  expect((await desk.send(listOrders, {})).data).toMatchObject({ rows: [{ receiverName: '***' }] })
})

const demoAccount = {
  adapter: 'demo' as const,
  platformId: null,
  accountName: 'Main',
  carrier: 'DEMO',
  accountNo: null,
  environment: 'sandbox' as const,
  apiKey: null,
  user: null,
  password: null,
  accessToken: null,
}

function withoutCustomer({ customerId: _, ...facts }: ReturnType<ShippingDesk['facts']>) {
  return facts
}
