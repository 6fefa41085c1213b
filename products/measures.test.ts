import { describe, expect, test } from 'vitest'
import { billed, differences, measuredDiffers, sidesInWords, trimmed } from './measures.ts'

const of = (length: string | null, width: string | null, height: string | null, weight: string | null) => ({
  length,
  width,
  height,
  weight,
})
const box = of('30.00', '20.00', '10.00', '2.000')
const nothing = of(null, null, null, null)

/** `box` is the declared size; for each measurement, whether sides and weight differ. */
const cases = [
  ['the same', box, false, false],
  ['sides in another order', of('10.00', '30.00', '20.00', '2.000'), false, false],
  ['a side just five percent longer', of('31.50', '20.00', '10.00', '2.000'), false, false],
  ['a side a little more than that', of('31.51', '20.00', '10.00', '2.000'), true, false],
  ['a side just five percent shorter', of('30.00', '19.00', '10.00', '2.000'), false, false],
  ['a side a little less than that', of('30.00', '18.99', '10.00', '2.000'), true, false],
  ['the shortest side', of('30.00', '20.00', '9.49', '2.000'), true, false],
  ['a weight just five percent more', of('30.00', '20.00', '10.00', '2.100'), false, false],
  ['a weight a gram over', of('30.00', '20.00', '10.00', '2.101'), false, true],
  ['a weight a gram under', of('30.00', '20.00', '10.00', '1.899'), false, true],
  ['both', of('40.00', '20.00', '10.00', '3.000'), true, true],
  ['a weight alone', of(null, null, null, '3.000'), false, true],
  ['nothing', nothing, false, false],
] as const

describe('measured compared with declared', () => {
  test.each(cases)('%s', (_, measured, sides, weight) => {
    expect(differences(box, measured)).toEqual({ sides, weight })
    expect(measuredDiffers(box, measured)).toBe(sides || weight)
  })

  test('nothing differs from an undeclared size', () => {
    expect(measuredDiffers(nothing, box)).toBe(false)
  })
})

test('fees use measured values, separately for sides and weight', () => {
  expect(billed(box, nothing)).toEqual(box)
  expect(billed(box, of('1.00', '2.00', '3.00', null))).toEqual(of('1.00', '2.00', '3.00', '2.000'))
  expect(billed(nothing, nothing)).toEqual(nothing)
})

test('sides are shown without the column’s trailing zeros', () => {
  expect(sidesInWords(of('30.00', '20.50', '100.00', null))).toBe('30 × 20.5 × 100')
  expect(sidesInWords(nothing)).toBe('')
  expect(['2.000', '0.120', '10', '100.00'].map(trimmed)).toEqual(['2', '0.12', '10', '100'])
})
