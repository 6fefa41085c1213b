import { Worker } from 'node:worker_threads'
import { refuse, refuseAs } from '../../calls/refusal.ts'
import { MAX_ROWS } from '../imports.ts'
import { importText } from '../text.ts'

/** A row as Excel numbers it; `formulas` are the columns with formulas. */
export type SheetRow = { rowNo: number; cells: string[]; formulas: number[] }

/** The content of a spreadsheet. */
export type Table = { heads: string[]; rows: SheetRow[] }

const limits = {
  unpacked: 64 * 1024 * 1024,
  entries: 200,
  ratio: 200,
  rows: MAX_ROWS,
  columns: 64,
  cell: 4000,
}
const MAX_COUNTED = 19_999
const AT_ONCE = 2

/** The limits for one spreadsheet: processor time and memory. */
type Bounds = { seconds: number; megabytes: number }
const bounds: Bounds = { seconds: 5, megabytes: 256 }
/** How long it may take on a server that is busy with other work. */
const LONGEST_SECONDS = 30
const POLL_MS = 200

/** How many spreadsheets of one company are being read or queued; one is read at a time. */
const PER_COMPANY = 2

const running: number[] = []
const waiting: { company: number; go: () => void }[] = []

/** The longest waiting goes next, unless a spreadsheet of the same company is being read. */
function next() {
  while (running.length < AT_ONCE) {
    const item = waiting.find(({ company }) => !running.includes(company))
    if (!item) return
    waiting.splice(waiting.indexOf(item), 1)
    running.push(item.company)
    item.go()
  }
}

/**
 * Lets a company read one spreadsheet at a time and refuses more than fit the queue, so that other companies
 * need not wait.
 */
async function inTurn<T>(company: number, work: () => Promise<T>): Promise<T> {
  const own = [...running, ...waiting.map((item) => item.company)].filter((other) => other === company)
  if (own.length >= PER_COMPANY) refuseAs({ kind: 'busy' }, importText.readingOthers)
  await new Promise<void>((go) => {
    waiting.push({ company, go })
    next()
  })
  try {
    return await work()
  } finally {
    running.splice(running.indexOf(company), 1)
    next()
  }
}

let anonymous = 0

/** A workbook, or cells from a clipboard: rows of tab-separated text. */
type From = 'workbook' | 'pasted'

/**
 * Reads the first visible sheet of a workbook as text: its headers, and its rows with the numbers Excel
 * shows.
 */
export async function readTable(
  bytes: Uint8Array,
  from: From = 'workbook',
  /** Tests only. */
  over: Partial<Bounds> = {},
  /** The company the spreadsheet belongs to; one without a company waits for none. */
  company = --anonymous,
): Promise<Table> {
  const [head, ...rows] = await inTurn(company, () => inWorker(bytes, from, { ...bounds, ...over }))
  if (!head || rows.length === 0) return refuse(importText.noRows)
  return { heads: head.cells, rows }
}

type Verdict =
  | { rows: SheetRow[] }
  | { refused: 'unreadable' | 'unsafe' | 'encrypted' | 'macros' | 'external' }
  | { refused: 'rows' | 'columns'; found: number }
  | { refused: 'cell' | 'character'; row: number }

const startWorker = (megabytes: number) =>
  new Worker(new URL('./spreadsheet-worker.js', import.meta.url), {
    workerData: limits,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
    stderr: true,
  })

/** How long a worker waits for its spreadsheet; it takes memory. */
const SPARE_MS = 120_000
let spare: { worker: Worker; clock: NodeJS.Timeout } | undefined

/**
 * Starts the worker of the next spreadsheet, which takes as long as reading it. Each worker still reads one spreadsheet only: what a hostile
 * one leaves behind ends with it.
 */
export function startSpare() {
  if (spare) return
  const worker = startWorker(bounds.megabytes)
  worker.unref()
  const forget = () => {
    if (spare?.worker !== worker) return
    clearTimeout(spare.clock)
    spare = undefined
  }
  worker.on('error', forget).on('exit', forget)
  const end = () => {
    forget()
    worker.terminate()
  }
  spare = { worker, clock: setTimeout(end, SPARE_MS).unref() }
}

/** The spare one, or a new one. */
function takeWorker(megabytes: number) {
  if (!spare || megabytes !== bounds.megabytes) return startWorker(megabytes)
  const { worker, clock } = spare
  clearTimeout(clock)
  spare = undefined
  worker.removeAllListeners()
  worker.ref()
  return worker
}

async function inWorker(bytes: Uint8Array, from: From, { seconds, megabytes }: Bounds): Promise<SheetRow[]> {
  const worker = takeWorker(megabytes)
  const verdict = await new Promise<Verdict | 'late' | 'died'>((resolve) => {
    const began = performance.now()
    const settle = (answer: Verdict | 'late' | 'died') => {
      clearInterval(clock)
      resolve(answer)
    }
    const clock = setInterval(async () => {
      const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
      const isLate = user + system > seconds * 1e6 || performance.now() - began > LONGEST_SECONDS * 1000
      if (isLate) settle('late')
    }, POLL_MS)
    worker.once('message', settle)
    worker.once('error', () => settle('died'))
    worker.once('exit', () => settle('died'))
    worker.postMessage({ bytes, from })
  })
  await worker.terminate()
  if (verdict === 'late' || verdict === 'died') return refuse(importText.tooSlow)
  if ('rows' in verdict) return verdict.rows
  switch (verdict.refused) {
    case 'rows':
      return verdict.found >= MAX_COUNTED
        ? refuse(importText.atLeastRows, { max: MAX_ROWS })
        : refuse(importText.tooManyRows, { max: MAX_ROWS, found: verdict.found })
    case 'columns':
      return refuse(importText.tooManyColumns, { max: limits.columns })
    case 'cell':
      return refuse(importText.cellTooLong, { row: verdict.row })
    case 'character':
      return refuse(importText.cellUnkept, { row: verdict.row })
    default:
      return refuse(importText[verdict.refused])
  }
}
