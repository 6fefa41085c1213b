import { describe, expect, test } from 'vitest'
import { billableWeight, estimate, girthSum, type Weighing } from './measures.ts'

const piece = (length: string, width: string, height: string, weight: string, quantity = 1) => ({
  length,
  width,
  height,
  weight,
  quantity,
})

describe('a package is estimated', () => {
  test('as its only piece, the sides sorted', () => {
    expect(estimate([piece('5', '30.5', '20', '1.25')])).toEqual({
      size: { length: '30.50', width: '20.00', height: '5.00' },
      weight: '1.250',
    })
  })

  test('as a pile: longest side, longest middle side, and all the shortest together', () => {
    expect(estimate([piece('10', '8', '2', '0.5', 3), piece('4', '9', '12', '1', 2)])).toEqual({
      size: { length: '12.00', width: '9.00', height: '14.00' },
      weight: '3.500',
    })
  })

  test('without size where one product has none, and without weight where one has none', () => {
    const unsized = { ...piece('1', '1', '1', '2'), height: null }
    expect(estimate([piece('1', '1', '1', '1'), unsized])).toEqual({ size: null, weight: '3.000' })
    const unweighed = { ...piece('1', '1', '1', '2'), weight: null }
    expect(estimate([unweighed])).toEqual({
      size: { length: '1.00', width: '1.00', height: '1.00' },
      weight: null,
    })
    expect(estimate([])).toEqual({ size: null, weight: null })
  })

  test('up to what can be stored', () => {
    expect(estimate([piece('120', '110', '100', '1000', 1_000_000)])).toEqual({
      size: { length: '120.00', width: '110.00', height: '99999999.99' },
      weight: '999999999.999',
    })
  })
})

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

  test('the girth counts the longest side once', () => {
    expect(girthSum({ length: '10', width: '30', height: '20' }).toString()).toBe('90')
  })
})
