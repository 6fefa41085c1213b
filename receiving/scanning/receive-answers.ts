import { meantByLabel } from '../../inventory/stock/batches.ts'
import { lot as lotRule } from '../../platform/calls/rules.ts'
import { fill } from '../../platform/text/text.ts'
import type { InboundProduct } from '../contract.ts'
import { completed, daysFrom, factsFrom, typedDays } from './batch-facts.ts'
import { advance, batchesOf, noSuchBatch, openBox, over } from './receive-jobs.ts'
import {
  type Answer,
  type Asking,
  type CountJob,
  type Event,
  type Job,
  type Outcome,
  type ScannedGoods,
  type Scene,
  type StrangerJob,
  say,
  type WholeJob,
  type Work,
} from './receive-state.ts'
import { boxIn, gotIn, productIn } from './scanning.ts'
import { receiveText } from './text.ts'

/** An open question was answered. */
export function answered(work: Work, scene: Scene, answer: Answer, id: string): Outcome {
  const { asking } = work
  if (!asking) return { work, effects: [] }
  const { job, need } = asking
  const closed = over(work)
  if (answer.kind === 'no' && need !== 'size') return left(closed, scene, job)
  switch (job.kind) {
    case 'count':
      return countAnswered(closed, scene, asking, job, answer, id)
    case 'whole': {
      if (answer.kind === 'pieces' && job.boxId !== null)
        return openBox(closed, scene, job.boxId, job.code, id)
      const more: Partial<WholeJob> =
        answer.kind === 'yes'
          ? need === 'rest'
            ? { isRest: true }
            : { isAgreed: true }
          : answer.kind === 'bin'
            ? { bin: answer.bin }
            : answer.kind === 'facts' && asking.product
              ? {
                  facts: {
                    ...job.facts,
                    [asking.product.id]: completed(answer.facts, job.facts[asking.product.id]),
                  },
                }
              : {}
      return advance(closed, scene, { ...job, ...more }, id)
    }
    case 'putaway':
      return answer.kind === 'batch'
        ? advance(closed, scene, { ...job, batch: answer.batch }, id)
        : { work, effects: [] }
    case 'stranger':
      return strangerAnswered(closed, scene, job, answer)
  }
}

function countAnswered(
  work: Work,
  scene: Scene,
  { need, product }: Asking,
  job: CountJob,
  answer: Answer,
  id: string,
): Outcome {
  const go = (more: Partial<CountJob>, changed: Work = work) =>
    advance(changed, scene, { ...job, ...more }, id)
  if (need === 'size') {
    const skipped = { ...work, notMeasured: [...work.notMeasured, job.product.id] }
    if (answer.kind === 'no') return go({}, skipped)
    // The form is shown; leaving it counts as no.
    return {
      work: { ...work, asking: { need, job, ...(product && { product }) } },
      effects: [{ do: 'measure', product: job.product }],
    }
  }
  switch (answer.kind) {
    case 'yes':
      return go({ total: job.asked ?? 0 })
    case 'reason':
      return go({ remark: answer.reason })
    case 'facts':
      return go({ facts: completed(answer.facts, job.facts) })
    case 'photos':
      return go({ photoFileIds: answer.fileIds })
    case 'bin':
      return go({ bin: answer.bin })
    default:
      return { work: { ...work, asking: { need, job } }, effects: [] }
  }
}

function strangerAnswered(work: Work, { document }: Scene, { code }: StrangerJob, answer: Answer): Outcome {
  switch (answer.kind) {
    case 'extra':
      return {
        work,
        effects: [{ do: 'add_box', inboundId: document.id, boxNo: code, inboundNo: document.inboundNo }],
      }
    case 'order': {
      const { id, inboundNo } = answer.order
      return { work, effects: [{ do: 'add_box', inboundId: id, boxNo: code, inboundNo }] }
    }
    case 'open':
      return { work, effects: [{ do: 'open', id: answer.id, code }] }
    case 'aside':
      return { work, effects: [{ do: 'put_aside', code }] }
    default:
      return { work, effects: [] }
  }
}

/** The user declined: the action did not happen, and the screen says so. */
function left(work: Work, { document }: Scene, job: Job): Outcome {
  switch (job.kind) {
    case 'count':
      return say(work, 'warning', job.product.sku, receiveText.leftAside)
    case 'putaway':
      return say(work, 'warning', job.product.sku, receiveText.notPutAway)
    case 'stranger':
      return say(work, 'warning', job.code, receiveText.notTaken)
    case 'whole': {
      if (job.boxId === null) return say(work, 'warning', job.code, receiveText.notTaken)
      const { got, expected } = gotIn(document.lines, job.boxId)
      return say(work, 'warning', job.code, fill(receiveText.boxLeft, { got, expected }))
    }
  }
}

/**
 * What was scanned or typed as an answer: the answer, or why it is invalid. The question stays open until it
 * has a valid one.
 */
export function read(
  work: Work,
  scene: Scene,
  event: Extract<Event, { kind: 'text' | 'orders' }>,
  id: string,
): Outcome {
  const { asking } = work
  if (!asking) return { work, effects: [] }
  if (event.kind === 'orders') {
    const order = event.orders.find(({ boxNo }) => boxNo === null)
    if (!order) return say(work, 'error', event.code, receiveText.noOrder)
    if (order.status === 'draft')
      return say(work, 'error', event.code, fill(receiveText.isDraft, { no: order.inboundNo }))
    return answered(work, scene, { kind: 'order', order }, id)
  }
  const { scanned } = event
  const { code } = scanned
  switch (asking.need) {
    case 'days': {
      const life = asking.product?.shelfLifeDays ?? null
      const days = daysFrom(scanned, life) ?? typedDays(code, life)
      const facts = { ...factsFrom(scanned, life), ...days }
      return facts.expiryDate
        ? answered(work, scene, { kind: 'facts', facts }, id)
        : say(work, 'error', code, receiveText.notADay)
    }
    case 'lot': {
      const facts = factsFrom(scanned, asking.product?.shelfLifeDays ?? null)
      if (facts.lot) return answered(work, scene, { kind: 'facts', facts }, id)
      // The barcode of the goods or their box would be accepted as a lot.
      const isCode = productIn(scene.products, code) ?? boxIn(scene.document, code)
      const typed = isCode ? undefined : lotRule.safeParse(code).data
      return typed
        ? answered(work, scene, { kind: 'facts', facts: { ...facts, lot: typed } }, id)
        : say(work, 'error', code, receiveText.notALot)
    }
    case 'batch':
      return asking.product ? chooseBatch(work, scene, asking.product, scanned, id) : { work, effects: [] }
    case 'bin':
      return { work, effects: [{ do: 'find_place', code }] }
    case 'stranger':
      return { work, effects: [{ do: 'find_order', code }] }
    default:
      return say(work, 'error', code, receiveText.answerFirst)
  }
}

/** The waiting batch that was scanned or typed: by GS1 code, expiry date or lot. */
function chooseBatch(
  work: Work,
  scene: Scene,
  product: InboundProduct,
  scanned: ScannedGoods,
  id: string,
): Outcome {
  const { code } = scanned
  const { sku, shelfLifeDays } = product
  const label = factsFrom(scanned, shelfLifeDays)
  const isLabel = label.expiryDate !== null || label.lot !== null
  const day = typedDays(code, shelfLifeDays)?.expiryDate
  const lot = lotRule.safeParse(code).data
  const waiting = batchesOf(scene.document, product.id)
  const [first, second] = isLabel
    ? meantByLabel(waiting, label)
    : waiting.filter((batch) => batch.expiryDate === day || batch.lot === lot)
  if (first && second) return say(work, 'error', code, receiveText.severalBatches)
  if (!first) {
    const named = isLabel ? label : { expiryDate: day ?? null, lot: day ? null : (lot ?? null) }
    return say(work, 'error', code, noSuchBatch(sku, named))
  }
  const { expiryDate } = first
  return answered(work, scene, { kind: 'batch', batch: { expiryDate, lot: first.lot } }, id)
}
