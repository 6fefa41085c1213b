import type { LabelFormat } from '../../channels/rules.ts'
import { rowHeight } from '../../platform/printing/labels.ts'
import type { Language } from '../../platform/text/text.ts'
import { labelPapers, type StampItem, type StampLayout, type WatermarkItem } from '../watermarks/watermark.ts'

/** Items with a row for each SKU or bin. */
const lists: readonly WatermarkItem[] = ['sku_qty', 'location', 'sku_loc_qty']

const EDGE = 3
const GAP = 2
const COLUMNS = 2
const FONT_PT = 8
const LIST_ROWS = 3

/**
 * Items that a user chose for one print, in two columns below the label's barcodes. These places are only wanted: where a label has
 * something printed there, the stamp is moved.
 */
export function chosenStamp(
  items: readonly WatermarkItem[],
  text: string | null,
  labelFormat: LabelFormat,
  lang: Language,
): StampLayout & { lang: Language } {
  const { page, unsafe } = labelPapers[labelFormat]
  const wMm = (page.width - 2 * EDGE - (COLUMNS - 1) * GAP) / COLUMNS
  const tops: number[] = Array(COLUMNS).fill(unsafe.y + unsafe.height + GAP)
  const placed = items.map((item): StampItem => {
    // The shorter column is filled first.
    const column = tops.indexOf(Math.min(...tops))
    const yMm = tops[column] ?? 0
    const maxRows = lists.includes(item) ? LIST_ROWS : 1
    tops[column] = yMm + maxRows * rowHeight(FONT_PT)
    return {
      item,
      xMm: EDGE + column * (wMm + GAP),
      yMm,
      wMm,
      fontPt: FONT_PT,
      maxRows,
      text: item === 'custom_text' ? text : null,
    }
  })
  return { labelFormat, stampMode: 'overlay', scalePercent: 100, lang, items: placed }
}
