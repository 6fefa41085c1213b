import type { BatchIdentity } from '../inventory/stock/batches.ts'
import type { Call, InputOf } from '../platform/calls/call.ts'
import {
  addBox,
  findInbound,
  type InboundLine,
  type InboundStanding,
  inbound,
  inboundChanges,
  inboundProducts,
} from '../receiving/contract.ts'
import { factsOfLine, isAllIn, isOver, linesFor, missingFact, spread } from '../receiving/rules.ts'
import {
  cancelReceipt,
  findPlace,
  putAway,
  receive,
  receiveWhole,
  suggestBins,
  undoPutAway,
} from '../receiving/scanning/contract.ts'
import type { Place } from '../receiving/scanning/receive-state.ts'
import { changeIn, type InboundDocument, noFacts, productIn } from '../receiving/scanning/scanning.ts'

/** A server as a page calls it: in memory, or the real one. */
export type Answering = (url: string, request: RequestInit) => Promise<{ status: number; body: string }>

/** The ids a real server has given to what a call made. */
export type Named = { receiptId?: number; putawayId?: number; addedBoxes?: { id: number }[] }

/** The calls that change an order. */
export const works: readonly Call[] = [receive, receiveWhole, putAway, undoPutAway, cancelReceipt, addBox]

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

export class Refused extends Error {}
const refuse = (why: string): never => {
  throw new Refused(why)
}

/** The server's handling of scans in memory: the ledger rules without a database. */
export class PaperServer {
  document: InboundDocument
  readonly places: ReadonlyMap<string, Place>
  /** Pieces by bin, product, expiry with lot, and quality. */
  readonly stock = new Map<string, number>()
  /** Whether a bin takes damaged goods without being chosen. */
  hasDamagedBin = true
  readonly #receipts = new Map<number, Receipt>()
  readonly #moves = new Map<number, Move>()
  readonly #answers = new Map<string, object>()
  readonly #batches = new Map<string, number>()

  constructor(document: InboundDocument, places: readonly Place[]) {
    this.document = document
    this.places = new Map(places.map((place) => [place.locationCode, place]))
  }

  /** As a page calls it. */
  answer: Answering = async (url, { body, headers }) => {
    const [path = '', search] = url.split('?')
    const input =
      typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(search))
    const key = (headers as Record<string, string>)['x-idempotency-key']
    const data = key ? this.take(path, input, key) : this.#read(path, input)
    const isRefused = data instanceof Refused
    const envelope = isRefused
      ? { code: 5000, message: data.message, success: false, data: null }
      : { code: 0, message: '', success: true, data }
    return { status: 200, body: JSON.stringify(envelope) }
  }

  /** One command with its key: repeated, it returns the first result and does nothing. */
  take(path: string, sent: object, key: string, named: Named = {}): object | Refused {
    const known = this.#answers.get(key)
    if (known) return known
    // Documents are immutable, so the old one is kept by reference.
    const kept = { document: this.document, stock: [...this.stock] }
    const before = this.standing()
    try {
      const status = 'receiving'
      this.document = { ...this.document, status, rowVersion: this.document.rowVersion + 1 }
      const made = this.#work(path, sent, named)
      if (path !== addBox.path && isAllIn(this.standing()))
        this.document = { ...this.document, status: 'complete' }
      const answer = { ...this.#changeSince(before), ...made }
      this.#answers.set(key, answer)
      return answer
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason
      this.document = kept.document
      this.stock.clear()
      for (const [key, pieces] of kept.stock) this.stock.set(key, pieces)
      return reason
    }
  }

  #changeSince(before: InboundStanding): object {
    const now = this.standing()
    const known = new Set(before.lines.map(({ id }) => id))
    const touched = {
      lineIds: [...known],
      boxIds: before.boxes.map(({ id }) => id),
      pending: [...before.pending, ...now.pending],
    }
    return {
      ...changeIn(now, before.rowVersion, touched),
      opened: now.lines.filter(({ id }) => !known.has(id)),
    }
  }

  #read(path: string, sent: object): unknown {
    switch (path) {
      case inbound.path: {
        const ids = new Set(this.document.lines.map(({ productId }) => productId))
        const products = this.document.products.filter(({ id }) => ids.has(id))
        return { ...this.document, ...this.standing(), products }
      }
      case inboundChanges.path: {
        const { rowVersion } = inboundChanges.input.parse(sent)
        return rowVersion === this.document.rowVersion ? null : this.standing()
      }
      case findPlace.path:
        return this.places.get(findPlace.input.parse(sent).scanned.toUpperCase()) ?? null
      case findInbound.path:
        return []
      case inboundProducts.path: {
        const match = productIn(this.document.products, inboundProducts.input.parse(sent).search ?? '')
        return match ? [match.product] : []
      }
      case suggestBins.path: {
        const { quality } = suggestBins.input.parse(sent)
        if (quality === 'defective' && !this.hasDamagedBin) return []
        return [...this.places.values()].filter(
          (place) =>
            place.purpose === 'storage' &&
            place.isEnabled &&
            !place.otherCustomer &&
            place.quality === quality,
        )
      }
      default:
        throw new Error(`the server in memory does not know ${path}`)
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
          batchId: this.#batchId(`${productId}|${batch}`),
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

  #batchId(batch: string): number {
    const id = this.#batches.get(batch) ?? this.#batches.size + 1
    this.#batches.set(batch, id)
    return id
  }

  #placeOf(code: string): Place {
    const place = this.places.get(code)
    if (!place) throw new Error(`no place ${code}`)
    return place
  }

  /** What the answer has besides the change. */
  #work(path: string, sent: object, { receiptId, putawayId, addedBoxes }: Named): object {
    switch (path) {
      case receive.path: {
        const { boxId, lines } = receive.input.parse(sent)
        const [line] = lines
        if (!line || lines.length > 1) throw new Error('a scan counts one line')
        return this.#keep(receiptId, this.#count(boxId, line))
      }
      case receiveWhole.path:
        return this.#keep(receiptId, this.#whole(receiveWhole.input.parse(sent)))
      case cancelReceipt.path:
        this.#cancel(cancelReceipt.input.parse(sent).receiptId)
        return {}
      case putAway.path: {
        const id = putawayId ?? this.#moves.size + 1
        for (const line of putAway.input.parse(sent).lines) this.#putAway(id, line)
        return { putawayId: id }
      }
      case undoPutAway.path:
        this.#undoMove(undoPutAway.input.parse(sent).putawayId)
        return {}
      case addBox.path:
        return { addedBoxes: [this.#addBox(addBox.input.parse(sent).boxNo, addedBoxes?.[0]?.id)] }
      default:
        throw new Error(`the server in memory does not do ${path}`)
    }
  }

  #addBox(boxNo: string, named?: number): InboundDocument['boxes'][number] {
    const [like] = this.document.boxes
    if (!like) throw new Error('no box to make another like it')
    const id = named ?? 1 + Math.max(...this.document.boxes.map((box) => box.id))
    const box = { ...like, id, boxNo, customerBoxNo: null, isExtra: true, status: 'received' as const }
    this.document = { ...this.document, boxes: [...this.document.boxes, box] }
    return box
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

  #count(boxId: number | null, line: InputOf<typeof receive>['lines'][number]): Receipt {
    const scan = { ...line, boxId }
    const { productId, good, defective } = scan
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
    return { boxId, mode: 'count', shares: [...shares], isCancelled: false }
  }

  #whole({ boxId, locationId, isRest, facts }: InputOf<typeof receiveWhole>): Receipt {
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
    return { boxId, mode: 'whole', shares, isCancelled: false }
  }

  #keep(named: number | undefined, receipt: Receipt): { receiptId: number; receiptNo: string } {
    const receiptId = named ?? this.#receipts.size + 1
    this.#receipts.set(receiptId, receipt)
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
    return { receiptId, receiptNo: `RC-${receiptId}` }
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

  #cancel(id: number): void {
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

  #putAway(
    id: number,
    { productId, batch, quantity, locationId }: InputOf<typeof putAway>['lines'][number],
  ): void {
    if (productId === null || batch === null) throw new Error('a scan names product and batch')
    const to = this.#codeOf(locationId, true)
    this.#move('RECV', productId, batch, 'good', -quantity)
    this.#move(to, productId, batch, 'good', quantity)
    this.#moves.set(id, { productId, batch, quantity, to, isUndone: false })
  }

  #undoMove(id: number): void {
    const move = this.#moves.get(id) ?? refuse('no such putaway')
    if (move.isUndone) refuse('undone already')
    this.#move(move.to, move.productId, move.batch, 'good', -move.quantity)
    this.#move('RECV', move.productId, move.batch, 'good', move.quantity)
    this.#moves.set(id, { ...move, isUndone: true })
  }
}

/** What must agree of an order: its lines, its boxes and what waits for putaway. */
export const figuresOf = ({ status, lines, boxes, pending }: InboundStanding) => {
  const waiting = new Map<string, number>()
  for (const { productId, expiryDate, lot, quantity } of pending) {
    const key = `${productId} ${expiryDate} ${lot}`
    waiting.set(key, (waiting.get(key) ?? 0) + quantity)
  }
  return {
    status,
    lines: lines
      .map(({ boxId, productId, expiryDate, lot, good, defective }) =>
        [boxId, productId, expiryDate, lot, good, defective].join(' '),
      )
      .sort(),
    boxes: boxes.map((box) => `${box.boxNo} ${box.status}`).sort(),
    pending: [...waiting].sort(),
  }
}
