import { codeKey } from '../lists/codes.ts'
import type { Text } from '../text/text.ts'
import {
  areApart,
  type Check,
  type Identifier,
  identifierOf,
  idLength,
  isLinkKey,
  lengthByStart,
} from './gs1-identifiers.ts'

export const gs1Text = {
  checkDigit: { zh_CN: '校验位不正确', en_US: 'Wrong check digit' },
  unknownAi: { zh_CN: '无法识别的 GS1 应用标识符', en_US: 'Unknown GS1 application identifier' },
  wrongValue: { zh_CN: 'GS1 数据格式不正确', en_US: 'Invalid GS1 data format' },
  twice: {
    zh_CN: 'GS1 应用标识符重复且不一致',
    en_US: 'A GS1 application identifier appears twice with different values',
  },
  apart: {
    zh_CN: '条码中的 GS1 数据互相矛盾',
    en_US: 'The GS1 data in this barcode is contradictory',
  },
  noArticle: {
    zh_CN: '该 GS1 条码不含商品或箱号，请扫描标签上的另一个条码',
    en_US: 'This GS1 barcode contains no product or box number. Scan the other barcode on the label.',
  },
  empty: { zh_CN: '条码为空', en_US: 'The barcode is empty' },
} as const satisfies Record<string, Text>

const FNC1 = '\u001d'

/** The check digit of a GTIN, SSCC or GLN: weights 3 and 1 from the right. */
export function checkDigit(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

export const hasCheckDigit = (digits: string) =>
  /^\d{2,}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1)

/** A GS1 article number: 8, 12, 13 or 14 digits with a valid check digit. */
export const isGtin = (digits: string) => /^(\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits)

/**
 * A GTIN as printed on the article itself: GS1 pads it to 14 digits with zeros.
 *
 * The first digit of a full GTIN-14 is the packaging level and stays.
 */
export function plainGtin(gtin14: string): string {
  if (/^0{6}/.test(gtin14)) return gtin14.slice(6)
  if (gtin14.startsWith('00')) return gtin14.slice(2)
  return gtin14.startsWith('0') ? gtin14.slice(1) : gtin14
}

const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `YYMMDD`; where the day is optional, 00 means the last day of the month. */
function isDate(value: string, mayBeOpen: boolean): boolean {
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(value.slice(at, at + 2)))
  const last = month === 2 && year % 4 !== 0 ? 28 : days[month - 1]
  return last !== undefined && day <= last && (mayBeOpen || day > 0)
}

const checks: Record<Check, { passes: (value: string) => boolean; problem: Text }> = {
  digit: { passes: hasCheckDigit, problem: gs1Text.checkDigit },
  month: { passes: (value) => isDate(value, true), problem: gs1Text.wrongValue },
  day: { passes: (value) => isDate(value, false), problem: gs1Text.wrongValue },
  // Piece 2 of 5.
  of: {
    passes: (value) => value.slice(0, 2) !== '00' && value.slice(0, 2) <= value.slice(2),
    problem: gs1Text.wrongValue,
  },
}

type Gs1 = ReadonlyMap<string, string>
type Gs1Read = { values: Gs1 } | { problem: Text }

/** The symbology identifier a scanner puts before GS1 data. */
const symbology = /^\](C1|e0|d2|Q3|J1)/

/** Whether a text can only be element strings: a symbology identifier, brackets, or the separator. */
export const isMarkedGs1 = (text: string) =>
  symbology.test(text) || /^\(\d{2,4}\)/.test(text) || text.includes(FNC1)

const pastSeparator = (text: string): string => (text.startsWith(FNC1) ? pastSeparator(text.slice(1)) : text)

/**
 * Parses element strings, as sent by a scanner or as printed in brackets.
 *
 * Follows the GS1 General Specifications, but skips identifiers that are not in the table, and does not
 * require associated identifiers: they may be in a second barcode of the label.
 */
export function readGs1(text: string): Gs1Read {
  const elements: Element[] = []
  let rest = pastSeparator(text.replace(symbology, ''))
  if (rest === '') return { problem: gs1Text.empty }
  const isPrinted = rest.startsWith('(')
  while (rest !== '') {
    const next = isPrinted ? bracketed(rest) : plain(rest)
    if (!next) return { problem: gs1Text.unknownAi }
    elements.push(next)
    rest = next.rest
  }
  return valuesOf(elements)
}

type Element = { id: string; value: string }
type Cut = Element & { rest: string }

/** A value may contain brackets: the next element starts where a bracketed text can be an identifier. */
function bracketed(text: string): Cut | undefined {
  const id = /^\((\d{2,4})\)/.exec(text)?.[1]
  if (!id) return undefined
  const after = text.slice(id.length + 2)
  const next = [...after.matchAll(/\((\d{2,4})\)/g)].find(
    ([, other = '']) => idLength(other) === other.length,
  )
  const end = Math.min(next?.index ?? after.length, identifierOf(id)?.length ?? after.length)
  return { id, value: after.slice(0, end), rest: after.slice(end) }
}

function plain(text: string): Cut | undefined {
  if (!/^\d\d/.test(text)) return undefined
  const id = text.slice(0, idLength(text) ?? 2)
  const fixed = identifierOf(id)?.length ?? (lengthByStart(text) ?? Infinity) - id.length
  const separator = text.indexOf(FNC1)
  const end = Math.min(id.length + fixed, separator < 0 ? text.length : separator)
  return { id, value: text.slice(id.length, end), rest: pastSeparator(text.slice(end)) }
}

function valuesOf(elements: readonly Element[]): Gs1Read {
  const values = new Map<string, string>()
  for (const { id, value } of elements) {
    const identifier = identifierOf(id)
    if (!identifier) continue
    const problem = problemOf(identifier, value)
    if (problem) return { problem }
    if (values.has(id) && values.get(id) !== value) return { problem: gs1Text.twice }
    if ([...values.keys()].some((other) => areApart(id, other))) return { problem: gs1Text.apart }
    values.set(id, value)
  }
  return values.size > 0 ? { values } : { problem: gs1Text.unknownAi }
}

function problemOf({ form, checks: wanted }: Identifier, value: string): Text | undefined {
  const parts = form.exec(value)?.slice(1)
  if (!parts) return gs1Text.wrongValue
  const failed = wanted.find((check, i) => check && parts[i] && !checks[check].passes(parts[i]))
  return failed && checks[failed].problem
}

/**
 * Parses a GS1 Digital Link: `https://example.com/01/09506000134352/10/ABC?17=271231`. Undefined for any
 * other URL.
 */
function readLink(text: string): Gs1Read | undefined {
  const [, path = '', query = ''] = /^https?:\/\/[^/?#]+(\/[^?#]*)(?:\?([^#]*))?/i.exec(text) ?? []
  const steps = path.replace(/\/$/, '').split('/').slice(1)
  const elements: Element[] = []
  while (steps.length > 1) {
    const [id = '', value = ''] = steps.splice(-2)
    if (!identifierOf(id)) return undefined
    elements.unshift({ id, value: decoded(value) })
    if (isLinkKey(id)) break
  }
  const [key] = elements
  if (!key || !isLinkKey(key.id)) return undefined
  // Links of the first edition omit the leading zeros of a shorter number.
  if (key.id === '01' && isGtin(key.value)) key.value = key.value.padStart(14, '0')
  const more = query.split('&').map((pair) => pair.split('='))
  return valuesOf([...elements, ...more.map(([id = '', value = '']) => ({ id, value: decoded(value) }))])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The article number in element strings, without padding zeros. */
export const gtinIn = (values: Gs1): string | undefined => {
  const gtin = values.get('01') ?? values.get('02') ?? values.get('03')
  return gtin === undefined ? undefined : plainGtin(gtin)
}

/**
 * The content of a label: the code that article, carton or anything else is looked up by, and further GS1
 * data.
 */
type Label = { code: string; values: Gs1 } | { problem: Text }

const nothingMore: Gs1 = new Map()

/** Parses a code as a scanner sends it, for any symbology, with or without a symbology identifier. */
export function readLabel(text: string): Label {
  const retail = /^\]E[04]([^|]*)(?:\|\]e0(.*))?/s.exec(text)
  if (retail) return fromRetail(retail[1] ?? '', text.startsWith(']E0') ? 13 : 8, retail[2] ?? '')
  if (isMarkedGs1(text)) return parcelIn(text) ?? labelOf(readGs1(text))
  const unmarked = text.replace(/^\][A-Za-z]\d/, '')
  const link = readLink(unmarked)
  if (link) return labelOf(link)
  const label: Label = { code: unmarked, values: nothingMore }
  // Without an identifier a string is GS1 only if it starts with a complete article or carton number,
  // including the check digit.
  if (!/^(00\d{18}$|01\d{14}|02\d{14}37\d)/.test(unmarked)) return label
  const read = labelOf(readGs1(unmarked))
  return 'problem' in read ? label : read
}

/**
 * The number on a carrier's label, which names no article: USPS and FedEx print identifiers for internal use, USPS
 * with the recipient's ZIP (420) before them. A scanner that sends no separators sends the same digits.
 */
function parcelIn(text: string): Label | undefined {
  const content = pastSeparator(text.replace(symbology, ''))
  const code = content.startsWith('420') ? content.replace(FNC1, '') : content
  return /^(420(\d{5}|\d{9}))?9\d{19,33}$/.test(code) ? { code, values: nothingMore } : undefined
}

function labelOf(read: Gs1Read): Label {
  if ('problem' in read) return read
  const code = gtinIn(read.values) ?? read.values.get('00')
  return code ? { code, values: read.values } : { problem: gs1Text.noArticle }
}

/** A number from a retail symbol; a composite one has element strings after it. */
function fromRetail(number: string, length: number, more: string): Label {
  if (number.length !== length) return { problem: gs1Text.wrongValue }
  if (!isGtin(number)) return { problem: gs1Text.checkDigit }
  const read = readGs1(`01${number.padStart(14, '0')}${more}`)
  return 'problem' in read ? read : { code: number, values: read.values }
}

/**
 * The comparison key of an article code: the same for one article, whichever symbol and however many leading
 * zeros.
 */
export const articleKey = (code: string) => {
  const key = codeKey(code)
  return isGtin(key) ? key.padStart(14, '0') : key
}

/** The comparison key of box and parcel numbers: an SSCC with and without its (00) is the same carton. */
export const boxKey = (code: string) => codeKey(code).replace(/^(?:00|\(00\))(\d{18})$/, '$1')
