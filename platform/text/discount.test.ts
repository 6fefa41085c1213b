import { expect, test } from 'vitest'
import { discountText, typedDiscountText } from './discount.ts'

test.each([
  ['0.85', '0.85（八五折，−15%）', '0.85 (−15%)'],
  ['0.80', '0.80（八折，−20%）', '0.80 (−20%)'],
  ['0.9', '0.9（九折，−10%）', '0.9 (−10%)'],
  ['0.05', '0.05（零点五折，−95%）', '0.05 (−95%)'],
  ['0.01', '0.01（零点一折，−99%）', '0.01 (−99%)'],
  ['1.00', '1.00', '1.00'],
  ['1.20', '1.20（+20%）', '1.20 (+20%)'],
  ['9.99', '9.99（+899%）', '9.99 (+899%)'],
])('a discount of %s is said as it is spoken', (discount, zh_CN, en_US) => {
  expect(discountText(discount)).toEqual({ zh_CN, en_US })
})

test('a discount that is being typed is said once it is one', () => {
  expect(['', '0', '0.', '.5', 'x', '0.855', '85', '-0.5', '1', '1.00'].map(typedDiscountText)).toEqual(
    Array(10).fill(undefined),
  )
  expect(typedDiscountText(' 0.85 ')?.en_US).toBe('0.85 (−15%)')
})
