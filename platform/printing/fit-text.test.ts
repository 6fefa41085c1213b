import { describe, expect, test } from 'vitest'
import { fitOrCut, fitText, type Measure } from './fit-text.ts'
import { rowHeight } from './labels.ts'

/** Every character is as wide as a third of its size. */
const measure: Measure = (words, fontPt) => [...words].length * fontPt * 0.1
const sizes = { max: 10, min: 5 }
const rowsHigh = (rows: number, fontPt: number) => rows * rowHeight(fontPt)

describe('a text', () => {
  test('stays on one row in the largest size where it fits', () => {
    expect(fitText(['Ten letter'], { width: 10, height: rowsHigh(1, 10) }, sizes, measure)).toEqual({
      rows: ['Ten letter'],
      fontPt: 10,
    })
  })

  test('is broken between words, and no row begins or ends with a space', () => {
    const area = { width: 10, height: rowsHigh(3, 10) }
    expect(fitText(['100 Dock Road, Ontario'], area, sizes, measure)?.rows).toEqual([
      '100 Dock',
      'Road,',
      'Ontario',
    ])
  })

  test('is broken after any Chinese character, and inside a word longer than a row', () => {
    const area = { width: 5, height: rowsHigh(3, 10) }
    expect(fitText(['广东省深圳市南山区科技'], area, sizes, measure)?.rows).toEqual([
      '广东省深圳',
      '市南山区科',
      '技',
    ])
    expect(fitText(['Donaudampfschiff'], { ...area, height: rowsHigh(4, 10) }, sizes, measure)?.rows).toEqual(
      ['Donau', 'dampf', 'schif', 'f'],
    )
  })

  test('shrinks until its rows fit, and is refused below the smallest size', () => {
    const words = 'one two three four five six'
    const area = { width: 10, height: rowsHigh(2, 8) }
    const shrunk = fitText([words], area, sizes, measure)
    expect(shrunk?.rows.join(' ')).toBe(words)
    expect(shrunk?.fontPt).toBeLessThan(10)
    for (const row of shrunk?.rows ?? [])
      expect(measure(row, shrunk?.fontPt ?? 0)).toBeLessThanOrEqual(area.width)
    expect(fitText([words], { width: 10, height: rowsHigh(1, 5) }, sizes, measure)).toBeUndefined()
  })

  test('keeps its paragraphs apart and leaves out empty ones', () => {
    const area = { width: 20, height: rowsHigh(3, 10) }
    expect(fitText(['A', '', ' ', 'B'], area, sizes, measure)?.rows).toEqual(['A', 'B'])
  })

  test('that may be cut ends in dots inside its area', () => {
    const area = { width: 5, height: rowsHigh(2, 5) }
    const { rows, fontPt } = fitOrCut(['one two three four five six seven'], area, sizes, measure)
    expect([rows.length, fontPt, rows.at(-1)?.endsWith('…')]).toEqual([2, 5, true])
    for (const row of rows) expect(measure(row, fontPt)).toBeLessThanOrEqual(area.width)
    expect(fitOrCut(['fits'], area, sizes, measure).rows).toEqual(['fits'])
  })
})
