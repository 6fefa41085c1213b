import type { InboundChange, InboundStanding } from '../receiving/contract.ts'
import {
  type Answer,
  afterRefusal,
  type Effect,
  type Event,
  type KeptWork,
  keptWork,
  noWork,
  type Operation,
  type Outcome,
  type Place,
  type Question,
  resumedWork,
  type ScannedGoods,
  step,
  type Tone,
  undo,
  type Work,
} from '../receiving/scanning/receive-flow.ts'
import {
  afterChange,
  boxIn,
  type InboundDocument,
  productIn,
  type ReceiveScan,
  withWaiting,
} from '../receiving/scanning/scanning.ts'
import type { Verdict } from './paper-server.ts'

/** The server as a station sees it: in memory, or the real one. */
export type StationServer = {
  take: (id: string, scan: ReceiveScan) => Promise<Verdict>
  read: () => Promise<InboundDocument>
  findPlace: (code: string) => Promise<Place | null>
  addBox: (boxNo: string) => Promise<InboundStanding | InboundChange>
}

/** An answer by button, or what is scanned or typed. */
export type Reply = Answer | { text: string; expiry?: string; lot?: string }

type Entry = { id: string; scan: ReceiveScan; state: 'waiting' | 'refused'; tries: number; why?: string }

/** What survives a reload of the station. */
type Kept = { work: KeptWork | undefined; queue: Entry[] }

/**
 * A receiver's page without a browser: the same functions, the same scan queue, and its questions go to the
 * test driver.
 */
export class TestStation {
  work: Work = noWork
  document: InboundDocument | undefined
  queue: Entry[] = []
  isCut = false
  readonly said: { tone: Tone; code: string; words: string }[] = []
  readonly asked: { need: Question['need']; words: string; reply: Reply }[] = []
  readonly #server: StationServer
  readonly #reply: (question: Question) => Reply
  readonly #places = new Map<string, Place>()
  readonly #undoing = new Map<string, Operation>()
  #count = 0
  readonly #name: string

  constructor(server: StationServer, reply: (question: Question) => Reply, name = 'scan') {
    this.#server = server
    this.#reply = reply
    this.#name = name
  }

  get newest() {
    return this.said.at(-1)
  }

  figures(): InboundDocument | undefined {
    const scans = this.queue.flatMap(({ state, scan }) => (state === 'waiting' ? [scan] : []))
    return this.document && withWaiting(this.document, scans)
  }

  async open(): Promise<void> {
    this.document = await this.#server.read()
    this.work = { ...noWork, way: this.document.boxes.length > 0 ? 'box' : 'piece' }
  }

  /** As the page does: a box, goods, a known bin, or what the server resolves. */
  async scan(code: string, over: Partial<ScannedGoods> = {}): Promise<void> {
    const document = this.figures()
    if (!document) throw new Error('no document')
    const scanned = { code, times: 1, isCounted: over.times !== undefined, ...over }
    const box = boxIn(document, code)
    if (box) return this.happen({ kind: 'box', boxId: box.id, code })
    const match = productIn(document.products, code)
    if (match) return this.happen({ kind: 'product', ...match, scanned })
    const place = await this.#placeAt(code)
    if (place === 'offline') return
    if (place) return this.happen({ kind: 'place', place, code })
    await this.happen({ kind: 'stranger', code, others: [] })
  }

  async happen(event: Event): Promise<void> {
    const outcome = this.#decide(event)
    if (outcome) await this.#carryOut(outcome)
  }

  undo = () => this.#carryOut(undo(this.work))

  /** Sends the queue in order. A lost response is requested again with the same key. */
  async send(max = Number.POSITIVE_INFINITY, isLost = () => false): Promise<void> {
    for (let sent = 0; sent < max && !this.isCut; sent++) {
      const entry = this.queue.find(({ state }) => state === 'waiting')
      if (!entry) return
      entry.tries++
      const verdict = await this.#server.take(entry.id, entry.scan)
      if (isLost()) continue
      if ('refused' in verdict) this.#refused(entry, verdict.refused)
      else this.#done(entry, verdict.standing)
    }
  }

  /** A colleague's work shows once no scan of the user's own is in progress. */
  async look(): Promise<void> {
    if (this.isCut || !this.document || this.queue.some(({ state }) => state === 'waiting')) return
    const now = await this.#server.read()
    if (now.rowVersion > this.document.rowVersion) this.#heed(now)
  }

  /** A reload: it has what the browser stored, and loads the document again. */
  async reload(): Promise<void> {
    const kept: Kept = JSON.parse(
      JSON.stringify({ work: keptWork(this.work, this.document?.id), queue: this.queue }),
    )
    this.queue = kept.queue
    this.#places.clear()
    this.#undoing.clear()
    this.work = noWork
    this.document = undefined
    const refused = this.queue.flatMap(({ id, state }) => (state === 'refused' ? [id] : []))
    if (kept.work) this.work = resumedWork(kept.work, refused)
    await this.send()
    this.#cameBack = false
    if (!kept.work || kept.work.inboundId === null) return
    const document = await this.#server.read()
    if (document.status === 'complete') this.work = { ...noWork, history: this.work.history }
    else this.document = document
  }

  dismiss(): void {
    this.queue = this.queue.filter(({ state }) => state === 'waiting')
  }

  #nextId = () => `${this.#name}-${String(++this.#count).padStart(12, '0')}`

  #decide(event: Event): Outcome | undefined {
    const document = this.figures()
    const scene = {
      products: document?.products ?? [],
      may: () => true,
      missing: () => '',
      language: 'en_US',
    } as const
    return document && step(this.work, { document, ...scene }, event, this.#nextId())
  }

  async #carryOut({ work, effects }: Outcome): Promise<void> {
    this.work = work
    for (const effect of effects) await this.#perform(effect)
  }

  async #perform(effect: Effect): Promise<void> {
    switch (effect.do) {
      case 'say':
        this.said.push({ tone: effect.tone, code: effect.code, words: effect.text.en_US })
        return
      case 'put':
        this.said.push({ tone: effect.tone, code: effect.scan.code, words: effect.text.en_US })
        this.queue.push({ id: effect.id, scan: effect.scan, state: 'waiting', tries: 0 })
        return
      case 'ask':
        return this.#ask(effect.question)
      case 'take_back':
        return this.#takeBack(effect)
      case 'add_box': {
        // As on the page: a document that closes itself stays open until the current work is done.
        this.#isBusy = true
        await this.send()
        this.#isBusy = false
        this.#heed(await this.#server.addBox(effect.boxNo))
        const box = this.document && boxIn(this.document, effect.boxNo)
        if (box) await this.happen({ kind: 'box_added', boxId: box.id, code: effect.boxNo })
        return
      }
      default:
        return
    }
  }

  async #ask(question: Question): Promise<void> {
    const { asking } = this.work
    while (this.work.asking === asking) {
      const reply = this.#reply(question)
      this.asked.push({ need: question.need, words: question.text.en_US, reply })
      if ('kind' in reply) return this.happen({ kind: 'answer', answer: reply })
      const { text, ...more } = reply
      const outcome = this.#decide({
        kind: 'text',
        scanned: { code: text, times: 1, isCounted: false, ...more },
      })
      const first = outcome?.effects[0]
      if (first?.do === 'find_place') {
        const place = await this.#placeAt(text)
        if (place !== 'offline') await this.happen({ kind: 'place', place, code: text })
      } else if (first?.do === 'find_order') await this.happen({ kind: 'orders', orders: [], code: text })
      else if (outcome) await this.#carryOut(outcome)
    }
  }

  async #placeAt(code: string): Promise<Place | null | 'offline'> {
    const known = this.#places.get(code)
    if (known) return known
    if (this.isCut) {
      this.said.push({ tone: 'error', code, words: 'No network' })
      return 'offline'
    }
    const place = await this.#server.findPlace(code)
    if (place) this.#places.set(code, place)
    return place
  }

  #takeBack({ operation, reverse }: Extract<Effect, { do: 'take_back' }>): void {
    this.said.push({ tone: 'warning', code: reverse.code, words: 'Undone' })
    const entry = this.queue.find(({ id }) => id === operation.id)
    if (entry?.tries === 0) {
      this.queue = this.queue.filter((item) => item !== entry)
      return
    }
    const id = this.#nextId()
    this.#undoing.set(id, operation)
    this.queue.push({ id, scan: reverse, state: 'waiting', tries: 0 })
  }

  #done({ id, scan }: Entry, standing: InboundStanding | InboundChange): void {
    this.queue = this.queue.filter((item) => item.id !== id)
    this.#undoing.delete(id)
    if (this.document) this.#heed(standing)
    else if (scan.kind === 'undo') this.#cameBack = true
  }

  #cameBack = false
  #isBusy = false

  /** A document that closed itself is reopened when its last scan is undone. */
  async settle(): Promise<void> {
    if (!this.#cameBack) return
    this.#cameBack = false
    const { way, boxId, bin, isDamaged, history } = this.work
    this.document = await this.#server.read()
    this.work = { ...noWork, way, boxId, bin, isDamaged, history }
  }

  #refused(entry: Entry, why: string): void {
    Object.assign(entry, { state: 'refused', why })
    this.work = afterRefusal(this.work, entry.id, this.#undoing.get(entry.id))
    this.said.push({ tone: 'error', code: entry.scan.code, words: `Not counted: ${why}` })
    this.queue = this.queue.filter(
      ({ scan, state }) => !(state === 'waiting' && scan.kind === 'undo' && scan.undone.id === entry.id),
    )
  }

  #heed(standing: InboundStanding | InboundChange): void {
    if (!this.document) return
    if ('since' in standing) this.document = afterChange(this.document, standing)
    else {
      const { status, rowVersion, lines, boxes, pending } = standing
      this.document = { ...this.document, status, rowVersion, lines, boxes, pending }
    }
    const { status } = standing
    if (this.#isBusy || status !== 'complete' || this.queue.some(({ state }) => state === 'waiting')) return
    this.document = undefined
    this.work = { ...noWork, history: this.work.history }
  }
}
