import { gtinIn, hasCheckDigit, isMarkedGs1, readGs1 } from '../lib/gs1.ts'
import type { Text } from '../lib/text.ts'
import { productsText } from './text.ts'

export const barcodeTypes = ['system', 'upc', 'ean', 'fnsku', 'custom'] as const
export type BarcodeType = (typeof barcodeTypes)[number]

/** The system barcode is the product's own; all others are given to it. */
export const givenTypes = ['upc', 'ean', 'fnsku', 'custom'] as const
export type GivenType = (typeof givenTypes)[number]

export const barcodeTypeText: Record<BarcodeType, Text> = {
  system: { zh_CN: '系统条码', en_US: 'System' },
  upc: { zh_CN: 'UPC', en_US: 'UPC' },
  ean: { zh_CN: 'EAN', en_US: 'EAN' },
  fnsku: { zh_CN: 'FNSKU', en_US: 'FNSKU' },
  custom: { zh_CN: '自定义', en_US: 'Own' },
}

export type BarcodeRead = { barcode: string; type: GivenType } | { problem: Text }

/** What the warehouse prints for a product. A dot, because a hyphen may stand in both parts. */
export const systemBarcode = (customerCode: string, sku: string) => `${customerCode}.${sku}`

const tidy = (typed: string) => typed.normalize('NFKC').trim()

/** Reads a barcode as it was scanned or typed. Of a GS1 string the article's number is kept, whatever else it says. */
export function readBarcode(typed: string, type: GivenType): BarcodeRead {
  const text = tidy(typed)
  if (isMarkedGs1(text) || (type !== 'custom' && /^01\d{14}./.test(text))) return fromGs1(text)
  switch (type) {
    case 'upc':
      if (!/^\d{12}$/.test(text)) return { problem: productsText.upcForm }
      return hasCheckDigit(text) ? { barcode: text, type } : { problem: productsText.checkDigit }
    case 'ean':
      if (!/^(\d{8}|\d{13,14})$/.test(text)) return { problem: productsText.eanForm }
      return hasCheckDigit(text) ? { barcode: text, type } : { problem: productsText.checkDigit }
    case 'fnsku':
      return /^[A-Za-z0-9]{10}$/.test(text)
        ? { barcode: text.toUpperCase(), type }
        : { problem: productsText.fnskuForm }
    default:
      return /^[!-~]([ -~]{0,78}[!-~])?$/.test(text)
        ? { barcode: text, type }
        : { problem: productsText.barcodeForm }
  }
}

function fromGs1(text: string): BarcodeRead {
  const read = readGs1(text)
  if ('problem' in read) return read
  const gtin = gtinIn(read.values)
  if (!gtin) return { problem: productsText.noGtin }
  return { barcode: gtin, type: gtin.length === 12 ? 'upc' : 'ean' }
}

/** Reads a barcode of which nobody said what it is, as a sheet brings it. Twelve or thirteen digits are meant as UPC or EAN. */
export function guessBarcode(typed: string): BarcodeRead {
  const text = tidy(typed)
  if (/^\d{12}$/.test(text)) return readBarcode(text, 'upc')
  if (/^\d{13}$/.test(text)) return readBarcode(text, 'ean')
  if (/^(\d{8}|\d{14})$/.test(text) && hasCheckDigit(text)) return readBarcode(text, 'ean')
  if (/^01\d{14}./.test(text) && 'barcode' in readBarcode(text, 'ean')) return readBarcode(text, 'ean')
  if (/^X0[A-Za-z0-9]{8}$/i.test(text)) return readBarcode(text, 'fnsku')
  return readBarcode(text, 'custom')
}
