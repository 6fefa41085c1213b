import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { auditOrders, voidOrders } from '../orders/contract.ts'
import { shipOrders } from '../shipping/outbound/contract.ts'
import { asOwner, type Call, tenantOf, upload } from './goods.ts'
import { addPending, type Ground, hotProduct, markPrinted } from './order-ground.ts'
import { openRaw } from './raw-orders.ts'

const ORDERS = 500
const LINES = 3
const ROUNDS = 3
const HOT = 100
const CONNECTIONS = 10

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

type Bulk = { ok: number; failed: { reason: string }[] }

/** A call for all of these orders, none of which may fail. */
async function forAll(call: Call, path: string, ids: readonly number[], input: object = {}): Promise<number> {
  const since = performance.now()
  const { ok, failed } = await call<Bulk>(path, { ids, ...input }, randomUUID())
  const ms = performance.now() - since
  if (ok !== ids.length) throw new Error(`${path}: ${failed[0]?.reason}`)
  return ms
}

/** Counts the statements that the product sends for something. */
export type Counted = <T>(work: () => Promise<T>) => Promise<{ result: T; statements: number }>

/**
 * Audits, ships and voids five hundred orders of three lines at a time: status, stock, ledger, labels, billing facts, shipments, audit
 * rows and events. Beside it the same rows by bare statements, in turn; the first round of each only warms up.
 */
export async function batches(folder: string, ground: Ground, call: Call, counted: Counted) {
  const raw = await openRaw(folder, ground)
  const add = () => addPending(folder, ground, { count: ORDERS, lines: LINES })
  const times: Record<'audit' | 'ship' | 'void', { ours: number[]; raw: number[]; statements: number }> = {
    audit: { ours: [], raw: [], statements: 0 },
    ship: { ours: [], raw: [], statements: 0 },
    void: { ours: [], raw: [], statements: 0 },
  }
  const ours = async (kind: keyof typeof times, path: string, ids: number[], input?: object) => {
    const { result, statements } = await counted(() => forAll(call, path, ids, input))
    times[kind].ours.push(result)
    times[kind].statements = statements
  }
  for (let round = 0; round <= ROUNDS; round++) {
    if (round === 1) for (const kind of Object.values(times)) Object.assign(kind, { ours: [], raw: [] })
    const [shipped, voided] = [await add(), await add()]
    await ours('audit', auditOrders.path, shipped)
    await ours('audit', auditOrders.path, voided)
    await markPrinted(folder, shipped)
    await ours('ship', shipOrders.path, shipped)
    await ours('void', voidOrders.path, voided, { reason: 'bench' })

    const [rawShipped, rawVoided] = [await add(), await add()]
    times.audit.raw.push(await raw.audit(rawShipped), await raw.audit(rawVoided))
    await markPrinted(folder, rawShipped)
    times.ship.raw.push(await raw.ship(rawShipped))
    times.void.raw.push(await raw.voidThem(rawVoided))
  }
  await raw.close()
  return Object.entries(times).map(([kind, all]) => ({
    kind,
    ours: median(all.ours),
    raw: median(all.raw),
    statements: all.statements,
  }))
}

const references = (count: number) => {
  const mark = randomUUID().slice(0, 8)
  return Array.from({ length: count }, (_, i) => `IMP-${mark}-${i}`)
}

/** Five hundred orders from an uploaded spreadsheet: checked, then written. Beside it the same rows by bare statements. */
export async function importOrders(folder: string, ground: Ground, call: Call) {
  const raw = await openRaw(folder, ground)
  const heads = [
    'customerCode',
    'referenceNo',
    'channelCode',
    'sku',
    'quantity',
    'receiverName',
    'countryCode',
  ]
  const times = { check: [] as number[], write: [] as number[], raw: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    if (round === 1) for (const list of Object.values(times)) list.length = 0
    const rows = references(ORDERS).map((reference, i) => [
      ground.customer.code,
      reference,
      ground.channel.code,
      ground.products[i % 200]?.sku ?? '',
      '1',
      'Li Lei',
      'US',
      'CA',
      'Ontario',
      '91761',
      '20 Maple Street',
    ])
    const sheet = [[...heads, 'stateCode', 'city', 'postcode', 'address1'], ...rows]
    // As the page does when it asks for a file.
    await call('/gateway/wms/import/last?kind=orders')
    const fileId = await upload(
      call,
      Buffer.from(await writeXlsx({ sheets: [{ name: 'orders', rows: sheet }] })),
    )
    const since = performance.now()
    const { id } = await call<{ id: number }>('/gateway/wms/import/start', { kind: 'orders', fileId })
    const checked = performance.now()
    await call('/gateway/wms/import/run', { id, mode: 'all_or_nothing' })
    for (;;) {
      const { status, ok } = await call<{ status: string; ok: number }>(`/gateway/wms/import/state?id=${id}`)
      if (status === 'done' && ok === ORDERS) break
      if (status !== 'running') throw new Error(`the import is ${status} with ${ok} rows`)
      await sleep(25)
    }
    times.check.push(checked - since)
    times.write.push(performance.now() - checked)
    times.raw.push(await raw.insert(references(ORDERS)))
  }
  await raw.close()
  return { check: median(times.check), write: median(times.write), raw: median(times.raw) }
}

/** A new order with two lines, as the page sends it; a new reference each time. */
export function newOrder({ customer, channel, products }: Ground) {
  const chosen = Math.floor(Math.random() * 199)
  const line = (at: number) => ({ productId: products[at]?.id, quantity: 1, declaredValue: null })
  return {
    customerId: customer.id,
    referenceNo: randomUUID().slice(0, 30),
    platform: null,
    platformOrderNo: null,
    shopName: null,
    channelId: channel.id,
    receiverName: 'Li Lei',
    company: null,
    phone: null,
    email: null,
    taxNo: null,
    countryCode: 'US',
    stateCode: 'CA',
    city: 'Ontario',
    postcode: '91761',
    address1: '20 Maple Street',
    address2: null,
    address3: null,
    doorplate: null,
    addressKind: 'residential',
    signature: false,
    insuredValue: null,
    remark: null,
    pickRemark: null,
    priority: 0,
    tags: [],
    lines: [line(chosen), line(chosen + 1)],
  }
}

/** Does each order by itself, over ten connections. */
async function oneByOne(ids: readonly number[], work: (connection: number, id: number) => Promise<unknown>) {
  const queue = [...ids]
  const since = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await work(connection, id)
    }),
  )
  return performance.now() - since
}

/**
 * A hundred orders for the hundred pieces of one product, audited and shipped one by one over ten connections. Beside it a hundred
 * orders for another product by bare statements.
 */
export async function hotOrders(folder: string, ground: Ground, call: Call) {
  const { id: productId } = hotProduct(ground)
  const ids = await addPending(folder, ground, { count: HOT, lines: 1, productId })
  const left = () =>
    asOwner(folder, async (client) => {
      const tenant = await tenantOf(client)
      const { rows } = await client.query<{ on_hand: string; allocated: string }>(
        `select s.on_hand, s.allocated from stock s join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
         where s.tenant_id = $1 and s.product_id = $2 and b.lot = 'BENCH'`,
        [tenant, productId],
      )
      return `${rows[0]?.on_hand} on hand, ${rows[0]?.allocated} allocated`
    })
  const expect = async (levels: string) => {
    if ((await left()) !== levels) throw new Error(`${levels} expected, but it is ${await left()}`)
  }
  await expect(`${HOT} on hand, 0 allocated`)
  const audit = await oneByOne(ids, (_, id) => forAll(call, auditOrders.path, [id]))
  await expect(`${HOT} on hand, ${HOT} allocated`)
  await markPrinted(folder, ids)
  const ship = await oneByOne(ids, (_, id) => forAll(call, shipOrders.path, [id]))
  await expect('0 on hand, 0 allocated')

  const others = await addPending(folder, ground, {
    ...{ count: HOT, lines: 1 },
    productId: Number(ground.products[0]?.id),
  })
  const raw = await Promise.all(Array.from({ length: CONNECTIONS }, () => openRaw(folder, ground)))
  const rawAudit = await oneByOne(others, async (connection, id) => raw[connection]?.audit([id]))
  await markPrinted(folder, others)
  const rawShip = await oneByOne(others, async (connection, id) => raw[connection]?.ship([id]))
  for (const { close } of raw) await close()
  return { audit: { ours: audit, raw: rawAudit }, ship: { ours: ship, raw: rawShip } }
}
