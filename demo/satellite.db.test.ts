import { expect, test } from 'vitest'
import { openClient } from '../platform/database/server/db.ts'
import { aPerson, aTenant, startTestServer } from '../testing/test-server.ts'
import { seedLocations } from './locations.ts'
import { seedSatellite } from './satellite.ts'

test('the demo satellite has orders that passed with a number of its own, and one that waits', async () => {
  const server = await startTestServer()
  const main = await aTenant(server)
  const satellite = await aTenant(server, { version: 'satellite', parent: main })
  await aPerson(server, satellite)
  await server.owner(
    `insert into customers (tenant_id, customer_code, customer_name, search_line) values ($1, 'QIHANG', 'Qihang', 'qihang')`,
    [main],
    main,
  )
  await server.owner(
    `insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format,
       countries, need_phone) values ($1, 'LOCAL-LA', 'x', 'x', 'x', 'SELF', 'self_built', 'flat', 'pdf_100x150', '{US}', true)`,
    [main],
    main,
  )
  const client = openClient(server.at.owner)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.tenant_id', $1, true)`, [String(satellite)])
    await seedLocations(client, satellite, 'satellite')
    await seedSatellite(client, satellite, main)
    await client.query('commit')
  } finally {
    await client.end()
  }
  const orders = await server.owner(
    `select o.status, w.tracking_no from orders o left join waybills w on w.order_id = o.id order by o.id`,
    [],
    satellite,
  )
  expect(orders).toEqual([
    { status: 'pending_shipment', tracking_no: 'EWR00000001' },
    { status: 'pending_shipment', tracking_no: 'EWR00000002' },
    { status: 'pending_audit', tracking_no: null },
  ])
  const [goods] = await server.owner(
    `select sum(on_hand)::int as "onHand", sum(allocated)::int as allocated from stock`,
    [],
    satellite,
  )
  expect(goods).toEqual({ onHand: 120, allocated: 5 })
})
