import { fill, type Text } from '../../platform/text/text.ts'
import { answered, read } from './receive-answers.ts'
import { advance } from './receive-jobs.ts'
import {
  type AnswersBefore,
  type Bin,
  type Effect,
  type Event,
  noWork,
  type Operation,
  type Outcome,
  type Place,
  type Position,
  positionOf,
  remember,
  type Scene,
  say,
  type Way,
  type Work,
} from './receive-state.ts'
import { gotIn, type InboundDocument } from './scanning.ts'
import { receiveText } from './text.ts'

/* The receiving workflow without a page: state and event give the next state, and what to show, send and
   ask. The page shows it and returns the answers. */

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
  const moved = (change: Partial<Position>, text: Text): Work => {
    const operation = { kind: 'moved', id, inboundId: document.id, before: positionOf(work), text } as const
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
      const operation = { kind: 'fixed', id, inboundId: document.id, before: positionOf(work), text } as const
      return say(remember(next, operation), 'step', event.code, receiveText.extraOpen)
    }
    case 'fixed': {
      const operation = {
        kind: 'fixed',
        id,
        inboundId: document.id,
        before: positionOf(work),
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
  moved: (change: Partial<Position>, text: Text) => Work,
  id: string,
): Outcome {
  const isAnswer = work.asking?.need === 'bin'
  if (!place) return say(work, 'error', code, receiveText.noBin)
  const { locationId, locationCode } = place
  if (!isAnswer && work.way !== 'putaway' && !scene.document.receiveOneStep)
    return say(work, 'warning', locationCode, receiveText.binLater)
  const why = whyNotThere(place, scene.document, work.way)
  if (why) return say(work, 'error', locationCode, why)
  const isWaiting = place.purpose === 'receiving'
  const bin: Bin = { locationId, locationCode, ...(isWaiting && { isReceiving: true }) }
  if (isAnswer) return answered(work, scene, { kind: 'bin', bin }, id)
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
  const next = { ...work, ...positionOf(operation.before), history: work.history.slice(0, -1) }
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
export type KeptWork = { inboundId: number | null } & Position & Pick<Work, 'history'>

export const keptWork = (work: Work, inboundId: number | undefined): KeptWork | undefined =>
  inboundId === undefined && work.history.length === 0
    ? undefined
    : { inboundId: inboundId ?? null, ...positionOf(work), history: work.history }

/** The state before the reload, without what was refused since. */
export const resumedWork = (
  { inboundId: _, history, ...position }: KeptWork,
  refused: readonly string[],
): Work => ({
  ...noWork,
  ...position,
  history: history.filter(({ id }) => !refused.includes(id)),
})
