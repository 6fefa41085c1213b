import { expect, test } from 'vitest'
import { asLogo, isWhole, withinPicture } from './crop.ts'

const picture = { width: 600, height: 200 }

test.each([
  [
    { x: 10, y: 20, width: 300, height: 100 },
    { x: 10, y: 20, width: 300, height: 100 },
  ],
  [
    { x: -5, y: -5, width: 300, height: 100 },
    { x: 0, y: 0, width: 300, height: 100 },
  ],
  [
    { x: 500, y: 150, width: 300, height: 100 },
    { x: 300, y: 100, width: 300, height: 100 },
  ],
  [
    { x: 0, y: 0, width: 9999, height: 0 },
    { x: 0, y: 0, width: 600, height: 1 },
  ],
  [
    { x: 1.6, y: Number.NaN, width: 10.4, height: 10 },
    { x: 2, y: 0, width: 10, height: 10 },
  ],
])('of %j a logo keeps %j', (input, kept) => {
  expect(withinPicture(input, picture)).toEqual(kept)
})

test.each([
  [
    [240, 120],
    [240, 120],
  ],
  [
    [708, 520],
    [708, 520],
  ],
  [
    [3000, 1000],
    [708, 236],
  ],
  [
    [1000, 3000],
    [173, 520],
  ],
  [
    [9000, 2],
    [708, 1],
  ],
])('a part of %j pixels is drawn as a logo of %j', ([width = 0, height = 0], [wide, high]) => {
  expect(asLogo({ width, height })).toEqual({ width: wide, height: high })
})

test('an uncropped logo is sent unchanged', () => {
  expect(isWhole({ x: 0, y: 0, ...picture }, picture)).toBe(true)
  expect(isWhole({ x: 0, y: 0, width: 599, height: 200 }, picture)).toBe(false)
})
