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

export const product = (sides: readonly Big[]): Big =>
  sides.reduce((volume, side) => volume.times(side), new Big(1))

/** Weighs a package step by step: of the actual and the volumetric weight as the channel says, up to its next step. */
export function weigh(measures: Measures, weighing: Weighing): Weighed {
  const { dimDivisor, dimTriggerVolume, weightStep, weightBasis } = weighing
  const sides = billedSides(measures, weighing.dimRounding)
  const volume = product(sides)
  const isLarge = dimTriggerVolume === null || volume.gt(dimTriggerVolume)
  const volumetric = dimDivisor !== null && isLarge ? volume.div(dimDivisor) : new Big(0)
  const actual = new Big(measures.weight)
  const isByVolume =
    weightBasis === 'volumetric' ? volumetric.gt(0) : weightBasis === 'max' && volumetric.gt(actual)
  return {
    sides,
    volume,
    volumetric,
    actual,
    by: isByVolume ? 'volumetric' : 'actual',
    billable: upTo(isByVolume ? volumetric : actual, weightStep),
  }
}

/** Up to the next whole step. */
export const upTo = (value: Big, step: Decimal): Big => value.div(step).round(0, Big.roundUp).times(step)

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
