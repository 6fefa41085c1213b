import Big from 'big.js'

/** Sides and weight in the warehouse's unit; null where a product has none. */
export type Measures = { length: string; width: string; height: string; weight: string }
export type Piece = { [K in keyof Measures]: string | null } & { quantity: number }

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

/** How a channel weighs: its divisor, from which volume on, and how weights are rounded. */
export type Weighing = {
  dimDivisor: number | null
  dimTriggerVolume: string | null
  dimRounding: 'none' | 'nearest' | 'ceil'
  weightStep: string
  weightBasis: 'actual' | 'volumetric' | 'max'
}

const roundings = { none: undefined, nearest: Big.roundHalfUp, ceil: Big.roundUp }

function rounded(side: string, rounding: Weighing['dimRounding']): Big {
  const mode = roundings[rounding]
  return mode === undefined ? new Big(side) : new Big(side).round(0, mode)
}

/** The weight a package is billed by: of the actual and the volumetric weight as the channel says, up to its next step. */
export function billableWeight(
  { length, width, height, weight }: Measures,
  { dimDivisor, dimTriggerVolume, dimRounding, weightStep, weightBasis }: Weighing,
): string {
  const volume = [length, width, height].reduce(
    (product, side) => product.times(rounded(side, dimRounding)),
    new Big(1),
  )
  const isLarge = dimTriggerVolume === null || volume.gt(dimTriggerVolume)
  const volumetric = dimDivisor !== null && isLarge ? volume.div(dimDivisor) : new Big(0)
  const actual = new Big(weight)
  const chosen =
    weightBasis === 'actual'
      ? actual
      : weightBasis === 'volumetric' && volumetric.gt(0)
        ? volumetric
        : larger(actual, volumetric)
  return chosen.div(weightStep).round(0, Big.roundUp).times(weightStep).toFixed(places.weight)
}

/** Longest side plus twice the two others, as carriers limit it. */
export function girthSum({ length, width, height }: Pick<Measures, 'length' | 'width' | 'height'>): Big {
  const [longest = new Big(0), ...others] = [length, width, height]
    .map((side) => new Big(side))
    .sort((a, b) => b.cmp(a))
  return others.reduce((sum, side) => sum.plus(side.times(2)), longest)
}
