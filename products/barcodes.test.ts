import { describe, expect, test } from 'vitest'
import { gs1Text } from '../platform/scanning/gs1.ts'
import { type GivenType, guessBarcode, readBarcode, systemBarcode } from './barcodes.ts'
import { productsText } from './text.ts'

describe('a scanned barcode', () => {
  test.each<[GivenType, string, GivenType, string]>([
    ['upc', '012345678905', 'upc', '012345678905'],
    ['ean', ' 6901234567892 ', 'ean', '6901234567892'],
    ['ean', '95012346', 'ean', '95012346'],
    ['ean', '10614141000415', 'ean', '10614141000415'],
    ['ean', '６９０１２３４５６７８９２', 'ean', '6901234567892'],
    ['ean', '(01)06901234567892(10)B1', 'ean', '6901234567892'],
    ['ean', '0106901234567892172712311000X', 'ean', '6901234567892'],
    ['upc', ']C10100012345678905', 'upc', '012345678905'],
    ['custom', ']d20106901234567892\u001d10AB', 'ean', '6901234567892'],
    ['fnsku', 'x001abcd9z', 'fnsku', 'X001ABCD9Z'],
    ['custom', 'Box 12/A', 'custom', 'Box 12/A'],
    ['custom', '0106901234567892172712', 'custom', '0106901234567892172712'],
    ['custom', '12345678', 'custom', '12345678'],
    ['ean', ']E06901234567892', 'ean', '6901234567892'],
    ['ean', '0106901234567892', 'ean', '6901234567892'],
    ['custom', 'https://id.gs1.org/01/06901234567892/10/B1', 'ean', '6901234567892'],
    ['custom', ']C0Box 12/A', 'custom', 'Box 12/A'],
  ])('as %s: %j is stored as %s %s', (type, typed, kind, barcode) => {
    expect(readBarcode(typed, type)).toEqual({ barcode, type: kind })
  })

  test.each<[GivenType, string, unknown]>([
    ['upc', '012345678904', productsText.checkDigit],
    ['upc', '6901234567892', productsText.upcForm],
    ['ean', '6901234567891', productsText.checkDigit],
    ['ean', '690123456789', productsText.eanForm],
    ['ean', 'abc', productsText.eanForm],
    ['ean', '(01)06901234567891', gs1Text.checkDigit],
    ['custom', '(10)ABC', gs1Text.noArticle],
    ['custom', '(00)106141415432109866', productsText.noGtin],
    ['fnsku', 'X001', productsText.fnskuForm],
    ['custom', '', productsText.barcodeForm],
    ['custom', '条码', productsText.barcodeForm],
    ['custom', 'a\nb', productsText.barcodeForm],
    ['custom', 'a'.repeat(81), productsText.barcodeForm],
  ])('as %s: %j is refused', (type, typed, problem) => {
    expect(readBarcode(typed, type)).toEqual({ problem })
  })
})

test.each([
  ['012345678905', { barcode: '012345678905', type: 'upc' }],
  ['6901234567892', { barcode: '6901234567892', type: 'ean' }],
  ['6901234567891', { problem: productsText.checkDigit }],
  ['95012346', { barcode: '95012346', type: 'ean' }],
  ['12345678', { problem: productsText.checkDigit }],
  ['012345678904', { problem: productsText.checkDigit }],
  ['10614141000416', { problem: productsText.checkDigit }],
  ['10614141000415', { barcode: '10614141000415', type: 'ean' }],
  ['106141415432109865', { problem: productsText.checkDigit }],
  ['106141415432109866', { barcode: '106141415432109866', type: 'custom' }],
  ['123456789', { barcode: '123456789', type: 'custom' }],
  ['https://id.gs1.org/01/00012345678905?17=271231', { barcode: '012345678905', type: 'upc' }],
  ['X001ABCD9Z', { barcode: 'X001ABCD9Z', type: 'fnsku' }],
  ['BOX-12', { barcode: 'BOX-12', type: 'custom' }],
  ['(01)06901234567892', { barcode: '6901234567892', type: 'ean' }],
])('the spreadsheet value %j is recognised', (typed, read) => expect(guessBarcode(typed)).toEqual(read))

test('a system barcode is unambiguous', () => {
  expect(systemBarcode('A-B', 'C')).not.toBe(systemBarcode('A', 'B-C'))
})
