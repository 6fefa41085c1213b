import { CallFailed, newId } from '../../calls/web/send.ts'
import { t } from '../../text/web/language.tsx'
import type { Choice, Question, QuestionTone } from './question.ts'
import type { ScanQueue, Waiting } from './queue.ts'
import type { Scanned } from './reading.ts'
import { type Mark, sound, withMark } from './scan-results.ts'
import type { Tone } from './sounds.ts'
import { scanText } from './text.ts'

/** The state every scan screen shows, whatever the work is. */
export type ScanState = { question: Question | undefined; isBusy: boolean; marks: readonly Mark[] }

export const emptyScanState: ScanState = { question: undefined, isBusy: false, marks: [] }

/** One option of a question, and its meaning to the caller. */
type Option<T> = Omit<Choice, 'run'> & { value: T }

/** A queued scan; one of kind `undo` reverses another, and may send that one again with its own key. */
export type LineScan = { kind: string; code: string; undone?: { id: string } }
type Undoable<S extends LineScan> = Exclude<S, { kind: 'undo' }>
type Done<S extends LineScan> = { id: string; scan: Undoable<S> }

/** Ends the work that the user has left while it waited for an answer or a lookup. */
class WorkLeft extends Error {}

const isUndoable = <S extends LineScan>(scan: S): scan is Undoable<S> => scan.kind !== 'undo'

/**
 * Scan session state, kept outside React.
 *
 * Scans are processed one after another: one that needs a lookup or a question holds back those behind it, so
 * the order is kept and none is lost.
 */
export class ScanSession<B extends ScanState, S extends LineScan, A> {
  state: B
  readonly queue: ScanQueue<S, A>
  readonly may: (permission: string) => boolean
  /** The name of the user. */
  person = ''
  /** The message for a missing permission; who has it is known once the server has responded. */
  missing: (permission: string) => string = (permission) => permission
  /** Undoable scans, newest last. */
  readonly done: Done<S>[] = []
  /** The state that is cleared when a piece of work ends, however it ended. */
  readonly #cleared: Partial<B>
  #work: Promise<void> = Promise.resolve()
  /** Whether the scan being processed was typed by hand. */
  #isTyped = false
  /** Ends the work that waits for the user. */
  #leave: (() => void) | undefined
  /** The piece of work in progress, and whether the user has left it. */
  #turn: { isLeft: boolean } | undefined
  readonly #listeners = new Set<() => void>()

  constructor(queue: ScanQueue<S, A>, first: B, cleared: Partial<B>, may: (permission: string) => boolean) {
    this.queue = queue
    this.state = first
    this.#cleared = cleared
    this.may = may
  }

  listen = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  current = () => this.state

  /** Whether a screen is mounted. */
  isShown = () => this.#listeners.size > 0

  set(change: Partial<B>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #show(change: Partial<ScanState>): void {
    this.set(change as Partial<B>)
  }

  say(tone: Tone, code: string, words: string, { id = newId(), isWaiting = false } = {}): void {
    sound(tone)
    this.#show({ marks: withMark(this.state.marks, { id, code, words, tone, isWaiting }) })
  }

  /** Queues a scan without showing it. */
  add(scan: S, id: string = newId()): void {
    void this.queue.add(id, scan, Date.now(), { isTyped: this.#isTyped, by: this.person })
  }

  /** Queues a scan and immediately shows its expected result. */
  put(scan: S, tone: Tone, words: string, id: string = newId()): void {
    this.add(scan, id)
    if (isUndoable(scan)) this.done.push({ id, scan })
    this.say(tone, scan.code, words, { id, isWaiting: true })
  }

  /**
   * Undoes the last scan: removes it from the queue if it was not sent yet, otherwise sends the reversing
   * scan.
   */
  async undo(reverse: (last: Done<S>) => S): Promise<void> {
    const last = this.done.pop()
    if (!last) return this.say('warning', '', t(scanText.nothingToUndo))
    const { id, scan } = last
    if (await this.queue.takeBack(id)) return this.say('warning', scan.code, t(scanText.undone), { id })
    this.put(reverse(last), 'warning', t(scanText.undone))
  }

  onRefused = (entry: Waiting<S>) => this.sayRefused(entry)

  /** Reports a refused scan; it can't be undone any more. */
  sayRefused({ id, scan, why }: Waiting<S>): void {
    const at = this.done.findIndex((item) => item.id === id)
    if (at >= 0) this.done.splice(at, 1)
    this.say('error', scan.code, `${t(scanText.notCounted)}: ${why ?? ''}`, { id })
  }

  /** The server accepted a scan: its line is no longer pending. */
  arrived(id: string): void {
    this.#show({
      marks: this.state.marks.map((mark) => (mark.id === id ? { ...mark, isWaiting: false } : mark)),
    })
  }

  /** Runs one thing after the other; a failure is shown and ends only what failed. */
  inTurn(code: string, work: () => Promise<void> | void, isTyped = false): Promise<void> {
    this.#work = this.#work.then(async () => {
      this.#isTyped = isTyped
      this.#turn = { isLeft: false }
      try {
        await work()
      } catch (reason) {
        if (!(reason instanceof WorkLeft)) this.say('error', code, wordsOf(reason))
      } finally {
        this.#turn = undefined
        this.#show({ question: undefined, isBusy: false })
        this.set(this.#cleared)
      }
    })
    return this.#work
  }

  /** Runs something beside the scans, such as printing; nothing waits for it. */
  async beside(code: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (reason) {
      this.say('error', code, reason instanceof CallFailed ? wordsOf(reason) : String(reason))
    }
  }

  /** Looks something up while the screen shows that it does. Nothing follows from it once the user has left. */
  async busy<T>(answer: Promise<T>): Promise<T> {
    const turn = this.#turn
    this.#show({ isBusy: true })
    const [result] = await Promise.allSettled([answer])
    this.#show({ isBusy: false })
    if (turn?.isLeft) throw new WorkLeft()
    if (result.status === 'rejected') throw result.reason
    return result.value
  }

  /** Waits for the user's answer. The first one counts, and none after the user has left. */
  wait<T>(show: (answer: (value: T) => void) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const leave = () => reject(new WorkLeft())
      if (this.#turn?.isLeft) return leave()
      this.#leave = leave
      show((value) => {
        if (this.#leave !== leave) return
        this.#leave = undefined
        this.#show({ question: undefined })
        resolve(value)
      })
    })
  }

  /** Ends the work in progress: a question would hold back every later scan, a late lookup would act on the next work. */
  leave(): void {
    if (this.#turn) this.#turn.isLeft = true
    this.#leave?.()
    this.#leave = undefined
  }

  /** Asks and waits for the answer. `read` parses what was scanned or typed, or returns why it is invalid. */
  ask<T>(
    words: string,
    options: readonly Option<T>[],
    {
      hint,
      read,
      tone = 'warning',
      isNumeric = false,
    }: {
      hint?: string
      isNumeric?: boolean
      read?: (text: string, scanned: Scanned) => Promise<T | undefined>
      /** The look and sound of a question; nothing is counted yet, so it never signals success. */
      tone?: QuestionTone
    } = {},
  ): Promise<T> {
    return this.wait<T>((answer) => {
      sound(tone)
      const onText =
        read &&
        (async (text: string, scanned: Scanned) => {
          const value = await read(text, scanned).catch((reason: unknown) => {
            this.say('error', text, wordsOf(reason))
            return undefined
          })
          if (value !== undefined) answer(value)
        })
      this.#show({
        question: {
          words,
          tone,
          ...(hint && { hint }),
          ...(isNumeric && { isNumeric }),
          choices: options.map(({ value, ...choice }) => ({ ...choice, run: () => answer(value) })),
          ...(onText && { onText: (text: string, scanned: Scanned) => void onText(text, scanned) }),
        },
      })
    })
  }

  /** A yes-or-no question. */
  askYes = (words: string, yes: string = t(scanText.yes), no: string = t(scanText.no)): Promise<boolean> =>
    this.ask(words, [
      { text: yes, command: 'ok', value: true },
      { text: no, command: 'undo', value: false },
    ])
}

const wordsOf = (reason: unknown) =>
  !(reason instanceof CallFailed) || reason.kind === 'network' ? t(scanText.offline) : reason.message
