import { z } from 'zod'
import { callText } from '../text/common-text.ts'
import { isCountry } from '../text/countries.ts'
import { isDecimal } from '../text/decimal.ts'
import type { Text } from '../text/text.ts'
import { rule } from './problems.ts'

export const ruleText = {
  code: {
    zh_CN: '只能包含字母、数字和连字符，最多 35 位',
    en_US: 'Letters, digits and hyphens only, up to 35 characters',
  },
  lot: {
    zh_CN: '批号为 1 至 20 个字母、数字或 GS1 允许的符号，不含空格',
    en_US: 'A lot number has 1 to 20 letters, digits or symbols allowed by GS1, without spaces',
  },
  needed: { zh_CN: '必填', en_US: 'Required' },
  tooLong: { zh_CN: '不能超过 {max} 个字符', en_US: 'Up to {max} characters' },
  controls: { zh_CN: '不能包含控制字符', en_US: 'Control characters are not allowed' },
  decimal: {
    zh_CN: '请填写数字，最多 {places} 位小数',
    en_US: 'Enter a number with up to {places} decimals',
  },
  notNegative: { zh_CN: '不能小于 0', en_US: 'Must be 0 or more' },
  aboveZero: { zh_CN: '必须大于 0', en_US: 'Must be greater than 0' },
  atMost: { zh_CN: '不能大于 {max}', en_US: 'Must be {max} or less' },
  whole: { zh_CN: '请填写 {min} 至 {max} 的整数', en_US: 'Enter a whole number from {min} to {max}' },
  tooEarly: { zh_CN: '日期不能早于 2000 年', en_US: 'The date must be in 2000 or later' },
  phone: { zh_CN: '电话格式不正确', en_US: 'Invalid phone number' },
  email: { zh_CN: '邮箱格式不正确', en_US: 'Invalid email address' },
  country: { zh_CN: '请填写两位国家代码，如 US', en_US: 'Enter a two-letter country code, such as US' },
  flag: { zh_CN: '请填写 是 或 否', en_US: 'Enter Yes or No' },
  choice: { zh_CN: '不在可选范围内', en_US: 'Not a valid option' },
} as const satisfies Record<string, Text>

/** An identifier: letters, digits and hyphens, so that no two look alike. */
export const code = z
  .string()
  .trim()
  .min(1, { error: rule(ruleText.needed), abort: true })
  .regex(/^[A-Za-z0-9-]{1,35}$/, rule(ruleText.code))

/** A lot number as in GS1 AI (10). Stored in capitals, so that typed and scanned lots match. */
export const lot = z
  .string()
  .normalize('NFKC')
  .trim()
  .toUpperCase()
  .regex(/^[!"%-/0-9:-?A-Z_]{1,20}$/, rule(ruleText.lot))

/** Plain text, counted in visible characters, without control or bidirectional characters and without line breaks. */
export const words = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => [...text].length <= max, { error: rule(ruleText.tooLong, { max }), abort: true })
    .regex(/^[^\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]*$/u, rule(ruleText.controls))

/** Text stored in capitals. The limit applies after conversion, because ß becomes two letters. */
export const inCapitals = <T extends z.ZodType<string, string>>(schema: T) =>
  z.string().toUpperCase().pipe(schema)

/** Spaces, and characters of no width or ink: a text of nothing else looks empty on the page and on a label. */
const invisible = /^[\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u

export const neededWords = (max: number) =>
  words(max)
    .min(1, rule(ruleText.needed))
    .refine((text) => text === '' || !invisible.test(text), rule(ruleText.needed))

/** An empty string means unknown. */
export const maybe = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed),
    schema.nullable(),
  )

export const decimal = (whole: number, places: number) =>
  z
    .string()
    .trim()
    .refine((text) => isDecimal(text, whole, places), rule(ruleText.decimal, { places }))
    .transform((text) => text.replace(/^-(?=0+(\.0+)?$)/, ''))

export const notNegative = <T extends z.ZodType<string>>(schema: T) =>
  schema.refine((text) => !text.startsWith('-'), rule(ruleText.notNegative))
const aboveZero = <T extends z.ZodType<string>>(schema: T) =>
  schema.refine((text) => !text.startsWith('-') && /[1-9]/.test(text), rule(ruleText.aboveZero))

export const amount = notNegative(decimal(14, 2))
/** A price of a unit. */
export const price = notNegative(decimal(12, 6))
export const percent = notNegative(decimal(3, 2)).refine(
  (text) => Number(text) <= 100,
  rule(ruleText.atMost, { max: 100 }),
)
/** What a price is multiplied by: 0.85 is fifteen per cent off. */
export const discount = aboveZero(decimal(1, 2))
/** An amount that may be negative, such as a refund. */
export const signedAmount = decimal(14, 2)
export const length = aboveZero(decimal(8, 2))
export const weight = aboveZero(decimal(9, 3))
export const volume = aboveZero(decimal(12, 6))

export const whole = (min: number, max: number) =>
  z
    .number()
    .int(rule(ruleText.whole, { min, max }))
    .min(min, rule(ruleText.whole, { min, max }))
    .max(max, rule(ruleText.whole, { min, max }))

export const phone = words(40).regex(/^$|^[0-9+() -]{3,40}$/, rule(ruleText.phone))
/** One email address or none. Neither a display name nor a comma-separated list is accepted. */
export const emailForm = /^$|^[^\s@<>()[\]\\,;:"]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u
export const email = words(100).regex(emailForm, rule(ruleText.email))
export const country = z
  .string()
  .trim()
  .toUpperCase()
  .min(1, { error: rule(ruleText.needed), abort: true })
  .refine(isCountry, rule(ruleText.country))

/** A calendar day. The calendar, and with it PostgreSQL, has no year 0. */
export const calendarDay = (message = rule(callText.wrongForm)) =>
  z.iso.date(message).refine((typed) => typed >= '0001', message)

/** The day of a document. An earlier year is a typing mistake: the document would be in no period that is ever billed. */
export const documentDay = (message = rule(callText.wrongForm)) =>
  calendarDay(message).refine((typed) => typed < '0001' || typed >= '2000', rule(ruleText.tooEarly))

/**
 * A point in time whose year has four digits in every time zone, however its fraction of a second is rounded. PostgreSQL refuses offsets
 * that no place on earth has.
 */
export const pointInTime = (options: { offset?: boolean } = {}) =>
  z.iso
    .datetime(options)
    .refine(
      (typed) => typed >= '0002' && typed < '9999' && /(Z|[+-](0\d|1[0-4]):\d\d)$/.test(typed),
      rule(callText.wrongForm),
    )

/** A whole number as a spreadsheet cell holds it. */
export const wholeText = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,9}$/, rule(ruleText.whole, { min, max }))
    .transform(Number)
    .pipe(whole(min, max))

/** Yes or no as a spreadsheet cell holds it, in either language. */
export const flagText = z
  .string()
  .transform((typed) => typed.normalize('NFKC').trim().toLowerCase())
  .pipe(z.enum(['1', '0', 'y', 'n', 'yes', 'no', 'true', 'false', '是', '否'], rule(ruleText.flag)))
  .transform((typed) => ['1', 'y', 'yes', 'true', '是'].includes(typed))
