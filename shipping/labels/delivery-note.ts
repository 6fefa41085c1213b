import type { LabelFormat } from '../../channels/rules.ts'
import type { Measure } from '../../platform/printing/fit-text.ts'
import { rowHeight } from '../../platform/printing/labels.ts'
import type { Text } from '../../platform/text/text.ts'
import { labelPapers } from '../watermarks/watermark.ts'
import { both, centredIn, cutIn, type Drawing, MARGIN, type PackageFacts } from './drawing.ts'
import { addressIn, headOf } from './own-label.ts'
import { labelsText } from './text.ts'

type NoteFacts = PackageFacts & {
  lines: readonly { sku: string; name: string; quantity: number }[]
}

const HEAD = 22
const TITLE = 27
const ADDRESS = 34
const FOOT = 12
const QUANTITY = 16
const ROW_PT = 8

/**
 * A delivery note, for packages without a carrier's label, or a packing slip: the order's number as a barcode, the recipient and the
 * items, on as many pages as they need.
 */
export function deliveryNote(
  facts: NoteFacts,
  title: Text,
  format: LabelFormat,
  measure: Measure,
): { pages: Drawing[] } | { problem: Text } {
  const { page } = labelPapers[format]
  const width = page.width - 2 * MARGIN
  const head = headOf(facts, { x: MARGIN, y: MARGIN, width, height: HEAD }, measure)
  const names = { x: MARGIN, y: MARGIN + HEAD, width, height: TITLE }
  const toWhom = { x: MARGIN, y: names.y + TITLE, width, height: ADDRESS }
  const address = addressIn(facts, toWhom, measure)
  if (!address) return { problem: labelsText.noRoom }
  const first: Drawing = {
    texts: [...head.texts, ...titleOf(facts, title, names, measure), ...address],
    rules: [names, toWhom].map(({ x, y }) => ({ x, y, width })),
    codes: [
      {
        text: facts.orderNo,
        area: { x: MARGIN, y: names.y + 9.5, width, height: 11 },
      },
    ],
    logo: head.logo,
  }
  return { pages: paged(first, toWhom.y + ADDRESS, facts, { ...page, inside: width }, measure) }
}

function titleOf(
  { orderNo, referenceNo, packageNo, packageCount }: NoteFacts,
  title: Text,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  measure: Measure,
) {
  const half = width / 2
  const right = { x: x + half, width: half }
  return [
    ...cutIn([both(title)], { x, y: y + 1, width: half - 2, height: 8 }, { max: 16, min: 6 }, measure),
    ...cutIn(
      [`${both(labelsText.reference)} ${referenceNo}`, `${packageNo}/${packageCount}`],
      { ...right, y: y + 0.5, height: 8.5 },
      { max: 8, min: 5 },
      measure,
      true,
    ),
    ...centredIn([orderNo], { x, y: y + 21, width, height: height - 21.5 }, { max: 10, min: 5 }, measure),
  ]
}

/** The items below the first page's head, then on further pages; the last one ends with the total and room to sign. */
function paged(
  first: Drawing,
  from: number,
  { lines, orderNo }: NoteFacts,
  page: { height: number; inside: number },
  measure: Measure,
): Drawing[] {
  const row = rowHeight(ROW_PT)
  const blank = (): Drawing => ({ texts: [], rules: [], codes: [], logo: null })
  const pages = [first]
  let y = from
  const current = () => pages.at(-1) ?? first
  const cells = (left: string, right: string) => {
    const at = { y: y + 0.4, height: row }
    const sizes = { max: ROW_PT, min: 5 }
    const wide = page.inside - QUANTITY
    current().texts.push(
      ...cutIn([left], { ...at, x: MARGIN, width: wide - 2 }, sizes, measure),
      ...cutIn([right], { ...at, x: MARGIN + wide, width: QUANTITY }, sizes, measure, true),
    )
    y += row
  }
  const heads = () => {
    current().rules.push({ x: MARGIN, y, width: page.inside })
    cells(both(labelsText.item), both(labelsText.quantity))
    current().rules.push({ x: MARGIN, y: y + 0.3, width: page.inside })
    y += 0.6
  }
  heads()
  for (const { sku, name, quantity } of lines) {
    if (y + row > page.height - MARGIN - FOOT) {
      pages.push(blank())
      y = MARGIN
      cells(orderNo, String(pages.length))
      heads()
    }
    cells(`${sku}  ${name}`.trim(), String(quantity))
  }
  const foot = page.height - MARGIN - FOOT
  current().rules.push({ x: MARGIN, y: foot, width: page.inside })
  y = foot
  cells(both(labelsText.total), String(lines.reduce((sum, { quantity }) => sum + quantity, 0)))
  cells(`${both(labelsText.receivedBy)}: `, '')
  return pages
}
