import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'
import type { Sizes, Unit } from './price-types.ts'

export const VOLUME_PLACES = 6

/** The largest volume of a piece that a snapshot can store. Only wrong sizes are larger. */
export const MAX_VOLUME = '999999999999.999999'

/** How many cubic cm are a m³, and how many cubic in a ft³. */
const cubes = { 1: 1_000_000, 2: 1728 }

/** Cubic cm or in as m³ or ft³, with six decimals: what is multiplied is what the screen shows. */
export const inVolumeUnit = (cubic: Big, unit: Unit): Big =>
  cubic.div(cubes[unit]).round(VOLUME_PLACES, Big.roundHalfUp)

/** All three sides, or null where one is unknown. */
export const sidesOf = ({
  length,
  width,
  height,
}: Sizes): { length: Decimal; width: Decimal; height: Decimal } | null =>
  length !== null && width !== null && height !== null ? { length, width, height } : null

/** The volume of one piece in m³ or ft³; null where a side is unknown. */
export function unitVolume(sizes: Sizes, unit: Unit): Big | null {
  const sides = sidesOf(sizes)
  return sides && inVolumeUnit(new Big(sides.length).times(sides.width).times(sides.height), unit)
}
