import { sql } from 'kysely'
import type pg from 'pg'
import type { Who } from '../platform/calls/who.ts'
import { handleOn, type Tx } from '../platform/database/server/db.ts'
import { sameTenant } from '../platform/database/server/rows.ts'
import { demoUser } from './demo-user.ts'
import type { Ware } from './plan.ts'

/** The demo user who does a piece of work, and where. */
export type Floor = {
  tx: Tx
  people: (desk: string) => Who
  /** The bins of a customer's product: the first, and another when that is full. */
  binsOf: (ware: Ware) => number[]
  wares: Map<number, Ware>
  dock: number
}
export type Event = { day: number; hour: number; happen: () => Promise<unknown> }

export async function floorOf(client: pg.Client, tenantId: number): Promise<Floor> {
  const tx = handleOn(client)
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'loginAccount', 'userName', 'zoneCode'])
    .where('tenantId', '=', tenantId)
    .execute()
  const people = (desk: string): Who => {
    const match = accounts.find(({ loginAccount }) => loginAccount === desk)
    if (!match) throw new Error(`no one works at ${desk}`)
    return demoUser(tenantId, 'standard', match)
  }
  const products = await tx
    .selectFrom('products as p')
    .innerJoin('customers as c', sameTenant('c.id', 'p.customerId'))
    .select(['p.id', 'p.customerId', 'c.customerCode', 'p.sku', 'p.shelfLifeDays', 'p.lotManaged'])
    .select(sql<boolean>`coalesce(p.measured_weight, p.declared_weight) is not null`.as('isMeasured'))
    .where('p.tenantId', '=', tenantId)
    .where('p.auditStatus', '=', 'passed')
    .where('p.isEnabled', '=', true)
    .where('c.isEnabled', '=', true)
    .orderBy('p.id')
    .execute()
  const places = await tx
    .selectFrom('locations')
    .select(['id', 'purpose'])
    .where('tenantId', '=', tenantId)
    .where('purpose', 'in', ['storage', 'receiving'])
    .where('locationCode', 'not like', 'X-%')
    .orderBy('routeSeq')
    .execute()
  const bins = places.filter(({ purpose }) => purpose === 'storage')
  const ranges = Map.groupBy(products, ({ customerId }) => customerId)
  const owners = [...ranges.keys()]
  const share = Math.floor(bins.length / owners.length)
  const wares = [...ranges.values()].flatMap((range) =>
    range.map((product, place) => ({ ...product, place })),
  )
  return {
    tx,
    people,
    dock: places.find(({ purpose }) => purpose === 'receiving')?.id ?? 0,
    wares: new Map(wares.toSorted((a, b) => a.id - b.id).map((ware) => [ware.id, ware])),
    binsOf: ({ customerId, place }) =>
      [place, place + 17].map((at) => bins[owners.indexOf(customerId) * share + (at % share)]?.id ?? 0),
  }
}
