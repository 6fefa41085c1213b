import { describe, expect, test } from 'vitest'
import { addTier, blankGrid, emptyGrid } from './freight-grid.ts'
import { areaOf, countOf, inside, movedBy, pastePlace, selectionOf, tabbedFrom } from './freight-selection.ts'

/** Two tiers, two zones: rows -1 to 1, columns 0 to 3. */
const grid = addTier(blankGrid(['A', 'B']))
const spot = (row: number, column: number) => ({ row, column })

describe('keys move through the table', () => {
  test.each([
    ['ArrowRight', spot(0, 2), spot(0, 3)],
    ['ArrowRight', spot(0, 3), spot(0, 3)],
    ['ArrowLeft', spot(0, 2), spot(0, 1)],
    ['ArrowLeft', spot(0, 0), spot(0, 0)],
    ['ArrowDown', spot(0, 2), spot(1, 2)],
    ['ArrowDown', spot(1, 2), spot(1, 2)],
    ['ArrowUp', spot(0, 2), spot(-1, 2)],
    ['ArrowUp', spot(0, 1), spot(0, 1)],
    ['ArrowUp', spot(-1, 2), spot(-1, 2)],
    ['ArrowLeft', spot(-1, 2), spot(-1, 2)],
    ['a', spot(0, 2), undefined],
  ])('%s at %o leads to %o', (key, from, to) => {
    expect(movedBy(key, from, grid)).toEqual(to)
  })

  test.each([
    [false, spot(-1, 3), spot(0, 0)],
    [false, spot(0, 2), spot(0, 3)],
    [false, spot(0, 3), spot(1, 0)],
    [false, spot(1, 3), undefined],
    [true, spot(1, 0), spot(0, 3)],
    [true, spot(0, 0), spot(-1, 3)],
    [true, spot(-1, 2), undefined],
  ])('Tab (back: %s) at %o leads to %o', (isBack, from, to) => {
    expect(tabbedFrom(from, isBack, grid)).toEqual(to)
  })
})

describe('a selection', () => {
  test('is the prices between its ends, in whichever direction', () => {
    const area = { top: 0, bottom: 1, left: 0, right: 1 }
    expect(areaOf({ anchor: spot(1, 3), end: spot(0, 2) }, grid)).toEqual(area)
    expect(areaOf({ anchor: spot(0, 0), end: spot(1, 3) }, grid)).toEqual(area)
    expect(areaOf(selectionOf(area), grid)).toEqual(area)
    expect(countOf(area)).toBe(4)
  })

  test('of weights or codes alone has no prices', () => {
    expect(areaOf({ anchor: spot(0, 0), end: spot(1, 1) }, grid)).toBeUndefined()
    expect(areaOf({ anchor: spot(-1, 2), end: spot(-1, 3) }, grid)).toBeUndefined()
    expect(areaOf({ anchor: spot(0, 2), end: spot(0, 2) }, emptyGrid)).toBeUndefined()
  })

  test('stays inside the table when rows and columns are deleted', () => {
    expect(inside(spot(9, 9), grid)).toEqual(spot(1, 3))
    expect(areaOf({ anchor: spot(9, 9), end: spot(9, 9) }, grid)).toEqual({
      top: 1,
      bottom: 1,
      left: 1,
      right: 1,
    })
  })

  test('tells where a pasted block starts', () => {
    expect(pastePlace(spot(1, 0))).toEqual({ tier: 1, column: 'from' })
    expect(pastePlace(spot(1, 1))).toEqual({ tier: 1, column: 'to' })
    expect(pastePlace(spot(-1, 3))).toEqual({ tier: 0, column: 1 })
  })
})
