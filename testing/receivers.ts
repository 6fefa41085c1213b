import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { moveStock } from '../inventory/stock/contract.ts'
import { createInbound } from '../receiving/contract.ts'
import { cancelReceipt, putAway, receive } from '../receiving/scanning/contract.ts'
import { blankInbound, blankInboundLine } from './blank-inputs.ts'
import { type Client, type Hands, logIn, type Sent, send } from './crowd.ts'
import { askAs, roleAt } from './run-product.ts'

/** Enough for every move, however long it runs. */
const LAID = 100_000

type Dock = { inboundId: number; productId: number; receiving: number; stockId: number; steps: Sent[] }

/** The demo data used: a customer's product, the receiving bin, and two bins of our own. */
async function ground(home: string) {
  const [match] = await askAs<{
    customerId: number
    productId: number
    receiving: number
    bin: number
  }>(
    roleAt(home, 'postgres'),
    `with mine as (select tenant_id from accounts where login_account = 'demo'),
     zone as (select z.tenant_id, z.id from location_zones z join mine using (tenant_id) where z.quality = 'good' order by z.id limit 1),
     bins as (
       insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer)
       select tenant_id, code, id, 'storage', true from zone cross join unnest(array['KILL-1', 'KILL-2']) code returning id, location_code)
     select p.customer_id::int as "customerId", p.id::int as "productId", (select min(l.id)::int from locations l join mine using (tenant_id)
         where l.purpose = 'receiving' and l.is_enabled) as receiving, (select id::int from bins where location_code = 'KILL-1') as bin
     from products p join mine using (tenant_id) join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
     where p.audit_status = 'passed' and p.is_enabled and not p.expiry_managed and c.is_enabled order by p.id limit 1`,
  )
  if (!match) throw new Error('the demo has nothing to receive')
  return match
}

/**
 * Users at the dock: each has an inbound order and repeats: receive, put away, receive, undo, move a piece.
 */
export async function receivers(home: string, at: () => string, many: number) {
  const { customerId, productId, receiving, bin } = await ground(home)
  const token = await logIn(at(), 'demo')
  const done = async (path: string, body: object) => {
    const came = await send(at(), { path, body, token })
    if (!came.body?.success) throw new Error(`${path}: ${JSON.stringify(came.body)}`)
    return came.body.data
  }
  const docks: Dock[] = []
  for (let i = 0; i < many; i++) {
    const lines = [{ ...blankInboundLine, productId, expected: 1_000_000 }]
    const made = await done(createInbound.path, { ...blankInbound, customerId, lines })
    const inboundId = (made as { id: number }).id
    await done(receive.path, {
      inboundId,
      lines: [{ productId, good: LAID, defective: 0, locationId: bin }],
    })
    const [row] = await askAs<{ id: number }>(
      roleAt(home, 'auditor'),
      `select s.id::int from stock s join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
       where b.inbound_id = $1 and s.location_id = $2`,
      [inboundId, bin],
    )
    docks.push({ inboundId, productId, receiving, stockId: row?.id ?? 0, steps: [] })
  }

  const next = ({ inboundId, receiving: locationId, stockId, steps }: Dock): [string, object] => {
    const counted = (good: number) => ({
      inboundId,
      lines: [{ productId, good, defective: 0, locationId }],
    })
    const last = steps.at(-1)?.answer as { receiptId?: number } | undefined
    const ways: [string, object][] = [
      [receive.path, counted(3)],
      [putAway.path, { inboundId, lines: [{ productId, quantity: 3, locationId: bin }] }],
      [receive.path, counted(2)],
      [cancelReceipt.path, { receiptId: last?.receiptId, reason: 'wrong box' }],
      [moveStock.path, { lines: [{ stockId, quantity: 1 }], toLocationCode: 'KILL-2' }],
    ]
    return ways[steps.length % ways.length] ?? ['', {}]
  }

  const taken = new Map<Client, Dock>()
  /** Each step needs the previous response, so it is repeated until there is one. */
  async function work(client: Client, { isWorking, begin, attempt }: Hands) {
    const dock = taken.get(client) ?? docks[taken.size]
    if (!dock) throw new Error('more people than docks')
    taken.set(client, dock)
    while (isWorking()) {
      const last = dock.steps.at(-1)
      const item = last && last.answer === undefined ? last : begin(client, ...next(dock))
      if (item !== last) dock.steps.push(item)
      if (!(await attempt(item))) await sleep(20)
    }
  }

  /** The stock equals the acknowledged quantities, and each document exists once. */
  async function expectCounted() {
    for (const { inboundId, steps } of docks) {
      const many = (path: string) => steps.filter((step) => step.path === path).length
      const twos = steps.filter((_, i) => i % 5 === 2).length
      const [threes, cancelled, away] = [
        many(receive.path) - twos,
        many(cancelReceipt.path),
        many(putAway.path),
      ]
      const moved = many(moveStock.path)
      const [match] = await askAs(
        roleAt(home, 'auditor'),
        `with lying as (
           select l.location_code as place, sum(s.on_hand)::int as pieces
           from stock s join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
           join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id where b.inbound_id = $1 group by 1)
         select (select count(*)::int from receipts where inbound_id = $1) as receipts,
           (select count(*)::int from receipts where inbound_id = $1 and cancelled_at is not null) as cancelled,
           (select count(*)::int from putaways where inbound_id = $1) as away,
           (select count(*)::int from audit_log where object_type = 'inbound' and object_id = $1
             and action in ('receive', 'cancel_receipt', 'put_away')) as told,
           coalesce((select pieces from lying where place = 'KILL-1'), 0) as here,
           coalesce((select pieces from lying where place = 'KILL-2'), 0) as there,
           coalesce((select sum(pieces)::int from lying where place not like 'KILL-%'), 0) as waiting`,
        [inboundId],
      )
      expect(match).toEqual({
        receipts: 1 + threes + twos,
        cancelled,
        away,
        told: 1 + threes + twos + cancelled + away,
        here: LAID + 3 * away - moved,
        there: moved,
        waiting: 3 * (threes - away) + 2 * (twos - cancelled),
      })
    }
    expect(docks.every(({ steps }) => steps.length > 0)).toBe(true)
  }

  return { work, expectCounted }
}
