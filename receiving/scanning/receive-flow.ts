import type { BatchIdentity } from '../../inventory/stock/batches.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import type { ScanCommand } from '../../platform/scanning/scan-commands.ts'
import { fill, type Language, type Text } from '../../platform/text/text.ts'
import type { findInbound, findPlace, InboundProduct } from '../contract.ts'
import type { BatchFacts } from '../rules.ts'
import { advance, answered, read } from './receive-jobs.ts'
import { gotIn, type InboundDocument, leftOf, type ReceiveScan, type UndoScan } from './scanning.ts'
import { receiveText } from './text.ts'

/*
 * What a receiver's scan comes to, without a page: where the work stands and what happened give where it stands next,
 * and what to say, to send and to ask. The page shows it and brings the answers back.
 */

/** `isReceiving`: what is counted into it still waits for its bin. */
export type Bin = { locationId: number; locationCode: string; isReceiving?: true }
export type Place = NonNullable<OutputOf<typeof findPlace>>
export type FoundOrder = OutputOf<typeof findInbound>[number]
export type Way = 'box' | 'piece' | 'putaway'
export type Tone = 'ok' | 'step' | 'warning' | 'error'

/** One scan of goods: what it is looked up by, how often it counts, and what the barcode adds. */
export type ScannedGoods = {
  code: string
  times: number
  isCounted: boolean
  expiry?: string
  production?: string
  lot?: string
}

/** What the next scan depends on; taking something back restores it. */
export type Hands = { way: Way; boxId: number | null; bin: Bin | undefined; isDamaged: boolean }

export type Undoable = Exclude<ReceiveScan, { kind: 'undo' }>

/** Something that was done, and how the work stood before it. `fixed` cannot be taken back, and `text` says so. */
type NewDeed = { id: string; inboundId: number; before: Hands } & (
  | { kind: 'scan'; scan: Undoable }
  | { kind: 'moved'; text: Text }
  | { kind: 'fixed'; text: Text }
)
export type Deed = NewDeed & { seq: number }

export type Work = Hands & {
  productId: number | null
  /** By box and product: the total to which somebody said yes, or why unannounced goods were let in. */
  approved: Readonly<Record<string, { total: number; remark: string | null }>>
  /** By box and product: dates and lots that were typed or scanned once. */
  facts: Readonly<Record<string, BatchFacts>>
  notMeasured: readonly number[]
  /** The newest last. */
  history: readonly Deed[]
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

/** What the page knows: the document with everything that still waits to be sent, and who is working. */
export type Scene = {
  document: InboundDocument
  products: readonly InboundProduct[]
  may: (permission: string) => boolean
  /** The words for a right that is missing. */
  missing: (permission: string) => string
  language: Language
}

export type CountJob = {
  kind: 'count'
  product: InboundProduct
  pieces: number
  scanned: ScannedGoods
  /** Why goods are let in that nobody announced. */
  remark?: Text
  /** The total that was asked about, and the one to which somebody said yes. */
  asked?: number
  total?: number
  facts?: BatchFacts
  photoFileIds?: readonly number[]
  bin?: Bin
  damagedBin?: Bin
  isMeasured?: true
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
/** A question that is open, and the work that goes on with its answer. */
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
  /** Out of the line if it has not left yet, else by the scan that reverses it. */
  | { do: 'take_back'; deed: Deed; reverse: UndoScan }
  | { do: 'measure'; product: InboundProduct }
  | { do: 'add_box'; inboundId: number; boxNo: string; inboundNo: string }
  | { do: 'open'; id: number; code: string }
  | { do: 'put_aside'; code: string }
  | { do: 'find_place'; code: string }
  | { do: 'find_order'; code: string }
  | { do: 'suggest_next' }

export type Event =
  | { kind: 'box'; boxId: number; code: string }
  /** The bin for damaged pieces, where somebody had to say it. */
  | { kind: 'product'; product: InboundProduct; pieces: number; scanned: ScannedGoods; damagedBin?: Bin }
  | { kind: 'place'; place: Place | null; code: string }
  | { kind: 'bin'; bin: Bin }
  | { kind: 'orders'; orders: readonly FoundOrder[]; code: string }
  | { kind: 'stranger'; code: string; others: readonly FoundOrder[] }
  | { kind: 'answer'; answer: Answer }
  /** What was scanned or typed at an open question. */
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
export const remember = (work: Work, operation: NewDeed): Work => ({
  ...work,
  history: [...work.history, { ...operation, seq: (work.history.at(-1)?.seq ?? 0) + 1 }].slice(-MAX_KEPT),
})

/** A deed that the server would not take back stands where it stood, before whatever was done since. */
const restore = (work: Work, operation: Deed): Work => ({
  ...work,
  history: [
    ...work.history.filter(({ seq }) => seq < operation.seq),
    operation,
    ...work.history.filter(({ seq }) => seq >= operation.seq),
  ],
})

/** Where the work stands after something has happened. `id` is fresh for each event: it names what comes of it. */
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

/** What a box that is put down came to. Short or over is never good news. */
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

/** A box that is left while pieces are missing is named. */
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

/** Opens a box to count what is in it. */
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

/** Why goods cannot go to a place, as soon as it is scanned; undefined where they can. */
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

/** Takes back whatever was done last, or says that it cannot be. */
export function undo(work: Work): Outcome {
  const operation = work.history.at(-1)
  if (!operation) return say(work, 'warning', '', receiveText.nothingToUndo)
  if (operation.kind === 'fixed') return say(work, 'error', '', operation.text)
  // Named one by one: a bin that was not there is left out by what the browser keeps, and must be taken away all the same.
  const next = { ...work, ...handsOf(operation.before), history: work.history.slice(0, -1) }
  if (operation.kind === 'moved') return say(next, 'warning', '', operation.text)
  const { id, scan } = operation
  const { inboundId, inboundNo, code } = scan
  const reverse = { kind: 'undo', inboundId, inboundNo, code, undone: { id, scan } } as const
  return { work: next, effects: [{ do: 'take_back', deed: operation, reverse }] }
}

/**
 * The server would not take a scan: it was never done. What it would have taken back still stands, and is still the last
 * thing that was done.
 */
export function afterRefusal(work: Work, id: string, undoing: Deed | undefined): Work {
  const left = { ...work, history: work.history.filter((operation) => operation.id !== id) }
  return undoing ? restore(left, undoing) : left
}

/** What must outlive the page: the document, where in it somebody was, and what can be taken back. None where it has closed since. */
export type KeptWork = { inboundId: number | null } & Hands & Pick<Work, 'history'>

export const keptWork = (work: Work, inboundId: number | undefined): KeptWork | undefined =>
  inboundId === undefined && work.history.length === 0
    ? undefined
    : { inboundId: inboundId ?? null, ...handsOf(work), history: work.history }

/** The work as it stood when the page went away, without what was refused since. */
export const resumedWork = (
  { inboundId: _, history, ...hands }: KeptWork,
  refused: readonly string[],
): Work => ({
  ...noWork,
  ...hands,
  history: history.filter(({ id }) => !refused.includes(id)),
})
