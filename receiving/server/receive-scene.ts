import { sql } from 'kysely'
import { type Bin, binsOf } from '../../inventory/locations/server/find-bins.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { jsonRows, oneOf, only } from '../../platform/database/server/rows.ts'
import { settingsIn } from '../../warehouse/settings.ts'
import type { HeldInbound, productQuery, readyAmong } from './inbounds.ts'
import { arrivalPlace, damagedPlaces } from './places.ts'

const lineQuery = (tx: Tx, who: Who, inboundId: number) =>
  tx
    .selectFrom('inboundLines')
    .select(['id', 'boxId', 'productId', 'expected', 'good', 'defective', 'isExtra'])
    .select(['productionDate', 'expiryDate', 'lot'])
    .where('tenantId', '=', who.tenantId)
    .where('inboundId', '=', inboundId)
    .orderBy('isExtra')
    .orderBy('id')

const statusQuery = (tx: Tx, who: Who, inboundId: number) =>
  tx
    .selectFrom('inboundBoxes')
    .select(['id', 'status'])
    .where('tenantId', '=', who.tenantId)
    .where('inboundId', '=', inboundId)

/** Everything a receipt is checked against, read in one statement once the document is locked. */
export async function sceneOf(
  tx: Tx,
  who: Who,
  { id, customerId }: HeldInbound,
  {
    products,
    locationIds,
    damaged,
  }: { products: ReturnType<typeof productQuery>; locationIds: number[]; damaged: number[] },
) {
  const named = binsOf(tx, who).where('l.id', '=', oneOf(locationIds))
  const placeKeys: (keyof Bin)[] = ['id', 'locationCode', 'purpose', 'isEnabled', 'quality']
  const { rows } = await sql<{
    receiptId: number
    today: string
    settings: unknown
    lines: Line[]
    boxes: BoxStatus[]
    products: Parameters<typeof readyAmong>[0]
    named: Bin[]
    arrivals: Bin[]
    damaged: (Bin & { productId: number })[]
  }>`
    select nextval('receipts_id_seq') as receipt_id, warehouse_today() as today,
      (select settings from warehouses where tenant_id = ${who.tenantId}) as settings,
      ${jsonRows(lineQuery(tx, who, id), lineKeys)} as lines,
      ${jsonRows(statusQuery(tx, who, id), ['id', 'status'])} as boxes,
      ${jsonRows(products, ['id', 'sku', 'auditStatus', 'isEnabled', 'expiryManaged', 'lotManaged'])} as products,
      ${jsonRows(named, placeKeys)} as named,
      ${jsonRows(arrivalPlace(tx, who), placeKeys)} as arrivals,
      ${damagedPlaces(who, customerId, damaged)} as damaged`.execute(tx)
  const { settings, ...scene } = only(rows)
  return { ...scene, settings: settingsIn(settings) }
}

export type Line = Awaited<ReturnType<ReturnType<typeof lineQuery>['executeTakeFirstOrThrow']>>
type BoxStatus = Awaited<ReturnType<ReturnType<typeof statusQuery>['executeTakeFirstOrThrow']>>
export type Scene = Awaited<ReturnType<typeof sceneOf>>

const lineKeys: (keyof Line)[] = [
  'id',
  'boxId',
  'productId',
  'expected',
  'good',
  'defective',
  'isExtra',
  'productionDate',
  'expiryDate',
  'lot',
]
