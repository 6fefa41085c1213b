import type { Area } from '../../platform/printing/labels.ts'
import type { Paper } from '../../platform/printing/server/paper.ts'

export type BoxLabel = {
  boxNo: string
  inboundNo: string
  customerCode: string
  referenceNo: string | null
  /** Which of how many. */
  place: number
  of: number
  contents: { sku: string; expected: number }[]
}

/** A label of at least this height has room for the box content. */
const TALL = 100
const MAX_CONTENTS = 12

/**
 * The box number as barcode and text, its customer and order, which of how many; on a tall label also its
 * content.
 */
export function drawBox(paper: Paper, area: Area, label: BoxLabel) {
  const isTall = area.height > TALL
  const whose = [label.inboundNo, label.customerCode].join(' · ')
  const which = [label.referenceNo, `${label.place} / ${label.of}`].filter(Boolean).join(' · ')
  const lines = [
    { words: label.boxNo, share: isTall ? 0.12 : 0.22, max: isTall ? 34 : 24 },
    { words: whose, share: isTall ? 0.07 : 0.18, max: isTall ? 18 : 13 },
    { words: which, share: isTall ? 0.07 : 0.15, max: isTall ? 18 : 12 },
    ...(isTall ? contentsOf(label).map((words) => ({ words, share: 0.036, max: 11 })) : []),
  ]
  const bars = area.height * (isTall ? 0.24 : 0.45)
  paper.barcode(label.boxNo, { ...area, height: bars })
  let y = area.y + bars
  for (const { words, share, max } of lines) {
    const height = area.height * share
    paper.text(words, { ...area, y, height }, { max, min: 5 })
    y += height
  }
}

function contentsOf({ contents }: BoxLabel): string[] {
  const shown = contents.slice(0, MAX_CONTENTS).map(({ sku, expected }) => `${sku} × ${expected}`)
  const more = contents.length - shown.length
  return more > 0 ? [...shown, `+ ${more}`] : shown
}
