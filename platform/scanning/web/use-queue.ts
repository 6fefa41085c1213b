import { useEffect, useSyncExternalStore } from 'react'
import { CallFailed, timeOf } from '../../calls/web/send.ts'
import { preferenceKey } from '../../ui/web/session.ts'
import { type Line, type Outcome, ScanQueue, type ScanStore, type Waiting } from './queue.ts'
import type { LineScan } from './scan-session.ts'
import { keptScans } from './store.ts'

/** Who receives the result of a scan: the screen, while it is mounted. */
type Hearer<T, A> = {
  onDone: (entry: Waiting<T>, answer: A) => void
  onRefused: (entry: Waiting<T>) => void
}
type ScanLine<T, A> = { queue: ScanQueue<T, A>; hearers: Set<Hearer<T, A>> }

/** The key a scan is sent with, and whether it was typed by hand. */
export type SentHow = { key: string; isTyped: boolean }

/** The queues of this page. A queue keeps sending while its screen is hidden. */
const lines = new Map<string, unknown>()

/**
 * The scan queue of one screen: one per user, stored in the browser.
 *
 * `send` must use the given key, so that a retry is the same action.
 */
export function scanLine<T extends LineScan, A>(
  screen: string,
  send: (scan: T, how: SentHow) => Promise<A>,
): ScanLine<T, A> {
  const name = preferenceKey(`scans:${screen}`)
  const known = lines.get(name)
  if (known) return known as ScanLine<T, A>
  const line = newScanLine<T, A>({ store: keptScans<T>(name) }, send)
  lines.set(name, line)
  return line
}

/** A queue over the scans that an earlier page has stored. */
export function newScanLine<T extends LineScan, A>(
  parts: { store: ScanStore<T>; sleep?: (ms: number) => Promise<void> },
  send: (scan: T, how: SentHow) => Promise<A>,
): ScanLine<T, A> {
  const hearers = new Set<Hearer<T, A>>()
  const queue = new ScanQueue<T, A>({
    ...parts,
    send: ({ id, scan, isTyped = false }) => outcomeOf(send(scan, { key: id, isTyped })),
    usedSince: ({ undone }) => (undone ? timeOf(undone.id) : Number.POSITIVE_INFINITY),
    onDone: (entry, answer) => {
      for (const hearer of hearers) hearer.onDone(entry, answer)
    },
    onRefused: (entry) => {
      for (const hearer of hearers) hearer.onRefused(entry)
    },
  })
  return { queue, hearers }
}

/** The content of a queue while a screen shows it; any sign that the network is back wakes it. */
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
