import { describe, expect, test } from 'vitest'
import { type Fit, fitLabel, isOfficePage, labelPart, PAPER_MARGIN } from './fit-label.ts'
import type { InkGrid } from './ink-grid.ts'
import type { Area, Size } from './labels.ts'

const paper = { width: 100, height: 150 }
const area = (x: number, y: number, width: number, height: number): Area => ({ x, y, width, height })

/** Where an area of the page is on the paper. */
function onPaper(page: Size, { x, y, width, height }: Area, fit: Fit): Area {
  const [left, top, across, down] =
    fit.turn === 90
      ? [page.height - y - height, x, height, width]
      : fit.turn === 270
        ? [y, page.width - x - width, height, width]
        : fit.turn === 180
          ? [page.width - x - width, page.height - y - height, width, height]
          : [x, y, width, height]
  return {
    x: fit.x + left * fit.scale,
    y: fit.y + top * fit.scale,
    width: across * fit.scale,
    height: down * fit.scale,
  }
}

describe('a label is fitted onto the paper', () => {
  test.each<[string, Size, Area, Parameters<typeof fitLabel>[3], Partial<Fit>]>([
    ['of its own size stays where it is', paper, area(5, 5, 90, 100), {}, { turn: 0, scale: 1, x: 0, y: 0 }],
    [
      'a little larger with white around keeps its size',
      { width: 105.5, height: 152 },
      area(6, 5, 90, 140),
      {},
      { scale: 1, x: -2.75, y: -1 },
    ],
    [
      'a little larger and printed to its edge is scaled',
      { width: 105.5, height: 150 },
      area(0, 0, 105.5, 150),
      {},
      { turn: 0, scale: 97 / 105.5 },
    ],
    [
      'in a corner of A4 goes to the top',
      { width: 210, height: 297 },
      area(8, 9, 90, 140),
      {},
      { scale: 1, x: -3, y: -7.5 },
    ],
    [
      'on its side is turned',
      { width: 150, height: 100 },
      area(3, 3, 144, 94),
      {},
      { turn: 90, scale: 1, x: 0, y: 0 },
    ],
    [
      'on its side is turned so that its text is upright',
      { width: 150, height: 100 },
      area(3, 3, 144, 94),
      { textTurn: 270 },
      { turn: 270 },
    ],
    ['upside down is turned', paper, area(3, 3, 90, 140), { textTurn: 180 }, { turn: 180, scale: 1 }],
    [
      'that is small is not turned',
      { width: 90, height: 60 },
      area(3, 3, 80, 50),
      { textTurn: 90 },
      { turn: 0, scale: 1 },
    ],
    [
      'that is square is not turned',
      { width: 150, height: 150 },
      area(0, 0, 150, 150),
      { textTurn: 270 },
      { turn: 0, scale: 97 / 150 },
    ],
    [
      'that is a small picture fills the paper',
      { width: 50, height: 75 },
      area(2, 2, 46, 71),
      { mayGrow: true },
      { scale: 2, x: 0, y: 0 },
    ],
    [
      'that is a picture with white beside it fills the paper',
      { width: 175, height: 100 },
      area(0, 0, 147, 97),
      { mayGrow: true },
      { turn: 90, scale: 1 },
    ],
    [
      'that is small on a PDF is not enlarged',
      { width: 50, height: 75 },
      area(2, 2, 46, 71),
      {},
      { scale: 1 },
    ],
  ])('%s', (_, page, ink, options, expected) => {
    const fit = fitLabel(page, ink, paper, options)
    expect(fit).toMatchObject(
      Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, expect.closeTo(value, 6)])),
    )
    const { x, y, width, height } = onPaper(page, ink, fit)
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(PAPER_MARGIN - 1e-9)
    expect(x + width).toBeLessThanOrEqual(paper.width - PAPER_MARGIN + 1e-9)
    expect(y + height).toBeLessThanOrEqual(paper.height - PAPER_MARGIN + 1e-9)
  })
})

describe('the label on a page with other content', () => {
  /** A4 with these areas printed. */
  function gridOf(...printed: Area[]): InkGrid {
    const grid = { columns: 210, rows: 297, cells: new Uint8Array(210 * 297) }
    for (const { x, y, width, height } of printed)
      for (let row = y; row < y + height; row++) grid.cells.fill(1, row * 210 + x, row * 210 + x + width)
    return grid
  }
  const label = area(30, 10, 147, 97)
  const code = area(40, 20, 30, 60)

  test('is the part with the barcodes', () => {
    expect(labelPart(gridOf(label, area(10, 150, 190, 100)), [code], paper)).toEqual(label)
    expect(labelPart(gridOf(label, area(182, 10, 25, 200), area(10, 120, 100, 5)), [code], paper)).toEqual(
      label,
    )
  })

  test('is not cut where it has no white space around', () => {
    expect(labelPart(gridOf(label, area(10, 110, 190, 100)), [code], paper)).toBeUndefined()
  })

  test('is unknown where no part that fits has all barcodes', () => {
    const other = area(30, 150, 147, 97)
    expect(labelPart(gridOf(label, other), [code, area(40, 160, 30, 30)], paper)).toBeUndefined()
    expect(labelPart(gridOf(label, other), [], paper)).toBeUndefined()
  })
})

test('only pages of office printers are searched for a label', () => {
  const isOffice = ([width, height]: [number, number]) => isOfficePage({ width, height })
  const pages: [number, number][] = [
    [215.9, 279.4],
    [297, 210],
    [148, 210],
    [216, 356],
  ]
  expect(pages.map(isOffice)).toEqual([true, true, true, true])
  const labels: [number, number][] = [
    [101.6, 152.4],
    [423.3, 635],
    [210, 280],
  ]
  expect(labels.map(isOffice)).toEqual([false, false, false])
})
