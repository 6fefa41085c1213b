import { beforeEach, describe, expect, test } from 'vitest'
import { moveStock, stockByPlace } from '../../../inventory/stock/contract.ts'
import { stockChecks } from '../../../inventory/stock/server/checks.ts'
import { stockWarnings } from '../../../inventory/stock/warning-contract.ts'
import * as orders from '../../../orders/contract.ts'
import { orderChecks } from '../../../orders/server/checks.ts'
import { aShippingDesk } from '../../../testing/order-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { completePickingLists, createPickingLists } from '../contract.ts'
import { pickingChecks } from './checks.ts'

const server = await startTestServer()

/** A hundred bolts in A-01 and ten nuts in A-02. */
async function aDesk() {
  const desk = await aShippingDesk(server)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 100 }, 'A-01')
  await desk.move({ flow: 'receive', batchId: await desk.batch('NUT'), onHand: 10 }, 'A-02')
  const get = desk.done
  const audited = async (...overs: Parameters<typeof desk.create>[0][]) => {
    const ids: number[] = []
    for (const over of overs) ids.push((await desk.create(over)).id)
    expect(await get(orders.auditOrders, { ids })).toEqual({ ok: ids.length, failed: [] })
    return ids
  }
  const pick = async (ids: number[]) => {
    const { lists } = await get(createPickingLists, { ids, isMixed: true })
    await get(completePickingLists, { ids: lists.map(({ id }) => id) })
  }
  /** On hand, allocated and available of a product, by bin. */
  const levels = async (sku = 'BOLT') => {
    const { rows } = await get(stockByPlace, { productId: desk.productOf(sku), size: 100 })
    return Object.fromEntries(
      rows.map((row) => [row.locationCode, [row.onHand, row.allocated, row.available]]),
    )
  }
  const voided = (ids: number[]) => get(orders.voidOrders, { ids, reason: 'sold out' })
  const bolts = (quantity: number) => ({ lines: [desk.line('BOLT', quantity)] })
  return { ...desk, get, audited, pick, levels, voided, bolts }
}

describe('the goods of an order of 3 pieces, of 100', () => {
  let desk: Awaited<ReturnType<typeof aDesk>>
  let order = 0
  beforeEach(async () => {
    desk = await aDesk()
    expect(await desk.levels()).toEqual({ 'A-01': [100, 0, 100] })
    order = (await desk.audited(desk.bolts(3)))[0] ?? 0
    expect(await desk.levels()).toEqual({ 'A-01': [100, 3, 97] })
  })

  test('are available at once if it is voided before they are picked', async () => {
    await desk.voided([order])
    expect(await desk.levels()).toEqual({ 'A-01': [100, 0, 100] })
    expect((await desk.get(orders.getOrder, { id: order })).putBackFrom).toBeNull()
    expect(await desk.get(stockWarnings, {})).toMatchObject({ returned: 0 })
  })

  test('are in the bin for returns if they were picked, and available when they are put back', async () => {
    await desk.pick([order])
    expect(await desk.levels()).toEqual({ 'A-01': [100, 3, 97] })
    await desk.voided([order])
    expect(await desk.levels()).toEqual({ 'A-01': [97, 0, 97], RETURN: [3, 0, 0] })
    expect(await desk.get(orders.getOrder, { id: order })).toMatchObject({
      status: 'voided',
      pickStatus: 'none',
      putBackFrom: 'RETURN',
    })
    const [next = 0] = await desk.audited(desk.bolts(97))
    expect(await desk.levels()).toEqual({ 'A-01': [97, 97, 0], RETURN: [3, 0, 0] })
    await desk.voided([next])

    expect(await desk.get(stockWarnings, {})).toMatchObject({ returned: 1 })
    const { rows } = await desk.get(stockByPlace, { warn: 'returned' })
    expect(rows.map(({ sku, onHand }) => [sku, onHand])).toEqual([['BOLT', 3]])
    await desk.get(moveStock, {
      lines: [{ stockId: rows[0]?.id ?? 0, quantity: 3 }],
      toLocationCode: 'A-01',
    })
    expect(await desk.levels()).toEqual({ 'A-01': [100, 0, 100] })
    expect(await desk.get(stockWarnings, {})).toMatchObject({ returned: 0 })
  })

  test('go there too when the customer intercepts it', async () => {
    await desk.pick([order])
    await desk.get(orders.interceptOrders, { ids: [order], reason: 'wrong address' })
    expect(await desk.levels(), 'until it is approved').toEqual({ 'A-01': [100, 3, 97] })
    await desk.get(orders.answerIntercepts, { ids: [order], isApproved: true, reason: null })
    expect(await desk.levels()).toEqual({ 'A-01': [97, 0, 97], RETURN: [3, 0, 0] })
  })

  test('stay picked through an exception, and go there when the order is edited', async () => {
    await desk.pick([order])
    await server.owner(
      `update orders set status = 'audit_exception', exception_code = 'waybill_refused' where id = $1`,
      [order],
      desk.tenantId,
    )
    expect(await desk.get(orders.getOrder, { id: order })).toMatchObject({ pickStatus: 'picked' })
    expect(await desk.get(orders.auditOrders, { ids: [order] })).toMatchObject({ ok: 1 })
    expect(await desk.get(orders.getOrder, { id: order })).toMatchObject({
      status: 'pending_shipment',
      pickStatus: 'picked',
    })
    expect(await desk.get(createPickingLists, { ids: [order] }), 'it needs no second list').toMatchObject({
      ok: 0,
    })
    await server.owner(
      `update orders set status = 'audit_exception', exception_code = 'waybill_refused' where id = $1`,
      [order],
      desk.tenantId,
    )
    const { rowVersion } = await desk.get(orders.getOrder, { id: order })
    const { customerId: _, ...facts } = desk.facts({ ...desk.bolts(2), referenceNo: 'AGAIN' })
    await desk.get(orders.editOrder, { id: order, rowVersion, ...facts })
    expect(await desk.levels()).toEqual({ 'A-01': [97, 0, 97], RETURN: [3, 0, 0] })
    expect(await desk.get(orders.getOrder, { id: order })).toMatchObject({ pickStatus: 'none' })
  })

  test('need a bin for returns: without one a picked order is not voided, and an intercept waits', async () => {
    await desk.pick([order])
    const [other = 0] = await desk.audited(desk.bolts(1))
    await server.owner(
      'update locations set is_enabled = false where id = $1',
      [desk.returnsBin],
      desk.tenantId,
    )
    const { ok, failed } = await desk.voided([order, other])
    expect([ok, failed.map(({ id, reason }) => [id, reason])]).toEqual([
      1,
      [[order, expect.stringMatching(/^The goods of order OB\S+ are already picked, and there is no bin/)]],
    ])
    expect(await desk.levels()).toEqual({ 'A-01': [100, 3, 97] })
    await server.owner(
      `update warehouses set settings = '{"interceptNeedsReview": false}' where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
    await desk.get(orders.interceptOrders, { ids: [order], reason: 'x' })
    expect(await desk.get(orders.getOrder, { id: order })).toMatchObject({ interceptStatus: 'requested' })
    await server.owner(
      'update locations set is_enabled = true where id = $1',
      [desk.returnsBin],
      desk.tenantId,
    )
    await desk.get(orders.answerIntercepts, { ids: [order], isApproved: true, reason: null })
    expect(await desk.levels()).toEqual({ 'A-01': [97, 0, 97], RETURN: [3, 0, 0] })
  })
})

test('without a bin for returns an order with picked goods keeps its channel', async () => {
  const desk = await aDesk()
  const [picked = 0, listed = 0] = await desk.audited(desk.bolts(3), desk.bolts(1))
  await desk.pick([picked])
  await server.owner(
    `update orders set status = 'audit_exception', exception_code = 'waybill_refused' where id = any($1)`,
    [[picked, listed]],
    desk.tenantId,
  )
  const switchBin = (isEnabled: boolean) =>
    server.owner(
      'update locations set is_enabled = $2 where id = $1',
      [desk.returnsBin, isEnabled],
      desk.tenantId,
    )
  await switchBin(false)
  const channelId = desk.channelOf('LIGHT')
  const { ok, failed } = await desk.get(orders.assignChannel, { ids: [picked, listed], channelId })
  expect([ok, failed.map(({ id, reason }) => [id, reason])]).toEqual([
    1,
    [[picked, expect.stringContaining('there is no bin')]],
  ])
  expect(await desk.levels()).toEqual({ 'A-01': [100, 3, 97] })
  await switchBin(true)
  expect(await desk.get(orders.assignChannel, { ids: [picked], channelId })).toEqual({ ok: 1, failed: [] })
  expect(await desk.levels()).toEqual({ 'A-01': [97, 0, 97], RETURN: [3, 0, 0] })
})

test('of several orders voided together only the picked goods have to be put back', async () => {
  const desk = await aDesk()
  const [picked = 0, waiting = 0] = await desk.audited(
    { lines: [desk.line('BOLT', 2), desk.line('NUT', 4)] },
    { lines: [desk.line('BOLT', 5), desk.line('NUT', 1)] },
  )
  await desk.pick([picked])
  await desk.voided([waiting, picked])
  expect(await desk.levels()).toEqual({ 'A-01': [98, 0, 98], RETURN: [2, 0, 0] })
  expect(await desk.levels('NUT')).toEqual({ 'A-02': [6, 0, 6], RETURN: [4, 0, 0] })
  const books = [...stockChecks, ...orderChecks, ...pickingChecks]
  const wrong = await server.database.read(desk.tenantId, async (db) => {
    const hits: unknown[] = []
    for (const { hits: of } of books) hits.push(...(await of(db, desk.tenantId)))
    return hits
  })
  expect(wrong).toEqual([])
})

test('a bin for defective goods does not take them', async () => {
  const desk = await aDesk()
  await server.owner(
    `update locations set location_code = case location_code when 'D-01' then 'A-00' else location_code end,
       purpose = case location_code when 'D-01' then 'return'::location_purpose else purpose end where tenant_id = $1`,
    [desk.tenantId],
    desk.tenantId,
  )
  const [order = 0] = await desk.audited(desk.bolts(1))
  await desk.pick([order])
  await desk.voided([order])
  expect(await desk.levels()).toEqual({ 'A-01': [99, 0, 99], RETURN: [1, 0, 0] })
})

test('voids of picked orders and put-backs of the same goods end without a deadlock', async () => {
  const desk = await aDesk()
  const ids = await desk.audited(...Array.from({ length: 24 }, () => desk.bolts(1)))
  await desk.pick(ids)
  await desk.voided(ids.slice(0, 8))
  const { rows } = await desk.get(stockByPlace, { warn: 'returned' })
  const putBack = () =>
    desk.send(moveStock, {
      lines: [{ stockId: rows[0]?.id ?? 0, quantity: 1 }],
      toLocationCode: 'A-01',
    })
  const answers = await Promise.all(
    ids
      .slice(8)
      .flatMap((id, i) => [
        desk.send(orders.voidOrders, { ids: [id], reason: 'x' }),
        ...(i % 2 ? [] : [putBack()]),
      ]),
  )
  expect(answers.filter(({ success }) => !success)).toEqual([])
  expect(await desk.levels()).toEqual({ 'A-01': [84, 0, 84], RETURN: [16, 0, 0] })
})
