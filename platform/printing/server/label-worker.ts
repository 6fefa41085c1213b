import { parentPort } from 'node:worker_threads'
import { composeLabel } from './compose-label.ts'
import { findSpace } from './draw-label.ts'
import { LabelRefused } from './label-limits.ts'
import type { LabelAnswer, LabelJob } from './label-thread.ts'

/**
 * Reads label files in a thread: they come from outside, and neither a slow nor a hostile one may delay the
 * server.
 */
parentPort?.on('message', async (job: LabelJob) => {
  const work = job.work === 'normalise' ? composeLabel(job.bytes, job.paper) : findSpace(job.bytes)
  const answer: LabelAnswer = await work.then(
    (result) => ({ result }),
    (fault: unknown) => ({ refused: fault instanceof LabelRefused ? fault.reason : 'broken' }),
  )
  parentPort?.postMessage(answer)
})
