import type { OutputOf } from '../../../platform/calls/call.ts'
import { newId, send } from '../../../platform/calls/web/send.ts'
import type { ScanQueue, Waiting } from '../../../platform/scanning/web/queue.ts'
import { emptyScanState, ScanSession, type ScanState } from '../../../platform/scanning/web/scan-session.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { language, t } from '../../../platform/text/web/language.tsx'
import { type InboundChange, type InboundProduct, inbound, inboundChanges } from '../../contract.ts'
import type { Photos } from '../../photos/web/photos.ts'
import { notNow } from '../../rules.ts'
import { afterRefusal, type KeptWork, keptWork, resumedWork, step } from '../receive-flow.ts'
import {
  type Bin,
  type Effect,
  type Event,
  noWork,
  type Operation,
  type Outcome,
  type Place,
  type Work,
} from '../receive-state.ts'
import { afterChange, type InboundDocument, type ReceiveScan, withWaiting } from '../scanning.ts'
import { receiveText } from '../text.ts'

export type ReceiveState = ScanState &
  Work & {
    document: InboundDocument | undefined
    /** The document's products, and those found since. */
    products: readonly InboundProduct[]
    suggestion: Bin | undefined
    /** Photos of the damaged goods in question. */
    photos: Photos | undefined
    measuring: { product: InboundProduct; isDone: () => void } | undefined
    isClosing: boolean
  }

const emptyReceive: ReceiveState = {
  ...emptyScanState,
  ...noWork,
  document: undefined,
  products: [],
  suggestion: undefined,
  photos: undefined,
  measuring: undefined,
  isClosing: false,
}

export type Standing =
  | Pick<InboundDocument, 'status' | 'rowVersion' | 'lines' | 'boxes' | 'pending'>
  | InboundChange
type ReceiveQueue = ScanQueue<ReceiveScan, Standing>

const workOf = (state: ReceiveState): Work => ({
  way: state.way,
  boxId: state.boxId,
  bin: state.bin,
  isDamaged: state.isDamaged,
  productId: state.productId,
  approved: state.approved,
  facts: state.facts,
  notMeasured: state.notMeasured,
  history: state.history,
  asking: state.asking,
})

/**
 * The receiver's scan session. `receive-flow.ts` decides what a scan means; this keeps the state, shows and
 * sends the result, and returns the answers.
 */
export class Receiver extends ScanSession<ReceiveState, ReceiveScan, Standing> {
  /** Bins that were scanned before, by customer and code: they can be used offline. */
  readonly places = new Map<string, Place>()
  /** Undos in progress, until the server has confirmed. */
  readonly #undoing = new Map<string, Operation>()

  constructor(queue: ReceiveQueue, may: (permission: string) => boolean) {
    super(queue, emptyReceive, { photos: undefined, isClosing: false, asking: undefined }, may)
  }

  /** The document including everything still queued. */
  figures(): InboundDocument | undefined {
    const { document } = this.state
    return document && withWaiting(document, scansOf(this.queue.line().entries, document.id))
  }

  /** The document once the server has counted everything queued. Not while offline; a message says so. */
  async allSent(): Promise<InboundDocument | undefined> {
    if (await this.busy(this.queue.sent())) return this.figures()
    this.say('warning', this.state.document?.inboundNo ?? '', t(scanText.waitFirst))
    return undefined
  }

  /** The result of an event; undefined when no document is open. */
  decide(event: Event): Outcome | undefined {
    const document = this.figures()
    const { products } = this.state
    const { may, missing } = this
    return (
      document && step(workOf(this.state), { document, products, may, missing, language }, event, newId())
    )
  }

  /** Handles an event: updates the state, and shows, sends and asks what follows. */
  async happen(event: Event, perform: (effect: Effect) => Promise<void>): Promise<void> {
    const outcome = this.decide(event)
    if (outcome) await this.carryOut(outcome, perform)
  }

  async carryOut({ work, effects }: Outcome, perform: (effect: Effect) => Promise<void>): Promise<void> {
    this.set(work)
    for (const effect of effects) await perform(effect)
  }

  /**
   * Undoes a scan: removes it from the queue if it was not sent yet, otherwise reverses it by another scan.
   */
  async takeBack({ operation, reverse }: Extract<Effect, { do: 'take_back' }>): Promise<void> {
    if (await this.queue.takeBack(operation.id))
      return this.say('warning', reverse.code, t(scanText.undone), { id: operation.id })
    const id = newId()
    this.#undoing.set(id, operation)
    const scan: ReceiveScan = this.state.document ? reverse : { ...reverse, reopens: true }
    this.put(scan, 'warning', t(scanText.undone), id)
  }

  async open(id: number): Promise<void> {
    // A scan whose response was lost may be both in the server's data and in the queue: it would be shown
    // twice.
    if (!(await this.busy(this.queue.sent())) && scansOf(this.queue.line().entries, id).length > 0)
      throw new Error('offline')
    const document: OutputOf<typeof inbound> = await this.busy(send(inbound, { id }))
    this.set({
      ...emptyReceive,
      marks: this.state.marks,
      document,
      products: document.products,
      way: document.boxes.length > 0 ? 'box' : 'piece',
    })
  }

  /** The last action can still be undone: then the document is opened again. */
  close(): void {
    this.leave()
    const { marks, history } = this.state
    this.set({ ...emptyReceive, marks, history })
  }

  kept(): KeptWork | undefined {
    return keptWork(this.state, this.state.document?.id)
  }

  isOver = ({ inboundId }: KeptWork) => inboundId === null

  async resume(kept: KeptWork): Promise<string | undefined> {
    const { entries } = this.queue.line()
    const refused = entries.flatMap(({ id, state }) => (state === 'refused' ? [id] : []))
    const work = resumedWork(kept, refused)
    if (kept.inboundId === null) {
      this.set(work)
      return undefined
    }
    await this.open(kept.inboundId)
    const { document } = this.state
    if (document && !notNow(document.inboundNo, document.status, 'receive')) {
      this.set(work)
      return document.inboundNo
    }
    this.close()
    this.set(work)
  }

  /** The document on the server, when nothing newer is known. */
  heed(standing: Standing): void {
    const { document } = this.state
    if (!document) return
    if ('since' in standing) {
      const now = afterChange(document, standing)
      this.set({ document: now })
      // A colleague made changes in between: they are loaded at once.
      if (now.rowVersion < standing.rowVersion) void fetchChanges(this)
    } else {
      const { status, rowVersion, lines, boxes, pending } = standing
      this.set({ document: { ...document, status, rowVersion, lines, boxes, pending } })
    }
    const { status } = standing
    if (status === 'complete') void this.inTurn('', () => this.#finish(document.id))
  }

  onDone = ({ id, scan }: Waiting<ReceiveScan>, standing: Standing) => {
    const { document } = this.state
    this.arrived(id)
    this.#undoing.delete(id)
    if (document?.id === scan.inboundId) this.heed(standing)
    else if (scan.kind === 'undo' && scan.reopens && !document)
      void this.inTurn('', () => this.#comeBack(scan.inboundId))
  }

  onRefused = (entry: Waiting<ReceiveScan>) => {
    const { id, scan, why } = entry
    this.set(afterRefusal(workOf(this.state), id, this.#undoing.get(id)))
    this.#undoing.delete(id)
    this.say('error', scan.code, `${t(scanText.notCounted)}: ${why ?? ''}`, { id })
    const undo = this.queue
      .line()
      .entries.find(
        (entry) => entry.scan.kind === 'undo' && entry.scan.undone.id === id && entry.state === 'waiting',
      )
    // It was never counted, so there is nothing to undo.
    if (undo) {
      this.#undoing.delete(undo.id)
      void this.queue.takeBack(undo.id)
    }
  }

  /** The system has closed the document, and nothing queued would reopen it. */
  #finish(id: number): void {
    const now = this.figures()
    if (now?.id !== id || now.status !== 'complete' || scansOf(this.queue.line().entries, id).length > 0)
      return
    this.say('step', '', t(receiveText.completed, { no: now.inboundNo }))
    this.close()
  }

  /**
   * The last scan of a document that had closed itself is undone: it is open again as before, unless the user
   * has opened another one meanwhile.
   */
  async #comeBack(id: number): Promise<void> {
    if (this.state.document) return
    const { history, way, boxId, bin, isDamaged } = this.state
    await this.open(id)
    this.set({ history, way, boxId, bin, isDamaged })
  }
}

export const scansOf = (entries: readonly Waiting<ReceiveScan>[], inboundId: number): ReceiveScan[] =>
  entries.flatMap(({ state, scan }) => (state === 'waiting' && scan.inboundId === inboundId ? [scan] : []))

/** Colleagues' changes. Not while the user's own scans are in progress: their responses contain them too. */
export async function fetchChanges(receiver: Receiver): Promise<void> {
  const known = receiver.state.document
  const isBusy = () => receiver.queue.line().entries.some(({ state }) => state === 'waiting')
  if (!known || isBusy() || window.document.hidden) return
  const { id, rowVersion } = known
  const standing = await send(inboundChanges, { id, rowVersion }).catch(() => null)
  const now = receiver.state.document
  if (standing && now?.id === id && standing.rowVersion > now.rowVersion && !isBusy()) receiver.heed(standing)
}
