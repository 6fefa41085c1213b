import { useEffect, useSyncExternalStore } from 'react'
import { CallFailed } from '../../calls/web/send.ts'
import { preferenceKey } from '../../ui/web/session.ts'
import { type Line, type Outcome, ScanQueue, type Waiting } from './queue.ts'
import { keptScans } from './store.ts'

/** Who is told what became of a scan: the screen, while there is one. */
export type Hearer<T, A> = {
  onDone: (entry: Waiting<T>, answer: A) => void
  onRefused: (entry: Waiting<T>) => void
}
export type ScanLine<T, A> = { queue: ScanQueue<T, A>; hearers: Set<Hearer<T, A>> }

/** The key under which a scan goes out, and whether it was typed by hand. */
export type SentHow = { key: string; isTyped: boolean }

/** The lines of this page. One goes on sending while its screen is behind another. */
const lines = new Map<string, unknown>()

/**
 * The line of scans of one screen: one per person, kept by the browser.
 *
 * `send` must go out under the key it is given, so that a repeat is the same action.
 */
export function scanLine<T, A>(screen: string, send: (scan: T, how: SentHow) => Promise<A>): ScanLine<T, A> {
  const name = preferenceKey(`scans:${screen}`)
  const known = lines.get(name)
  if (known) return known as ScanLine<T, A>
  const hearers = new Set<Hearer<T, A>>()
  const queue = new ScanQueue<T, A>({
    store: keptScans<T>(name),
    send: ({ id, scan, isTyped = false }) => outcomeOf(send(scan, { key: id, isTyped })),
    onDone: (entry, answer) => {
      for (const hearer of hearers) hearer.onDone(entry, answer)
    },
    onRefused: (entry) => {
      for (const hearer of hearers) hearer.onRefused(entry)
    },
  })
  const line = { queue, hearers }
  lines.set(name, line)
  return line
}

/** What waits in a line, while a screen shows it; whatever hints that the network is back wakes it. */
export function useScanLine<T, A>({ queue, hearers }: ScanLine<T, A>, hearer: Hearer<T, A>): Line<T> {
  useEffect(() => {
    hearers.add(hearer)
    void queue.open()
    const wake = () => queue.wake()
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      hearers.delete(hearer)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [queue, hearers, hearer])
  return useSyncExternalStore(queue.listen, queue.line)
}

async function outcomeOf<A>(answer: Promise<A>): Promise<Outcome<A>> {
  try {
    return { done: await answer }
  } catch (reason) {
    if (!(reason instanceof CallFailed)) return 'lost'
    if (reason.isSignedOut) return 'stopped'
    if (['network', 'unavailable', 'in_progress', 'timeout'].includes(reason.kind)) return 'lost'
    return reason.kind === 'fault' ? { fault: reason.message } : { refused: reason.message }
  }
}
