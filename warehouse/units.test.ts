import { expect, test } from 'vitest'
import { unitsOf } from './units.ts'

test.each([
  [1, ['cm', 'kg', 'm³']],
  [2, ['in', 'lb', 'ft³']],
  [null, ['', '', '']],
])('a warehouse whose unit is %j measures in %j', (unit, [side, weight, volume]) => {
  expect(unitsOf(unit)).toEqual({ side, weight, volume })
})
