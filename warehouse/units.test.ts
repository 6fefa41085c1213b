import { expect, test } from 'vitest'
import { unitsOf } from './units.ts'

test.each([
  [1, ['cm', 'kg', 'm³', 'cm³']],
  [2, ['in', 'lb', 'ft³', 'in³']],
  [null, ['', '', '', '']],
])('a warehouse whose unit is %j measures in %j', (unit, [side, weight, volume, packageVolume]) => {
  expect(unitsOf(unit)).toEqual({ side, weight, volume, packageVolume })
})
