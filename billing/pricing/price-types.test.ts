import { expect, test } from 'vitest'
import { billingDictionaries } from '../dictionaries.ts'
import {
  billOrderTypes,
  chargeUnits,
  conditionTypes,
  freightBillingCodes,
  surchargeTypes,
} from './price-types.ts'

test.each([
  ['bill_order_type', billOrderTypes],
  ['chargeUnit', chargeUnits],
  ['prc_wh_operation_condition_type', conditionTypes],
  ['freightBillingCode', freightBillingCodes],
  ['surchargeType', surchargeTypes],
])('the calculators know the values of the dictionary %s', (code, values) => {
  const dictionary = billingDictionaries.find((each) => each.code === code)
  expect(dictionary?.items.map(({ value }) => value)).toEqual([...values])
})
