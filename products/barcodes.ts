import { gtinIn, hasCheckDigit, readLabel } from '../platform/scanning/gs1.ts'
import type { Text } from '../platform/text/text.ts'
import { productsText } from './text.ts'

export const barcodeTypes = ['system', 'upc', 'ean', 'fnsku', 'custom'] as const
type BarcodeType = (typeof barcodeTypes)[number]

/** The system barcode is generated; all others are assigned. */
export const givenTypes = ['upc', 'ean', 'fnsku', 'custom'] as const
export type GivenType = (typeof givenTypes)[number]

export const barcodeTypeText: Record<BarcodeType, Text> = {
  system: { zh_CN: '系统条码', en_US: 'System' },
  upc: { zh_CN: 'UPC', en_US: 'UPC' },
  ean: { zh_CN: 'EAN', en_US: 'EAN' },
  fnsku: { zh_CN: 'FNSKU', en_US: 'FNSKU' },
  custom: { zh_CN: '自定义', en_US: 'Custom' },
}

type BarcodeRead = { barcode: string; type: GivenType } | { problem: Text }

/**
 * The barcode the warehouse prints for a product. A dot separates, because both parts may contain a hyphen.
 */
export const systemBarcode = (customerCode: string, sku: string) => `${customerCode}.${sku}`

const tidy = (typed: string) => typed.normalize('NFKC').trim()

/** Parses a scanned or typed barcode. Of GS1 data only the article number is kept. */
export function readBarcode(typed: string, type: GivenType): BarcodeRead {
  const label = readLabel(tidy(typed))
  if ('problem' in label) return label
  if (label.values.size > 0) {
    const gtin = gtinIn(label.values)
    return gtin ? { barcode: gtin, type: typeOf(gtin) } : { problem: productsText.noGtin }
  }
  const { code: barcode } = label
  switch (type) {
    case 'upc':
      if (!/^\d{12}$/.test(barcode)) return { problem: productsText.upcForm }
      return hasCheckDigit(barcode) ? { barcode, type } : { problem: productsText.checkDigit }
    case 'ean':
      if (!/^(\d{8}|\d{13,14})$/.test(barcode)) return { problem: productsText.eanForm }
      return hasCheckDigit(barcode) ? { barcode, type } : { problem: productsText.checkDigit }
    case 'fnsku':
      return /^[A-Za-z0-9]{10}$/.test(barcode)
        ? { barcode: barcode.toUpperCase(), type }
        : { problem: productsText.fnskuForm }
    default:
      return /^[!-~]([ -~]{0,78}[!-~])?$/.test(barcode)
        ? { barcode, type }
        : { problem: productsText.barcodeForm }
  }
}

const typeOf = (gtin: string) => (gtin.length === 12 ? 'upc' : 'ean')

/**
 * Parses a barcode of unknown type, from a spreadsheet or a scan.
 *
 * A number with the length of a GS1 number (18 digits: a carton) is treated as one, so a wrong check digit is
 * a misread and not a custom code.
 */
export function guessBarcode(typed: string): BarcodeRead {
  const text = tidy(typed)
  if (/^(\d{8}|\d{12,14}|\d{18})$/.test(text) && !hasCheckDigit(text))
    return { problem: productsText.checkDigit }
  if (/^(\d{8}|\d{12,14})$/.test(text)) return readBarcode(text, typeOf(text))
  if (/^X0[A-Za-z0-9]{8}$/i.test(text)) return readBarcode(text, 'fnsku')
  return readBarcode(text, 'custom')
}
