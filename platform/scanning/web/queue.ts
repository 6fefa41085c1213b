import { RESEND_DAYS } from '../../calls/key-days.ts'
import { t } from '../../text/web/language.tsx'
import { scanText } from './text.ts'

/** A scan waiting to be sent. Its id is the idempotency key of every attempt. */
export type Waiting<T> = {
  id: string
  /** Its position in the queue; scans are sent in the order they were made. */
  seq: number
  at: number
  state: 'waiting' | 'refused'
  tries: number
  /** The attempts on which the server failed; a lost connection is none of them. */
  faults?: number
  /** Typed by hand. */
  isTyped?: true
  /** The name of the user who scanned it. */
  by?: string
  /** Why it was refused, as reported by the server, or why it is not sent any more. */
  why?: string
  scan: T
}

/** Where scans wait. They must survive a reload, so that no one counts them again by hand. */
export type ScanStore<T> = {
  all: () => Promise<Waiting<T>[]>
  put: (entry: Waiting<T>) => Promise<void>
  remove: (id: string) => Promise<void>
}

/**
 * The result of one attempt. `lost`: the outcome is unknown, so the same key is sent again; `fault`: the
 * server failed on it; `stopped`: no session, so it waits for a login.
 */
export type Outcome<A> = { done: A } | { refused: string } | { fault: string } | 'lost' | 'stopped'

/** After this many server faults a scan is set aside, or it would block those behind it. */
const MAX_FAULTS = 3
/** Later the server may have forgotten the key: a scan that was counted would be counted twice. */
const MAX_AGE = RESEND_DAYS * 86_400_000
const FIRST_WAIT = 500
const MAX_WAIT_LENGTH = 8_000

/** The waiting scans. Until the store is loaded, it is unknown what an earlier page left. */
export type Line<T> = { entries: readonly Waiting<T>[]; isCut: boolean; isRead: boolean }

/**
 * Sends scans one after another and never drops one.
 *
 * A scan is done only when the server confirms it. Until then it stays in the store and is sent with the same
 * key, so the server counts it once, however often it arrives. One that is too old for that is set aside for
 * a user to check.
 */
export class ScanQueue<T, A> {
  #entries: Waiting<T>[] = []
  #isCut = false
  #isRunning = false
  #isClosed = false
  #wait = FIRST_WAIT
  #alarm: (() => void) | undefined
  #isRead = false
  #line: Line<T> = { entries: [], isCut: false, isRead: false }
  readonly #listeners = new Set<() => void>()
  readonly #store: ScanStore<T>
  readonly #send: (entry: Waiting<T>) => Promise<Outcome<A>>
  readonly #onDone: (entry: Waiting<T>, answer: A) => void
  readonly #onRefused: (entry: Waiting<T>) => void
  readonly #usedSince: (scan: T) => number
  readonly #now: () => number
  readonly #sleep: (ms: number) => Promise<void>
  #inFlight: string | undefined

  constructor(parts: {
    store: ScanStore<T>
    send: (entry: Waiting<T>) => Promise<Outcome<A>>
    onDone: (entry: Waiting<T>, answer: A) => void
    onRefused: (entry: Waiting<T>) => void
    /** When an earlier key was created that the scan is sent with as well. */
    usedSince?: (scan: T) => number
    now?: () => number
    sleep?: (ms: number) => Promise<void>
  }) {
    this.#store = parts.store
    this.#send = parts.send
    this.#onDone = parts.onDone
    this.#onRefused = parts.onRefused
    this.#usedSince = parts.usedSince ?? (() => Number.POSITIVE_INFINITY)
    this.#now = parts.now ?? Date.now
    this.#sleep = parts.sleep ?? ((ms) => new Promise((wake) => setTimeout(wake, ms)))
  }

  /** Loads the scans an earlier page left. */
  async open(): Promise<void> {
    this.#isClosed = false
    const kept = await this.#store.all()
    this.#isRead = true
    const known = new Set(this.#entries.map(({ id }) => id))
    this.#entries = [...kept.filter(({ id }) => !known.has(id)), ...this.#entries].sort(
      (a, b) => a.seq - b.seq,
    )
    this.#notify()
    void this.#run()
  }

  close(): void {
    this.#isClosed = true
    this.#alarm?.()
    this.#notify()
  }

  /** Waits until the queue is empty. False when the connection is lost: the duration is unknown. */
  sent(): Promise<boolean> {
    return new Promise((resolve) => {
      const onChange = () => {
        const isSent = this.#isRead && !this.#next()
        if (!isSent && !this.#isCut && !this.#isClosed) return
        stop()
        resolve(isSent)
      }
      const stop = this.listen(onChange)
      onChange()
    })
  }

  /** Waits until the stored scans are loaded. */
  isRead(): Promise<void> {
    return new Promise((resolve) => {
      const onChange = () => {
        if (!this.#isRead) return
        stop()
        resolve()
      }
      const stop = this.listen(onChange)
      onChange()
    })
  }

  /** Adds a scan to the queue. It is stored before it is sent. */
  async add(id: string, scan: T, at: number, { isTyped = false, by = '' } = {}): Promise<void> {
    const seq = Math.max(at, (this.#entries.at(-1)?.seq ?? 0) + 1)
    const entry: Waiting<T> = {
      id,
      seq,
      at,
      state: 'waiting',
      tries: 0,
      ...(isTyped && { isTyped }),
      ...(by && { by }),
      scan,
    }
    this.#entries = [...this.#entries, entry]
    this.#notify()
    await this.#store.put(entry)
    void this.#run()
  }

  /** Removes a scan that was not sent yet. A sent one may have been counted: false. */
  async takeBack(id: string): Promise<boolean> {
    const entry = this.#entries.find((item) => item.id === id)
    if (!entry || entry.tries > 0 || this.#inFlight === id) return false
    // Removed from the queue before the disk responds, or the next attempt would still send it.
    this.#entries = this.#entries.filter((item) => item !== entry)
    this.#notify()
    await this.#store.remove(id)
    return true
  }

  /** Deletes a refused scan once the user has acknowledged it. */
  async dismiss(id: string): Promise<void> {
    if (this.#entries.some((item) => item.id === id && item.state === 'refused')) await this.#drop(id)
  }

  /** Retries at once, for example when the network is back. */
  wake(): void {
    this.#wait = FIRST_WAIT
    this.#alarm?.()
    void this.#run()
  }

  listen = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  line = (): Line<T> => this.#line

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let next = this.#next(); next && !this.#isClosed; next = this.#next()) await this.#try(next)
    } finally {
      this.#isRunning = false
    }
  }

  #next = () => this.#entries.find(({ state }) => state === 'waiting')

  async #try(entry: Waiting<T>): Promise<void> {
    if (this.#now() - Math.min(entry.at, this.#usedSince(entry.scan)) > MAX_AGE)
      return this.#refuse(entry, t(scanText.tooOld, { days: RESEND_DAYS }))
    this.#inFlight = entry.id
    const tried = await this.#keep(entry, { tries: entry.tries + 1 })
    const outcome = await this.#send(tried)
    this.#inFlight = undefined
    if (outcome === 'stopped') return this.close()
    if (outcome === 'lost') return this.#pause()
    const faults = (entry.faults ?? 0) + 1
    if ('fault' in outcome && faults < MAX_FAULTS) {
      await this.#keep(tried, { faults })
      return this.#pause()
    }
    this.#wait = FIRST_WAIT
    this.#isCut = false
    if ('done' in outcome) {
      await this.#drop(entry.id, () => this.#onDone(entry, outcome.done))
      return
    }
    await this.#refuse(tried, 'refused' in outcome ? outcome.refused : outcome.fault)
  }

  async #refuse(entry: Waiting<T>, why: string): Promise<void> {
    this.#onRefused(await this.#keep(entry, { state: 'refused', why }))
  }

  /** The delay grows with each failure, and resets on success or when woken. */
  async #pause(): Promise<void> {
    this.#isCut = true
    this.#notify()
    const wait = this.#wait
    this.#wait = Math.min(wait * 2, MAX_WAIT_LENGTH)
    await Promise.race([this.#sleep(wait), new Promise<void>((wake) => (this.#alarm = wake))])
    this.#alarm = undefined
  }

  async #keep(entry: Waiting<T>, change: Partial<Waiting<T>>): Promise<Waiting<T>> {
    const changed = { ...entry, ...change }
    this.#entries = this.#entries.map((item) => (item.id === entry.id ? changed : item))
    await this.#store.put(changed)
    this.#notify()
    return changed
  }

  /**
   * The result is shown in the same update that removes the scan from the queue, so that no total counts it
   * twice.
   */
  async #drop(id: string, then: () => void = () => {}): Promise<void> {
    await this.#store.remove(id)
    this.#entries = this.#entries.filter((item) => item.id !== id)
    then()
    this.#notify()
  }

  #notify(): void {
    this.#line = { entries: this.#entries, isCut: this.#isCut, isRead: this.#isRead }
    for (const listener of this.#listeners) listener()
  }
}
