import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InkGrid } from '../../platform/printing/ink-grid.ts'
import { markArea } from '../../platform/printing/label-space.ts'
import type { Area } from '../../platform/printing/labels.ts'
import { MIN_LABEL_SCALE, placeStamp, type StampBlock, type StampPlan } from './place-stamp.ts'

const area = (x: number, y: number, width: number, height: number): Area => ({ x, y, width, height })

function label(...printed: Area[]): InkGrid {
  const grid = { columns: 100, rows: 150, cells: new Uint8Array(100 * 150) }
  for (const item of printed) markArea(grid, item)
  return grid
}

const block = (box: Area, minScale = 0.6): StampBlock => ({ ...box, minScale })
const wanted = block(area(3, 130, 40, 8))

describe('a stamp goes', () => {
  const onWanted = area(20, 128, 10, 15)
  test.each<[string, InkGrid, StampBlock[], number, Partial<StampPlan>]>([
    ['where it is wanted', label(), [wanted], 1, { labelScale: 1, places: [{ x: 3, y: 130, scale: 1 }] }],
    [
      'where it is wanted up to the edge of the paper',
      label(),
      [block(area(60, 142, 40, 8))],
      1,
      { places: [{ x: 60, y: 142, scale: 1 }] },
    ],
    [
      'to the nearest free place if something is printed there',
      label(onWanted),
      [wanted],
      1,
      { labelScale: 1, places: [{ x: 3, y: 120, scale: 1 }] },
    ],
    [
      'inside the paper if it is wanted outside',
      label(),
      [block(area(70, 148, 40, 8))],
      1,
      { places: [{ x: 58, y: 140, scale: 1 }] },
    ],
    [
      'with smaller text where there is little room',
      label(area(0, 0, 100, 128), area(0, 135, 100, 15)),
      [wanted],
      1,
      { labelScale: 1, places: [{ x: 3, y: 128, scale: 0.8 }] },
    ],
    [
      'not closer to the edge of the paper than printers reach',
      label(area(0, 9, 100, 141)),
      [wanted],
      1,
      { labelScale: 1, places: [{ x: 3, y: 2, scale: 0.8 }] },
    ],
    [
      'below a smaller label where there is none',
      label(area(0, 0, 100, 150)),
      [wanted],
      1,
      { labelScale: 0.95, places: [{ x: 3, y: 143, scale: 0.6 }] },
    ],
    [
      'below a label that is scaled down anyway',
      label(area(0, 0, 100, 150)),
      [wanted],
      0.8,
      { labelScale: 0.8, places: [{ x: 3, y: 130, scale: 1 }] },
    ],
  ])('%s', (_, taken, blocks, scale, expected) => {
    expect(rounded(placeStamp(taken, [blocks], scale))).toMatchObject(expected)
  })

  test('nowhere if it is too large', () => {
    const full = label(area(0, 0, 100, 150))
    expect(placeStamp(full, [[block(area(3, 60, 90, 80), 1)]])).toBeUndefined()
    // A label that is scaled down anyway is not scaled down further.
    expect(placeStamp(full, [[block(area(3, 130, 90, 70), 1)]], 0.6)).toBeUndefined()
  })

  test('in one piece if there is room, else line by line', () => {
    const pieces = [block(area(3, 130, 40, 8)), block(area(3, 138, 40, 8))]
    const whole = [block(area(3, 130, 40, 16))]
    expect(placeStamp(label(), [whole, pieces])?.choice).toBe(0)
    const strips = label(area(0, 0, 100, 40), area(0, 48, 100, 52), area(0, 108, 100, 42))
    expect(rounded(placeStamp(strips, [whole, pieces]))).toMatchObject({
      labelScale: 1,
      choice: 1,
      places: [
        { x: 3, y: 100, scale: 1 },
        { x: 43, y: 100, scale: 1 },
      ],
    })
  })

  test('never where another one is', () => {
    const plan = placeStamp(label(onWanted), [[wanted, { ...wanted, y: 131 }]])
    const [first, second] = plan?.places ?? []
    expect(Math.abs((first?.y ?? 0) - (second?.y ?? 0))).toBeGreaterThanOrEqual(8)
  })
})

const rounded = (plan: StampPlan | undefined) =>
  plan && {
    ...plan,
    labelScale: Math.round(plan.labelScale * 100) / 100,
    places: plan.places.map((place) => ({ ...place, scale: Math.round(place.scale * 100) / 100 })),
  }

const overlaps = (a: Area, b: Area) =>
  a.x < b.x + b.width - 1e-6 &&
  b.x < a.x + a.width - 1e-6 &&
  a.y < b.y + b.height - 1e-6 &&
  b.y < a.y + a.height - 1e-6

test('whatever is printed and wanted, a stamp covers neither the label nor another stamp', () => {
  const box = fc.record({
    x: fc.integer({ min: 0, max: 99 }),
    y: fc.integer({ min: 0, max: 149 }),
    width: fc.integer({ min: 1, max: 100 }),
    height: fc.integer({ min: 1, max: 60 }),
  })
  const piece = fc.record({
    x: fc.double({ min: 0, max: 95, noNaN: true }),
    y: fc.double({ min: 0, max: 145, noNaN: true }),
    width: fc.double({ min: 1, max: 90, noNaN: true }),
    height: fc.double({ min: 1, max: 30, noNaN: true }),
    minScale: fc.double({ min: 0.4, max: 1, noNaN: true }),
  })
  let found = 0
  fc.assert(
    fc.property(
      fc.array(box, { maxLength: 8 }),
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 0.85, 0.6),
      (printed, pieces, maxScale) => {
        const plan = placeStamp(label(...printed), [pieces], maxScale)
        if (!plan) return
        found++
        const { labelScale, places } = plan
        expect(labelScale).toBeGreaterThanOrEqual(Math.min(MIN_LABEL_SCALE, maxScale) - 1e-9)
        expect(labelScale).toBeLessThanOrEqual(maxScale)
        const onPaper = printed.map((ink) => ({
          x: 50 * (1 - labelScale) + ink.x * labelScale,
          y: ink.y * labelScale,
          width: Math.min(ink.width, 100 - ink.x) * labelScale,
          height: Math.min(ink.height, 150 - ink.y) * labelScale,
        }))
        const stamped = pieces.map(({ width, height, minScale }, at) => {
          const { x = -1, y = -1, scale = 0 } = places[at] ?? {}
          expect(scale).toBeGreaterThanOrEqual(minScale)
          expect(scale).toBeLessThanOrEqual(1)
          return { x, y, width: width * scale, height: height * scale }
        })
        for (const [at, text] of stamped.entries()) {
          expect(
            text.x >= 0 && text.y >= 0 && text.x + text.width <= 100 && text.y + text.height <= 150,
          ).toBe(true)
          expect(onPaper.some((ink) => overlaps(ink, text))).toBe(false)
          expect(stamped.some((other, place) => place > at && overlaps(other, text))).toBe(false)
        }
      },
    ),
    { numRuns: 200, seed: 20261117 },
  )
  expect(found).toBeGreaterThan(60)
})
