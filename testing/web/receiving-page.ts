import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, vi } from 'vitest'
import { newId, send } from '../../platform/calls/web/send.ts'
import { answerTo, type Question } from '../../platform/scanning/web/question.ts'
import type { Waiting } from '../../platform/scanning/web/queue.ts'
import { scanText } from '../../platform/scanning/web/text.ts'
import { newScanLine } from '../../platform/scanning/web/use-queue.ts'
import { resumeWork } from '../../platform/scanning/web/use-resume.ts'
import { t } from '../../platform/text/web/language.tsx'
import { keepUser, keys, write } from '../../platform/ui/web/session.ts'
import {
  cancelReceipt,
  putAway,
  receive,
  receiveWhole,
  undoPutAway,
} from '../../receiving/scanning/contract.ts'
import type { Need, ScannedGoods } from '../../receiving/scanning/receive-state.ts'
import { sendScan } from '../../receiving/scanning/requests.ts'
import type { InboundDocument, ReceiveScan } from '../../receiving/scanning/scanning.ts'
import { takeBack, takeScan } from '../../receiving/scanning/web/counting.ts'
import { actionsOf } from '../../receiving/scanning/web/receive-actions.ts'
import { fetchChanges, Receiver, type Standing } from '../../receiving/scanning/web/receiver.ts'
import type { Answering } from '../paper-server.ts'

const here = new AsyncLocalStorage<ReceivingPage>()
const browser = () => {
  const page = here.getStore()
  if (!page) throw new Error('called outside a page')
  return page
}

/** Pages without browsers, each with a storage and a network of its own. */
export function openBrowsers(): void {
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => browser().call(url, request))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => here.getStore()?.storage.get(key) ?? null,
    setItem: (key: string, value: string) => void here.getStore()?.storage.set(key, value),
    removeItem: (key: string) => void here.getStore()?.storage.delete(key),
  })
  vi.stubGlobal('window', { document: { hidden: false } })
  afterAll(() => void vi.unstubAllGlobals())
}

/** A question as its user sees it. */
export type Asked = { need: Need | undefined; words: string; choices: readonly Question['choices'][number][] }
/** What is chosen, scanned or typed; or the user closes the order, or reloads the page. */
export type Reply = { choose: string } | { text: string; expiry?: string; lot?: string } | 'leave' | 'reload'
type Said = { tone: string; code: string; words: string }
type Reading = { need: Need | undefined; words: string; reply: Reply; isNo: boolean }
/** What happened on the page; it may have been closed or reloaded at a question. `last` follows the last answer. */
export type Told = {
  isOver: boolean
  asked: readonly Reading[]
  said: readonly Said[]
  last: readonly Said[]
}
type Outcome = 'arrived' | 'lost' | 'cut'

const scanPaths: readonly string[] = [receive, receiveWhole, putAway, undoPutAway, cancelReceipt].map(
  ({ path }) => path,
)
const never = new Promise<never>(() => {})
const nextTurn = () => new Promise<void>((go) => setImmediate(go))
/** Longer than another tab may take to say that it has the work open. */
const OTHER_TABS = 250

/**
 * The receiving screen without React, as its user has it before them. Its scans wait for the network until they are
 * sent; all else is answered at once.
 */
export class ReceivingPage {
  receiver!: Receiver
  isCut = false
  /** It was reloaded without a network: its order is not open until the next time. */
  isUnread = false
  /** Called whenever the screen is drawn again: once for all that changes at once. */
  onChange = () => {}
  readonly said: Said[] = []
  readonly asked: Reading[] = []
  readonly storage = new Map<string, string>()
  readonly #scans = new Map<string, string>()
  readonly #server: Answering
  readonly #reply: (question: Asked, page: ReceivingPage) => Reply | Promise<Reply>
  #calls = new Set<Promise<unknown>>()
  #held: ((outcome: Outcome) => void)[] = []
  #failure: unknown
  close = () => {}

  constructor(
    server: Answering,
    reply: (question: Asked, page: ReceivingPage) => Reply | Promise<Reply>,
    token?: string,
  ) {
    this.#server = server
    this.#reply = reply
    here.run(this, () => {
      keepUser({
        loginAccount: newId(),
        zoneCode: 'Asia/Shanghai',
        tenantId: 1,
        companyCode: '',
        platform: 'wms',
      })
      write(keys.token, token)
    })
    this.#load(true)
  }

  get state() {
    return this.receiver.state
  }

  get newest() {
    return this.said.at(-1)
  }

  get queue() {
    return this.receiver.queue.line().entries
  }

  figures(): InboundDocument | undefined {
    return this.receiver.figures()
  }

  /** A new session and a new queue over what this browser has stored. */
  #load(isAsked: boolean): void {
    this.close()
    this.#held = []
    const store = {
      all: async () => [...this.#scans.values()].map((entry): Waiting<ReceiveScan> => JSON.parse(entry)),
      put: async (entry: Waiting<ReceiveScan>) => void this.#scans.set(entry.id, JSON.stringify(entry)),
      remove: async (id: string) => void this.#scans.delete(id),
    }
    here.run(this, () => {
      const sleep = () => never
      const line = newScanLine<ReceiveScan, Standing>({ store, sleep }, (scan, how) =>
        sendScan(send, scan, how),
      )
      const receiver = new Receiver(line.queue, () => true)
      const { say } = receiver
      receiver.say = (tone, code, words, more) => {
        this.said.push({ tone, code, words })
        say.call(receiver, tone, code, words, more)
      }
      this.receiver = receiver
      line.hearers.add(receiver)
      for (const { listen } of [receiver, line.queue]) listen(() => queueMicrotask(() => this.onChange()))
      void line.queue.open()
      this.close = resumeWork('receive', receiver, isAsked)
    })
  }

  async reload(): Promise<void> {
    const isOpen = this.state.document !== undefined || this.isUnread
    this.isUnread = isOpen && this.isCut
    this.#load(false)
    if (vi.isFakeTimers()) {
      await nextTurn()
      vi.advanceTimersByTime(OTHER_TABS)
    } else await new Promise((go) => setTimeout(go, OTHER_TABS))
    await nextTurn()
    await this.#do((receiver) => receiver.inTurn('', () => {}))
  }

  /** As from a list. */
  open = (id: number) => {
    this.isUnread = false
    return this.#do((receiver) => receiver.inTurn('', () => receiver.open(id)))
  }

  scan = (code: string, over: Partial<ScannedGoods> = {}) =>
    this.#do((receiver) =>
      receiver.inTurn(code, async () => {
        const now = receiver.figures()
        const scanned = { code, times: 1, isCounted: over.times !== undefined, ...over }
        if (now) await takeScan(receiver, now, scanned)
      }),
    )

  buttons(): string[] {
    const { primary, others } = actionsOf(this.receiver, this.state, this.figures())
    return [...(primary ? [primary] : []), ...others].map(({ text }) => text)
  }

  press = (text: string) =>
    this.#do((receiver) => {
      const { primary, others } = actionsOf(receiver, this.state, this.figures())
      const action = [primary, ...others].find((item) => item?.text === text)
      if (!action) throw new Error(`no button ${text}`)
      action.run()
      return receiver.inTurn('', () => {})
    })

  undo = () => this.#do((receiver) => receiver.inTurn('', () => takeBack(receiver)))

  leave(): void {
    here.run(this, () => this.receiver.close())
  }

  /** Colleagues' work, as the page looks for it every second. */
  look = () => this.#do(fetchChanges)

  /** The user has read why scans were refused. */
  dismiss = () =>
    this.#do(async ({ queue }) => {
      for (const { id, state } of this.queue) if (state === 'refused') await queue.dismiss(id)
    })

  async cut(): Promise<void> {
    this.isCut = true
    for (const go of this.#held.splice(0)) go('cut')
    await this.#settle()
  }

  async mend(): Promise<void> {
    this.isCut = false
    await this.#wake()
  }

  /** Waiting scans are sent; after a lost response the page tries again. */
  async send(max = Number.POSITIVE_INFINITY, isLost = () => false): Promise<void> {
    await this.#settle()
    for (let sent = 0; sent < max; sent++) {
      const [go] = this.#held.splice(0, 1)
      if (!go) return
      const outcome = isLost() ? 'lost' : 'arrived'
      go(outcome)
      await this.#settle()
      if (outcome === 'lost') await this.#wake()
    }
  }

  async #wake(): Promise<void> {
    here.run(this, () => this.receiver.queue.wake())
    await this.#settle()
  }

  async call(url: string, request: RequestInit): Promise<Pick<Response, 'status' | 'headers' | 'text'>> {
    const isScan = scanPaths.includes(url) && !this.isCut
    const outcome = isScan
      ? await new Promise<Outcome>((resolve) => this.#held.push(resolve))
      : this.isCut
        ? 'cut'
        : 'arrived'
    if (outcome === 'cut') throw new TypeError('fetch failed')
    const answering = this.#server(url, request)
    this.#calls.add(answering)
    const { status, body } = await answering
      .catch((reason) => {
        this.#failure = reason
        throw reason
      })
      .finally(() => this.#calls.delete(answering))
    if (outcome === 'lost') throw new TypeError('fetch failed')
    return { status, headers: new Headers(), text: async () => body }
  }

  /** Returns when nothing more happens on the page without its user or its network. */
  async #settle(): Promise<void> {
    await nextTurn()
    while (this.#calls.size > 0) {
      await Promise.allSettled(this.#calls)
      await nextTurn()
    }
    if (this.#failure) throw this.#failure
  }

  /** Something on the page, with the answers to what it asks. */
  async #do(work: (receiver: Receiver) => Promise<void>): Promise<Told> {
    const { receiver } = this
    const [asked, said] = [this.asked.length, this.said.length]
    let last = said
    let [isDone, isOver] = [false, false]
    here.run(this, () => void work(receiver).then(() => (isDone = true)))
    await this.#settle()
    while (!isDone && this.receiver === receiver) {
      const { question } = receiver.state
      if (question) {
        last = this.said.length
        isOver = await this.#answer(question)
      } else if (this.#held.length > 0) await this.send(1)
      else throw new Error('the page is stuck')
    }
    return {
      isOver,
      asked: this.asked.slice(asked),
      said: this.said.slice(said),
      last: this.said.slice(last),
    }
  }

  /** Whether the user has left instead. */
  async #answer(question: Question): Promise<boolean> {
    const { words, choices, tone } = question
    if (!['warning', 'error'].includes(tone)) throw new Error(`asked in ${tone}: ${words}`)
    const need = this.state.asking?.need
    const reply = await this.#reply({ need, words, choices }, this)
    const choice =
      typeof reply === 'object' && 'choose' in reply && choices.find(({ text }) => text === reply.choose)
    this.asked.push({ need, words, reply, isNo: !!choice && choice.command === 'undo' })
    if (reply === 'reload') await this.reload()
    else here.run(this, () => this.#give(question, choice || reply))
    await this.#settle()
    return typeof reply === 'string'
  }

  #give(question: Question, reply: Exclude<Reply, 'reload'> | Question['choices'][number]): void {
    if (reply === 'leave') this.receiver.close()
    else if ('run' in reply) reply.run()
    else if ('choose' in reply) throw new Error(`no choice ${reply.choose}`)
    else {
      const { text: code, ...more } = reply
      const answer = answerTo(question, { kind: 'code', code, times: 1, isCounted: false, ...more })
      if (!answer) this.receiver.say('error', '', t(scanText.answerFirst))
      else if ('choice' in answer) answer.choice.run()
      else question.onText?.(answer.text, answer.scanned)
    }
  }
}
