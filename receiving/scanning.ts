import type { OutputOf } from '../lib/call.ts'
import { articleKey, boxKey } from '../lib/gs1.ts'
import type { InboundLine, InboundProduct, InboundStanding, inbound } from './contract.ts'
import { isOver, type OverPolicy } from './rules.ts'

/** What a receiver does with a document, decided without a page: what a code means, what is too much, what is missing. */
export type InboundDocument = OutputOf<typeof inbound>

type Of = { inboundId: number; code: string }

/** One counted scan of a product. */
export type CountScan = Of & {
  kind: 'count'
  boxId: number | null
  productId: number
  good: number
  defective: number
  locationId: number | null
  productionDate: string | null
  expiryDate: string | null
  photoFileIds: number[]
  isUnexpected: boolean
  confirmedOver: boolean
  /** Why goods were let in that nobody announced. */
  remark: string | null
}
/** A whole box, or the whole document, taken as announced; `took` is what that was when it was scanned. */
export type WholeScan = Of & {
  kind: 'whole'
  boxId: number | null
  locationId: number | null
  took: { lineId: number; quantity: number }[]
}
export type PutAwayScan = Of & { kind: 'putaway'; productId: number; quantity: number; locationId: number }
/** Takes a scan back. It carries the scan itself, because its receipt or putaway may not be known yet. */
export type UndoScan = Of & {
  kind: 'undo'
  undone: { id: string; scan: CountScan | WholeScan | PutAwayScan }
}

export type ReceiveScan = CountScan | WholeScan | PutAwayScan | UndoScan

type Figures = Pick<InboundStanding, 'lines' | 'boxes' | 'pending'>

/** The document as it will stand once everything that waits has been counted. */
export function withWaiting<D extends Figures>(document: D, scans: readonly ReceiveScan[]): D {
  const now = { ...document }
  for (const scan of scans) Object.assign(now, after(now, scan))
  return now
}

function after(now: Figures, scan: ReceiveScan): Partial<Figures> {
  switch (scan.kind) {
    case 'count':
      return counted(now, scan, 1)
    case 'whole':
      return taken(now, scan, 1)
    case 'putaway':
      return { pending: lowered(now.pending, scan.productId, scan.quantity) }
    case 'undo':
      return before(now, scan.undone.scan)
  }
}

function before(now: Figures, scan: UndoScan['undone']['scan']): Partial<Figures> {
  switch (scan.kind) {
    case 'count':
      return counted(now, scan, -1)
    case 'whole':
      return taken(now, scan, -1)
    case 'putaway':
      return { pending: raised(now.pending, scan.productId, scan.quantity) }
  }
}

function counted({ lines }: Figures, scan: CountScan, sign: 1 | -1): Partial<Figures> {
  const own = lineOf(lines, scan)
  const change = (line: InboundLine) => ({
    ...line,
    good: line.good + sign * scan.good,
    defective: line.defective + sign * scan.defective,
  })
  if (own) return { lines: lines.map((line) => (line === own ? change(line) : line)) }
  if (sign < 0) return {}
  const { boxId, productId, expiryDate } = scan
  const extra = { id: 0, boxId, productId, expected: 0, good: 0, defective: 0, isExtra: true }
  return { lines: [...lines, change({ ...extra, productionDate: null, expiryDate })] }
}

function taken({ lines, boxes }: Figures, { took, boxId }: WholeScan, sign: 1 | -1): Partial<Figures> {
  const status = sign > 0 ? 'received' : 'expected'
  return {
    lines: lines.map((line) => {
      const quantity = took.find(({ lineId }) => lineId === line.id)?.quantity ?? 0
      return { ...line, good: line.good + sign * quantity }
    }),
    boxes: boxes.map((box) => (boxId === null || box.id === boxId ? { ...box, status } : box)),
  }
}

function lowered(pending: Figures['pending'], productId: number, quantity: number): Figures['pending'] {
  let left = quantity
  return pending.flatMap((pieces) => {
    if (pieces.productId !== productId) return [pieces]
    const gone = Math.min(left, pieces.quantity)
    left -= gone
    return pieces.quantity > gone ? [{ ...pieces, quantity: pieces.quantity - gone }] : []
  })
}

/** Pieces that wait again. Of which batch they are only the server knows, so they stand with the first of their kind. */
function raised(pending: Figures['pending'], productId: number, quantity: number): Figures['pending'] {
  const first = pending.find((pieces) => pieces.productId === productId)
  if (first)
    return pending.map((pieces) =>
      pieces === first ? { ...pieces, quantity: pieces.quantity + quantity } : pieces,
    )
  const place = { batchId: 0, locationId: 0, locationCode: '', quality: 'good', expiryDate: null } as const
  return [...pending, { ...place, productId, quantity }]
}

/** Pieces counted without a box belong to whichever box announced them. */
const isOf = (boxId: number | null, productId: number) => (line: InboundLine) =>
  (boxId === null || line.boxId === boxId) && line.productId === productId

/** The line a count belongs to: that of its date if there is one, else the first that still expects something. */
function lineOf(
  lines: readonly InboundLine[],
  { boxId, productId, expiryDate }: Pick<CountScan, 'boxId' | 'productId' | 'expiryDate'>,
): InboundLine | undefined {
  const own = lines.filter(isOf(boxId, productId))
  return (
    own.find((line) => expiryDate !== null && line.expiryDate === expiryDate) ?? own.find(hasRoom) ?? own[0]
  )
}

const hasRoom = (line: InboundLine) => leftOf(line) > 0

export const leftOf = ({ expected, good, defective }: InboundLine) => expected - good - defective

const fold = (text: string) => text.normalize('NFKC').trim().toUpperCase()

/** A box of the document by either of its numbers. */
export const boxIn = ({ boxes }: Pick<InboundDocument, 'boxes'>, code: string) =>
  boxes.find(
    ({ boxNo, customerBoxNo }) =>
      boxKey(boxNo) === boxKey(code) || boxKey(customerBoxNo ?? '') === boxKey(code),
  )

/** A product by its SKU or by one of its barcodes, and how many pieces one scan of that barcode is. */
export function productIn(
  products: readonly InboundProduct[],
  code: string,
): { product: InboundProduct; pieces: number } | undefined {
  const article = articleKey(code)
  for (const product of products) {
    const barcode = product.barcodes.find((one) => articleKey(one.barcode) === article)
    if (barcode) return { product, pieces: barcode.packQuantity }
  }
  const product = products.find(({ sku }) => fold(sku) === fold(code))
  return product && { product, pieces: 1 }
}

export type Standing = { expected: number; got: number; isKnown: boolean; isExtra: boolean }

/** How much of a product was announced for a box, and how much of it has come. */
export function standingOf(
  { lines }: Pick<InboundDocument, 'lines'>,
  boxId: number | null,
  productId: number,
): Standing {
  const own = lines.filter(isOf(boxId, productId))
  return {
    expected: sum(own.map(({ expected }) => expected)),
    got: sum(own.map(({ good, defective }) => good + defective)),
    isKnown: own.length > 0,
    isExtra: own.length > 0 && own.every(({ isExtra }) => isExtra),
  }
}

/** Whether so many more may be counted: without a word, after a word, or not at all. */
export function overOf(
  policy: OverPolicy,
  { expected, got }: Standing,
  more: number,
): 'fine' | 'ask' | 'blocked' {
  if (policy.overReceivePolicy === 'allow' || !isOver(expected, got + more, policy)) return 'fine'
  return policy.overReceivePolicy === 'block' ? 'blocked' : 'ask'
}

/** The one day the announcement names for a product, if it names one. */
export function announcedExpiry(
  { lines }: Pick<InboundDocument, 'lines'>,
  boxId: number | null,
  productId: number,
): string | undefined {
  const days = new Set(lines.filter(isOf(boxId, productId)).map(({ expiryDate }) => expiryDate))
  const [day] = days
  return days.size === 1 && day ? day : undefined
}

/** A day as people type it from a box: 2027-05-31, 20270531 or 270531. */
export function dayIn(typed: string): string | undefined {
  const parts = /^(?:20)?(\d{2})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(typed.trim())
  if (!parts) return undefined
  const day = `20${parts[1]}-${parts[2]}-${parts[3]}`
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined
}

/** When goods were made and until when they are good. */
export type Days = { productionDate: string | null; expiryDate: string | null }

/** The days of goods with a shelf life: the last one as it is said, or counted from the day they were made. */
export function daysFrom(
  { expiry, production }: { expiry?: string | undefined; production?: string | undefined },
  shelfLifeDays: number | null,
): Days | undefined {
  const productionDate = production ?? null
  if (expiry) return { productionDate, expiryDate: expiry }
  if (!production || shelfLifeDays === null) return undefined
  const end = new Date(`${production}T00:00:00Z`)
  end.setUTCDate(end.getUTCDate() + shelfLifeDays)
  return { productionDate, expiryDate: end.toISOString().slice(0, 10) }
}

/** What somebody types from a box: an expiry date, or with P before it the day the goods were made. */
export function typedDays(typed: string, shelfLifeDays: number | null): Days | undefined {
  const made = /^p(.+)$/i.exec(typed.trim())?.[1]
  const day = dayIn(made ?? typed)
  return day ? daysFrom(made ? { production: day } : { expiry: day }, shelfLifeDays) : undefined
}

/** Whether nobody announced anything: an order that was made at the door. */
export const isUnannounced = ({ lines }: Pick<InboundDocument, 'lines'>) =>
  lines.every(({ isExtra }) => isExtra)

export type Difference = { productId: number; expected: number; good: number; defective: number }

/** What came otherwise than announced, product by product; damaged pieces came, but not as announced. */
export function differencesOf({ lines }: Pick<InboundDocument, 'lines'>): Difference[] {
  const products = new Map<number, Difference>()
  for (const { productId, expected, good, defective } of lines) {
    const all = products.get(productId) ?? { productId, expected: 0, good: 0, defective: 0 }
    products.set(productId, {
      productId,
      expected: all.expected + expected,
      good: all.good + good,
      defective: all.defective + defective,
    })
  }
  return [...products.values()].filter(({ expected, good, defective }) => good !== expected || defective > 0)
}

/** Whether the document needs a reason to be closed: more or fewer pieces came than were announced. */
export const differs = ({ lines }: Pick<InboundDocument, 'lines'>) =>
  differencesOf({ lines }).some(({ expected, good, defective }) => good + defective !== expected)

export type LineColour = 'none' | 'part' | 'full' | 'over'

export function colourOf(line: InboundLine): LineColour {
  const got = line.good + line.defective
  if (got > line.expected) return 'over'
  if (got === 0) return 'none'
  return got === line.expected ? 'full' : 'part'
}

export const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)
