import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { labelFormats } from '../../../channels/rules.ts'
import { openPaper } from '../../../platform/printing/server/paper.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { labelPapers } from '../../watermarks/watermark.ts'
import { deliveryNote } from '../delivery-note.ts'
import type { Drawing, PackageFacts } from '../drawing.ts'
import { ownLabel } from '../own-label.ts'
import { labelsText } from '../text.ts'
import { drawPages } from './draw-pages.ts'

const facts: PackageFacts = {
  sender: { name: 'WH01 Ontario', rows: ['100 Dock Road', 'Ontario CA 91761 US', '+1 909 555 0100'] },
  recipient: {
    name: '李雷 Li Lei',
    rows: ['Lódz Consulting Sp. z o.o.', '20 Maple Street, Apartment 12', 'Springfield IL 62701', 'US'],
  },
  channelName: '同城当日达 Same day',
  orderNo: 'OB251117-00001',
  referenceNo: 'AMZ-114-5567',
  packageNo: 1,
  packageCount: 2,
  weight: '1.250 kg',
  mark: 'R2',
  hasLogo: true,
}
const logo = await sharp({ create: { width: 300, height: 220, channels: 3, background: '#224' } })
  .png()
  .toBuffer()

async function printed(format: (typeof labelFormats)[number], pages: readonly Drawing[], png = logo) {
  const paper = openPaper(labelPapers[format].page, 'label')
  drawPages(paper, pages, png)
  return paper.whole()
}
const widthOf = openPaper({ width: 10, height: 10 }, 'ruler').widthOf

describe.each(labelFormats)('on %s', (format) => {
  const { page, unsafe } = labelPapers[format]

  test.each(['TH0123456789012', '9400111899223857268499', 'JD0146000065', `LONG-${'A1'.repeat(20)}`])(
    'a label with the number %s scans, and its watermark strip is blank',
    async (trackingNo) => {
      const made = ownLabel({ ...facts, trackingNo }, format, widthOf)
      if ('problem' in made) throw new Error(made.problem.en_US)
      const from = unsafe.y + unsafe.height
      const strip = { x: 0, y: from, width: page.width, height: page.height - from }
      const [sheet, ...more] = await readPaper(await printed(format, [made.drawing]), 203, strip)
      expect(more).toEqual([])
      expect(sheet?.codes).toEqual([trackingNo])
      expect(sheet?.ink).toBe(0)
      expect([sheet?.width, sheet?.height].map((side) => Math.round(side ?? 0))).toEqual([
        page.width,
        page.height,
      ])
    },
  )

  test('a delivery note scans by its order number', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => ({
      sku: `SKU-${i}`,
      name: '陶瓷马克杯 Mug',
      quantity: 2,
    }))
    const made = deliveryNote({ ...facts, lines }, labelsText.deliveryNote, format, widthOf)
    if ('problem' in made) throw new Error(made.problem.en_US)
    const sheets = await readPaper(await printed(format, made.pages), 203)
    expect(sheets.map(({ codes }) => codes)).toEqual(
      made.pages.map((_, at) => (at === 0 ? ['OB251117-00001'] : [])),
    )
  })
})
