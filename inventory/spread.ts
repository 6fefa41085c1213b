/** A row of stock that pieces of one product and place can be taken from or added to. */
export type Shelf = {
  stockId: number
  batchId: number
  quality: 'good' | 'defective'
  putawayDate: string | null
  onHand: number
  allocated: number
  frozen: number
}

export type Share = { shelf: Shelf; onHand: number; frozen: number }

const byAge = (a: Shelf, b: Shelf) =>
  (a.putawayDate ?? '').localeCompare(b.putawayDate ?? '') || a.stockId - b.stockId

/**
 * Takes missing pieces off the batches of a place, the oldest first, and says how many it could not take.
 *
 * A count settles a doubt: what was frozen because of it goes before anything else. What is promised is never taken.
 */
export function takeOff(
  shelves: readonly Shelf[],
  pieces: number,
  takesFrozen: boolean,
): { shares: Share[]; left: number } {
  let left = pieces
  const taken = new Map<Shelf, Share>()
  const take = (shelf: Shelf, most: number, isFrozen: boolean) => {
    const going = Math.min(left, most)
    if (going <= 0) return
    const before = taken.get(shelf) ?? { shelf, onHand: 0, frozen: 0 }
    taken.set(shelf, {
      shelf,
      onHand: before.onHand - going,
      frozen: before.frozen - (isFrozen ? going : 0),
    })
    left -= going
  }
  const old = shelves.toSorted(byAge)
  if (takesFrozen) for (const shelf of old) take(shelf, shelf.frozen, true)
  for (const shelf of old) take(shelf, shelf.onHand - shelf.allocated - shelf.frozen, false)
  return { shares: [...taken.values()], left }
}

/** Found pieces are taken for the youngest of their kind: nobody then gets older goods than they should. */
export const youngest = (shelves: readonly Shelf[]): Shelf | undefined => shelves.toSorted(byAge).at(-1)
