import { expect, test } from 'vitest'
import { type LabelLayoutName, labelLayouts } from '../labels.ts'
import { readPaper } from '../testing/read-paper.ts'
import { labelsOf } from './paper.ts'

const draw: Parameters<typeof labelsOf<string>>[3] = (paper, area, code) => {
  paper.code128(code, { ...area, height: area.height / 2 })
  paper.text(
    `良品区 ${code}`,
    { ...area, y: area.y + area.height / 2, height: area.height / 2 },
    { most: 20 },
  )
}

const layouts = Object.keys(labelLayouts) as LabelLayoutName[]

test.each(layouts)(
  'every barcode on %s reads as what was printed, on paper of the right size',
  async (layout) => {
    const codes = ['A-01-01', 'RECV', '0', '00000012', 'b-2', '--', 'D-01-01-LONG-CODE', ...numbered(20)]
    const bytes = await labelsOf(layout, 'labels', codes, draw)
    const { page, columns, rows, dpi } = labelLayouts[layout]
    const pages = await readPaper(bytes ?? Buffer.alloc(0), Math.min(dpi, 300))
    expect(pages).toHaveLength(Math.ceil(codes.length / (columns * rows)))
    expect(pages.flatMap((read) => read.codes).sort()).toEqual(codes.sort())
    for (const { width, height } of pages) {
      expect(width).toBeCloseTo(page.width, 1)
      expect(height).toBeCloseTo(page.height, 1)
    }
  },
)

test.each(layouts)('the longest code there can be still reads on %s', async (layout) => {
  const longest = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-ABCDEFGH'
  const bytes = await labelsOf(layout, 'labels', [longest], draw)
  const [page] = await readPaper(bytes ?? Buffer.alloc(0), 600)
  expect(page?.codes).toEqual([longest])
})

test('a sheet that nobody wants any more is left unfinished', async () => {
  expect(await labelsOf('a4_3x8', 'labels', numbered(300), draw, async () => false)).toBeUndefined()
})

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `B-${String(i).padStart(3, '0')}`)
