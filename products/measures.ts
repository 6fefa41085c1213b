import Big from 'big.js'
import type { Decimal } from '../platform/text/decimal.ts'

/**
 * Sides and weight in the warehouse's unit; null is unknown. The three sides are known together or not at
 * all.
 */
export type Measures = {
  length: Decimal | null
  width: Decimal | null
  height: Decimal | null
  weight: Decimal | null
}

const MAX_PERCENT = 5

/** Sides sorted from the longest: the order of measuring does not matter. */
const sides = ({ length, width, height }: Measures) =>
  length === null || width === null || height === null
    ? undefined
    : [length, width, height].map((side) => new Big(side)).sort((a, b) => b.cmp(a))

const isApart = (declared: Big, measured: Big) =>
  measured.minus(declared).abs().times(100).gt(declared.times(MAX_PERCENT))

/** Measured values that differ from declared ones by more than five percent. */
export function differences(declared: Measures, measured: Measures): { sides: boolean; weight: boolean } {
  const [messages, results] = [sides(declared), sides(measured)]
  return {
    sides:
      messages !== undefined &&
      results !== undefined &&
      messages.some((side, i) => isApart(side, results[i] ?? side)),
    weight:
      declared.weight !== null &&
      measured.weight !== null &&
      isApart(new Big(declared.weight), new Big(measured.weight)),
  }
}

export const measuredDiffers = (declared: Measures, measured: Measures) => {
  const { sides, weight } = differences(declared, measured)
  return sides || weight
}

/** The values fees use: measured where available, otherwise declared. */
export function billed(declared: Measures, measured: Measures): Measures {
  const from = measured.length === null ? declared : measured
  return {
    length: from.length,
    width: from.width,
    height: from.height,
    weight: measured.weight ?? declared.weight,
  }
}

/** `30 × 20 × 10`, or undefined. */
export const sidesInWords = ({ length, width, height }: Measures) =>
  length === null ? '' : [length, width, height].map((side) => trimmed(side ?? '')).join(' × ')

/** Without the column's trailing zeros. */
export const trimmed = (value: Decimal) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)
