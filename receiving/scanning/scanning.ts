import { type BatchIdentity, isSameBatch } from '../../inventory/stock/batches.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { articleKey, boxKey } from '../../platform/scanning/gs1.ts'
import type { InboundChange, InboundLine, InboundProduct, InboundStanding, inbound } from '../contract.ts'
import { type BatchFacts, factsOfLine, isOver, linesFor, type OverPolicy, spread } from '../rules.ts'

/** Receiving logic without a page: what a code means, what is too much, what is missing. */
export type InboundDocument = OutputOf<typeof inbound>

type Of = { inboundId: number; inboundNo: string; code: string }

/** One counted scan of a product. */
export type CountScan = Of &
  BatchFacts & {
    kind: 'count'
    boxId: number | null
    productId: number
    good: number
    defective: number
    locationId: number | null
    /** The bin for damaged pieces, if the user had to choose it. */
    defectiveLocationId?: number | null
    /** The good pieces are in a receiving bin and wait for putaway. */
    isPending: boolean
    photoFileIds: number[]
    isUnexpected: boolean
    /** The confirmed total, if more than expected. */
    confirmedTotal: number | null
    /** Why unexpected goods were accepted. */
    remark: string | null
    /** The lines it filled when it was scanned; 0 for a line that it created. */
    took: { lineId: number; quantity: number }[]
    /** Boxes that arrived with this scan. */
    broughtBoxes: number[]
  }
/** A whole box or document, received as expected; `took` is its content when it was scanned. */
export type WholeScan = Of & {
  kind: 'whole'
  boxId: number | null
  locationId: number | null
  isPending: boolean
  /** The missing part of a box that was counted before. */
  isRest: boolean
  /** User input, where the order does not state it. */
  facts: (BatchFacts & { productId: number })[]
  took: { lineId: number; quantity: number }[]
  broughtBoxes: number[]
}
export type PutAwayScan = Of & {
  kind: 'putaway'
  productId: number
  batch: BatchIdentity
  quantity: number
  locationId: number
}
/** Undoes a scan. It contains the scan itself, because its receipt or putaway may not be known yet. */
export type UndoScan = Of & {
  kind: 'undo'
  undone: { id: string; scan: CountScan | WholeScan | PutAwayScan }
  /** The order was closed when it was undone, so it is opened again. */
  reopens?: true
}

export type ReceiveScan = CountScan | WholeScan | PutAwayScan | UndoScan

/** Scans that were not counted: those of the open document, or all of them when none is open. */
export const refusedAt = <E extends { state: string; scan: ReceiveScan }>(
  entries: readonly E[],
  inboundId: number | undefined,
) =>
  entries
    .filter(
      ({ state, scan }) => state === 'refused' && (inboundId === undefined || scan.inboundId === inboundId),
    )
    .map(({ scan, ...entry }) => ({ ...entry, code: scan.code, subject: scan.inboundNo }))

type Figures = Pick<InboundStanding, 'lines' | 'boxes' | 'pending'>

const byId = <T extends { id: number }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))
const waitsAt = ({ batchId, locationId, quality }: InboundStanding['pending'][number]) =>
  `${batchId} ${locationId} ${quality}`

/** The part of a standing that a step has touched, for a client that has version `since`. */
export function changeIn(
  { status, rowVersion, lines, boxes, pending }: InboundStanding,
  since: number,
  touched: { lineIds?: readonly number[]; boxIds?: readonly (number | null)[]; pending?: Figures['pending'] },
): InboundChange {
  const now = new Map(pending.map((piece) => [waitsAt(piece), piece]))
  const pieces = new Map((touched.pending ?? []).map((piece) => [waitsAt(piece), piece]))
  return {
    since,
    status,
    rowVersion,
    lines: lines
      .filter(({ id }) => touched.lineIds?.includes(id))
      .map(({ id, good, defective }) => ({ id, good, defective })),
    opened: [],
    boxes: boxes
      .filter(({ id }) => touched.boxIds?.includes(id))
      .map(({ id, status, receivedAt, receivedByName }) => ({ id, status, receivedAt, receivedByName })),
    pending: [...pieces].map(([key, piece]) => now.get(key) ?? { ...piece, quantity: 0 }),
  }
}

/**
 * A document after the server's response to one step.
 *
 * If another user changed it in between, the known version stays and the document is loaded again.
 */
export function afterChange<D extends InboundStanding>(known: D, change: InboundChange): D {
  if (change.rowVersion <= known.rowVersion) return known
  const [lines, boxes, opened] = [byId(change.lines), byId(change.boxes), byId(change.opened)]
  const waiting = new Map([...known.pending, ...change.pending].map((piece) => [waitsAt(piece), piece]))
  const added = byId(change.addedBoxes ?? [])
  return {
    ...known,
    status: change.status,
    rowVersion: change.since === known.rowVersion ? change.rowVersion : known.rowVersion,
    lines: [
      ...known.lines.filter(({ id }) => !opened.has(id)).map((line) => ({ ...line, ...lines.get(line.id) })),
      ...change.opened,
    ],
    boxes: [
      ...known.boxes.filter(({ id }) => !added.has(id)).map((box) => ({ ...box, ...boxes.get(box.id) })),
      ...added.values(),
    ],
    // The earliest expiry is put away first.
    pending: [...waiting.values()]
      .filter(({ quantity }) => quantity > 0)
      .sort((item, other) => (item.expiryDate ?? '9').localeCompare(other.expiryDate ?? '9')),
  }
}

/** The document as it will be once everything queued has been counted. */
export function withWaiting<D extends Figures>(document: D, scans: readonly ReceiveScan[]): D {
  const now = { ...document }
  for (const scan of scans) Object.assign(now, after(now, scan))
  return now
}

function after(now: Figures, scan: ReceiveScan): Partial<Figures> {
  switch (scan.kind) {
    case 'count':
      return counted(now, scan)
    case 'whole':
      return taken(now, scan)
    case 'putaway':
      return { pending: lowered(now.pending, scan, scan.quantity) }
    case 'undo':
      return before(now, scan.undone.scan)
  }
}

function before(now: Figures, scan: UndoScan['undone']['scan']): Partial<Figures> {
  switch (scan.kind) {
    case 'count':
      return uncounted(now, scan)
    case 'whole':
      return leftOut(now, scan)
    case 'putaway':
      return { pending: raised(now.pending, scan, scan.quantity) }
  }
}

type Pieces = { productId: number; batch: BatchIdentity }
const qualities = ['good', 'defective'] as const

/** Good pieces of a count that wait in a receiving bin. */
const waitingOf = ({ productId, good, isPending, expiryDate, lot }: CountScan) => ({
  productId,
  batch: { expiryDate, lot },
  quantity: isPending ? good : 0,
})

function counted({ lines, boxes, pending }: Figures, scan: CountScan): Partial<Figures> {
  const { boxId, productId } = scan
  const extra = { id: 0, boxId, productId, expected: 0, good: 0, defective: 0, isExtra: true }
  const known = linesFor(lines, scan)
  const all = known.length > 0 ? [...lines] : [...lines, { ...extra, ...noFacts }]
  for (const quality of qualities) {
    const targets = linesFor(all, scan)
    const shares = spread(
      scan[quality],
      targets.map((line) => ({ id: all.indexOf(line), room: leftOf(line) })),
    )
    for (const { id, quantity } of shares) {
      const line = all[id]
      if (line) all[id] = { ...line, [quality]: line[quality] + quantity }
    }
  }
  const waiting = waitingOf(scan)
  return {
    lines: all,
    // A box that is being counted has arrived; loose pieces mark a box as received once it is complete.
    boxes: boxes.map((box) =>
      box.id === boxId || (box.status === 'expected' && isFull(all, box.id))
        ? { ...box, status: 'received' }
        : box,
    ),
    pending: raised(pending, waiting, waiting.quantity),
  }
}

const isFull = (lines: readonly InboundLine[], boxId: number) => {
  const own = lines.filter((line) => line.boxId === boxId)
  return own.length > 0 && own.every((line) => leftOf(line) <= 0)
}

/** Removes the pieces from the lines they filled. */
function uncounted({ lines, boxes, pending }: Figures, scan: CountScan): Partial<Figures> {
  const quality = scan.good > 0 ? 'good' : 'defective'
  const [extra] = linesFor(lines, scan)
  const left = lines.map((line) => {
    // Lines created by the page have no id yet: 0 is the one created by these goods.
    const own = scan.took.filter(({ lineId }) => (lineId === 0 ? line === extra : lineId === line.id))
    return { ...line, [quality]: line[quality] - sum(own.map(({ quantity }) => quantity)) }
  })
  const waiting = waitingOf(scan)
  return {
    lines: left,
    boxes: takenAway(left, boxes, scan),
    pending: lowered(pending, waiting, waiting.quantity),
  }
}

/** How counted pieces are distributed to their lines. */
export const sharesOf = (
  lines: readonly InboundLine[],
  goods: Pick<CountScan, 'boxId' | 'productId' | 'expiryDate' | 'lot'>,
  quantity: number,
): CountScan['took'] => {
  const targets = linesFor(lines, goods).map((line) => ({ id: line.id, room: leftOf(line) }))
  const shares = spread(quantity, targets.length > 0 ? targets : [{ id: 0, room: 0 }])
  return shares.map((share) => ({ lineId: share.id, quantity: share.quantity }))
}

/** Boxes that arrived with a scan are removed with it, unless they are still complete. */
const takenAway = (
  lines: readonly InboundLine[],
  boxes: Figures['boxes'],
  { broughtBoxes }: CountScan | WholeScan,
): Figures['boxes'] =>
  boxes.map((box) =>
    broughtBoxes.includes(box.id) && !isFull(lines, box.id) ? { ...box, status: 'expected' } : box,
  )

/** The boxes that this scan marks as received. */
export const broughtBy = (now: Figures, scan: CountScan | WholeScan): number[] => {
  const before = new Set(now.boxes.flatMap(({ id, status }) => (status === 'received' ? [id] : [])))
  return withWaiting(now, [scan]).boxes.flatMap(({ id, status }) =>
    status === 'received' && !before.has(id) ? [id] : [],
  )
}

function taken({ lines, boxes, pending }: Figures, scan: WholeScan): Partial<Figures> {
  const { took, boxId } = scan
  return {
    lines: lines.map((line) => ({ ...line, good: line.good + quantityOf(took, line) })),
    boxes: boxes.map((box) =>
      boxId === null || box.id === boxId ? { ...box, status: 'received' as const } : box,
    ),
    pending: waitingIn(lines, scan).reduce((all, pieces) => raised(all, pieces, pieces.quantity), pending),
  }
}

function leftOut({ lines, pending, boxes }: Figures, scan: WholeScan): Partial<Figures> {
  const left = lines.map((line) => ({ ...line, good: line.good - quantityOf(scan.took, line) }))
  return {
    lines: left,
    boxes: takenAway(left, boxes, scan),
    pending: waitingIn(lines, scan).reduce((all, pieces) => lowered(all, pieces, pieces.quantity), pending),
  }
}

const quantityOf = (took: WholeScan['took'], { id }: InboundLine) =>
  took.find(({ lineId }) => lineId === id)?.quantity ?? 0

const waitingIn = (lines: readonly InboundLine[], { took, facts, isPending }: WholeScan) =>
  lines.map((line) => {
    const { expiryDate, lot } = factsOfLine(line, facts)
    return {
      productId: line.productId,
      batch: { expiryDate, lot },
      quantity: isPending ? quantityOf(took, line) : 0,
    }
  })

function lowered(pending: Figures['pending'], { productId, batch }: Pieces, quantity: number) {
  let left = quantity
  return pending.flatMap((pieces) => {
    if (pieces.productId !== productId || !isSameBatch(pieces, batch)) return [pieces]
    const gone = Math.min(left, pieces.quantity)
    left -= gone
    return pieces.quantity > gone ? [{ ...pieces, quantity: pieces.quantity - gone }] : []
  })
}

/**
 * Waiting pieces. Only the server knows their stock row, so they are listed with the first of their batch.
 */
function raised(pending: Figures['pending'], { productId, batch }: Pieces, quantity: number) {
  if (quantity === 0) return pending
  const first = pending.find((pieces) => pieces.productId === productId && isSameBatch(pieces, batch))
  if (first)
    return pending.map((pieces) =>
      pieces === first ? { ...pieces, quantity: pieces.quantity + quantity } : pieces,
    )
  const place = { batchId: 0, locationId: 0, locationCode: '', quality: 'good' } as const
  return [...pending, { ...place, ...batch, productId, quantity }]
}

/**
 * How much of a box was expected, counted and missing: a surplus of one product does not compensate another.
 */
export function gotIn(
  lines: readonly InboundLine[],
  boxId: number,
): { got: number; expected: number; missing: number } {
  const own = lines.filter((line) => line.boxId === boxId)
  return {
    got: sum(own.map(({ good, defective }) => good + defective)),
    expected: sum(own.map(({ expected }) => expected)),
    missing: sum(own.map((line) => Math.max(0, leftOf(line)))),
  }
}

/** Pieces counted without a box belong to whichever box expects them. */
export const isOf = (boxId: number | null, productId: number) => (line: InboundLine) =>
  (boxId === null || line.boxId === boxId) && line.productId === productId

export const leftOf = ({ expected, good, defective }: InboundLine) => expected - good - defective

const fold = (text: string) => text.normalize('NFKC').trim().toUpperCase()

/** A box of the document by either of its numbers. */
export const boxIn = ({ boxes }: Pick<InboundDocument, 'boxes'>, code: string) =>
  boxes.find(
    ({ boxNo, customerBoxNo }) =>
      boxKey(boxNo) === boxKey(code) || boxKey(customerBoxNo ?? '') === boxKey(code),
  )

/** Whose goods an order takes, and whether disabled ones too. */
export const receivable = ({ customerId, inboundType }: InboundDocument) => ({ customerId, inboundType })

/** A product by SKU or barcode, and how many pieces one scan of that barcode is. */
export function productIn(
  products: readonly InboundProduct[],
  code: string,
): { product: InboundProduct; pieces: number } | undefined {
  const article = articleKey(code)
  for (const product of products) {
    const barcode = product.barcodes.find((barcode) => articleKey(barcode.barcode) === article)
    if (barcode) return { product, pieces: barcode.packQuantity }
  }
  const product = products.find(({ sku }) => fold(sku) === fold(code))
  return product && { product, pieces: 1 }
}

type Standing = { expected: number; got: number; isKnown: boolean; isExtra: boolean }

/** How much of a product was expected for a box, and how much arrived. */
export function standingOf(
  { lines }: Pick<InboundDocument, 'lines'>,
  boxId: number | null,
  productId: number,
): Standing {
  const own = lines.filter(isOf(boxId, productId))
  const announced = own.filter(({ isExtra }) => !isExtra)
  // Unexpected goods do not fill expected lines.
  const counted = announced.length > 0 ? announced : own
  return {
    expected: sum(counted.map(({ expected }) => expected)),
    got: sum(counted.map(({ good, defective }) => good + defective)),
    isKnown: own.length > 0,
    isExtra: own.length > 0 && own.every(({ isExtra }) => isExtra),
  }
}

/** Whether this many more may be counted: without confirmation, with confirmation, or not at all. */
export function overOf(
  policy: OverPolicy,
  { expected, got }: Standing,
  more: number,
): 'fine' | 'ask' | 'blocked' {
  if (policy.overReceivePolicy === 'allow' || !isOver(expected, got + more, policy)) return 'fine'
  return policy.overReceivePolicy === 'block' ? 'blocked' : 'ask'
}

export const noFacts: BatchFacts = { productionDate: null, expiryDate: null, lot: null }

/** Whether nothing was expected: an order created at the dock. */
export const isUnannounced = ({ lines }: Pick<InboundDocument, 'lines'>) =>
  lines.every(({ isExtra }) => isExtra)

type Difference = { productId: number; expected: number; good: number; defective: number }

/** Differences to the expected quantities, by product; damaged pieces arrived, but count as a difference. */
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

/** Whether closing the document needs a reason: more or fewer pieces of a line arrived than expected. */
export const differs = ({ lines }: Pick<InboundDocument, 'lines'>) =>
  lines.some(({ expected, good, defective }) => good + defective !== expected)

export type LineColour = 'none' | 'part' | 'full' | 'over'

export function colourOf(line: InboundLine): LineColour {
  const got = line.good + line.defective
  if (got > line.expected) return 'over'
  if (got === 0) return 'none'
  return got === line.expected ? 'full' : 'part'
}

export const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)
