import { expect, test } from 'vitest'
import { isHandlingFee } from './rules.ts'

test.each([
  ['inbound', 'inbound_fee', true],
  ['order', 'order_operation_fee', true],
  ['return', 'return_fee', true],
  ['order', 'order_freight', false],
  ['storage', 'storage_rent', false],
  ['value_added', 'value_added', false],
  ['manual', 'refund', false],
] as const)('a fee for %s, booked as %s, has a price in an operation quote: %s', (orderType, bizType, is) => {
  expect(isHandlingFee({ orderType, bizType })).toBe(is)
})
