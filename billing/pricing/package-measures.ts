import Big from 'big.js'
import type { Measures } from './billable-weight.ts'

/** Sides and weight in the warehouse's unit; null where a product has none. */
type Piece = { [K in keyof Measures]: string | null } & { quantity: number }

const places = { side: 2, weight: 3 }
/** What the columns hold; an estimate beyond it is above every channel's limit anyway. */
const max = { side: new Big('99999999.99'), weight: new Big('999999999.999') }

/**
 * What a package of these pieces measures until it is weighed: a single piece its own sides, several the
 * longest side, the longest middle side and all shortest sides on top of each other. Null where a product has no sides or
 * no weight.
 */
export function estimate(pieces: readonly Piece[]): {
  size: Pick<Measures, 'length' | 'width' | 'height'> | null
  weight: string | null
} {
  const sides = pieces.map(({ length, width, height, quantity }) =>
    length && width && height
      ? {
          quantity,
          sorted: [new Big(length), new Big(width), new Big(height)].sort((a, b) => b.cmp(a)),
        }
      : undefined,
  )
  const known = sides.filter((side) => side !== undefined)
  const longest = (at: number) =>
    known.reduce((side, { sorted }) => larger(side, sorted[at] ?? new Big(0)), new Big(0))
  const pile = known.reduce(
    (sum, { sorted, quantity }) => sum.plus((sorted[2] ?? new Big(0)).times(quantity)),
    new Big(0),
  )
  const total = pieces.reduce(
    (sum, { weight, quantity }) => sum.plus(new Big(weight ?? 0).times(quantity)),
    new Big(0),
  )
  const isSized = known.length === pieces.length && known.length > 0
  const isWeighed = pieces.length > 0 && pieces.every(({ weight }) => weight)
  return {
    size: isSized
      ? {
          length: longest(0).toFixed(places.side),
          width: longest(1).toFixed(places.side),
          height: smaller(pile, max.side).toFixed(places.side),
        }
      : null,
    weight: isWeighed ? smaller(total, max.weight).toFixed(places.weight) : null,
  }
}

const larger = (a: Big, b: Big) => (a.gt(b) ? a : b)
const smaller = (a: Big, b: Big) => (a.lt(b) ? a : b)

/** Longest side plus twice the two others, as carriers limit it. */
export function girthSum({ length, width, height }: Pick<Measures, 'length' | 'width' | 'height'>): Big {
  const [longest = new Big(0), ...others] = [length, width, height]
    .map((side) => new Big(side))
    .sort((a, b) => b.cmp(a))
  return others.reduce((sum, side) => sum.plus(side.times(2)), longest)
}
