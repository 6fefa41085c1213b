import type { BatchIdentity } from '../../inventory/stock/batches.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import type { ScanCommand } from '../../platform/scanning/scan-commands.ts'
import { fill, type Language, type Text } from '../../platform/text/text.ts'
import type { findInbound, findPlace, InboundProduct } from '../contract.ts'
import type { BatchFacts } from '../rules.ts'
import { advance, answered, read } from './receive-jobs.ts'
import { gotIn, type InboundDocument, leftOf, type ReceiveScan, type UndoScan } from './scanning.ts'
import { receiveText } from './text.ts'

/* The receiving workflow without a page: state and event give the next state, and what to show, send and
   ask. The page shows it and returns the answers. */

/** `isReceiving`: goods counted into it still wait for putaway. */
export type Bin = { locationId: number; locationCode: string; isReceiving?: true }
export type Place = NonNullable<OutputOf<typeof findPlace>>
export type FoundOrder = OutputOf<typeof findInbound>[number]
export type Way = 'box' | 'piece' | 'putaway'
export type Tone = 'ok' | 'step' | 'warning' | 'error'

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
export type Hands = { way: Way; boxId: number | null; bin: Bin | undefined; isDamaged: boolean }

export type Undoable = Exclude<ReceiveScan, { kind: 'undo' }>

type Approved = { total: number; remark: string | null }

/** What was confirmed and entered for goods before a scan; nothing where they were new. */
export type AnswersBefore = { key: string; approved?: Approved; facts?: BatchFacts }

/** A completed action, and the state before it. `fixed` cannot be undone, and `text` says so. */
type NewOperation = { id: string; inboundId: number; before: Hands } & (
  | { kind: 'scan'; scan: Undoable; answers?: AnswersBefore }
  | { kind: 'moved'; text: Text }
  | { kind: 'fixed'; text: Text }
)
export type Operation = NewOperation & { seq: number }

export type Work = Hands & {
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

const handsOf = ({ way, boxId, bin, isDamaged }: Hands): Hands => ({ way, boxId, bin, isDamaged })

const MAX_KEPT = 30
export const remember = (work: Work, operation: NewOperation): Work => ({
  ...work,
  history: [...work.history, { ...operation, seq: (work.history.at(-1)?.seq ?? 0) + 1 }].slice(-MAX_KEPT),
})

/** An action whose undo the server refused goes back to its position, before later ones. */
const restore = (work: Work, operation: Operation): Work => ({
  ...work,
  history: [
    ...work.history.filter(({ seq }) => seq < operation.seq),
    operation,
    ...work.history.filter(({ seq }) => seq >= operation.seq),
  ],
})

/** The state after an event. `id` is unique per event and identifies its results. */
export function step(work: Work, scene: Scene, event: Event, id: string): Outcome {
  const { document } = scene
  const moved = (change: Partial<Hands>, text: Text): Work => {
    const operation = { kind: 'moved', id, inboundId: document.id, before: handsOf(work), text } as const
    return { ...remember(work, operation), ...change }
  }
  switch (event.kind) {
    case 'box':
      return takeBox(work, scene, event, id)
    case 'product':
      return takeProduct({ ...work, productId: event.product.id }, scene, event, id)
    case 'place':
      return takePlace(work, scene, event, moved, id)
    case 'bin':
      return say(
        moved({ bin: event.bin }, receiveText.undoBin),
        'ok',
        event.bin.locationCode,
        receiveText.binSet,
      )
    case 'stranger':
      return advance(work, scene, event, id)
    case 'answer':
      return answered(work, scene, event.answer, id)
    case 'orders':
    case 'text':
      return read(work, scene, event, id)
    case 'box_added': {
      const next = { ...work, way: 'piece', boxId: event.boxId, isDamaged: false, productId: null } as const
      const text = fill(receiveText.keepsBox, { box: event.code })
      const operation = { kind: 'fixed', id, inboundId: document.id, before: handsOf(work), text } as const
      return say(remember(next, operation), 'step', event.code, receiveText.extraOpen)
    }
    case 'fixed': {
      const operation = {
        kind: 'fixed',
        id,
        inboundId: document.id,
        before: handsOf(work),
        text: event.text,
      } as const
      return { work: remember(work, operation), effects: [] }
    }
    case 'mode':
      return {
        work: moved(
          { way: work.way === 'piece' ? 'box' : 'piece', boxId: null, isDamaged: false },
          receiveText.undoMode,
        ),
        effects: leftShort(work, document),
      }
    case 'damaged':
      return {
        work: moved({ isDamaged: !work.isDamaged, way: 'piece' }, receiveText.undoDamaged),
        effects: [],
      }
    case 'finish_box': {
      const box = document.boxes.find(({ id: boxId }) => boxId === work.boxId)
      if (!box) return { work, effects: [] }
      const next = moved({ boxId: null }, fill(receiveText.undoBox, { box: box.boxNo }))
      return { work: { ...next, productId: null }, effects: [finished(document, box)] }
    }
    case 'whole':
      return advance(
        work,
        scene,
        { kind: 'whole', boxId: null, code: document.inboundNo, isRest: false, isAgreed: false, facts: {} },
        id,
      )
    case 'start_putaway':
      return {
        work: moved({ way: 'putaway', boxId: null, bin: undefined, isDamaged: false }, receiveText.undoMode),
        effects: [...leftShort(work, document), { do: 'suggest_next' }],
      }
    case 'back_to_counting':
      return {
        work: moved(
          { way: document.boxes.length > 0 ? 'box' : 'piece', bin: undefined },
          receiveText.undoMode,
        ),
        effects: [],
      }
    case 'undo':
      return undo(work)
  }
}

type Box = InboundDocument['boxes'][number]

/** The message for a box that is finished. Short or over never counts as success. */
function finished(document: InboundDocument, { id, boxNo }: Box): Effect {
  const { got, expected, missing } = gotIn(document.lines, id)
  if (missing > 0) {
    const text = fill(receiveText.boxShort, { got, expected, missing })
    return { do: 'say', tone: 'warning', code: boxNo, text }
  }
  if (got > expected) {
    const text = fill(receiveText.boxOver, { got, expected, over: got - expected })
    return { do: 'say', tone: 'warning', code: boxNo, text }
  }
  return { do: 'say', tone: 'step', code: boxNo, text: fill(receiveText.boxDone, { got, expected }) }
}

/** Reports a box that is left with pieces missing. */
function leftShort(work: Work, document: InboundDocument): Effect[] {
  const box = document.boxes.find(({ id }) => id === work.boxId)
  if (!box) return []
  return gotIn(document.lines, box.id).missing > 0 ? [finished(document, box)] : []
}

function takeBox(
  work: Work,
  scene: Scene,
  { boxId, code }: Extract<Event, { kind: 'box' }>,
  id: string,
): Outcome {
  if (work.way === 'putaway') return say(work, 'warning', code, receiveText.scanSku)
  if (work.way === 'piece' && work.boxId === boxId) return step(work, scene, { kind: 'finish_box' }, id)
  return advance(work, scene, { kind: 'whole', boxId, code, isRest: false, isAgreed: false, facts: {} }, id)
}

/** Opens a box to count its content. */
export function openBox(work: Work, { document }: Scene, boxId: number, code: string, id: string): Outcome {
  const before = document.boxes.find((box) => box.id === work.boxId)
  const pieces = document.lines.reduce(
    (all, line) => all + (line.boxId === boxId ? Math.max(0, leftOf(line)) : 0),
    0,
  )
  const box = document.boxes.find((box) => box.id === boxId)?.boxNo ?? code
  const operation = {
    kind: 'moved',
    id,
    inboundId: document.id,
    before: handsOf(work),
    text: fill(receiveText.undoBox, { box }),
  } as const
  const next = { ...remember(work, operation), way: 'piece', boxId, productId: null } as const
  const missing = before ? gotIn(document.lines, before.id).missing : 0
  if (before && missing > 0)
    return say(next, 'warning', code, fill(receiveText.boxOpenAfter, { pieces, box: before.boxNo, missing }))
  return say(next, 'step', code, fill(receiveText.boxOpen, { pieces }))
}

function takeProduct(
  work: Work,
  scene: Scene,
  { product, pieces, scanned, damagedBin }: Extract<Event, { kind: 'product' }>,
  id: string,
): Outcome {
  if (work.way === 'box') return say(work, 'error', scanned.code, receiveText.scanBoxFirst)
  const goods = { product, pieces, scanned }
  if (work.way === 'putaway') return advance(work, scene, { kind: 'putaway', ...goods }, id)
  return advance(work, scene, { kind: 'count', ...goods, ...(damagedBin && { damagedBin }) }, id)
}

/** Why goods cannot go to a bin, as soon as it is scanned; undefined where they can. */
export function whyNotThere(place: Place, document: InboundDocument, way: Way): Text | undefined {
  const { purpose, quality, isEnabled, otherCustomer } = place
  if (!isEnabled) return receiveText.binOff
  const isPutAway = way === 'putaway'
  if (isPutAway && purpose === 'receiving') return receiveText.binReceiving
  if (!['storage', 'receiving', 'quarantine', 'return'].includes(purpose)) return receiveText.binNoGoods
  const isWanted = isPutAway
    ? document.pending.some((pieces) => pieces.quality === quality) ||
      (document.pending.length === 0 && quality === 'good')
    : quality === 'good'
  if (!isWanted) return quality === 'defective' ? receiveText.binDamaged : receiveText.binGood
  return otherCustomer === null ? undefined : fill(receiveText.binOther, { customer: otherCustomer })
}

function takePlace(
  work: Work,
  scene: Scene,
  { place, code }: Extract<Event, { kind: 'place' }>,
  moved: (change: Partial<Hands>, text: Text) => Work,
  id: string,
): Outcome {
  const isAsked = work.asking?.need === 'bin'
  if (!place) return say(work, 'error', code, receiveText.noBin)
  const { locationId, locationCode } = place
  if (!isAsked && work.way !== 'putaway' && !scene.document.receiveOneStep)
    return say(work, 'warning', locationCode, receiveText.binLater)
  const why = whyNotThere(place, scene.document, work.way)
  if (why) return say(work, 'error', locationCode, why)
  const isWaiting = place.purpose === 'receiving'
  const bin: Bin = { locationId, locationCode, ...(isWaiting && { isReceiving: true }) }
  if (isAsked) return answered(work, scene, { kind: 'bin', bin }, id)
  return say(
    moved({ bin }, receiveText.undoBin),
    isWaiting ? 'warning' : 'ok',
    locationCode,
    isWaiting ? receiveText.binWaits : receiveText.binSet,
  )
}

/** Undoes the last action, or says why it cannot. */
export function undo(work: Work): Outcome {
  const operation = work.history.at(-1)
  if (!operation) return say(work, 'warning', '', receiveText.nothingToUndo)
  if (operation.kind === 'fixed') return say(work, 'error', '', operation.text)
  // Listed explicitly: an undefined bin is dropped by the browser's storage, and must be cleared
  // nevertheless.
  const next = { ...work, ...handsOf(operation.before), history: work.history.slice(0, -1) }
  if (operation.kind === 'moved') return say(next, 'warning', '', operation.text)
  const { id, scan, answers } = operation
  const { inboundId, inboundNo, code } = scan
  const reverse = { kind: 'undo', inboundId, inboundNo, code, undone: { id, scan } } as const
  return {
    work: answers ? { ...next, ...answersOf(work, answers) } : next,
    effects: [{ do: 'take_back', operation, reverse }],
  }
}

/** A wrong lot is often the reason to undo, so what was entered with the scan is asked for again. */
function answersOf(work: Work, { key, ...before }: AnswersBefore): Pick<Work, 'approved' | 'facts'> {
  const { [key]: _, ...approved } = work.approved
  const { [key]: __, ...facts } = work.facts
  return {
    approved: before.approved ? { ...approved, [key]: before.approved } : approved,
    facts: before.facts ? { ...facts, [key]: before.facts } : facts,
  }
}

/**
 * The server refused a scan: it never happened. What it would have undone is still valid, and is still the
 * last action.
 */
export function afterRefusal(work: Work, id: string, undoing: Operation | undefined): Work {
  const left = { ...work, history: work.history.filter((operation) => operation.id !== id) }
  return undoing ? restore(left, undoing) : left
}

/**
 * What must survive a reload: the document, the position in it, and what can be undone. Undefined if it has
 * closed since.
 */
export type KeptWork = { inboundId: number | null } & Hands & Pick<Work, 'history'>

export const keptWork = (work: Work, inboundId: number | undefined): KeptWork | undefined =>
  inboundId === undefined && work.history.length === 0
    ? undefined
    : { inboundId: inboundId ?? null, ...handsOf(work), history: work.history }

/** The state before the reload, without what was refused since. */
export const resumedWork = (
  { inboundId: _, history, ...hands }: KeptWork,
  refused: readonly string[],
): Work => ({
  ...noWork,
  ...hands,
  history: history.filter(({ id }) => !refused.includes(id)),
})
