import type { pieceClasses } from '../../orders/contract.ts'

type PieceClass = (typeof pieceClasses)[number]

/** The most orders on one list, and in one call that creates lists. */
export const MAX_ORDERS = 500

export const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

type Split = { perList: number; isMixed: boolean }

/** Divides orders among lists, in their order: by class unless they are mixed, and at most `perList` on each. */
export function splitOrders<O extends { pieceClass: PieceClass }>(
  orders: readonly O[],
  { perList, isMixed }: Split,
): { listType: PieceClass | 'mixed'; orders: O[] }[] {
  const groups = isMixed
    ? [orders]
    : (['ss', 'sm', 'mm'] as const).map((one) => orders.filter(({ pieceClass }) => pieceClass === one))
  return groups
    .flatMap((group) => chunksOf(group, perList))
    .map((part) => {
      const [only, ...others] = new Set(part.map(({ pieceClass }) => pieceClass))
      return { listType: only && others.length === 0 ? only : 'mixed', orders: part }
    })
}

/** How many lists a list of `all` orders is split into if `apart` of them are kept apart. */
export const listsAfterSplit = (all: number, apart: number, perList: number): number =>
  perList >= 1 ? Math.ceil(apart / perList) + Math.ceil((all - apart) / perList) : 0

/** How many lists there will be, and the orders of each call: one call takes a limited number and splits no list. */
export function callsOf(
  orders: Readonly<Record<PieceClass, readonly number[]>>,
  { perList, isMixed }: Split,
) {
  const groups = isMixed ? [[...orders.ss, ...orders.sm, ...orders.mm]] : [orders.ss, orders.sm, orders.mm]
  return {
    lists: groups.reduce((sum, group) => sum + Math.ceil(group.length / perList), 0),
    calls: groups.flatMap((group) => chunksOf(group, Math.floor(MAX_ORDERS / perList) * perList)),
  }
}

/** Pieces allocated to an order, with where they are. */
export type AllocatedPieces = {
  orderId: number
  allocationId: number
  quantity: number
  locationId: number
  locationCode: string
  routeSeq: number
  productId: number
  sku: string
  lot: string | null
  expiryDate: string | null
}

/** A stop on the way: what to take from one bin, and for which orders. */
type PickingTask = Pick<AllocatedPieces, 'locationId' | 'productId' | 'lot' | 'expiryDate'> & {
  taskNo: number
  pieces: Pick<AllocatedPieces, 'orderId' | 'allocationId' | 'quantity'>[]
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** As the picker passes the bins: by the bin's place on the way, then its code; within a bin by SKU, earliest expiry and lot. */
const inPickSequence = (a: AllocatedPieces, b: AllocatedPieces) =>
  a.routeSeq - b.routeSeq ||
  byText(a.locationCode.toLowerCase(), b.locationCode.toLowerCase()) ||
  byText(a.sku.toLowerCase(), b.sku.toLowerCase()) ||
  a.productId - b.productId ||
  byText(a.expiryDate ?? '9999-12-31', b.expiryDate ?? '9999-12-31') ||
  byText(a.lot ?? '', b.lot ?? '')

/**
 * Merges what the orders of a list need into stops, in pick sequence. Pieces that a picker cannot tell apart are one stop:
 * the same product in the same bin with the same lot and expiry date, whenever it was put away. What is for which order stays
 * known, so that a missing piece names its order.
 */
export function planTasks(allocated: readonly AllocatedPieces[]): PickingTask[] {
  const stops = Map.groupBy(
    allocated.toSorted(inPickSequence),
    ({ locationId, productId, lot, expiryDate }) => JSON.stringify([locationId, productId, lot, expiryDate]),
  )
  return [...stops.values()].flatMap((pieces, i) => {
    const [first] = pieces
    if (!first) return []
    const { locationId, productId, lot, expiryDate } = first
    return {
      taskNo: i + 1,
      locationId,
      productId,
      lot,
      expiryDate,
      pieces: pieces.map(({ orderId, allocationId, quantity }) => ({ orderId, allocationId, quantity })),
    }
  })
}
