import { expect, test } from 'vitest'
import { ownPlace } from './place.ts'

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
])('%j is gone to only when it is a path of our own', (value, expected) => {
  expect(ownPlace(value)).toBe(expected)
})
