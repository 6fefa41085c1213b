import type { BatchIdentity } from '../../inventory/stock/batches.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import type { ScanCommand } from '../../platform/scanning/scan-commands.ts'
import type { Language, Text } from '../../platform/text/text.ts'
import type { findInbound, InboundProduct } from '../contract.ts'
import type { BatchFacts } from '../rules.ts'
import type { findPlace } from './contract.ts'
import type { InboundDocument, ReceiveScan, UndoScan } from './scanning.ts'

/* What receiving knows, is told and decides: state, events, questions and effects. `receive-flow.ts` gives the
   next state for an event. */

/** `isReceiving`: goods counted into it still wait for putaway. */
export type Bin = { locationId: number; locationCode: string; isReceiving?: true }
export type Place = NonNullable<OutputOf<typeof findPlace>>
export type FoundOrder = OutputOf<typeof findInbound>[number]
export type Way = 'box' | 'piece' | 'putaway'
type Tone = 'ok' | 'step' | 'warning' | 'error'

/** One scan of goods: its lookup code, its quantity, and further barcode data. */
export type ScannedGoods = {
  code: string
  times: number
  isCounted: boolean
  expiry?: string
  production?: string
  lot?: string
}

/** What the next scan depends on; undo restores it. */
export type Position = { way: Way; boxId: number | null; bin: Bin | undefined; isDamaged: boolean }

export type Undoable = Exclude<ReceiveScan, { kind: 'undo' }>

type Approved = { total: number; remark: string | null }

/** What was confirmed and entered for goods before a scan; nothing where they were new. */
export type AnswersBefore = { key: string; approved?: Approved; facts?: BatchFacts }

/** A completed action, and the state before it. `fixed` cannot be undone, and `text` says so. */
type NewOperation = { id: string; inboundId: number; before: Position } & (
  | { kind: 'scan'; scan: Undoable; answers?: AnswersBefore }
  | { kind: 'moved'; text: Text }
  | { kind: 'fixed'; text: Text }
)
export type Operation = NewOperation & { seq: number }

export type Work = Position & {
  productId: number | null
  /** By box and product: the confirmed total, or the reason unexpected goods were accepted. */
  approved: Readonly<Record<string, Approved>>
  /** By box and product: dates and lots entered once. */
  facts: Readonly<Record<string, BatchFacts>>
  notMeasured: readonly number[]
  /** Newest last. */
  history: readonly Operation[]
  asking: Asking | undefined
}

export const noWork: Work = {
  way: 'piece',
  boxId: null,
  bin: undefined,
  isDamaged: false,
  productId: null,
  approved: {},
  facts: {},
  notMeasured: [],
  history: [],
  asking: undefined,
}

/** What the page knows: the document including everything still queued, and the user. */
export type Scene = {
  document: InboundDocument
  products: readonly InboundProduct[]
  may: (permission: string) => boolean
  /** The message for a missing permission. */
  missing: (permission: string) => string
  language: Language
}

export type CountJob = {
  kind: 'count'
  product: InboundProduct
  pieces: number
  scanned: ScannedGoods
  /** Why unexpected goods are accepted. */
  remark?: Text
  /** The total in question, and the one that was confirmed. */
  asked?: number
  total?: number
  facts?: BatchFacts
  photoFileIds?: readonly number[]
  bin?: Bin
  damagedBin?: Bin
}
export type WholeJob = {
  kind: 'whole'
  boxId: number | null
  code: string
  isRest: boolean
  isAgreed: boolean
  facts: Readonly<Record<number, BatchFacts>>
  bin?: Bin
}
export type PutAwayJob = {
  kind: 'putaway'
  product: InboundProduct
  pieces: number
  scanned: ScannedGoods
  batch?: BatchIdentity
}
export type StrangerJob = { kind: 'stranger'; code: string; others: readonly FoundOrder[] }
export type Job = CountJob | WholeJob | PutAwayJob | StrangerJob

export type Need =
  | 'over'
  | 'reason'
  | 'days'
  | 'lot'
  | 'photos'
  | 'bin'
  | 'size'
  | 'rest'
  | 'agree'
  | 'batch'
  | 'stranger'
/** An open question, and the job that continues with its answer. */
export type Asking = { need: Need; job: Job; product?: InboundProduct }

export type Answer =
  | { kind: 'yes' }
  | { kind: 'no' }
  | { kind: 'reason'; reason: Text }
  | { kind: 'facts'; facts: BatchFacts }
  | { kind: 'photos'; fileIds: readonly number[] }
  | { kind: 'bin'; bin: Bin }
  | { kind: 'batch'; batch: BatchIdentity }
  | { kind: 'pieces' }
  | { kind: 'extra' }
  | { kind: 'aside' }
  | { kind: 'open'; id: number }
  | { kind: 'order'; order: FoundOrder }

export type Choice = { text: Text; command?: ScanCommand; answer: Answer }
export type Question = {
  need: Need
  text: Text
  hint?: Text
  tone: 'warning' | 'error'
  choices: readonly Choice[]
  /** Bins are suggested for this product. */
  suggestFor?: number
  product?: InboundProduct
}

export type Effect =
  | { do: 'say'; tone: Tone; code: string; text: Text }
  | { do: 'put'; id: string; scan: ReceiveScan; tone: Tone; text: Text }
  | { do: 'ask'; question: Question }
  /** Removed from the queue if it was not sent yet, otherwise reversed by another scan. */
  | { do: 'take_back'; operation: Operation; reverse: UndoScan }
  | { do: 'measure'; product: InboundProduct }
  | { do: 'add_box'; inboundId: number; boxNo: string; inboundNo: string }
  | { do: 'open'; id: number; code: string }
  | { do: 'put_aside'; code: string }
  | { do: 'find_place'; code: string }
  | { do: 'find_order'; code: string }
  | { do: 'suggest_next' }

export type Event =
  | { kind: 'box'; boxId: number; code: string }
  /** The bin for damaged pieces, where the user had to choose it. */
  | { kind: 'product'; product: InboundProduct; pieces: number; scanned: ScannedGoods; damagedBin?: Bin }
  | { kind: 'place'; place: Place | null; code: string }
  | { kind: 'bin'; bin: Bin }
  | { kind: 'orders'; orders: readonly FoundOrder[]; code: string }
  | { kind: 'stranger'; code: string; others: readonly FoundOrder[] }
  | { kind: 'answer'; answer: Answer }
  /** What was scanned or typed as the answer to an open question. */
  | { kind: 'text'; scanned: ScannedGoods }
  | { kind: 'box_added'; boxId: number; code: string }
  | { kind: 'fixed'; text: Text }
  | { kind: 'mode' }
  | { kind: 'damaged' }
  | { kind: 'finish_box' }
  | { kind: 'whole' }
  | { kind: 'start_putaway' }
  | { kind: 'back_to_counting' }
  | { kind: 'undo' }

export type Outcome = { work: Work; effects: readonly Effect[] }

export const say = (work: Work, tone: Tone, code: string, text: Text): Outcome => ({
  work,
  effects: [{ do: 'say', tone, code, text }],
})

export const positionOf = ({ way, boxId, bin, isDamaged }: Position): Position => ({
  way,
  boxId,
  bin,
  isDamaged,
})

const MAX_KEPT = 30
export const remember = (work: Work, operation: NewOperation): Work => ({
  ...work,
  history: [...work.history, { ...operation, seq: (work.history.at(-1)?.seq ?? 0) + 1 }].slice(-MAX_KEPT),
})
