/** How a block of cells writes commas. */
export type Comma = 'thousands' | 'decimal'

const plainForm = /^(0|[1-9]\d*)(\.\d+)?$/
const currency = /^(?:[A-Z]{0,3}[$€£¥]|USD|EUR|GBP|CNY|RMB|CAD|AUD)|[$€£¥元]$/gi

/**
 * A number as people and spreadsheets write it, as a plain decimal: full-width digits, currency signs and thousands
 * separators are removed. Undefined where it is no number.
 */
export function numberIn(text: string, comma: Comma = 'thousands'): string | undefined {
  // Nearly all are plain already, and a card has thousands.
  if (plainForm.test(text)) return text
  const plain = text.normalize('NFKC').replace(/\s/g, '').replace(currency, '')
  const digits = /^(-?)0*(\d*)(?:\.(\d*))?$/.exec(pointed(plain, comma))
  if (!digits || !/\d/.test(plain)) return undefined
  const [, sign = '', whole = '', places = ''] = digits
  return `${sign}${whole === '' ? '0' : whole}${places === '' ? '' : `.${places}`}`
}

function pointed(text: string, comma: Comma): string {
  if (comma === 'thousands' && /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(',', '')
  if (/^-?\d{1,3}(\.\d{3})+,\d*$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return /^-?\d*,\d*$/.test(text) ? text.replace(',', '.') : text
}

/** A comma is a decimal point throughout a block where one cell, such as 11,37 or 0,500, can mean nothing else. */
export const commaIn = (block: readonly (readonly string[])[]): Comma =>
  block.some((cells) => cells.some((cell) => /^(\d+,(\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+)$/.test(cell.trim())))
    ? 'decimal'
    : 'thousands'

/** A typed cell as it is saved: a plain decimal, or the text itself where it is no number, so that nothing typed is lost. */
export const savedText = (text: string, comma?: Comma): string =>
  text === '' ? '' : (numberIn(text, comma) ?? text.trim())
