import type { Text } from './text.ts'

export const gs1Text = {
  checkDigit: { zh_CN: '校验位不正确', en_US: 'The check digit is wrong' },
  unknownAi: { zh_CN: '无法识别的 GS1 应用标识符', en_US: 'Not a known GS1 application identifier' },
  wrongValue: { zh_CN: 'GS1 数据格式不正确', en_US: 'A GS1 value is not in its form' },
  twice: {
    zh_CN: 'GS1 应用标识符重复且不一致',
    en_US: 'A GS1 application identifier stands there twice with other values',
  },
  empty: { zh_CN: '条码为空', en_US: 'The barcode is empty' },
} as const satisfies Record<string, Text>

const FNC1 = '\u001d'

/** The last digit that makes a GTIN, SSCC or GLN right: weights 3 and 1 from the right. */
export function checkDigit(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

export const hasCheckDigit = (digits: string) =>
  /^\d{2,}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1)

/** A number of GS1 on an article: 8, 12, 13 or 14 digits, the last of them right. */
export const isGtin = (digits: string) => /^(\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits)

/**
 * A GTIN as a scanner reads it from the article itself: GS1 fills it up to 14 digits with zeros.
 *
 * The first digit of a full one says how it is packed and stays.
 */
export function plainGtin(gtin14: string): string {
  if (/^0{6}/.test(gtin14)) return gtin14.slice(6)
  if (gtin14.startsWith('00')) return gtin14.slice(2)
  return gtin14.startsWith('0') ? gtin14.slice(1) : gtin14
}

type Ai = { form: RegExp; length?: number; holds?: 'check' | 'date' }

const digits = (count: number, holds?: Ai['holds']): Ai => ({
  form: new RegExp(`^\\d{${count}}$`),
  length: count,
  ...(holds && { holds }),
})
const upTo = (most: number, set: 'digits' | 'text'): Ai => ({
  // GS1's set 82: what may stand in a value of letters, digits and signs.
  form: new RegExp(`^${set === 'digits' ? '\\d' : '[!"%-?A-Z_a-z]'}{1,${most}}$`),
})

/** The identifiers a warehouse meets, of GS1's General Specifications; all of fixed length end by themselves. */
const known = new Map<string, Ai>([
  ['00', digits(18, 'check')],
  ['01', digits(14, 'check')],
  ['02', digits(14, 'check')],
  ['10', upTo(20, 'text')],
  ['11', digits(6, 'date')],
  ['12', digits(6, 'date')],
  ['13', digits(6, 'date')],
  ['15', digits(6, 'date')],
  ['16', digits(6, 'date')],
  ['17', digits(6, 'date')],
  ['20', digits(2)],
  ['21', upTo(20, 'text')],
  ['22', upTo(20, 'text')],
  ['30', upTo(8, 'digits')],
  ['37', upTo(8, 'digits')],
  ['90', upTo(30, 'text')],
  ...['235', '240', '241', '250', '251', '400', '401', '403'].map((ai): [string, Ai] => [
    ai,
    upTo(30, 'text'),
  ]),
  ...['242'].map((ai): [string, Ai] => [ai, upTo(6, 'digits')]),
  ...['243'].map((ai): [string, Ai] => [ai, upTo(20, 'text')]),
  ['402', digits(17, 'check')],
  ...['410', '411', '412', '413', '414', '415', '416', '417'].map((ai): [string, Ai] => [
    ai,
    digits(13, 'check'),
  ]),
  ['420', upTo(20, 'text')],
  ['421', { form: /^\d{3}[!"%-?A-Z_a-z]{1,9}$/ }],
  ['422', digits(3)],
  ...Array.from({ length: 9 }, (_, i): [string, Ai] => [String(91 + i), upTo(90, 'text')]),
  // Net weights, sizes, areas and volumes; the fourth digit is where the point stands.
  ...[
    '310',
    '311',
    '312',
    '313',
    '314',
    '315',
    '316',
    '320',
    '321',
    '322',
    '323',
    '324',
    '325',
    '326',
    '327',
    '328',
    '329',
  ]
    .concat([
      '330',
      '331',
      '332',
      '333',
      '334',
      '335',
      '336',
      '337',
      '340',
      '341',
      '342',
      '343',
      '344',
      '345',
      '346',
      '347',
    ])
    .concat([
      '348',
      '349',
      '350',
      '351',
      '352',
      '353',
      '354',
      '355',
      '356',
      '357',
      '360',
      '361',
      '362',
      '363',
      '364',
      '365',
    ])
    .concat(['366', '367', '368', '369'])
    .flatMap((ai) => [0, 1, 2, 3, 4, 5].map((point): [string, Ai] => [`${ai}${point}`, digits(6)])),
])

const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `YYMMDD`; the day 00 is the month's last. */
const isDate = (value: string) => {
  const [year, month, day] = [0, 2, 4].map((at) => Number(value.slice(at, at + 2)))
  const most = days[(month ?? 0) - 1]
  if (most === undefined) return false
  const isLeap = (year ?? 0) % 4 === 0
  return (day ?? 0) <= (month === 2 && !isLeap ? 28 : most)
}

export type Gs1 = ReadonlyMap<string, string>
export type Gs1Read = { values: Gs1 } | { problem: Text }

/** What a scanner puts before the data to say what it has read. */
const symbology = /^\](C1|e0|d2|Q3|J1)/

/** Whether a text can only be meant as GS1: a scanner's prefix, brackets, or the separator. */
export const isMarkedGs1 = (text: string) =>
  symbology.test(text) || /^\(\d{2,4}\)/.test(text) || text.includes(FNC1)

const pastSeparator = (text: string): string => (text.startsWith(FNC1) ? pastSeparator(text.slice(1)) : text)

/** Reads element strings, as a scanner sends them or as they are printed in brackets. */
export function readGs1(text: string): Gs1Read {
  const data = pastSeparator(text.replace(symbology, ''))
  const values = new Map<string, string>()
  let rest = data
  if (rest === '') return { problem: gs1Text.empty }
  const isPrinted = rest.startsWith('(')
  while (rest !== '') {
    const element = isPrinted ? bracketed(rest) : plain(rest)
    if ('problem' in element) return element
    const { ai, value, left } = element
    const problem = problemOf(ai, value)
    if (problem) return { problem }
    if (values.has(ai) && values.get(ai) !== value) return { problem: gs1Text.twice }
    values.set(ai, value)
    rest = left
  }
  return { values }
}

type Element = { ai: string; value: string; left: string } | { problem: Text }

/** A value may hold brackets itself: the next element begins where an identifier that exists is bracketed. */
function bracketed(text: string): Element {
  const ai = /^\((\d{2,4})\)/.exec(text)?.[1]
  if (!ai || !known.has(ai)) return { problem: gs1Text.unknownAi }
  const after = text.slice(ai.length + 2)
  const fixed = known.get(ai)?.length
  const next =
    [...after.matchAll(/\((\d{2,4})\)/g)].find(([, id = '']) => known.has(id))?.index ?? after.length
  const end = fixed === undefined ? next : Math.min(fixed, next)
  return { ai, value: after.slice(0, end), left: after.slice(end) }
}

function plain(text: string): Element {
  const ai = [2, 3, 4].map((length) => text.slice(0, length)).find((id) => known.has(id))
  if (!ai) return { problem: gs1Text.unknownAi }
  const after = text.slice(ai.length)
  const fixed = known.get(ai)?.length
  const separator = after.indexOf(FNC1)
  const end = fixed ?? (separator < 0 ? after.length : separator)
  const left = after.slice(end)
  return { ai, value: after.slice(0, end), left: pastSeparator(left) }
}

function problemOf(ai: string, value: string): Text | undefined {
  const rule = known.get(ai)
  if (!rule?.form.test(value)) return gs1Text.wrongValue
  if (rule.holds === 'check' && !hasCheckDigit(value)) return gs1Text.checkDigit
  if (rule.holds === 'date' && !isDate(value)) return gs1Text.wrongValue
  return undefined
}

/** The article's own number in element strings, without the zeros it was filled up with. */
export const gtinIn = (values: Gs1): string | undefined => {
  const gtin = values.get('01') ?? values.get('02')
  return gtin === undefined ? undefined : plainGtin(gtin)
}
