/** A stock row that goods can be promised from. */
export type PickShelf = {
  stockId: number
  productId: number
  locationId: number
  locationCode: string
  batchId: number
  pickPriority: number
  putawayDate: string | null
  expiryDate: string | null
  /** Pieces that are neither allocated nor frozen. */
  free: number
}

/** Pieces of its products that a document needs. */
export type Demand = {
  type: string
  id: number
  no: string
  lines: readonly DemandLine[]
}
type DemandLine = {
  line: number
  productId: number
  quantity: number
  /** Only from these stock rows: what a picker missed in one bin is taken from chosen others. */
  stockIds?: readonly number[]
}

/** The allocation strategy: oldest goods first, or the bins that are to be emptied first. */
export type PickStrategy = 'fifo' | 'location_priority'

type Promised = { demand: Demand; line: number; shelf: PickShelf; quantity: number }
export type Shortage = { line: number; productId: number; missing: number }

const NEVER = '9999-12-31'
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The order in which goods are taken: earliest expiry, earliest putaway, higher pick priority, smaller remaining quantity,
 * bin. With bins to be emptied first, priority comes before the putaway date.
 */
const inPickOrder = (strategy: PickStrategy) => (a: PickShelf, b: PickShelf) => {
  const byAge = byText(a.putawayDate ?? NEVER, b.putawayDate ?? NEVER)
  const byPriority = b.pickPriority - a.pickPriority
  return (
    byText(a.expiryDate ?? NEVER, b.expiryDate ?? NEVER) ||
    (strategy === 'fifo' ? byAge || byPriority : byPriority || byAge) ||
    a.free - b.free ||
    byText(a.locationCode, b.locationCode) ||
    a.stockId - b.stockId
  )
}

/**
 * Decides which goods go to which document, the first document first: all lines of a document or none. A document that
 * cannot be filled is named with what it lacks and leaves the goods to those behind it. Its lines with given rows come
 * first, as the others may take other rows.
 *
 * Goods whose expiry date has passed are never promised.
 */
export function planPicks(
  demands: readonly Demand[],
  shelves: readonly PickShelf[],
  { strategy, today }: { strategy: PickStrategy; today: string },
): { promised: Promised[]; short: Map<number, Shortage[]> } {
  const usable = shelves.filter(({ expiryDate }) => expiryDate === null || expiryDate >= today)
  const byProduct = Map.groupBy(usable.toSorted(inPickOrder(strategy)), ({ productId }) => productId)
  const left = new Map(usable.map((shelf) => [shelf, shelf.free]))
  const promised: Promised[] = []
  const short = new Map<number, Shortage[]>()

  for (const demand of demands) {
    const taken: Promised[] = []
    const missing: Shortage[] = []
    const lines = demand.lines.toSorted((a, b) => Number(!a.stockIds) - Number(!b.stockIds))
    for (const { line, productId, quantity, stockIds } of lines) {
      let open = quantity
      for (const shelf of byProduct.get(productId) ?? []) {
        if (stockIds && !stockIds.includes(shelf.stockId)) continue
        const pieces = Math.min(open, left.get(shelf) ?? 0)
        if (pieces <= 0) continue
        taken.push({ demand, line, shelf, quantity: pieces })
        left.set(shelf, (left.get(shelf) ?? 0) - pieces)
        open -= pieces
        if (open === 0) break
      }
      if (open > 0) missing.push({ line, productId, missing: open })
    }
    if (missing.length === 0) promised.push(...taken)
    else {
      short.set(demand.id, missing)
      for (const { shelf, quantity } of taken) left.set(shelf, (left.get(shelf) ?? 0) + quantity)
    }
  }
  return { promised, short }
}
