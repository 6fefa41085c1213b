/** A stock row that pieces of one product and bin can be taken from or added to. */
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

/** Which pieces may be taken, and in which order. Allocated pieces never are. */
type Kinds = readonly ('frozen' | 'free')[]

const quantityOf = {
  frozen: ({ frozen }: Shelf) => frozen,
  free: ({ onHand, allocated, frozen }: Shelf) => onHand - allocated - frozen,
}

/**
 * Takes pieces from the batches of a bin, oldest first within each kind, and returns how many were missing.
 */
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
      const eligible = Math.min(left, quantityOf[kind](shelf))
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

/** The stock rows after the shares were taken. */
export const without = <S extends Shelf>(shelves: readonly S[], shares: readonly Share[]): S[] =>
  shelves.map((shelf) => {
    const share = shares.find((share) => share.shelf === shelf)
    return share
      ? { ...shelf, onHand: shelf.onHand + share.onHand, frozen: shelf.frozen + share.frozen }
      : shelf
  })

/** Surplus pieces are added to the youngest batch, so that no one receives older goods than expected. */
export function youngest<S extends Shelf>(shelves: readonly S[]): S | undefined {
  const sorted = shelves.toSorted(byAge)
  return sorted.findLast(({ onHand }) => onHand > 0) ?? sorted.at(-1)
}
