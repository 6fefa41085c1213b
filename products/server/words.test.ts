import { expect, test } from 'vitest'
import { wordsOf } from './words.ts'

const words = wordsOf({ sku: 'BO-001-BK', nameZh: '不锈钢保温杯 500ml', nameEn: 'USB-C Bottle, 1.5m' }, [
  'ACME.BO-001-BK',
  '6901234567892',
])
const isFound = (typed: string) => words.some((word) => word.startsWith(typed))

test.each([
  'bo-001',
  '001-bk',
  'bk',
  'acme.bo',
  '690123',
  '不锈钢',
  '温杯',
  '杯',
  '500ml',
  'bxgbwb',
  'bwb',
  'usb-c',
  'c',
  'bottle',
  '1.5m',
  '5m',
])('a product is found by %s', (typed) => expect(isFound(typed)).toBe(true))

test.each(['ottle', '01-bk', '钢杯', 'zzz'])('and not by %s', (typed) => expect(isFound(typed)).toBe(false))

test('every word is stored once, within its length, and their number is limited', () => {
  const long = wordsOf({ sku: 'A', nameZh: '汉'.repeat(200), nameEn: `${'x'.repeat(30)} `.repeat(6) }, [])
  expect(new Set(long).size).toBe(long.length)
  expect(long.length).toBeLessThanOrEqual(400)
  expect(long.filter((word) => word === '' || [...word].length > 80)).toEqual([])
})
