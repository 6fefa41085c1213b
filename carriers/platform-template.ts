import { base64 } from './base64.ts'
import {
  type Credentials,
  inCentimetres,
  inInches,
  inKilograms,
  inOunces,
  inPounds,
  type Party,
  type Shipment,
} from './carrier.ts'
import { HIDDEN } from './redact.ts'

const partyFields = [
  'name',
  'company',
  'phone',
  'email',
  'countryCode',
  'stateCode',
  'city',
  'zip',
  'address1',
  'address2',
] as const satisfies readonly (keyof Party)[]

/** Every field allowed in {{ }}; nothing else is ever put into a request. */
export const templateFields = [
  'order.key',
  'order.reference',
  'order.service',
  'order.signature',
  ...partyFields.map((field) => `from.${field}` as const),
  ...partyFields.map((field) => `to.${field}` as const),
  'parcel.grams',
  'parcel.kilograms',
  'parcel.pounds',
  'parcel.ounces',
  'parcel.lengthMm',
  'parcel.lengthCm',
  'parcel.lengthIn',
  'parcel.widthMm',
  'parcel.widthCm',
  'parcel.widthIn',
  'parcel.heightMm',
  'parcel.heightCm',
  'parcel.heightIn',
  'value.amount',
  'value.currency',
  'insurance.amount',
  'insurance.currency',
  'account.no',
  'label.ref',
  'credential.user',
  'credential.password',
  'credential.accessToken',
  'credential.basic',
] as const
type TemplateField = (typeof templateFields)[number]
export type TemplateValues = Partial<Record<TemplateField, string>>

const hole = /\{\{\s*([^{}]*?)\s*\}\}/g
const known: ReadonlySet<string> = new Set(templateFields)

/** The first unknown field in {{ }}. `:number` may follow where a number is needed. */
export const unknownField = (template: string): string | undefined =>
  [...template.matchAll(hole)]
    .map(([, name = '']) => name)
    .find((name) => !known.has(name.split(':')[0] ?? '') || !/^[^:]+(:number)?$/.test(name))

const valueFor = (values: TemplateValues, name: string): string => {
  const field = name.split(':')[0] ?? ''
  return isField(field) ? (values[field] ?? '') : ''
}
const isField = (name: string): name is TemplateField => known.has(name)

/** A masked value stays as it is: it is only displayed, never sent. */
const filled = (template: string, values: TemplateValues, as: (value: string) => string) =>
  template.replace(hole, (_, name: string) => {
    const value = valueFor(values, name)
    return value === HIDDEN ? value : as(value)
  })

/** Part of a URL: a value cannot leave its segment. */
export const fillPath = (template: string, values: TemplateValues) =>
  filled(template, values, encodeURIComponent)

/** A header value: no line breaks, and Latin characters only. */
export const fillHeader = (template: string, values: TemplateValues) =>
  filled(inLatin(template), values, inLatin)

const inLatin = (text: string) => text.replace(/[^\x20-\x7e\xa1-\xff]/g, ' ')

/**
 * A JSON body. It is parsed first and filled afterwards, value by value, so that no value can close a quote.
 * A value that is just `{{field:number}}` becomes a number.
 */
export function fillBody(template: string, values: TemplateValues): string {
  return JSON.stringify(JSON.parse(template), (_, value: unknown) => {
    if (typeof value !== 'string') return value
    const number = /^\{\{\s*([^{}:]+):number\s*\}\}$/.exec(value)
    if (number) return asNumber(valueFor(values, number[1]?.trim() ?? ''))
    return filled(value, values, (word) => word)
  })
}

const asNumber = (value: string) => (value === HIDDEN ? value : value === 'true' ? 1 : Number(value) || 0)

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type HeaderLine = { name: string; value: string }

/** Headers of the connection itself cannot be set. */
const ownHeaders = /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect)$/i

/** `Name: value` per line; undefined when a line is invalid. */
export function headersIn(text: string): HeaderLine[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map((line) => /^([A-Za-z0-9-]{1,60}):(.*)$/.exec(line.trim()))
  if (read.some((line) => !line || ownHeaders.test(line[1] ?? ''))) return undefined
  return read.map((line) => ({ name: line?.[1] ?? '', value: line?.[2]?.trim() ?? '' }))
}

export const headersAsText = (headers: readonly HeaderLine[]) =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n')

const STEP = /^[^.[\]]+|\[\d{1,4}\]/

/** A path in a response, such as `data.labels[0].url`. */
export const isPlace = (path: string) => /^[^.[\]\s]{1,60}(\.[^.[\]\s]{1,60}|\[\d{1,4}\]){0,12}$/.test(path)

/** The value at a path of a response, as text; undefined if missing or not a scalar. */
export function readAt(answer: unknown, path: string): string | undefined {
  let at = answer
  for (let rest = path; rest !== ''; ) {
    const step = STEP.exec(rest)?.[0]
    if (!step || typeof at !== 'object' || at === null) return undefined
    const key = step.startsWith('[') ? step.slice(1, -1) : step
    if (!Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
    rest = rest.slice(step.length).replace(/^\./, '')
  }
  if (typeof at === 'string') return at
  return typeof at === 'number' || typeof at === 'boolean' ? String(at) : undefined
}

/** The template values of one purchase. */
export function valuesOf({
  shipment,
  service,
  key,
  accountNo,
  credentials,
  ref,
}: {
  shipment?: Shipment
  service?: string
  key?: string
  accountNo: string | null
  credentials: Credentials
  ref?: string
}): TemplateValues {
  const { user = '', password = '', accessToken = '' } = credentials
  return {
    'order.key': key ?? '',
    'order.service': service ?? '',
    'account.no': accountNo ?? '',
    'label.ref': ref ?? '',
    'credential.user': user,
    'credential.password': password,
    'credential.accessToken': accessToken,
    'credential.basic': [user, password].includes(HIDDEN) ? HIDDEN : base64(`${user}:${password}`),
    ...(shipment && parcelValues(shipment)),
  }
}

function parcelValues({
  reference,
  from,
  to,
  parcel,
  value,
  currency,
  signature,
  insuredValue,
}: Shipment): TemplateValues {
  const { weight, length, width, height } = parcel
  return {
    'order.reference': reference,
    'order.signature': String(signature),
    ...Object.fromEntries(
      partyFields.flatMap((field) => [
        [`from.${field}`, from[field]],
        [`to.${field}`, to[field]],
      ]),
    ),
    'parcel.grams': String(weight),
    'parcel.kilograms': inKilograms(weight),
    'parcel.pounds': inPounds(weight),
    'parcel.ounces': inOunces(weight),
    'parcel.lengthMm': String(length),
    'parcel.lengthCm': inCentimetres(length),
    'parcel.lengthIn': inInches(length),
    'parcel.widthMm': String(width),
    'parcel.widthCm': inCentimetres(width),
    'parcel.widthIn': inInches(width),
    'parcel.heightMm': String(height),
    'parcel.heightCm': inCentimetres(height),
    'parcel.heightIn': inInches(height),
    'value.amount': value,
    'value.currency': currency,
    'insurance.amount': insuredValue?.amount ?? '',
    'insurance.currency': insuredValue?.currency ?? '',
  }
}
