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

/** Which pieces may go, and which of them first. What is promised never goes. */
type Kinds = readonly ('frozen' | 'free')[]

const lying = {
  frozen: ({ frozen }: Shelf) => frozen,
  free: ({ onHand, allocated, frozen }: Shelf) => onHand - allocated - frozen,
}

/** Takes pieces off the batches of a place, the oldest of each kind first, and says how many it could not take. */
export function takeOff(
  shelves: readonly Shelf[],
  pieces: number,
  kinds: Kinds,
): { shares: Share[]; left: number } {
  let left = pieces
  const taken = new Map<Shelf, Share>()
  const old = shelves.toSorted(byAge)
  for (const kind of kinds) {
    for (const shelf of old) {
      const eligible = Math.min(left, lying[kind](shelf))
      if (eligible <= 0) continue
      const before = taken.get(shelf) ?? { shelf, onHand: 0, frozen: 0 }
      taken.set(shelf, {
        shelf,
        onHand: before.onHand - eligible,
        frozen: before.frozen - (kind === 'frozen' ? eligible : 0),
      })
      left -= eligible
    }
  }
  return { shares: [...taken.values()], left }
}

/** The shelves once the shares are gone. */
export const without = (shelves: readonly Shelf[], shares: readonly Share[]): Shelf[] =>
  shelves.map((shelf) => {
    const share = shares.find((share) => share.shelf === shelf)
    return share
      ? { ...shelf, onHand: shelf.onHand + share.onHand, frozen: shelf.frozen + share.frozen }
      : shelf
  })

/** Found pieces are taken for the youngest of their kind: nobody then gets older goods than they should. */
export const youngest = (shelves: readonly Shelf[]): Shelf | undefined => shelves.toSorted(byAge).at(-1)
