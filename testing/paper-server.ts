import type { BatchIdentity } from '../inventory/stock/batches.ts'
import type { InboundChange, InboundLine, InboundStanding } from '../receiving/contract.ts'
import { factsOfLine, isAllIn, isOver, linesFor, missingFact, spread } from '../receiving/rules.ts'
import type { Place } from '../receiving/scanning/receive-flow.ts'
import {
  type CountScan,
  type InboundDocument,
  noFacts,
  type PutAwayScan,
  type ReceiveScan,
  type WholeScan,
} from '../receiving/scanning/scanning.ts'

export type Verdict = { standing: InboundStanding | InboundChange } | { refused: string }

type Share = {
  lineId: number
  quality: 'good' | 'defective'
  quantity: number
  place: string
  batch: BatchIdentity
}
type Receipt = { boxId: number | null; mode: 'count' | 'whole'; shares: Share[]; isCancelled: boolean }
type Move = { productId: number; batch: BatchIdentity; quantity: number; to: string; isUndone: boolean }

/** `2027-12-31`, `2027-12-31/LOT1`, `null/LOT1` or `null`. */
export const batchKey = ({ expiryDate, lot }: BatchIdentity) =>
  `${expiryDate}${lot === null ? '' : `/${lot}`}`

class Refused extends Error {}
const refuse = (why: string): never => {
  throw new Refused(why)
}

/** The server's handling of scans in memory: the ledger rules without a database. */
export class PaperServer {
  document: InboundDocument
  readonly places: ReadonlyMap<string, Place>
  /** Pieces by bin, product, expiry with lot, and quality. */
  readonly stock = new Map<string, number>()
  readonly #receipts = new Map<string, Receipt>()
  readonly #moves = new Map<string, Move>()
  readonly #answers = new Set<string>()

  constructor(document: InboundDocument, places: readonly Place[]) {
    this.document = document
    this.places = new Map(places.map((place) => [place.locationCode, place]))
  }

  /** One scan with its key: repeated, it returns the same result and does nothing. */
  take(id: string, scan: ReceiveScan): Verdict {
    if (this.#answers.has(id)) return { standing: this.standing() }
    // Documents are immutable, so the old one is kept by reference.
    const kept = { document: this.document, stock: [...this.stock] }
    try {
      this.document = { ...this.document, status: 'receiving' }
      this.#work(id, scan)
      this.document = { ...this.document, rowVersion: this.document.rowVersion + 1 }
      if (isAllIn(this.standing())) this.document = { ...this.document, status: 'complete' }
      this.#answers.add(id)
      return { standing: this.standing() }
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason
      this.document = kept.document
      this.stock.clear()
      for (const [key, pieces] of kept.stock) this.stock.set(key, pieces)
      return { refused: reason.message }
    }
  }

  standing(): InboundStanding {
    const { status, rowVersion, lines, boxes } = this.document
    const pending = [...this.stock].flatMap(([key, quantity]) => {
      const [place, productId, batch = ''] = key.split('|')
      const [expiry, lot = null] = batch.split('/')
      if (place !== 'RECV' || quantity === 0) return []
      return [
        {
          batchId: 1,
          productId: Number(productId),
          locationId: this.#placeOf('RECV').locationId,
          locationCode: 'RECV',
          quality: 'good' as const,
          expiryDate: expiry === 'null' ? null : String(expiry),
          lot,
          quantity,
        },
      ]
    })
    return { status, rowVersion, lines, boxes, pending }
  }

  /** Active receipts and putaways. */
  papers(): { receipts: number; putaways: number } {
    return {
      receipts: [...this.#receipts.values()].filter(({ isCancelled }) => !isCancelled).length,
      putaways: [...this.#moves.values()].filter(({ isUndone }) => !isUndone).length,
    }
  }

  /** Adds an unexpected box. */
  addBox(boxNo: string, named?: number): InboundStanding {
    const [like] = this.document.boxes
    if (!like) throw new Error('no box to make another like it')
    const id = named ?? 1 + Math.max(...this.document.boxes.map((box) => box.id))
    const box = { ...like, id, boxNo, customerBoxNo: null, isExtra: true, status: 'received' as const }
    const rowVersion = this.document.rowVersion + 1
    this.document = {
      ...this.document,
      rowVersion,
      status: 'receiving',
      boxes: [...this.document.boxes, box],
    }
    return this.standing()
  }

  #placeOf(code: string): Place {
    const place = this.places.get(code)
    if (!place) throw new Error(`no place ${code}`)
    return place
  }

  #work(id: string, scan: ReceiveScan): void {
    if (scan.kind === 'count') this.#count(id, scan)
    else if (scan.kind === 'whole') this.#whole(id, scan)
    else if (scan.kind === 'putaway') this.#putAway(id, scan)
    else if (scan.undone.scan.kind === 'putaway') this.#undoMove(scan.undone.id)
    else this.#cancel(scan.undone.id)
  }

  #codeOf(locationId: number | null, isPutAway: boolean): string {
    if (locationId === null) return this.document.receiveOneStep ? refuse('no bin') : 'RECV'
    const place = [...this.places.values()].find((item) => item.locationId === locationId)
    if (!place?.isEnabled) return refuse('disabled bin')
    if (place.quality !== 'good') refuse('wrong quality')
    if (isPutAway ? place.purpose !== 'storage' : !['storage', 'receiving'].includes(place.purpose))
      refuse('wrong purpose')
    if (place.otherCustomer) refuse('another customer')
    return place.locationCode
  }

  #product = (id: number) =>
    this.document.products.find((product) => product.id === id) ?? refuse('no such product')

  #count(id: string, scan: CountScan): void {
    const { boxId, productId, good, defective } = scan
    const missing = missingFact(this.#product(productId), scan)
    if (missing) refuse(`no ${missing}`)
    const more = good + defective
    let targets = linesFor(this.document.lines, scan)
    const announced = targets.filter(({ isExtra }) => !isExtra)
    if (announced.length === 0 && !scan.isUnexpected) refuse('unexpected')
    const total = (of: (line: InboundLine) => number) => announced.reduce((sum, line) => sum + of(line), 0)
    const [expected, got] = [total((line) => line.expected), total((line) => line.good + line.defective)]
    if (announced.length > 0 && isOver(expected, got + more, this.document)) {
      if (this.document.overReceivePolicy === 'block') refuse('over')
      if (this.document.overReceivePolicy === 'warn' && got + more > (scan.confirmedTotal ?? 0))
        refuse('over unconfirmed')
    }
    if (targets.length === 0) {
      const lineId = 1 + Math.max(...this.document.lines.map((line) => line.id))
      const extra = { id: lineId, boxId, productId, expected: 0, good: 0, defective: 0, isExtra: true }
      const line = { ...extra, ...noFacts }
      this.document = { ...this.document, lines: [...this.document.lines, line] }
      targets = [line]
    }
    const place = good > 0 ? this.#codeOf(scan.locationId, false) : 'D-01'
    const room = targets.map((line) => ({ id: line.id, room: line.expected - line.good - line.defective }))
    const quality = good > 0 ? 'good' : 'defective'
    const shares = spread(more, room).map(
      (item) => ({ lineId: item.id, quality, quantity: item.quantity, place, batch: scan }) as const,
    )
    this.#receive(id, { boxId, mode: 'count', shares: [...shares], isCancelled: false })
  }

  #whole(id: string, { boxId, locationId, isRest, facts }: WholeScan): void {
    const { lines, boxes } = this.document
    const box = boxes.find((box) => box.id === boxId)
    const own = (line: InboundLine) =>
      boxId === null
        ? boxes.find((box) => box.id === line.boxId)?.status !== 'received'
        : line.boxId === boxId
    const counted = lines.filter((line) => line.boxId === boxId && line.good + line.defective > 0)
    if (box && !isRest && (box.status === 'received' || counted.length > 0)) refuse('box counted already')
    const place = this.#codeOf(locationId, false)
    const shares = lines.filter(own).flatMap((line): Share[] => {
      const quantity = line.expected - line.good - line.defective
      if (quantity <= 0) return []
      const batch = factsOfLine(line, facts)
      const missing = missingFact(this.#product(line.productId), batch)
      if (missing) refuse(`no ${missing}`)
      return [{ lineId: line.id, quality: 'good', quantity, place, batch }]
    })
    if (shares.length === 0) refuse('nothing expected')
    this.#receive(id, { boxId, mode: 'whole', shares, isCancelled: false })
  }

  #receive(id: string, receipt: Receipt): void {
    this.#receipts.set(id, receipt)
    this.#book(receipt, 1)
    const { boxId, mode } = receipt
    this.document = {
      ...this.document,
      boxes: this.document.boxes.map((box) =>
        box.status === 'expected' &&
        (box.id === boxId || (mode === 'whole' && boxId === null) || this.#isFull(box.id))
          ? { ...box, status: 'received' }
          : box,
      ),
    }
  }

  #isFull = (boxId: number) =>
    this.document.lines.every((line) => line.boxId !== boxId || line.good + line.defective >= line.expected)

  #book({ shares }: Receipt, sign: 1 | -1): void {
    for (const { lineId, quality, quantity, place, batch } of shares) {
      const { productId } = this.document.lines.find((line) => line.id === lineId) ?? refuse('no line')
      this.#move(place, productId, batch, quality, sign * quantity)
      this.document = {
        ...this.document,
        lines: this.document.lines.map((line) =>
          line.id === lineId ? { ...line, [quality]: line[quality] + sign * quantity } : line,
        ),
      }
    }
  }

  #move(place: string, productId: number, batch: BatchIdentity, quality: string, pieces: number): void {
    const key = `${place}|${productId}|${batchKey(batch)}|${quality}`
    const now = (this.stock.get(key) ?? 0) + pieces
    if (now < 0) refuse(`goods are not at ${place}`)
    if (now === 0) this.stock.delete(key)
    else this.stock.set(key, now)
  }

  #cancel(id: string): void {
    const receipt = this.#receipts.get(id) ?? refuse('no such receipt')
    if (receipt.isCancelled) refuse('cancelled already')
    this.#book(receipt, -1)
    this.#receipts.set(id, { ...receipt, isCancelled: true })
    const live = [...this.#receipts.values()].filter(({ isCancelled }) => !isCancelled)
    this.document = {
      ...this.document,
      boxes: this.document.boxes.map((box) =>
        !box.isExtra &&
        box.status === 'received' &&
        !this.#isFull(box.id) &&
        !live.some((item) => item.boxId === box.id || this.#hasTaken(item, box.id))
          ? { ...box, status: 'expected' }
          : box,
      ),
    }
  }

  /** Whether a whole order was received with pieces of this box; one counted before it is none of them. */
  #hasTaken = ({ boxId, mode, shares }: Receipt, ofBox: number) =>
    boxId === null &&
    mode === 'whole' &&
    shares.some(({ lineId }) =>
      this.document.lines.some(({ id, boxId: of }) => id === lineId && of === ofBox),
    )

  #putAway(id: string, { productId, batch, quantity, locationId }: PutAwayScan): void {
    const to = this.#codeOf(locationId, true)
    this.#move('RECV', productId, batch, 'good', -quantity)
    this.#move(to, productId, batch, 'good', quantity)
    this.#moves.set(id, { productId, batch, quantity, to, isUndone: false })
  }

  #undoMove(id: string): void {
    const move = this.#moves.get(id) ?? refuse('no such putaway')
    if (move.isUndone) refuse('undone already')
    this.#move(move.to, move.productId, move.batch, 'good', -move.quantity)
    this.#move('RECV', move.productId, move.batch, 'good', move.quantity)
    this.#moves.set(id, { ...move, isUndone: true })
  }
}
