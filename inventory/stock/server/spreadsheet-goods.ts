import { sql } from 'kysely'
import type { StockDocumentKind } from '../../../db/schema.ts'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import type { Judged } from '../../../platform/imports/server/check-spreadsheet.ts'
import { inBoth, say } from '../../../platform/text/text.ts'
import { batchName, byBatch } from '../batches.ts'
import { type Share, takeOff, without } from '../spread.ts'
import { stockText } from '../text.ts'
import type { StockLine } from './ledger.ts'
import { book } from './moves.ts'
import { type BatchShelf, holdShelves, type Spot, shelvesOf, spotKey } from './shelves.ts'

/** A spreadsheet row that names goods in a bin. */
type GoodsLine<V> = {
  rowNo: number
  value: V & { customerCode: string; sku: string; locationCode: string; quantity: number } & BatchFacts
}
/** Which batch a row means; what it leaves open is not looked at. */
type BatchFacts = { expiryDate?: string | undefined; lot?: string | undefined }

type Quality = 'good' | 'defective'
type Named = {
  rowNo: number
  customerId: number | null
  productId: number | null
  locationId: number | null
  quality: Quality
}

/** A row and its goods, or what it names that does not exist. */
type Found<V> = GoodsLine<V> & ({ spot: Spot & { quality: Quality } } | { spot: null; not: Judged })
export type Met<V> = Extract<Found<V>, { spot: Spot }>

export const problem = (column: string, message: (typeof stockText)[keyof typeof stockText]): Judged => ({
  problems: [{ column, message }],
})

/** The existing objects that the rows name. */
async function goodsIn<V>(db: Db, who: Who, lines: readonly GoodsLine<V>[]): Promise<Found<V>[]> {
  const { rows } = await sql<Named>`
    select g."rowNo" as row_no, c.id as customer_id, p.id as product_id, l.id as location_id, z.quality
    from jsonb_to_recordset(${JSON.stringify(
      lines.map(({ rowNo, value }) => ({
        rowNo,
        customer: value.customerCode.toLowerCase(),
        sku: value.sku.normalize('NFKC').toLowerCase(),
        place: value.locationCode.toLowerCase(),
      })),
    )}::jsonb) as g ("rowNo" int, customer text, sku text, place text)
    left join customers c on c.tenant_id = ${who.tenantId} and c.customer_key = g.customer
    left join products p on p.tenant_id = ${who.tenantId} and p.customer_id = c.id and p.sku_key = g.sku
    left join locations l on l.tenant_id = ${who.tenantId} and l.location_key = g.place and l.is_enabled and l.purpose <> 'receiving'
    left join location_zones z on z.tenant_id = ${who.tenantId} and z.id = l.zone_id`.execute(db)
  const named = new Map(rows.map((row) => [row.rowNo, row]))
  return lines.map((line) => {
    const { customerId, productId, locationId, quality = 'good' } = named.get(line.rowNo) ?? {}
    const not = (column: string, message: (typeof stockText)[keyof typeof stockText]) => ({
      ...line,
      spot: null,
      not: problem(column, message),
    })
    if (!customerId) return not('customerCode', stockText.customerNotFound)
    if (!productId) return not('sku', stockText.skuNotFound)
    if (!locationId) return not('locationCode', stockText.locationNotFound)
    return { ...line, spot: { customerId, productId, locationId, quality } }
  })
}

export const isMet = <V>(line: Found<V>): line is Met<V> => line.spot !== null

/** The stock in a bin that a row can mean. */
export const fitting = (shelves: readonly BatchShelf[], { expiryDate, lot }: BatchFacts) =>
  shelves.filter(
    (shelf) =>
      (expiryDate === undefined || shelf.expiryDate === expiryDate) &&
      (lot === undefined || shelf.lot === lot),
  )

/** As many batches as a message names. */
const MAX_NAMED = 10

/** Rows that can mean several batches of their bin are refused, or goods of another expiry date or lot would be posted. */
const withOneBatch = <V>(line: Met<V>, shelves: ReadonlyMap<string, readonly BatchShelf[]>): Found<V> => {
  const here = fitting(shelves.get(spotKey(line.spot)) ?? [], line.value)
  const batches = byBatch(here.filter(({ onHand }) => onHand > 0)).flatMap(([first]) => first ?? [])
  if (batches.length < 2) return line
  const { sku } = line.value
  const column = new Set(batches.map(({ lot }) => lot)).size > 1 ? 'lot' : 'expiryDate'
  const message = inBoth((language) => {
    const names = batches.slice(0, MAX_NAMED).map((batch) => batchName(batch)[language])
    const more = batches.length > MAX_NAMED ? ['…'] : []
    return say(stockText.severalBatches, language, { sku, batches: [...names, ...more].join('; ') })
  })
  return { ...line, spot: null, not: { problems: [{ column, message }] } }
}

/** What a row takes from its bin: available pieces, or frozen ones. */
export type Taking = { rowNo: number; spot: Spot; value: BatchFacts; pieces: number; kind: 'free' | 'frozen' }
type Takings<V> = (lines: readonly Met<V>[]) => Taking[]

/**
 * Distributes the stock to the rows that take from it, one after another; a row that falls short takes
 * nothing.
 */
function sharedOut(
  lines: readonly Taking[],
  shelves: ReadonlyMap<string, readonly BatchShelf[]>,
): Map<number, { shares: Share[]; left: number }> {
  const now = new Map(shelves)
  return new Map(
    lines.map(({ rowNo, spot, value, pieces, kind }) => {
      const here = now.get(spotKey(spot)) ?? []
      const taken = takeOff(fitting(here, value), pieces, [kind])
      if (taken.left === 0) now.set(spotKey(spot), without(here, taken.shares))
      return [rowNo, taken]
    }),
  )
}

/** What the rows name, and which of them have too little at the moment. */
export async function matchGoods<V>(
  db: Db,
  who: Who,
  lines: readonly GoodsLine<V>[],
  takings: Takings<V>,
): Promise<{ found: Found<V>[]; isShort: (line: Met<V>) => boolean }> {
  const named = await goodsIn(db, who, lines)
  const spots = named.filter(isMet).map(({ spot }) => spot)
  const shelves = await shelvesOf(db, who, spots)
  const results = named.map((line) => (isMet(line) ? withOneBatch(line, shelves) : line))
  const shared = sharedOut(takings(results.filter(isMet)), shelves)
  return { found: results, isShort: ({ rowNo }) => (shared.get(rowNo)?.left ?? 0) > 0 }
}

/**
 * The same with everything locked that they name and, by `alsoAt`, the destinations. If anything is gone
 * since the check, nothing is imported.
 */
export async function held<V>(
  tx: Tx,
  who: Who,
  lines: readonly GoodsLine<V>[],
  takings: Takings<V>,
  alsoAt: (line: Met<V>) => number[] = () => [],
): Promise<{ met: Met<V>[]; shelves: Map<string, BatchShelf[]>; sharesOf: (line: Met<V>) => Share[] }> {
  const named = (await goodsIn(tx, who, lines)).filter(isMet)
  const shelves = await holdShelves(
    tx,
    who,
    named.flatMap((line) =>
      [line.spot.locationId, ...alsoAt(line)].map((locationId) => ({ ...line.spot, locationId })),
    ),
  )
  const met = named.map((line) => withOneBatch(line, shelves)).filter(isMet)
  const shared = sharedOut(takings(met), shelves)
  if (met.length < lines.length || [...shared.values()].some(({ left }) => left > 0))
    refuse(stockText.notThere)
  return { met, shelves, sharesOf: ({ rowNo }) => shared.get(rowNo)?.shares ?? [] }
}

type Entry = Omit<StockLine, 'line' | 'sourceId' | 'sourceNo'>

/** A spreadsheet row as it is posted; rows that belong together share one line of the document. */
export type Booked = {
  rowNo: number
  kind: StockDocumentKind
  reason?: string | undefined
  entries: Entry[][]
}

/** One document per kind and reason; returns the document of each spreadsheet row. */
export async function bookSheet(tx: Tx, who: Who, lines: readonly Booked[]): Promise<Map<number, number>> {
  const made = new Map<number, number>()
  for (const ours of Map.groupBy(lines, ({ kind, reason }) => `${kind} ${reason ?? ''}`).values()) {
    const { kind = 'move', reason } = ours[0] ?? {}
    const entries = ours.flatMap((item) => item.entries)
    const { id } = await book(tx, who, {
      kind,
      reason,
      lines: entries.flatMap((together, i) => together.map((entry) => ({ ...entry, line: i + 1 }))),
    })
    for (const { rowNo } of ours) made.set(rowNo, id)
  }
  return made
}
