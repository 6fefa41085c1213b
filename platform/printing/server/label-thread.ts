import { Worker } from 'node:worker_threads'
import type { LabelSpace } from '../label-space.ts'
import type { Size } from '../labels.ts'
import type { labelFileText } from '../text.ts'
import { LabelRefused, labelLimits } from './label-limits.ts'

/** What a thread does with a label file, and what comes of it. */
export type LabelJob =
  | { work: 'normalise'; bytes: Uint8Array; paper: Size }
  | { work: 'analyse'; bytes: Uint8Array }
type LabelResults = { normalise: { pdf: Uint8Array; pages: number }; analyse: LabelSpace }
export type LabelAnswer =
  | { result: LabelResults[keyof LabelResults] }
  | { refused: keyof typeof labelFileText }

const AT_ONCE = 2
/** A thread without work is kept this long: starting one takes longer than reading a label. */
const IDLE_SECONDS = 30

type Thread = { worker: Worker; stop?: NodeJS.Timeout }
const idle: Thread[] = []
const waiting: (() => void)[] = []
let running = 0

function start(): Thread {
  const worker = new Worker(new URL('./label-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: labelLimits.megabytes, maxYoungGenerationSizeMb: 32 },
    stderr: true,
    stdout: true,
  })
  // What a thread dies of is the file; without a listener the server would die of it too.
  worker.on('error', () => {})
  const thread: Thread = { worker }
  worker.on('exit', () => forget(thread))
  return thread
}

function forget(thread: Thread) {
  const place = idle.indexOf(thread)
  if (place >= 0) idle.splice(place, 1)
}

function keep(thread: Thread) {
  thread.worker.unref()
  thread.stop = setTimeout(() => {
    forget(thread)
    void thread.worker.terminate()
  }, IDLE_SECONDS * 1000).unref()
  idle.push(thread)
}

/** Has a thread read a label file. A thread that exceeds its time or memory ends, and so does its file. */
export async function readInThread<J extends LabelJob>(
  job: J,
  seconds = labelLimits.seconds,
): Promise<LabelResults[J['work']]> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    const thread = idle.pop() ?? start()
    clearTimeout(thread.stop)
    thread.worker.ref()
    const answer = await answerOf(thread.worker, job, seconds)
    if (answer === undefined) {
      await thread.worker.terminate()
      throw new LabelRefused('tooSlow')
    }
    keep(thread)
    if ('refused' in answer) throw new LabelRefused(answer.refused)
    return answer.result as LabelResults[J['work']]
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const answerOf = (worker: Worker, job: LabelJob, seconds: number) =>
  new Promise<LabelAnswer | undefined>((resolve) => {
    const settle = (answer?: LabelAnswer) => {
      clearTimeout(late)
      worker.off('message', settle).off('exit', died).off('error', died)
      resolve(answer)
    }
    const died = () => settle()
    const late = setTimeout(died, seconds * 1000)
    worker.on('message', settle).on('exit', died).on('error', died)
    worker.postMessage(job)
  })
