import { expect, test } from 'vitest'
import { readPaper, readZpl } from '../../../testing/read-paper.ts'
import { type Area, type LabelLayoutName, labelLayouts } from '../labels.ts'
import { inKnownLetters, labelsOf, missingGlyphs, type Paper, widthOf } from './paper.ts'

const draw: Parameters<typeof labelsOf<string>>[3] = (paper, area, code) => {
  paper.code128(code, { ...area, height: area.height / 2 })
  paper.text(`良品区 ${code}`, { ...area, y: area.y + area.height / 2, height: area.height / 2 }, { max: 20 })
}

const layouts = Object.keys(labelLayouts) as LabelLayoutName[]

test.each(layouts)('every barcode on %s scans as printed, on paper of the right size', async (layout) => {
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
})

test.each(layouts)('the longest possible code still scans on %s', async (layout) => {
  const longest = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-ABCDEFGH'
  const bytes = await labelsOf(layout, 'labels', [longest], draw)
  const [page] = await readPaper(bytes ?? Buffer.alloc(0), 600)
  expect(page?.codes).toEqual([longest])
})

test.each([
  ['thermal_100x50', 203, 800, 400],
  ['thermal_100x150', 300, 1184, 1772],
] as const)('ZPL scans like the PDF: %s at %i dpi', async (layout, dpi, width, height) => {
  const codes = ['A-01-02', 'B-10-33']
  const zpl = await labelsOf(layout, 'labels', codes, draw, { dpi, language: 'zpl' })
  const text = zpl?.toString() ?? ''
  expect(text.match(/\^XA/g)).toHaveLength(2)
  const pages = await readZpl(text)
  expect(pages.map((page) => page.codes)).toEqual(codes.map((code) => [code]))
  expect(pages.map((page) => [page.width, page.height])).toEqual([
    [width, height],
    [width, height],
  ])
})

test('Chinese text is drawn as dots too', async () => {
  const write = (paper: Paper, area: Area, words: string) => paper.text(words, area, { max: 30 })
  const inked = async (words: string) => {
    const zpl = await labelsOf('thermal_100x50', 'labels', [words], write, { language: 'zpl' })
    return (await readZpl(zpl?.toString() ?? ''))[0]?.ink ?? 0
  }
  expect(await inked('陶瓷马克杯')).toBeGreaterThan(2 * (await inked('.')))
})

test('drawing stops when the task is cancelled', async () => {
  expect(
    await labelsOf('a4_3x8', 'labels', numbered(300), draw, { onDrawn: async () => false }),
  ).toBeUndefined()
})

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `B-${String(i).padStart(3, '0')}`)

test('letters the font lacks become their base letters, and the rest is named', () => {
  expect(inKnownLetters('Łódź, Győr, Brno-Řečkovice, Şişli, Київ, 深圳 São Paulo')).toBe(
    'Lódz, Gyor, Brno-Reckovice, Sisli, Киiв, 深圳 São Paulo',
  )
  expect(missingGlyphs(inKnownLetters('서울 🚚'))).toEqual(['서', '울', '🚚'])
})

test('characters without ink are left out of a text that is printed', () => {
  expect(inKnownLetters('A\u200bn\u200dn \ufeffE\u2060xample\ufe0f')).toBe('Ann Example')
})

test('characters the font lacks are measured as quickly as the others, each as wide as a box', () => {
  const begun = performance.now()
  const width = widthOf('😀ก'.repeat(20_000), 10)
  expect(performance.now() - begun).toBeLessThan(2000)
  expect(width).toBeCloseTo(40_000 * widthOf('\u{10ffff}', 10), 3)
  expect(widthOf('\ufe0f', 10)).toBe(0)
})
