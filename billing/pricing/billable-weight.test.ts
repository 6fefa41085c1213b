import { describe, expect, test } from 'vitest'
import { channelsText } from '../../channels/text.ts'
import { unitsOf } from '../../warehouse/units.ts'
import { billableWeight, type Weighing } from './billable-weight.ts'

describe('a package is billed by', () => {
  const us: Weighing = {
    dimDivisor: 139,
    dimTriggerVolume: null,
    dimRounding: 'ceil',
    weightStep: '1',
    weightBasis: 'max',
  }
  const box = (length: string, width: string, height: string, weight: string) => ({
    length,
    width,
    height,
    weight,
  })

  test.each<[string, ReturnType<typeof box>, Partial<Weighing>, string]>([
    ['FR-1: sides rounded up, volume wins', box('11.1', '8.1', '4.1', '2.3'), {}, '4.000'],
    ['sides as they are', box('11.1', '8.1', '4.1', '2.3'), { dimRounding: 'none' }, '3.000'],
    ['sides to the nearest', box('11.5', '8.4', '4.4', '0.1'), { dimRounding: 'nearest' }, '3.000'],
    [
      'FR-2: in half kilos',
      box('40', '30', '20', '1.26'),
      { dimDivisor: 6000, weightStep: '0.5', dimRounding: 'none' },
      '4.000',
    ],
    [
      'FR-2: a small bag',
      box('10', '10', '10', '1.26'),
      { dimDivisor: 6000, weightStep: '0.5', dimRounding: 'none' },
      '1.500',
    ],
    [
      'FR-4: not above the trigger',
      box('12', '12', '12', '3'),
      { dimDivisor: 166, dimTriggerVolume: '1728' },
      '3.000',
    ],
    [
      'FR-4: above the trigger',
      box('13', '12', '12', '3'),
      { dimDivisor: 166, dimTriggerVolume: '1728' },
      '12.000',
    ],
    ['the actual weight alone', box('40', '40', '40', '2.1'), { weightBasis: 'actual' }, '3.000'],
    ['the volume alone', box('12', '12', '12', '50'), { weightBasis: 'volumetric' }, '13.000'],
    [
      'the weight where volume does not count',
      box('12', '12', '12', '50'),
      { weightBasis: 'volumetric', dimDivisor: null },
      '50.000',
    ],
    ['exactly a step', box('1', '1', '1', '2'), {}, '2.000'],
  ])('%s', (_, measures, weighing, expected) => {
    expect(billableWeight(measures, { ...us, ...weighing })).toBe(expected)
  })

  test.each(['zh_CN', 'en_US'] as const)(
    'its volume above the trigger that the channel’s form names for USPS, in its unit (%s)',
    (language) => {
      const inUnit = new RegExp(`(\\d+) ${unitsOf(2).packageVolume}`)
      const usps = inUnit.exec(channelsText.dimTriggerHint[language])?.[1] ?? 'no number'
      const weighing = { ...us, dimDivisor: 166, dimTriggerVolume: usps }
      expect(billableWeight(box('12', '12', '12', '2'), weighing)).toBe('2.000')
      expect(billableWeight(box('13', '12', '12', '2'), weighing)).toBe('12.000')
    },
  )
})
