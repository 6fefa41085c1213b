import { useEffect } from 'react'
import { t } from '../../text/web/language.tsx'
import { prefer, preference, preferenceKey } from '../../ui/web/session.ts'
import type { ScanQueue } from './queue.ts'
import { scanText } from './text.ts'

/** Work that can be resumed after a reload. */
type Resumable<K> = {
  listen: (listener: () => void) => () => void
  inTurn: (code: string, work: () => Promise<void>) => Promise<void>
  say: (tone: 'step', code: string, words: string) => void
  askYes: (words: string, yes: string, no: string) => Promise<boolean>
  readonly queue: Pick<ScanQueue<never, never>, 'isRead'>
  /** What is needed to resume; undefined when no work is open. */
  kept: () => K | undefined
  /** Whether no work is open any more, and only the last result is kept. */
  isOver?: (kept: K) => boolean
  /** Restores it and describes it; undefined where it has ended. */
  resume: (kept: K) => Promise<string | undefined>
  /** Ends the open work. */
  close: () => void
}

type Kept<K> = { at: number; kept: K }

/**
 * The work that was open when the page was closed.
 *
 * Stored synchronously and not in the scans' store, which is slower: a count the user has seen survives a
 * reload at that very moment.
 */
function keptSession<K>(screen: string) {
  const name = `bench:${screen}`
  return {
    get: (): Kept<K> | undefined => {
      try {
        return JSON.parse(preference(name) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    put: (kept: Kept<K> | null) => prefer(name, kept ? JSON.stringify(kept) : undefined),
  }
}

const NOTHING = 'null'
/** After this long the user may have abandoned it. */
const ASK_AFTER = 15 * 60_000
const ANSWER_WITHIN = 200

/** Whether another tab has work of this kind open: it cannot be open twice. */
const isElsewhere = (others: BroadcastChannel) =>
  new Promise<boolean>((resolve) => {
    others.onmessage = ({ data }) => data === 'here' && resolve(true)
    others.postMessage('who')
    setTimeout(() => resolve(false), ANSWER_WITHIN)
  })

/**
 * Resumes the work that was open when the page was closed, and stores what is open now, until it is stopped.
 *
 * A user who arrives with a scan wants that scan only, so nothing is resumed.
 */
export function resumeWork<K>(screen: string, session: Resumable<K>, isAsking: boolean): () => void {
  const name = preferenceKey(`scans:${screen}`)
  const store = keptSession<K>(screen)
  const others = new BroadcastChannel(name)
  // The screen was only hidden: the session knows more than what was stored.
  const isAlive = session.kept() !== undefined
  let last = NOTHING
  let isOver = false
  let stop = () => {}
  const save = () => {
    const now = JSON.stringify(session.kept() ?? null)
    if (now === last) return
    last = now
    store.put(now === NOTHING ? null : { at: Date.now(), kept: JSON.parse(now) })
  }
  const takeUp = async ({ at, kept }: Kept<K>) => {
    await session.queue.isRead()
    // Work that was begun meanwhile is newer.
    if (!isAlive && session.kept() !== undefined) return
    const isOld = Date.now() - at > ASK_AFTER
    if (isOld && session.isOver?.(session.kept() ?? kept)) return store.put(null)
    if (
      isOld &&
      !(await session.askYes(t(scanText.resumeAsk), t(scanText.resumeYes), t(scanText.resumeNo)))
    ) {
      session.close()
      return store.put(null)
    }
    if (isAlive) return
    const no = await session.resume(kept)
    if (no) return session.say('step', no, t(scanText.resumed, { no }))
    // It has ended. If it could not be looked up just now, this throws and keeps it for the next time.
    store.put(null)
  }
  const begin = async () => {
    const match = isAsking || (!isAlive && (await isElsewhere(others))) ? undefined : store.get()
    if (match && !isOver) await session.inTurn('', async () => void (await takeUp(match)))
    if (isOver) return
    others.onmessage = ({ data }) => data === 'who' && session.kept() && others.postMessage('here')
    save()
    stop = session.listen(save)
  }
  void begin()
  return () => {
    isOver = true
    stop()
    others.close()
  }
}

/** Resumes and stores the work of a screen while it is shown. */
export function useResume<K>(screen: string, session: Resumable<K>, isAsking: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what is asked later is a scan like any other
  useEffect(() => resumeWork(screen, session, isAsking), [session])
}
