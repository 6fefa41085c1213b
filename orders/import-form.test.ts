import { expect, test } from 'vitest'
import { guessMapping, identitiesOf, readLine } from '../platform/imports/imports.ts'
import { factOf, type OrderSheetLine, orderImport, orderKey, orderProblems } from './import-form.ts'

const head = {
  channelCode: 'LOCAL',
  receiverName: 'Ann Example',
  countryCode: 'US',
  city: 'Los Angeles',
  address1: '1 Main Street',
} as const
const row = (rowNo: number, over: Partial<OrderSheetLine> = {}) => ({
  rowNo,
  value: { customerCode: 'ACME', referenceNo: 'WEB-1', sku: `SKU-${rowNo}`, quantity: 1, ...over },
})
const wrongIn = (rows: ReturnType<typeof row>[], isPartial = false) =>
  orderProblems(rows, isPartial).map(
    ({ rowNo, column, kind, message }) => `${rowNo} ${column} ${kind}: ${message.en_US}`,
  )
const mapping = guessMapping(
  orderImport.columns,
  orderImport.columns.map(({ key }) => key),
)
/** Reads a row with these cells; the others are empty. */
const read = (cells: Record<string, string>) =>
  readLine(
    orderImport,
    mapping,
    orderImport.columns.map(({ key }) => cells[key] ?? ''),
  )
const least = { customerCode: 'ACME', referenceNo: 'WEB-1', sku: 'BOLT', quantity: '2' }
const problemIn = (cells: Record<string, string>) => {
  const result = read({ ...least, ...cells })
  return 'problems' in result
    ? result.problems.map(({ column, message }) => `${column}: ${message.en_US}`)
    : []
}

test('values of an order are given in one of its rows', () => {
  const rows = [row(2, head), row(3), row(4, { phone: '+1 555 0100', priority: 0, signature: false })]
  expect(wrongIn(rows)).toEqual([])
  expect(factOf(rows, 'city')).toBe('Los Angeles')
  expect(factOf(rows, 'phone')).toBe('+1 555 0100')
  expect(factOf(rows, 'priority')).toBe(0)
  expect(factOf(rows, 'signature')).toBe(false)
  expect(factOf(rows, 'email')).toBeUndefined()
})

test('the same value may be repeated, whatever its letter case, decimals or order', () => {
  const rows = [
    row(2, { ...head, insuredValue: '10', tags: ['gift', 'b2c'] }),
    row(3, { ...head, channelCode: 'local', insuredValue: '10.00', tags: ['b2c', 'gift'] }),
  ]
  expect(wrongIn(rows)).toEqual([])
})

test.each([
  ['channelCode', 'OTHERS'],
  ['receiverName', 'Bob Example'],
  ['phone', '+1 555 0199'],
  ['email', 'bob@example.com'],
  ['countryCode', 'DE'],
  ['stateCode', 'NY'],
  ['city', 'Berlin'],
  ['postcode', '90002'],
  ['address1', '2 Main Street'],
  ['address2', 'Floor 2'],
  ['address3', 'Room 2'],
  ['doorplate', '2'],
  ['company', 'Second'],
  ['taxNo', 'T-2'],
  ['addressKind', 'commercial'],
  ['signature', true],
  ['insuredValue', '10.01'],
  ['platform', 'Second'],
  ['platformOrderNo', 'P-2'],
  ['shopName', 'Second'],
  ['remark', 'second'],
  ['pickRemark', 'second'],
  ['priority', 2],
  ['tags', ['second']],
] as const)('another %s in a later row of the same order names the row with the first', (column, second) => {
  const first = {
    ...head,
    phone: '+1 555 0100',
    email: 'ann@example.com',
    stateCode: 'CA',
    postcode: '90001',
    address2: 'Floor 1',
    address3: 'Room 1',
    doorplate: '1',
    company: 'First',
    taxNo: 'T-1',
    addressKind: 'residential' as const,
    signature: false,
    insuredValue: '10',
    platform: 'First',
    platformOrderNo: 'P-1',
    shopName: 'First',
    remark: 'first',
    pickRemark: 'first',
    priority: 1,
    tags: ['first'],
  }
  const later = { [column]: typeof second === 'object' ? [...second] : second }
  expect(wrongIn([row(2, first), row(3), row(4, later)])).toEqual([
    `4 ${column} form: Differs from row 2 of the same order`,
  ])
})

test('what no row gives is reported at the first, unless another row could not be read', () => {
  const rows = [row(5, { receiverName: 'Ann Example' }), row(6, { city: 'Los Angeles' })]
  expect(wrongIn(rows)).toEqual([
    '5 channelCode needed: Required',
    '5 countryCode needed: Required',
    '5 address1 needed: Required',
  ])
  expect(wrongIn(rows, true)).toEqual([])
})

test('an order has up to 200 rows', () => {
  const rows = Array.from({ length: 201 }, (_, i) => row(i + 2, i === 0 ? head : {}))
  expect(wrongIn(rows.slice(0, 200))).toEqual([])
  expect(wrongIn(rows)).toEqual(['202 referenceNo form: An order can have up to 200 items'])
})

test('rows belong to one order by customer and reference, and are duplicates by SKU, in any letter case', () => {
  expect(orderKey(row(2, { customerCode: 'acme', referenceNo: 'web-1' }).value)).toBe(orderKey(row(3).value))
  expect(orderKey(row(2, { customerCode: 'OTHER' }).value)).not.toBe(orderKey(row(3).value))
  const lines = ['BOLT', 'bolt', 'ＢＯＬＴ', 'NUT'].map((sku, i) => ({
    rowNo: i + 2,
    cells: [],
    value: row(2, { sku }).value,
  }))
  const keys = identitiesOf(orderImport, mapping, lines).map(({ identity }) => identity)
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[3]).not.toBe(keys[0])
})

test('cells are read as the form of a new order takes them', () => {
  expect(
    read({
      ...least,
      countryCode: 'us',
      stateCode: 'ca',
      postcode: 'sw1a 1aa',
      addressKind: '商业',
      signature: 'Yes',
      insuredValue: '10.5',
      priority: '9',
      tags: 'gift， b2c;gift、rush；late',
    }),
  ).toMatchObject({
    value: {
      quantity: 2,
      countryCode: 'US',
      stateCode: 'CA',
      postcode: 'SW1A 1AA',
      addressKind: 'commercial',
      signature: true,
      insuredValue: '10.5',
      priority: 9,
      tags: ['gift', 'b2c', 'rush', 'late'],
    },
  })
  expect(read(least)).toEqual({ value: { ...least, quantity: 2 } })
})

test.each([
  [{ quantity: '0' }, 'quantity: Enter a whole number from 1 to 1000000'],
  [{ quantity: '1000001' }, 'quantity: Enter a whole number from 1 to 1000000'],
  [{ quantity: '1.5' }, 'quantity: Enter a whole number from 1 to 1000000'],
  [{ quantity: '' }, 'quantity: Required'],
  [{ customerCode: '' }, 'customerCode: Required'],
  [{ referenceNo: '' }, 'referenceNo: Required'],
  [{ referenceNo: 'A B' }, 'referenceNo: Letters, digits and hyphens only, up to 35 characters'],
  [{ sku: '' }, 'sku: Required'],
  [{ declaredValue: '-1' }, 'declaredValue: Must be 0 or more'],
  [{ declaredValue: '1.234' }, 'declaredValue: Enter a number with up to 2 decimals'],
  [{ insuredValue: '0.00' }, 'insuredValue: Must be greater than 0'],
  [{ receiverName: 'x'.repeat(61) }, 'receiverName: Up to 60 characters'],
  [{ phone: 'call me' }, 'phone: Invalid phone number'],
  [{ email: 'ann' }, 'email: Invalid email address'],
  [{ countryCode: 'XX' }, 'countryCode: Enter a two-letter country code, such as US'],
  [{ stateCode: 'California' }, 'stateCode: Up to 5 characters'],
  [{ addressKind: 'castle' }, 'addressKind: Not a valid option'],
  [{ signature: 'maybe' }, 'signature: Enter Yes or No'],
  [{ priority: '10' }, 'priority: Enter a whole number from 0 to 9'],
  [{ tags: '1,2,3,4,5,6,7,8,9,10,11' }, 'tags: Up to 10 tags'],
  [{ tags: `ok,${'x'.repeat(31)}` }, 'tags: Up to 30 characters'],
])('a cell with %o is reported at its column', (cells, problem) => {
  expect(problemIn(cells)).toEqual([problem])
})

test('the example of the template is an order, in both languages', () => {
  for (const language of ['zh_CN', 'en_US'] as const) {
    const places = guessMapping(
      orderImport.columns,
      orderImport.columns.map(({ title }) => title[language]),
    )
    expect(Object.keys(places)).toHaveLength(orderImport.columns.length)
    const example = readLine(
      orderImport,
      places,
      orderImport.columns.map((column) => column.example),
    )
    expect(example).toHaveProperty('value.sku', 'SKU-001')
    expect('value' in example && orderProblems([{ rowNo: 2, value: example.value }], false)).toEqual([])
  }
})
