import type { OutputOf } from '../../lib/call.ts'
import { t } from '../../lib/web/language.tsx'
import { Bench, emptyBench, type OnBench } from '../../lib/web/scan/bench.ts'
import type { ScanQueue, Waiting } from '../../lib/web/scan/queue.ts'
import { scanText } from '../../lib/web/scan/text.ts'
import type { SentHow } from '../../lib/web/scan/use-queue.ts'
import { send } from '../../lib/web/send.ts'
import { cancelReceipt, type InboundProduct, inbound, putAway, receive, receiveWhole } from '../contract.ts'
import { notNow } from '../rules.ts'
import { undoPutAway } from '../scan-contract.ts'
import { receiveText } from '../scan-text.ts'
import { type Days, type InboundDocument, type ReceiveScan, withWaiting } from '../scanning.ts'
import type { Photos } from './photos.ts'

export type Bin = { locationId: number; locationCode: string }
export type Way = 'box' | 'piece' | 'putaway'

export type ReceiveBench = OnBench & {
  document: InboundDocument | undefined
  /** The document's products, and those that turned up since. */
  products: readonly InboundProduct[]
  boxId: number | null
  productId: number | null
  bin: Bin | undefined
  suggestion: Bin | undefined
  way: Way
  isDamaged: boolean
  /** Photos of the damaged goods that are being asked about. */
  photos: Photos | undefined
  measuring: { product: InboundProduct; isDone: () => void } | undefined
  isClosing: boolean
}

const clearBench: ReceiveBench = {
  ...emptyBench,
  document: undefined,
  products: [],
  boxId: null,
  productId: null,
  bin: undefined,
  suggestion: undefined,
  way: 'piece',
  isDamaged: false,
  photos: undefined,
  measuring: undefined,
  isClosing: false,
}

/** The document on the bench and where in it somebody was. */
type KeptReceiving = { inboundId: number } & Pick<ReceiveBench, 'way' | 'boxId' | 'bin' | 'isDamaged'>

export type Standing = Pick<InboundDocument, 'status' | 'rowVersion' | 'lines' | 'boxes' | 'pending'>
export type ReceiveQueue = ScanQueue<ReceiveScan, Standing>

/** Sends one scan under its own key; a repeat is answered as the first time. */
export async function sendScan(scan: ReceiveScan, how: SentHow): Promise<Standing> {
  switch (scan.kind) {
    case 'count':
      return send(receive, countInput(scan), how)
    case 'whole':
      return send(receiveWhole, wholeInput(scan), how)
    case 'putaway':
      return send(putAway, putAwayInput(scan), how)
    case 'undo': {
      const { id, scan: undone } = scan.undone
      if (undone.kind === 'putaway') {
        const { putawayId } = await send(putAway, putAwayInput(undone), { key: id })
        return send(undoPutAway, { putawayId }, how)
      }
      // Asked again under its own key, the count says which receipt it became, however long ago that was.
      const { receiptId } =
        undone.kind === 'count'
          ? await send(receive, countInput(undone), { key: id })
          : await send(receiveWhole, wholeInput(undone), { key: id })
      return send(cancelReceipt, { receiptId, reason: null }, how)
    }
  }
}

const countInput = ({
  kind: _,
  code: __,
  inboundId,
  boxId,
  ...line
}: Extract<ReceiveScan, { kind: 'count' }>) => ({
  inboundId,
  boxId,
  lines: [line],
})
const putAwayInput = ({
  inboundId,
  productId,
  quantity,
  locationId,
}: Extract<ReceiveScan, { kind: 'putaway' }>) => ({
  inboundId,
  lines: [{ productId, quantity, locationId }],
})
const wholeInput = ({ inboundId, boxId, locationId }: Extract<ReceiveScan, { kind: 'whole' }>) => ({
  inboundId,
  boxId,
  locationId,
})

/** What lies on a receiver's bench. */
export class Receiver extends Bench<ReceiveBench, ReceiveScan, Standing> {
  /** Lines on which somebody has said yes to more than was announced. */
  readonly confirmed = new Map<string, string | null>()
  /** Dates typed once for a product of a box. */
  readonly days = new Map<string, Days>()
  readonly places = new Map<string, Bin>()
  readonly notMeasured = new Set<number>()

  constructor(queue: ReceiveQueue, may: (permission: string) => boolean) {
    super(queue, clearBench, { photos: undefined, isClosing: false }, may)
  }

  /** The document with everything that still waits in the line. */
  figures(): InboundDocument | undefined {
    const { document } = this.bench
    return document && withWaiting(document, scansOf(this.queue.line().entries, document.id))
  }

  /** The document once the server has counted everything that waited. Not while the line is cut; that is said. */
  async allSent(): Promise<InboundDocument | undefined> {
    if (await this.busy(this.queue.sent())) return this.figures()
    this.say('warning', this.bench.document?.inboundNo ?? '', t(scanText.waitFirst))
    return undefined
  }

  async open(id: number): Promise<void> {
    this.set({ isBusy: true })
    const document: OutputOf<typeof inbound> = await send(inbound, { id })
    this.confirmed.clear()
    this.days.clear()
    this.done.length = 0
    this.set({
      ...clearBench,
      marks: this.bench.marks,
      document,
      products: document.products,
      way: document.boxes.length > 0 ? 'box' : 'piece',
    })
  }

  close(): void {
    this.set({ ...clearBench, marks: this.bench.marks })
  }

  kept(): KeptReceiving | undefined {
    const { document, way, boxId, bin, isDamaged } = this.bench
    return document && { inboundId: document.id, way, boxId, bin, isDamaged }
  }

  async resume({ inboundId, ...where }: KeptReceiving): Promise<string | undefined> {
    await this.open(inboundId)
    const { document } = this.bench
    if (document && !notNow(document.inboundNo, document.status, 'receive')) {
      this.set(where)
      return document.inboundNo
    }
    this.close()
  }

  onDone = ({ id, scan }: Waiting<ReceiveScan>, standing: Standing) => {
    const { document } = this.bench
    const { status, rowVersion, lines, boxes, pending } = standing
    this.arrived(id)
    if (document?.id === scan.inboundId)
      this.set({ document: { ...document, status, rowVersion, lines, boxes, pending } })
    if (status === 'complete') void this.inTurn('', () => this.#finish(scan.inboundId))
    else if (scan.kind === 'undo' && !document) void this.inTurn('', () => this.#comeBack(scan.inboundId))
  }

  /** The system has closed the document, and nothing waits that would open it again. */
  #finish(id: number): void {
    const now = this.figures()
    if (now?.id !== id || now.status !== 'complete' || scansOf(this.queue.line().entries, id).length > 0)
      return
    this.say('step', '', t(receiveText.completed, { no: now.inboundNo }))
    this.close()
  }

  /** The last scan of a document that had closed itself is taken back: it lies on the bench again. */
  async #comeBack(id: number): Promise<void> {
    const earlier = [...this.done]
    await this.open(id)
    this.done.push(...earlier)
  }
}

export const scansOf = (entries: readonly Waiting<ReceiveScan>[], inboundId: number): ReceiveScan[] =>
  entries.flatMap(({ state, scan }) => (state === 'waiting' && scan.inboundId === inboundId ? [scan] : []))
