import type { OutputOf } from '../../lib/call.ts'
import { t } from '../../lib/web/language.tsx'
import { type Mark, sound, withMark } from '../../lib/web/scan/marks.ts'
import type { Choice, Question } from '../../lib/web/scan/question.ts'
import type { ScanQueue, Waiting } from '../../lib/web/scan/queue.ts'
import { CallFailed, randomId, send } from '../../lib/web/send.ts'
import type { Tone } from '../../lib/web/sounds.ts'
import { cancelReceipt, type InboundProduct, inbound, putAway, receive, receiveWhole } from '../contract.ts'
import { receiveText } from '../scan-text.ts'
import { type InboundDocument, type ReceiveScan, withWaiting } from '../scanning.ts'

export type Bin = { locationId: number; locationCode: string }
export type Way = 'box' | 'piece' | 'putaway'

export type Bench = {
  document: InboundDocument | undefined
  /** The document's products, and those that turned up since. */
  products: readonly InboundProduct[]
  boxId: number | null
  productId: number | null
  bin: Bin | undefined
  suggestion: Bin | undefined
  way: Way
  isDamaged: boolean
  question: Question | undefined
  /** Photos of the damaged goods that are being asked about. */
  photos: { fileIds: readonly number[]; isSending: boolean } | undefined
  measuring: { product: InboundProduct; isDone: () => void } | undefined
  isClosing: boolean
  isBusy: boolean
  marks: readonly Mark[]
}

const emptyBench: Bench = {
  document: undefined,
  products: [],
  boxId: null,
  productId: null,
  bin: undefined,
  suggestion: undefined,
  way: 'piece',
  isDamaged: false,
  question: undefined,
  photos: undefined,
  measuring: undefined,
  isClosing: false,
  isBusy: false,
  marks: [],
}

export type Standing = Pick<InboundDocument, 'status' | 'rowVersion' | 'lines' | 'boxes' | 'pending'>
export type ReceiveQueue = ScanQueue<ReceiveScan, Standing>

/** One way to answer a question, and what it means to whoever asked. */
export type Option<T> = Omit<Choice, 'run'> & { value: T }

/** Sends one scan under its own key; a repeat is answered as the first time. */
export async function sendScan(scan: ReceiveScan, key: string): Promise<Standing> {
  switch (scan.kind) {
    case 'count':
      return send(receive, countInput(scan), { key })
    case 'whole':
      return send(receiveWhole, wholeInput(scan), { key })
    case 'putaway': {
      const { inboundId, productId, quantity, locationId } = scan
      return send(putAway, { inboundId, lines: [{ productId, quantity, locationId }] }, { key })
    }
    case 'undo': {
      const { id, scan: undone } = scan.undone
      // Asked again under its own key, the count says which receipt it became, however long ago that was.
      const { receiptId } =
        undone.kind === 'count'
          ? await send(receive, countInput(undone), { key: id })
          : await send(receiveWhole, wholeInput(undone), { key: id })
      return send(cancelReceipt, { receiptId, reason: null }, { key })
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
const wholeInput = ({ inboundId, boxId, locationId }: Extract<ReceiveScan, { kind: 'whole' }>) => ({
  inboundId,
  boxId,
  locationId,
})

/**
 * What lies on a receiver's bench, outside the page that draws it.
 *
 * Scans are worked off one after another: one that has to look something up or to ask holds back those behind it, so
 * none overtakes another and none is lost.
 */
export class Receiver {
  bench: Bench = emptyBench
  readonly may: (permission: string) => boolean
  readonly queue: ReceiveQueue
  /** Lines on which somebody has said yes to more than was announced. */
  readonly confirmed = new Set<string>()
  /** Expiry dates typed once for a product of a box. */
  readonly expiries = new Map<string, string>()
  readonly places = new Map<string, Bin>()
  readonly notMeasured = new Set<number>()
  /** What can be taken back, the newest last. */
  readonly done: { id: string; scan: ReceiveScan }[] = []
  #work: Promise<void> = Promise.resolve()
  readonly #listeners = new Set<() => void>()

  constructor(queue: ReceiveQueue, may: (permission: string) => boolean) {
    this.queue = queue
    this.may = may
  }

  listen = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  current = () => this.bench

  set(change: Partial<Bench>): void {
    this.bench = { ...this.bench, ...change }
    for (const listener of this.#listeners) listener()
  }

  say(tone: Tone, code: string, words: string, { id = randomId(), isWaiting = false } = {}): void {
    sound(tone)
    this.set({ marks: withMark(this.bench.marks, { id, code, words, tone, isWaiting }) })
  }

  /** Does one thing after the other; a failure is said and ends only what failed. */
  inTurn(code: string, work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(async () => {
      try {
        await work()
      } catch (reason) {
        const isOffline = !(reason instanceof CallFailed) || reason.kind === 'network'
        this.say('error', code, isOffline ? t(receiveText.offline) : reason.message)
      } finally {
        this.set({ question: undefined, photos: undefined, isClosing: false, isBusy: false })
      }
    })
    return this.#work
  }

  /** Asks and waits for the answer. `read` makes an answer of what was scanned or typed, or says why it is none. */
  ask<T>(
    words: string,
    options: readonly Option<T>[],
    {
      hint,
      read,
      tone = 'warning',
    }: { hint?: string; read?: (text: string) => Promise<T | undefined>; tone?: Tone } = {},
  ): Promise<T> {
    sound(tone)
    return new Promise<T>((resolve) => {
      const answer = (value: T) => {
        this.set({ question: undefined })
        resolve(value)
      }
      const onText =
        read &&
        (async (text: string) => {
          const value = await read(text).catch((reason: unknown) => {
            this.say('error', text, reason instanceof CallFailed ? reason.message : t(receiveText.offline))
            return undefined
          })
          if (value !== undefined) answer(value)
        })
      this.set({
        question: {
          words,
          ...(hint && { hint }),
          choices: options.map(({ value, ...choice }) => ({ ...choice, run: () => answer(value) })),
          ...(onText && { onText: (text: string) => void onText(text) }),
        },
      })
    })
  }

  askYes = (words: string): Promise<boolean> =>
    this.ask(words, [
      { text: t(receiveText.yesCount), command: 'ok', value: true },
      { text: t(receiveText.no), command: 'undo', value: false },
    ])

  /** The document with everything that still waits in the line. */
  figures(): InboundDocument | undefined {
    const { document } = this.bench
    return document && withWaiting(document, scansOf(this.queue.line().entries, document.id))
  }

  async open(id: number): Promise<void> {
    this.set({ isBusy: true })
    const document: OutputOf<typeof inbound> = await send(inbound, { id })
    this.confirmed.clear()
    this.expiries.clear()
    this.done.length = 0
    this.set({
      ...emptyBench,
      marks: this.bench.marks,
      document,
      products: document.products,
      way: document.boxes.length > 0 ? 'box' : 'piece',
    })
  }

  close(): void {
    this.set({ ...emptyBench, marks: this.bench.marks })
  }

  /** Puts a scan into the line and says at once what it will come to. */
  put(scan: ReceiveScan, tone: Tone, words: string): void {
    const id = randomId()
    void this.queue.add(id, scan, Date.now())
    if (scan.kind !== 'undo') this.done.push({ id, scan })
    this.say(tone, scan.code, words, { id, isWaiting: true })
  }

  onDone = ({ id, scan }: Waiting<ReceiveScan>, standing: Standing) => {
    const { document, marks } = this.bench
    const { status, rowVersion, lines, boxes, pending } = standing
    this.set({
      marks: marks.map((mark) => (mark.id === id ? { ...mark, isWaiting: false } : mark)),
      ...(document?.id === scan.inboundId && {
        document: { ...document, status, rowVersion, lines, boxes, pending },
      }),
    })
    if (document?.id === scan.inboundId && status === 'complete') {
      this.say('step', document.inboundNo, t(receiveText.completed, { no: document.inboundNo }))
      this.close()
    }
  }

  onRefused = ({ id, scan, why }: Waiting<ReceiveScan>) => {
    const at = this.done.findIndex((one) => one.id === id)
    if (at >= 0) this.done.splice(at, 1)
    this.say('error', scan.code, `${t(receiveText.notCounted)}: ${why ?? ''}`, { id })
  }
}

export const scansOf = (entries: readonly Waiting<ReceiveScan>[], inboundId: number): ReceiveScan[] =>
  entries.flatMap(({ state, scan }) => (state === 'waiting' && scan.inboundId === inboundId ? [scan] : []))
