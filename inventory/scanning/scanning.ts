import type { OutputOf } from '../../platform/calls/call.ts'
import { articleKey } from '../../platform/scanning/gs1.ts'
import type { CountLineRow, getCount } from '../counts/contract.ts'
import { type BatchIdentity, byBatch, meantByLabel } from '../stock/batches.ts'
import type { scanPlace } from './contract.ts'

/** Stock work by scanner, without a page. */
export type Place = NonNullable<OutputOf<typeof scanPlace>>
export type Goods = Place['goods'][number]
type StockLine = { stockId: number; quantity: number }

/** Pieces that one scan took out of a location. */
export type Held = {
  productId: number
  sku: string
  customerCode: string
  imageUrl: string | null
  pieces: number
  lines: StockLine[]
}

type Booking = { code: string; from: string; reason: string; lines: StockLine[] }
type MoveScan = Booking & { kind: 'move'; to: string }
/** Work without a move: frozen, unfrozen, written off or added. Adjustment lines have their sign. */
type PlaceScan = Booking & { kind: 'freeze' | 'unfreeze' | 'adjust' }
type StockWork = MoveScan | PlaceScan
/** Reverses a movement. It contains the work itself, because its destination may not be known yet. */
type StockUndo = {
  kind: 'undo'
  code: string
  reason: string
  undone: { id: string; scan: StockWork }
}
export type StockScan = StockWork | StockUndo

const fold = (text: string) => text.normalize('NFKC').trim().toUpperCase()

export type Kind = { goods: Goods[]; pieces: number }

/** The products of a location with this code, each with its stock rows and the pieces per scan. */
export function kindsIn(goods: readonly Goods[], code: string): Kind[] {
  const article = articleKey(code)
  const results = goods.flatMap((row) => {
    const barcode = row.codes.find((code) => articleKey(code.code) === article)
    if (!barcode && fold(row.sku) !== fold(code)) return []
    return [{ row, pieces: barcode?.pieces ?? 1 }]
  })
  return [...Map.groupBy(results, ({ row }) => row.productId).values()].map((rows) => ({
    goods: rows.map(({ row }) => row),
    pieces: rows[0]?.pieces ?? 1,
  }))
}

export const freeOf = (goods: readonly Goods[]) => goods.reduce((all, { free }) => all + free, 0)

/** The goods a label can mean, and their available batches: the user chooses between several. */
export function goodsMeant(goods: readonly Goods[], label: BatchIdentity) {
  const meant = meantByLabel(goods, label)
  return { meant, batches: byBatch(meant.filter(({ free }) => free > 0)) }
}

const byAge = (a: Goods, b: Goods) =>
  (a.expiryDate ?? '9').localeCompare(b.expiryDate ?? '9') ||
  (a.putawayDate ?? '').localeCompare(b.putawayDate ?? '') ||
  a.stockId - b.stockId

/** Takes pieces from the rows, earliest expiry and then oldest first; fewer if there are fewer. */
export function takeFrom(goods: readonly Goods[], pieces: number): StockLine[] {
  let left = pieces
  return goods.toSorted(byAge).flatMap(({ stockId, free }) => {
    const quantity = Math.min(left, free)
    left -= quantity
    return quantity > 0 ? [{ stockId, quantity }] : []
  })
}

/** The effect of one piece of a line on a stock row. */
const effects: Record<StockWork['kind'], { free: number; frozen: number }> = {
  move: { free: -1, frozen: 0 },
  freeze: { free: -1, frozen: 1 },
  unfreeze: { free: 1, frozen: -1 },
  adjust: { free: 1, frozen: 0 },
}

/** A location once such work is posted, or with -1 once it is undone. */
export function after(
  place: Place,
  { kind, lines }: Pick<StockWork, 'kind' | 'lines'>,
  sign: 1 | -1 = 1,
): Place {
  const { free, frozen } = effects[kind]
  const piecesOf = (stockId: number) =>
    sign * lines.reduce((all, line) => all + (line.stockId === stockId ? line.quantity : 0), 0)
  return {
    ...place,
    goods: place.goods.map((row) => ({
      ...row,
      free: row.free + free * piecesOf(row.stockId),
      frozen: row.frozen + frozen * piecesOf(row.stockId),
    })),
  }
}

/** A location after some pieces were taken out, or with -1 after they were put back. */
export const without = (place: Place, lines: readonly StockLine[], sign: 1 | -1 = 1): Place =>
  after(place, { kind: 'move', lines: [...lines] }, sign)

/** One line for each stock row: several scans are combined into one move. */
export function gathered(held: readonly Held[]): StockLine[] {
  const sums = new Map<number, number>()
  for (const { stockId, quantity } of held.flatMap(({ lines }) => lines))
    sums.set(stockId, (sums.get(stockId) ?? 0) + quantity)
  return [...sums].map(([stockId, quantity]) => ({ stockId, quantity }))
}

export type Count = OutputOf<typeof getCount>
export type Counted = { customerCode: string; sku: string }

/** The running total of a product in a location; null for a removed entry. */
type CountEntry = { countId: number; code: string; locationCode: string; said: string; spot: string }
type CountScan = CountEntry & { kind: 'count'; quantity: number; before: number | null }
/** Of a bin that is started from zero, the earlier count is kept beside the next one. */
type CountUndo = CountEntry & {
  kind: 'undo'
  quantity: number | null
  before?: number
  isRestart?: boolean
}
export type CountingScan = CountScan | CountUndo

/** Whether two scans enter the total of the same product in the same location of the same count. */
export const isSameEntry = (a: CountingScan, b: CountingScan) => a.countId === b.countId && a.spot === b.spot

export const spotOf = (locationCode: string, { customerCode, sku }: Counted) =>
  `${locationCode} ${customerCode} ${sku}`

/** The goods of a spot; a customer's code has no spaces, a SKU may. */
export function goodsAt(locationCode: string, spot: string): Counted {
  const goods = spot.slice(locationCode.length + 1)
  const end = goods.indexOf(' ')
  return { customerCode: goods.slice(0, end), sku: goods.slice(end + 1) }
}

/** The counts so far: the server's, overridden by queued ones. */
export function totalsOf(count: Count, waiting: readonly CountingScan[]): Map<string, number> {
  const totals = new Map(
    count.items.flatMap((item) =>
      item.counted === null ? [] : [[spotOf(item.locationCode, item), item.counted] as const],
    ),
  )
  for (const { countId, spot, quantity } of waiting) {
    if (countId !== count.id) continue
    if (quantity === null) totals.delete(spot)
    else totals.set(spot, quantity)
  }
  return totals
}

export const itemsAt = ({ items }: Count, locationCode: string): CountLineRow[] =>
  items.filter((item) => item.locationCode === locationCode)

/** Goods that should be in a location and were not found yet. */
export const missingAt = (count: Count, locationCode: string, totals: ReadonlyMap<string, number>) =>
  itemsAt(count, locationCode).filter((item) => !totals.has(spotOf(locationCode, item)))

/** The name in a question: the SKU, with its customer where two customers share it. */
export function namesOf(goods: readonly Counted[]): string[] {
  const isTwin = (sku: string) => goods.filter((good) => good.sku === sku).length > 1
  return goods.map(({ customerCode, sku }) => (isTwin(sku) ? `${customerCode}.${sku}` : sku))
}

/** Which of the products with a code is meant: one within the count, preferably one that should be here. */
export function meantBy<G extends Counted>(count: Count, locationCode: string, results: readonly G[]): G[] {
  const wanted = results.filter(
    ({ customerCode, sku }) =>
      (count.customerCode === null || count.customerCode === customerCode) &&
      (count.sku === null || count.sku === sku),
  )
  const here = new Set(itemsAt(count, locationCode).map((item) => spotOf(locationCode, item)))
  const due = wanted.filter((item) => here.has(spotOf(locationCode, item)))
  return due.length > 0 ? due : wanted
}

export const isInScope = ({ locationCodes }: Count, locationCode: string) =>
  locationCodes.length === 0 || locationCodes.some((code) => fold(code) === fold(locationCode))
