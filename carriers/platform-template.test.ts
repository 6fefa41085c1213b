import { expect, test } from 'vitest'
import { sampleShipment } from './carrier.ts'
import {
  fillBody,
  fillHeader,
  fillPath,
  headersAsText,
  headersIn,
  isPlace,
  readAt,
  templateFields,
  unknownField,
  valuesOf,
} from './platform-template.ts'
import { maskedCredentials } from './redact.ts'

const evil = 'x","price":0,"y":"'
const values = valuesOf({
  shipment: {
    ...sampleShipment,
    reference: evil,
    signature: true,
    insuredValue: { amount: '80.00', currency: 'USD' },
  },
  service: 'GROUND',
  key: '7-1',
  accountNo: 'A 1',
  credentials: { user: 'gęś', password: 'p', accessToken: 't\r\nX-Evil: 1' },
  ref: 'a/../b?c',
})

test('every field has a value for a purchase', () => {
  const without = { ...values, 'from.address2': '-', 'to.company': '-' }
  expect(templateFields.filter((field) => !without[field])).toEqual([])
})

test('a body is filled value by value, and no value can break out of its quotes', () => {
  const body = fillBody(
    '{"no": "{{order.reference}}", "to": {"zip": "Z-{{ to.zip }}"}, "n": [1, null, true]}',
    values,
  )
  expect(JSON.parse(body)).toEqual({ no: evil, to: { zip: 'Z-94104' }, n: [1, null, true] })
})

test('a number can be requested, and only as a whole value', () => {
  expect(
    JSON.parse(fillBody('{"w": "{{parcel.kilograms:number}}", "t": "{{parcel.grams}} g"}', values)),
  ).toEqual({
    w: 0.5,
    t: '500 g',
  })
})

test('signature and insurance are filled in, also where there is none', () => {
  const body =
    '{"sign": "{{order.signature}}", "n": "{{order.signature:number}}", "sum": "{{insurance.amount:number}}", "of": "{{insurance.amount}} {{insurance.currency}}"}'
  expect(JSON.parse(fillBody(body, values))).toEqual({ sign: 'true', n: 1, sum: 80, of: '80.00 USD' })
  const plain = valuesOf({ shipment: sampleShipment, accountNo: null, credentials: {} })
  expect(JSON.parse(fillBody(body, plain))).toEqual({ sign: 'false', n: 0, sum: 0, of: ' ' })
})

test('a value stays one segment of a URL', () => {
  expect(fillPath('/labels/{{label.ref}}/void?svc={{order.service}}', values)).toBe(
    '/labels/a%2F..%2Fb%3Fc/void?svc=GROUND',
  )
})

test('a header stays one line', () => {
  expect(fillHeader('Bearer {{credential.accessToken}}', values)).toBe('Bearer t  X-Evil: 1')
  expect(fillHeader('Basic {{credential.basic}}', values)).toBe(
    `Basic ${Buffer.from('gęś:p').toString('base64')}`,
  )
})

test.each([
  ['{{order.reference}}', undefined],
  ['{{ to.zip }} {{parcel.grams:number}}', undefined],
  ['no field at all', undefined],
  ['{{to.password}}', 'to.password'],
  ['{{constructor}}', 'constructor'],
  ['{{__proto__}}', '__proto__'],
  ['{{parcel.grams:sum}}', 'parcel.grams:sum'],
  ['{{}}', ''],
])('%s: an unknown field is named', (template, name) => expect(unknownField(template)).toBe(name))

test('headers are parsed line by line and written back unchanged', () => {
  const text = 'Authorization: Bearer {{credential.accessToken}}\n\n  X-Shop:12 '
  expect(headersIn(text)).toEqual([
    { name: 'Authorization', value: 'Bearer {{credential.accessToken}}' },
    { name: 'X-Shop', value: '12' },
  ])
  expect(headersIn(headersAsText(headersIn(text) ?? []))).toEqual(headersIn(text))
})

test.each([
  'no colon',
  'Host: evil',
  'content-length: 1',
  'Bad Name: x',
  ': x',
  'Transfer-Encoding: chunked',
])('%s cannot be set as a header', (line) => expect(headersIn(line)).toBeUndefined())

const answer = { code: 0, ok: true, data: { no: 'T1', pages: [{ url: 'u' }], none: null }, 'a-b': 7 }

test.each([
  ['code', '0'],
  ['ok', 'true'],
  ['data.no', 'T1'],
  ['data.pages[0].url', 'u'],
  ['a-b', '7'],
  ['data', undefined],
  ['data.none', undefined],
  ['data.pages[1].url', undefined],
  ['data.no.length', undefined],
  ['constructor.name', undefined],
  ['__proto__', undefined],
  ['data.pages.length', '1'],
])('at %s is %s', (path, match) => expect(readAt(answer, path)).toBe(match))

test.each([
  ['a', true],
  ['a.b[0].c', true],
  ['a[0][1]', true],
  ['', false],
  ['.a', false],
  ['a..b', false],
  ['a[x]', false],
  ['a b', false],
])('%j is a path: %s', (path, is) => expect(isPlace(path)).toBe(is))

test('a preview shows masks in place of credentials, in any requested form', () => {
  const masked = valuesOf({
    accountNo: 'A 1',
    credentials: maskedCredentials({ user: '仓库depot', password: '0012345678', accessToken: 't' }),
  })
  const body = '{"n": "{{credential.password:number}}", "u": "{{credential.user}}/{{account.no}}"}'
  expect(fillBody(body, masked)).toBe('{"n":"•••","u":"•••/A 1"}')
  expect(fillHeader('Basic {{credential.basic}}, {{credential.user}}', masked)).toBe('Basic •••, •••')
  expect(fillPath('/{{credential.accessToken}}/x', masked)).toBe('/•••/x')
})

test('a header with Chinese text is sent without it, and is no error', () => {
  expect(fillHeader('仓库 A', values)).toBe('   A')
})
