/** One scan on its way to the server. Its id is the idempotency key of every try. */
export type Waiting<T> = {
  id: string
  /** Its place in the line; scans go out in the order they were made. */
  seq: number
  at: number
  state: 'waiting' | 'refused'
  tries: number
  /** Somebody typed it by hand. */
  isTyped?: true
  /** Who scanned it, by name. */
  by?: string
  /** Why it was refused, in the words of the server. */
  why?: string
  scan: T
}

/** Where scans wait. They must outlive the page: what was counted is not counted again by hand. */
export type ScanStore<T> = {
  all: () => Promise<Waiting<T>[]>
  put: (entry: Waiting<T>) => Promise<void>
  remove: (id: string) => Promise<void>
}

/**
 * What came of one try. `lost`: nobody knows, so the same key goes out again; `fault`: the server broke over it;
 * `stopped`: nobody is signed in, and it waits until somebody is.
 */
export type Outcome<A> = { done: A } | { refused: string } | { fault: string } | 'lost' | 'stopped'

/** After so many faults of the server a scan is laid aside, or those behind it would never get through. */
const MAX_FAULTS = 3
const FIRST_WAIT = 500
const MAX_WAIT_LENGTH = 8_000

/** What waits. Until the store has been read, nobody knows what an earlier page left behind. */
export type Line<T> = { entries: readonly Waiting<T>[]; isCut: boolean; isRead: boolean }

/**
 * Sends scans one after another and never gives one up.
 *
 * A scan counts as done only when the server has said so. Until then it stays in the store and goes out under
 * the same key, so the server counts it once, however often it arrives.
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
  readonly #sleep: (ms: number) => Promise<void>
  #inFlight: string | undefined

  constructor(parts: {
    store: ScanStore<T>
    send: (entry: Waiting<T>) => Promise<Outcome<A>>
    onDone: (entry: Waiting<T>, answer: A) => void
    onRefused: (entry: Waiting<T>) => void
    sleep?: (ms: number) => Promise<void>
  }) {
    this.#store = parts.store
    this.#send = parts.send
    this.#onDone = parts.onDone
    this.#onRefused = parts.onRefused
    this.#sleep = parts.sleep ?? ((ms) => new Promise((wake) => setTimeout(wake, ms)))
  }

  /** Takes up what an earlier page left behind. */
  async open(): Promise<void> {
    this.#isClosed = false
    const kept = await this.#store.all()
    this.#isRead = true
    const known = new Set(this.#entries.map(({ id }) => id))
    this.#entries = [...kept.filter(({ id }) => !known.has(id)), ...this.#entries].sort(
      (a, b) => a.seq - b.seq,
    )
    this.#tell()
    void this.#run()
  }

  close(): void {
    this.#isClosed = true
    this.#alarm?.()
    this.#tell()
  }

  /** Waits until nothing waits any more. False when the line is cut: nobody knows how long that takes. */
  sent(): Promise<boolean> {
    return new Promise((resolve) => {
      const look = () => {
        const isSent = this.#isRead && !this.#next()
        if (!isSent && !this.#isCut && !this.#isClosed) return
        stop()
        resolve(isSent)
      }
      const stop = this.listen(look)
      look()
    })
  }

  /** Waits until it is known what an earlier page left behind. */
  isRead(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.#isRead) return
        stop()
        resolve()
      }
      const stop = this.listen(look)
      look()
    })
  }

  /** Puts a scan into the line. It is on the disk before it is on the wire. */
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
    this.#tell()
    await this.#store.put(entry)
    void this.#run()
  }

  /** Takes a scan back that has not been tried yet. What was tried may have been counted: false. */
  async takeBack(id: string): Promise<boolean> {
    const entry = this.#entries.find((item) => item.id === id)
    if (!entry || entry.tries > 0 || this.#inFlight === id) return false
    // Out of the line before the disk has answered, or the next try would still find it there.
    this.#entries = this.#entries.filter((item) => item !== entry)
    this.#tell()
    await this.#store.remove(id)
    return true
  }

  /** Forgets a scan that was refused, once somebody has read why. */
  async dismiss(id: string): Promise<void> {
    if (this.#entries.some((item) => item.id === id && item.state === 'refused')) await this.#drop(id)
  }

  /** Tries at once, as when the network is back. */
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
    this.#inFlight = entry.id
    const outcome = await this.#send(await this.#keep(entry, { tries: entry.tries + 1 }))
    this.#inFlight = undefined
    if (outcome === 'stopped') return this.close()
    if (outcome === 'lost') return this.#pause()
    if ('fault' in outcome && entry.tries + 1 < MAX_FAULTS) return this.#pause()
    this.#wait = FIRST_WAIT
    this.#isCut = false
    if ('done' in outcome) {
      await this.#drop(entry.id, () => this.#onDone(entry, outcome.done))
      return
    }
    const why = 'refused' in outcome ? outcome.refused : outcome.fault
    this.#onRefused(await this.#keep(entry, { state: 'refused', why }))
  }

  /** Waits longer each time, and shorter again as soon as something gets through or somebody wakes it. */
  async #pause(): Promise<void> {
    this.#isCut = true
    this.#tell()
    const wait = this.#wait
    this.#wait = Math.min(wait * 2, MAX_WAIT_LENGTH)
    await Promise.race([this.#sleep(wait), new Promise<void>((wake) => (this.#alarm = wake))])
    this.#alarm = undefined
  }

  async #keep(entry: Waiting<T>, change: Partial<Waiting<T>>): Promise<Waiting<T>> {
    const changed = { ...entry, ...change }
    this.#entries = this.#entries.map((item) => (item.id === entry.id ? changed : item))
    await this.#store.put(changed)
    this.#tell()
    return changed
  }

  /** The answer is shown in the same breath as the scan leaves the line, so that no figure counts it twice. */
  async #drop(id: string, then: () => void = () => {}): Promise<void> {
    await this.#store.remove(id)
    this.#entries = this.#entries.filter((item) => item.id !== id)
    then()
    this.#tell()
  }

  #tell(): void {
    this.#line = { entries: this.#entries, isCut: this.#isCut, isRead: this.#isRead }
    for (const listener of this.#listeners) listener()
  }
}
