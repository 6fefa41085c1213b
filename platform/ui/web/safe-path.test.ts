import { expect, test } from 'vitest'
import { addressToOpen, ownPlace } from './safe-path.ts'

test.each([
  ['/order/list?page=2', '/order/list?page=2'],
  ['/', '/'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/\t/evil.example', undefined],
  ['https://evil.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
  [undefined, undefined],
  [`/${'a'.repeat(2000)}`, undefined],
])('%j is followed only when it is a path of our own', (value, expected) => {
  expect(ownPlace(value)).toBe(expected)
})

test.each([
  ['/query/cost#unpaid', '/query/cost#unpaid'],
  ['https://pay.example/bill?no=7', 'https://pay.example/bill?no=7'],
  ['HTTP://localhost:8080/guide', 'http://localhost:8080/guide'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/\t/evil.example', undefined],
  ['https:evil.example', undefined],
  ['https://', undefined],
  ['ht\ntps://pay.example', undefined],
  [' https://pay.example', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,hello', undefined],
  ['ftp://files.example/x', undefined],
  ['pay.example/bill', undefined],
  [`https://pay.example/${'a'.repeat(2000)}`, undefined],
  [{ url: '/guide' }, undefined],
  [null, undefined],
])('%j is opened only as a path of our own or an http(s) page', (value, expected) => {
  expect(addressToOpen(value)).toBe(expected)
})
