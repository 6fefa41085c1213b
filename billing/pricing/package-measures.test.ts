import { describe, expect, test } from 'vitest'
import { estimate, girthSum } from './package-measures.ts'

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

test('the girth counts the longest side once', () => {
  expect(girthSum({ length: '10', width: '30', height: '20' }).toString()).toBe('90')
})
