import type { LabelFormat } from '../../channels/rules.ts'
import { fitText, type Measure } from '../../platform/printing/fit-text.ts'
import { type Area, rowHeight } from '../../platform/printing/labels.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { labelPapers } from '../watermarks/watermark.ts'
import { both, centredIn, cutIn, type Drawing, MARGIN, type PackageFacts, textIn } from './drawing.ts'
import { labelsText } from './text.ts'

type OwnLabelFacts = PackageFacts & { trackingNo: string }

/** The parts of a label from top to bottom, and their share of its height. */
const shares = { head: 0.2, service: 0.1, recipient: 0.34, code: 0.26, foot: 0.1 } as const

/** The smallest readable size of an address. */
const LEAST_PT = 5

/**
 * A label of the warehouse's own: sender, channel, recipient, and a barcode of the tracking number.
 *
 * The strip at the bottom stays free for the watermark. An address is never cut: a label without room for it is not made.
 */
export function ownLabel(
  facts: OwnLabelFacts,
  format: LabelFormat,
  measure: Measure,
): { drawing: Drawing } | { problem: Text } {
  if (!/^[\x20-\x7e]+$/.test(facts.trackingNo))
    return { problem: fill(labelsText.noBarcode, { no: facts.trackingNo }) }
  const { page, unsafe } = labelPapers[format]
  const height = unsafe.y + unsafe.height - MARGIN
  const width = page.width - 2 * MARGIN
  let top = MARGIN
  const band = (share: number): Area => {
    const area = { x: MARGIN, y: top, width, height: height * share }
    top += area.height
    return area
  }
  const areas = {
    head: band(shares.head),
    service: band(shares.service),
    recipient: band(shares.recipient),
    code: band(shares.code),
    foot: band(shares.foot),
  }
  const address = addressIn(facts, areas.recipient, measure)
  if (!address) return { problem: labelsText.noRoom }
  const head = headOf(facts, areas.head, measure)
  return {
    drawing: {
      texts: [
        ...head.texts,
        ...serviceOf(facts, areas.service, measure),
        ...address,
        ...codeText(facts.trackingNo, areas.code, measure),
        ...footOf(facts, areas.foot, measure),
      ],
      rules: [areas.service, areas.recipient, areas.code, areas.foot].map(({ x, y }) => ({ x, y, width })),
      codes: [{ text: facts.trackingNo, area: barsIn(areas.code) }],
      logo: head.logo,
    },
  }
}

const MARK_WIDTH = 16

/** The logo, the sender beside it, and in the corner which print it is. */
export function headOf({ sender, hasLogo, mark }: PackageFacts, area: Area, measure: Measure) {
  const height = area.height - 1
  // No larger than a logo may be printed.
  const logo = hasLogo ? { x: area.x, y: area.y, width: 30, height: Math.min(22, height) } : null
  const left = logo ? logo.width + 2 : 0
  const right = mark ? MARK_WIDTH + 2 : 0
  const beside = { x: area.x + left, y: area.y, width: area.width - left - right, height }
  const corner = { x: area.x + area.width - MARK_WIDTH, y: area.y, width: MARK_WIDTH, height }
  return {
    logo,
    texts: [
      ...cutIn(
        [`${both(labelsText.from)}: ${sender.name}`, ...sender.rows],
        beside,
        { max: 8, min: 5 },
        measure,
      ),
      ...(mark ? cutIn([mark], corner, { max: 22, min: 12 }, measure, true) : []),
    ],
  }
}

/** The channel, and at the right the weight and which package of how many. */
function serviceOf(
  { channelName, packageNo, packageCount, weight }: PackageFacts,
  { x, y, width, height }: Area,
  measure: Measure,
) {
  const half = { y: y + 0.5, height: height - 0.5 }
  const figures = [`${packageNo}/${packageCount}`, ...(weight ? [weight] : [])].join('  ')
  return [
    ...cutIn([channelName], { ...half, x, width: width * 0.6 }, { max: 18, min: 6 }, measure),
    ...cutIn(
      [figures],
      { ...half, x: x + width * 0.62, width: width * 0.38 },
      { max: 14, min: 6 },
      measure,
      true,
    ),
  ]
}

/** The recipient, as large as there is room; undefined where there is not enough. */
export function addressIn({ recipient }: PackageFacts, area: Area, measure: Measure) {
  const title = 6
  const above = rowHeight(title) + 0.5
  const inside = { ...area, y: area.y + above, height: area.height - above }
  const fitted = fitText([recipient.name, ...recipient.rows], inside, { max: 14, min: LEAST_PT }, measure)
  return (
    fitted && [
      { words: both(labelsText.to), x: area.x, y: area.y + 0.5, fontPt: title },
      ...textIn(fitted, inside, measure),
    ]
  )
}

const CODE_TEXT = 0.22

const barsIn = ({ x, y, width, height }: Area): Area => ({
  x,
  y: y + 2,
  width,
  height: height * (1 - CODE_TEXT) - 3,
})

const codeText = (trackingNo: string, area: Area, measure: Measure) =>
  centredIn(
    [trackingNo],
    { ...area, y: area.y + area.height * (1 - CODE_TEXT), height: area.height * CODE_TEXT },
    { max: 14, min: 5 },
    measure,
  )

const footOf = ({ orderNo, referenceNo }: PackageFacts, area: Area, measure: Measure) =>
  cutIn(
    [`${both(labelsText.order)} ${orderNo}`, `${both(labelsText.reference)} ${referenceNo}`],
    { ...area, y: area.y + 0.5, height: area.height - 0.5 },
    { max: 9, min: 5 },
    measure,
  )
