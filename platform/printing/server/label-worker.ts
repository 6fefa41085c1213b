import { parentPort } from 'node:worker_threads'
import { composeLabel } from './compose-label.ts'
import { LabelRefused } from './label-limits.ts'
import type { LabelAnswer, LabelJob } from './label-thread.ts'

/**
 * Reads label files in a thread: they come from outside, and neither a slow nor a hostile one may delay the
 * server.
 */
parentPort?.on('message', async ({ bytes, paper }: LabelJob) => {
  const answer: LabelAnswer = await composeLabel(bytes, paper).then(
    (label) => ({ label }),
    (fault: unknown) => ({ refused: fault instanceof LabelRefused ? fault.reason : 'broken' }),
  )
  parentPort?.postMessage(answer)
})
