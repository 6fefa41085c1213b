import { useEffect } from 'react'
import { t } from '../language.tsx'
import { preferenceKey } from '../session.ts'
import type { ScanQueue } from './queue.ts'
import { keptBench } from './store.ts'
import { scanText } from './text.ts'

/** Work that can be taken up again after the page was loaded anew. */
type Resumable<K> = {
  listen: (listener: () => void) => () => void
  inTurn: (code: string, work: () => Promise<void>) => Promise<void>
  say: (tone: 'step', code: string, words: string) => void
  readonly queue: Pick<ScanQueue<never, never>, 'isRead'>
  /** What must be known to go on; undefined where nothing lies on the bench. */
  kept: () => K | undefined
  /** Lays it out again and says what it is; false where it is over. */
  resume: (kept: K) => Promise<string | undefined>
}

/**
 * Takes up what lay on somebody's bench when the page went away, and keeps what lies there now.
 *
 * Whoever comes with a scan of their own wants that and nothing else.
 */
export function useResume<K>(screen: string, bench: Resumable<K>, isAsked: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what is asked later is a scan like any other
  useEffect(() => {
    const store = keptBench<K>(preferenceKey(`scans:${screen}`))
    let last = ''
    let isOver = false
    let stop = () => {}
    const save = () => {
      const now = JSON.stringify(bench.kept() ?? null)
      if (now === last) return
      last = now
      void store.put(JSON.parse(now))
    }
    const begin = async () => {
      const kept = isAsked ? undefined : await store.get()
      if (isOver) return
      if (kept)
        await bench.inTurn('', async () => {
          await bench.queue.isRead()
          const no = await bench.resume(kept)
          if (no) bench.say('step', no, t(scanText.resumed, { no }))
        })
      if (isOver) return
      save()
      stop = bench.listen(save)
    }
    void begin()
    return () => {
      isOver = true
      stop()
    }
  }, [bench])
}
