import { expect, test } from 'vitest'
import { pageLayoutNames, pageLayouts } from '../../../platform/printing/labels.ts'
import { labelsOf } from '../../../platform/printing/server/paper.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { drawPickingList, type PickingPaper } from './picking-paper.ts'

const task = (over: Partial<PickingPaper['tasks'][number]> = {}): PickingPaper['tasks'][number] => ({
  taskNo: 1,
  locationCode: 'A-01-02',
  sku: 'MUG-01',
  nameZh: '陶瓷马克杯（蓝色）350ml 家用大容量咖啡杯带盖勺',
  nameEn: 'Ceramic mug',
  lot: null,
  expiryDate: null,
  quantity: 12,
  baskets: [{ basketNo: 1, quantity: 12 }],
  ...over,
})
const paper = (over: Partial<PickingPaper> = {}): PickingPaper => ({
  id: 1,
  pickingNo: 'PK261117-00001',
  kind: { zh_CN: '多品', en_US: 'Several SKUs' },
  hasBaskets: true,
  orderCount: 3,
  pieceCount: 12,
  assigneeName: '拣货组 1',
  tasks: [task()],
  ...over,
})
const printed = async (layout: (typeof pageLayoutNames)[number], ...lists: PickingPaper[]) =>
  readPaper(
    (await labelsOf(layout, 'lists', lists, (on, area, list) => drawPickingList(on, area, list, 'zh_CN'))) ??
      Buffer.alloc(0),
    pageLayouts[layout].dpi === 600 ? 150 : 203,
  )

const LONG = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-ABCDEFGH'

test.each(pageLayoutNames)(
  'on %s the number of every list scans, and each list starts a page of its own size',
  async (layout) => {
    const pages = await printed(
      layout,
      paper(),
      paper({
        pickingNo: 'PK261117-123456',
        tasks: [
          task({
            locationCode: LONG,
            sku: LONG,
            lot: 'LOT-1234567890123456',
            expiryDate: '2027-01-01',
            quantity: 1_000_000,
            baskets: Array.from({ length: 60 }, (_, i) => ({ basketNo: i + 1, quantity: 3 })),
          }),
        ],
      }),
      paper({ pickingNo: 'PK261117-00003', hasBaskets: false, assigneeName: null, tasks: [] }),
    )
    expect(pages.map(({ codes }) => codes)).toEqual([
      ['PK261117-00001'],
      ['PK261117-123456'],
      ['PK261117-00003'],
    ])
    const { width, height } = pageLayouts[layout].page
    for (const page of pages) {
      expect(page.width).toBeCloseTo(width, 0)
      expect(page.height).toBeCloseTo(height, 0)
    }
  },
)

test.each([
  ['a4', 17, 1],
  ['a4', 18, 2],
  ['thermal_100x150', 6, 1],
  ['thermal_100x150', 7, 2],
  ['thermal_100x150', 6 + 8 + 1, 3],
] as const)(
  'on %s %i stops take %i pages, and only the first has the barcode',
  async (layout, stops, count) => {
    const tasks = Array.from({ length: stops }, (_, i) => task({ taskNo: i + 1 }))
    const pages = await printed(layout, paper({ tasks }))
    expect(pages.map(({ codes }) => codes)).toEqual([['PK261117-00001'], ...Array(count - 1).fill([])])
  },
)
