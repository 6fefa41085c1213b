import { z } from 'zod'
import type { Call } from '../platform/calls/call.ts'

/** The part of a JSON schema that an example needs. */
type Form = {
  type?: string
  format?: string
  properties?: Record<string, Form>
  items?: Form
  anyOf?: Form[]
  oneOf?: Form[]
  enum?: unknown[]
  const?: unknown
  minLength?: number
  minimum?: number
  exclusiveMinimum?: number
}

export type Field = { path: (string | number)[]; name: string; form: Form }

/** Texts whose rule is not in the schema: values by field name for every example. */
const byName: Record<string, unknown> = {
  timeZone: 'Asia/Tokyo',
  phone: '13800000000',
  senderPhone: '13800000000',
  email: 'somebody@example.com',
  loginAccount: 'somebody',
  loginUrlName: 'acme01',
  companyName: 'Acme',
  roleName: 'Night shift',
  password: 'forklift7',
  newPassword: 'forklift7',
  code: '012345',
  inviteCode: 'ABCDEF0123',
  secondPersonAbove: '100.00',
  permissions: 'inbound:order:view',
  countryCode: 'US',
  senderCountry: 'US',
  zip: '91761',
  currencyCode: 'USD',
  typed: 'USD KG/CM',
  positionType: 'self_operated',
  snapshotTime: '02:00',
  minVolume: '0.000001',
  chargeSunkFreight: true,
  balanceWarnDefault: '10.00',
  receiverDays: 365,
  aisles: 'A-C',
  bays: '01-20',
  levels: '1-4',
  pattern: '{aisle}-{bay}-{level}',
  length: '60.00',
  width: '40.00',
  height: '30.00',
  maxWeight: '25.000',
  maxLongest: '120.00',
  maxGirthSum: '300.00',
  weightStep: '1.000',
  dimTriggerVolume: '1728.000000',
  isShared: false,
  addressLen: 35,
  cutoffTime: '16:00',
  trackingPattern: '1Z[A-Z0-9]{16}',
  countries: 'US',
  creditLimit: '100.00',
  warnAmount: '10.00',
  storageCycleDays: null,
  declaredLength: '30.00',
  declaredWidth: '20.00',
  declaredHeight: '10.00',
  declaredWeight: '1.500',
  declaredValue: '9.90',
  declaredCurrency: 'USD',
  measuredLength: '30.00',
  measuredWidth: '20.00',
  measuredHeight: '10.00',
  measuredWeight: '1.500',
  hsCode: '732393',
  originCountry: 'CN',
  barcode: '012345678905',
  adapter: 'demo',
  costCurrency: null,
  costRate: null,
  okValue: '0',
  noneValue: '44',
  platformId: null,
  accountId: null,
  prefix: '12',
  suffix: '',
  apiKey: null,
  user: null,
  accessToken: null,
  address: 'https://carrier.example',
  headers: 'Authorization: Bearer {{credential.accessToken}}',
  buyPath: '/labels',
  buyBody: '{}',
  findPath: '/labels/{{order.key}}',
  voidPath: null,
  voidBody: null,
  checkPath: null,
  remoteLevel: 'none',
  wMm: 30,
  fontPt: 8,
  scalePercent: 100,
  workstation: '0123456789abcdef0123456789abcdef',
  fileName: 'somebody.zip',
  base64: 'AAAA',
  kind: 'customers',
  list: 'customers',
  path: '/gateway/wms/customer/switch',
  columns: 'customerCode',
  mapping: {},
  filters: {},
  stateCode: 'CA',
  senderState: 'CA',
  postcode: '90001',
  senderPostcode: '90001',
  insuredValue: '10.00',
  chargeDate: '2026-01-01',
  putawayDate: '2026-01-01',
  productionDate: '2026-01-01',
  expiryDate: '2028-01-01',
  weight: '12.500',
  boxId: null,
  trackingNo: '1Z999',
  parcelId: null,
  batchId: null,
  readyAt: null,
  toLocationCode: 'A-01-01',
  locationCodes: 'A-01-01',
  quantity: 1,
  page: 1,
  size: 20,
  'tiers.from': '0',
  'tiers.to': null,
  firstPrice: '1.20',
  nextPrice: '0.30',
  minCharge: '1.00',
  maxCharge: '9.00',
  weightFrom: '0',
  weightTo: '1',
  price: '1.50',
  firstWeight: '0.5',
  step: '0.5',
  above: '1',
  dateFrom: '2026-11-01',
  dateTo: '2026-12-31',
  percent: '16.50',
  discount: '0.85',
  flatPrice: null,
  ageTo: null,
  effectiveFrom: '2040-01-01T00:00:00Z',
  inactiveAt: '2041-01-01T00:00:00Z',
  startsOn: '2040-01-01',
  'surcharges.amount': '5.95',
}

/** Texts whose rule is a format of the schema. */
const byFormat: Record<string, string> = {
  date: '2026-03-08',
  'date-time': '2026-03-08T00:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** Values that depend on each other, by call. */
const byPath: Record<string, Record<string, unknown>> = {
  '/gateway/wms/quote/create': { kind: 'freight' },
  '/gateway/wms/customer-price/assign': { groupId: null },
  '/gateway/wms/fee/create': { amount: '10.00', documentNo: null },
  '/gateway/wms/fee/refund': { amount: null },
  '/gateway/wms/fee/price': { versionId: null },
  '/gateway/wms/fee/rerate': { versionId: null },
  '/gateway/wms/collection/create': { amount: '10.00' },
  '/gateway/wms/collection/edit': { amount: '10.00' },
  '/gateway/wms/collection/twins': { amount: '10.00' },
}

/** What an example leaves out: it excludes another field, or needs one more permission. */
const leftOut = ['pasted', 'isLow', 'isBlocked', 'hasQuote', 'hasStock', 'only', 'again']

const examples = new Map<Call, Record<string, unknown>>()
const forms = new Map<Call, Form>()

/** A valid input of a call, generated from its schema, so that a new call is tested automatically. */
export function exampleOf(call: Call): Record<string, unknown> {
  const known = examples.get(call)
  if (known) return structuredClone(known)
  const made = exampleFor(formOf(call), '', '') as Record<string, unknown>
  const example = { ...made, ...byPath[call.path] }
  const read = call.input.safeParse(example)
  if (!read.success)
    throw new Error(
      `The generated example of ${call.path} is not valid input. Add values for ${read.error.issues
        .map(({ path }) => path.join('.'))
        .join(', ')} to byName or byPath in testing/example-input.ts: ${JSON.stringify(example)}`,
    )
  examples.set(call, example)
  return structuredClone(example)
}

/** Kept, because the schema takes longer to read than the call to answer. */
function formOf(call: Call): Form {
  const form =
    forms.get(call) ?? (z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Form)
  forms.set(call, form)
  return form
}

const firstOf = ({ anyOf, oneOf }: Form) => (anyOf ?? oneOf)?.[0]

function exampleFor(form: Form, name: string, parent: string): unknown {
  const first = firstOf(form)
  if (first) return exampleFor(first, name, parent)
  if (form.const !== undefined) return form.const
  if (form.enum) return form.enum[0]
  if (form.type === 'object') {
    return Object.fromEntries(
      Object.entries(form.properties ?? {})
        .filter(([key]) => !leftOut.includes(key))
        .map(([key, inner]) => [key, exampleFor(inner, key, name)]),
    )
  }
  if (form.type === 'array') return form.items ? [exampleFor(form.items, name, parent)] : []
  if (`${parent}.${name}` in byName) return byName[`${parent}.${name}`]
  if (name in byName) return byName[name]
  if (form.type === 'boolean') return true
  if (form.type === 'integer' || form.type === 'number') return Math.max(1, (form.exclusiveMinimum ?? 0) + 1)
  if (form.format && form.format in byFormat) return byFormat[form.format]
  return 'x'.repeat(Math.max(form.minLength ?? 0, 4))
}

/** Every position of a scalar in a call's input. */
export const fieldsOf = (call: Call): Field[] => leavesOf(formOf(call), [], '')

function leavesOf(form: Form, path: Field['path'], name: string): Field[] {
  const first = firstOf(form)
  if (first) return leavesOf(first, path, name)
  if (form.type === 'object') {
    return Object.entries(form.properties ?? {}).flatMap(([key, inner]) =>
      leavesOf(inner, [...path, key], key),
    )
  }
  if (form.type === 'array') return form.items ? leavesOf(form.items, [...path, 0], name) : []
  return [{ path, name, form }]
}

export const isText = ({ form }: Field) => form.type === 'string' || form.enum !== undefined
export const isId = ({ name }: Field) => /(^i|I)ds?$/.test(name)

/** The same input with one value replaced. */
export function withValue(input: object, path: Field['path'], value: unknown): Record<string, unknown> {
  const copy = structuredClone(input) as Record<string, unknown>
  let place = copy as Record<string | number, unknown>
  for (const [at, step] of path.slice(0, -1).entries()) {
    place[step] ??= typeof path[at + 1] === 'number' ? [] : {}
    place = place[step] as Record<string | number, unknown>
  }
  place[path.at(-1) ?? ''] = value
  return copy
}
