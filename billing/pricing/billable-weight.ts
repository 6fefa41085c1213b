import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'
import { larger } from './amounts.ts'
import type { WeighingOverride } from './price-types.ts'

/** Sides and weight of a package in the warehouse's unit. */
export type Measures = { length: Decimal; width: Decimal; height: Decimal; weight: Decimal }

/** How a channel weighs: its divisor, from which volume on, and how weights are rounded. */
export type Weighing = {
  dimDivisor: number | null
  dimTriggerVolume: Decimal | null
  dimRounding: 'none' | 'nearest' | 'ceil'
  weightStep: Decimal
  weightBasis: 'actual' | 'volumetric' | 'max'
}

/** A package on its way to the billable weight; sides are rounded and sorted, the longest first. */
export type Weighed = {
  sides: readonly Big[]
  /** In cubic cm or in. */
  volume: Big
  /** With six decimals. */
  volumetric: Big
  actual: Big
  by: 'actual' | 'volumetric'
  billable: Big
}

const roundings = { none: undefined, nearest: Big.roundHalfUp, ceil: Big.roundUp }
const WEIGHT_PLACES = 3

/** The sides as they are billed, the longest first. */
export function billedSides(
  { length, width, height }: Omit<Measures, 'weight'>,
  rounding: Weighing['dimRounding'],
): Big[] {
  const mode = roundings[rounding]
  return [length, width, height]
    .map((side) => (mode === undefined ? new Big(side) : new Big(side).round(0, mode)))
    .sort((a, b) => b.cmp(a))
}

export const product = (sides: readonly Big[]): Big => sides.reduce((volume, side) => volume.times(side))

/** Divides to the next whole number, and with as many decimals as are shown: a long division would be most of the work. */
const Whole = Big()
Whole.DP = 0
Whole.RM = Big.roundUp
const Shown = Big()
Shown.DP = 6

/** How many steps reach a value that is not negative; the last one may reach beyond it. */
export const stepsTo = (value: Big, step: Big | Decimal): Big => new Big(new Whole(value).div(step))

/** Up to the next whole step. */
export const upTo = (value: Big, step: Decimal): Big => stepsTo(value, step).times(step)

/**
 * Weighs a package step by step: of the actual and the volumetric weight as the channel says, up to its next step. The volumetric
 * weight is compared and counted as a fraction; its six decimals are for the reader.
 */
export function weigh(measures: Measures, weighing: Weighing): Weighed {
  const { dimDivisor, dimTriggerVolume, weightBasis } = weighing
  const sides = billedSides(measures, weighing.dimRounding)
  const volume = product(sides)
  const actual = new Big(measures.weight)
  const step = new Big(weighing.weightStep)
  const divisor = dimDivisor === null ? null : new Big(dimDivisor)
  const isLarge = dimTriggerVolume === null || volume.gt(dimTriggerVolume)
  if (divisor === null || !isLarge)
    return {
      sides,
      volume,
      volumetric: nothing,
      actual,
      by: 'actual',
      billable: stepsTo(actual, step).times(step),
    }

  const isByVolume =
    weightBasis === 'volumetric'
      ? volume.gt(nothing)
      : weightBasis === 'max' && volume.gt(actual.times(divisor))
  const steps = isByVolume ? stepsTo(volume, divisor.times(step)) : stepsTo(actual, step)
  return {
    sides,
    volume,
    volumetric: new Shown(volume).div(divisor),
    actual,
    by: isByVolume ? 'volumetric' : 'actual',
    billable: steps.times(step),
  }
}

const nothing = new Big(0)

/** The weight a package is billed by. */
export const billableWeight = (measures: Measures, weighing: Weighing): Decimal =>
  weigh(measures, weighing).billable.toFixed(WEIGHT_PLACES)

/** The channel's way of weighing with what a version of the quote replaces. */
export const weighingOf = (channel: Weighing, version: WeighingOverride): Weighing => ({
  dimDivisor: version.dimDivisor ?? channel.dimDivisor,
  dimTriggerVolume: channel.dimTriggerVolume,
  dimRounding: version.dimRounding ?? channel.dimRounding,
  weightStep: version.weightStep ?? channel.weightStep,
  weightBasis: version.weightBasis ?? channel.weightBasis,
})

/** The weight of a piece by which handling is graded: the larger of actual and volumetric, as measured. */
export const pieceBillableWeight = ({ weight, ...sides }: Measures, divisor: number): Big =>
  larger(new Big(weight), product(billedSides(sides, 'none')).div(divisor))
