import { fill, type Text } from '../lib/text.ts'
import { type BatchIdentity, type InboundProduct, MOST_PIECES } from './contract.ts'
import {
  type Answer,
  type Asking,
  type Choice,
  type CountJob,
  type Event,
  type Job,
  type Outcome,
  openBox,
  type PutAwayJob,
  type Question,
  remember,
  type Scene,
  type StrangerJob,
  say,
  type Undoable,
  type WholeJob,
  type Work,
} from './receive-flow.ts'
import { isSameBatch } from './rules.ts'
import { receiveText } from './scan-text.ts'
import {
  announcedExpiry,
  broughtBy,
  type CountScan,
  type Days,
  daysFrom,
  gotIn,
  type InboundDocument,
  isUnannounced,
  leftOf,
  overOf,
  sharesOf,
  standingOf,
  sum,
  typedDays,
  type WholeScan,
} from './scanning.ts'
import { receivingText } from './text.ts'

/*
 * A piece of work goes on until it knows all it needs: each call asks for the next thing, or is done. The figures are
 * looked at afresh each time, because a colleague may have counted while somebody thought about an answer.
 */
export function advance(work: Work, scene: Scene, job: Job, id: string): Outcome {
  switch (job.kind) {
    case 'count':
      return count(work, scene, job, id)
    case 'whole':
      return takeWhole(work, scene, job, id)
    case 'putaway':
      return putAway(work, scene, job, id)
    case 'stranger':
      return meetStranger(work, job)
  }
}

const lineKey = (boxId: number | null, productId: number) => `${boxId} ${productId}`
const no = (text: Text): Choice => ({ text, command: 'undo', answer: { kind: 'no' } })
const yes = (text: Text): Choice => ({ text, command: 'ok', answer: { kind: 'yes' } })

function ask(work: Work, job: Job, question: Omit<Question, 'tone'> & { tone?: 'error' }): Outcome {
  const { need, product } = question
  const asking: Asking = { need, job, ...(product && { product }) }
  return {
    work: { ...work, asking },
    effects: [{ do: 'ask', question: { tone: 'warning', ...question } }],
  }
}

const over = (work: Work): Work => ({ ...work, asking: undefined })

/** A rule about the goods themselves that the page knows as well as the server. */
const whyNot = ({ sku, isEnabled, auditStatus }: InboundProduct): Text | undefined => {
  if (auditStatus !== 'passed') return fill(receivingText.productNotPassed, { sku })
  return isEnabled ? undefined : fill(receivingText.productDisabled, { sku })
}

const reasons = [receiveText.notAnnounced, receiveText.sentByMistake, receiveText.wronglyPacked]

function count(work: Work, scene: Scene, job: CountJob, id: string): Outcome {
  const { document, may } = scene
  const { product, scanned } = job
  const { sku } = product
  const { boxId, isDamaged } = work
  const key = lineKey(boxId, product.id)
  const more = scanned.times * job.pieces
  const wrong = whyNot(product)
  if (wrong) return say(over(work), 'error', sku, wrong)
  if (more > MOST_PIECES)
    return say(over(work), 'error', sku, fill(receiveText.tooManyPieces, { most: MOST_PIECES }))

  const standing = standingOf(document, boxId, product.id)
  const { isKnown, expected } = standing
  const got = standing.got + more
  const approved = work.approved[key]
  if (!isKnown && !may('inbound:order:edit')) {
    const why = scene.missing('inbound:order:edit')
    return say(over(work), 'error', sku, fill(receiveText.mayNotAdd, { sku, why }))
  }
  if (!isKnown && !isUnannounced(document) && !approved && job.remark === undefined)
    return ask(work, job, {
      need: 'reason',
      text: fill(receiveText.askUnexpected, { sku }),
      choices: [
        ...reasons.map(
          (text, i): Choice => ({
            text,
            ...(i === 0 && { command: 'ok' }),
            answer: { kind: 'reason', reason: text },
          }),
        ),
        no(receiveText.no),
      ],
    })
  const excess = isKnown && !standing.isExtra ? overOf(document, standing, more) : 'fine'
  if (excess === 'blocked')
    return say(over(work), 'error', sku, fill(receiveText.overBlocked, { sku, got, expected }))
  const total = Math.max(job.total ?? 0, approved?.total ?? 0)
  if (excess === 'ask' && got > total)
    return ask(
      work,
      { ...job, asked: got },
      {
        need: 'over',
        text: fill(receiveText.askOver, { sku, got, expected }),
        choices: [yes(receiveText.yesCount), no(receiveText.no)],
      },
    )

  const days = product.expiryManaged ? daysFor(work, document, product, job) : noDays
  if (!days) return askDays(work, job, product)
  if (isDamaged && !job.photoFileIds)
    return ask(work, job, {
      need: 'photos',
      text: fill(receiveText.askDamage, { sku, count: more }),
      choices: [yes(receiveText.yesCount), no(receiveText.no)],
    })
  const bin = isDamaged || !document.receiveOneStep ? undefined : (work.bin ?? job.bin)
  if (!isDamaged && document.receiveOneStep && !bin) return askBin(work, job, product.id, sku)
  // Before it counts: the last piece closes the document, and the price wants to know how large the goods are.
  if (product.lacksSize && !job.isMeasured && may('query:product:measure') && !isSkipped(work, product))
    return ask(work, job, {
      need: 'size',
      text: fill(receiveText.askMeasure, { sku }),
      choices: [yes(receiveText.measure), no(receiveText.skip)],
      product,
    })

  const [good, defective] = isDamaged ? [0, more] : [more, 0]
  const remark = job.remark?.[scene.language] ?? approved?.remark ?? null
  const counted: CountScan = {
    kind: 'count',
    inboundId: document.id,
    inboundNo: document.inboundNo,
    code: sku,
    boxId,
    productId: product.id,
    good,
    defective,
    locationId: bin?.locationId ?? null,
    ...(isDamaged && job.damagedBin && { defectiveLocationId: job.damagedBin.locationId }),
    isPending: !isDamaged && (bin === undefined || bin.isReceiving === true),
    ...days,
    photoFileIds: [...(job.photoFileIds ?? [])],
    isUnexpected: !isKnown || standing.isExtra,
    confirmedTotal: excess === 'ask' ? total : null,
    remark,
    took: sharesOf(document.lines, { boxId, productId: product.id, expiryDate: days.expiryDate }, more),
    broughtBoxes: [],
  }
  const scan = { ...counted, broughtBoxes: broughtBy(document, counted) }
  const [tone, text] = isDamaged
    ? (['warning', fill(receiveText.damaged, { count: more })] as const)
    : got === expected
      ? (['step', fill(receiveText.lineFull, { expected })] as const)
      : ([got > expected ? 'warning' : 'ok', fill(receiveText.counted, { got, expected })] as const)
  const next: Work = {
    ...work,
    ...(bin && { bin }),
    isDamaged: false,
    approved: { ...work.approved, [key]: { total, remark } },
    days: product.expiryManaged ? { ...work.days, [key]: days } : work.days,
  }
  return put(work, next, scan, id, tone, text)
}

const noDays: Days = { productionDate: null, expiryDate: null }
const isSkipped = (work: Work, { id }: InboundProduct) => work.notMeasured.includes(id)

/** Puts a scan into the line; how the work stood before belongs to it, so that both are taken back together. */
function put(
  before: Work,
  work: Work,
  scan: Undoable,
  id: string,
  tone: 'ok' | 'step' | 'warning',
  text: Text,
): Outcome {
  const { way, boxId, bin, isDamaged } = before
  const deed = {
    kind: 'scan',
    id,
    inboundId: scan.inboundId,
    before: { way, boxId, bin, isDamaged },
    scan,
  } as const
  return { work: remember(over(work), deed), effects: [{ do: 'put', id, scan, tone, text }] }
}

/** Since when and until when the goods are good: from the barcode, the announcement, or typed once for the box. */
function daysFor(work: Work, document: InboundDocument, product: InboundProduct, job: CountJob) {
  const { id, shelfLifeDays } = product
  return (
    daysFrom(job.scanned, shelfLifeDays) ??
    daysFrom({ expiry: announcedExpiry(document, work.boxId, id) }, shelfLifeDays) ??
    job.days ??
    work.days[lineKey(work.boxId, id)]
  )
}

const askDays = (work: Work, job: Job, product: InboundProduct): Outcome =>
  ask(work, job, {
    need: 'days',
    text: fill(receiveText.askExpiry, { sku: product.sku }),
    hint: receiveText.expiryHint,
    choices: [no(receiveText.cancel)],
    product,
  })

const askBin = (work: Work, job: Job, suggestFor: number | undefined, what: string): Outcome =>
  ask(work, job, {
    need: 'bin',
    text: fill(receiveText.askBin, { what }),
    hint: receiveText.binHint,
    choices: [no(receiveText.cancel)],
    ...(suggestFor !== undefined && { suggestFor }),
  })

/** Who counted a box, in words. */
const counter = ({ receivedByName }: InboundDocument['boxes'][number]) => receivedByName ?? '–'

function takeWhole(work: Work, scene: Scene, job: WholeJob, id: string): Outcome {
  const { document, products } = scene
  const { boxId, code } = job
  const box = document.boxes.find((one) => one.id === boxId)
  if (box && !job.isRest) {
    const { got, expected, missing } = gotIn(document.lines, box.id)
    const isCounted = box.status === 'received' || got > 0
    const figures = { box: box.boxNo, got, expected, who: counter(box) }
    if (isCounted && (missing > 0 || work.way === 'piece'))
      return ask(work, job, {
        need: 'rest',
        tone: 'error',
        text:
          missing > 0
            ? fill(receiveText.askRest, { ...figures, missing })
            : fill(receiveText.askMore, figures),
        choices: [
          ...(missing > 0 ? [yes(fill(receiveText.addRest, { missing }))] : []),
          { text: receiveText.countMore, command: 'mode', answer: { kind: 'pieces' } },
          no(receiveText.leaveBox),
        ],
      })
    if (isCounted) return say(over(work), 'error', code, fill(receiveText.boxTwice, figures))
    if (work.way === 'piece') return openBox(over(work), scene, box.id, code, id)
  }
  const open = document.lines.filter((line) => leftOf(line) > 0 && isMeant(document, job, line.boxId))
  const took = open.map((line) => ({ lineId: line.id, quantity: leftOf(line) }))
  const pieces = sum(took.map(({ quantity }) => quantity))
  if (pieces === 0) return say(over(work), 'error', code, receiveText.nothingLeft)
  const productOf = (productId: number) => products.find((one) => one.id === productId)
  for (const { productId } of open) {
    const product = productOf(productId)
    const wrong = product && whyNot(product)
    if (wrong) return say(over(work), 'error', code, wrong)
  }
  if (boxId === null && !job.isAgreed)
    return ask(work, job, {
      need: 'agree',
      text: fill(receiveText.askWhole, { pieces }),
      choices: [yes(receiveText.yesCount), no(receiveText.no)],
    })
  for (const { productId, expiryDate } of open) {
    const product = productOf(productId)
    if (product?.expiryManaged && !expiryDate && !job.days[productId]) return askDays(work, job, product)
  }
  const bin = document.receiveOneStep ? (work.bin ?? job.bin) : undefined
  if (document.receiveOneStep && !bin) return askBin(work, job, open[0]?.productId, box?.boxNo ?? code)

  const days = Object.entries(job.days).flatMap(([productId, { productionDate, expiryDate }]) =>
    expiryDate === null ? [] : [{ productId: Number(productId), productionDate, expiryDate }],
  )
  const whole: WholeScan = {
    kind: 'whole',
    inboundId: document.id,
    inboundNo: document.inboundNo,
    code,
    boxId,
    locationId: bin?.locationId ?? null,
    isPending: bin === undefined || bin.isReceiving === true,
    isRest: job.isRest,
    days,
    took,
    broughtBoxes: [],
  }
  const scan = { ...whole, broughtBoxes: broughtBy(document, whole) }
  const next = { ...work, ...(bin && { bin }) }
  if (!box) return put(work, next, scan, id, 'step', receiveText.wholeTaken)
  const all = document.boxes.length
  const done = document.boxes.filter((one) => one.id === box.id || one.status === 'received').length
  const missing = sum(document.lines.map((line) => Math.max(0, leftOf(line)))) - pieces
  if (done === all && missing > 0)
    return put(work, next, scan, id, 'warning', fill(receiveText.boxesShort, { done, all, missing }))
  return put(work, next, scan, id, done === all ? 'step' : 'ok', fill(receiveText.boxTaken, { done, all }))
}

/** A whole document means what has not come yet: a box that was counted has been looked into. */
const isMeant = ({ boxes }: InboundDocument, job: WholeJob, boxId: number | null) =>
  job.boxId === null ? boxes.find(({ id }) => id === boxId)?.status !== 'received' : boxId === job.boxId

const pendingOf = (document: InboundDocument, productId: number) =>
  document.pending.filter((pieces) => pieces.productId === productId)

/** Batches that wait, each once. */
function batchesOf(document: InboundDocument, productId: number) {
  const batches: { batch: BatchIdentity; quantity: number }[] = []
  for (const { expiryDate, quantity } of pendingOf(document, productId)) {
    const known = batches.find(({ batch }) => isSameBatch(batch, { expiryDate }))
    if (known) known.quantity += quantity
    else batches.push({ batch: { expiryDate }, quantity })
  }
  return batches
}

/** The batch that a barcode names. */
const namedBatch = (
  { expiryManaged, shelfLifeDays }: InboundProduct,
  scanned: { expiry?: string; production?: string },
  batches: ReturnType<typeof batchesOf>,
): BatchIdentity | undefined => {
  const days = daysFrom(scanned, shelfLifeDays)
  if (!days) return undefined
  const batch = { expiryDate: days.expiryDate }
  // A date on goods whose dates nobody keeps says nothing.
  return expiryManaged || batches.some((one) => isSameBatch(one.batch, batch)) ? batch : undefined
}

/** From the receiving place into the bin that was scanned: so many as said, or all of the batch that wait. */
function putAway(work: Work, { document }: Scene, job: PutAwayJob, id: string): Outcome {
  const { product, scanned } = job
  const { sku } = product
  const { code } = scanned
  const { bin } = work
  const batches = batchesOf(document, product.id)
  if (batches.length === 0) return say(over(work), 'error', code, fill(receiveText.notPending, { sku }))
  if (!bin) return say(over(work), 'error', code, receiveText.scanBin)
  const only = batches.length === 1 ? batches[0]?.batch : undefined
  const batch = job.batch ?? namedBatch(product, scanned, batches) ?? only
  if (!batch)
    return ask(work, job, {
      need: 'batch',
      text: fill(receiveText.askBatch, { sku }),
      hint: receiveText.batchHint,
      choices: [
        ...batches.map(
          (one): Choice => ({
            text: batchText(one),
            answer: { kind: 'batch', batch: one.batch },
          }),
        ),
        no(receiveText.cancel),
      ],
      product,
    })
  const pending = batches.find((one) => isSameBatch(one.batch, batch))?.quantity ?? 0
  if (pending === 0)
    return say(
      over(work),
      'error',
      code,
      fill(receiveText.noSuchBatch, { sku, expiry: batch.expiryDate ?? '–' }),
    )
  const quantity = scanned.isCounted ? scanned.times * job.pieces : pending
  if (quantity > pending)
    return say(over(work), 'error', code, fill(receiveText.fewerPending, { sku, pending }))
  const scan = {
    kind: 'putaway',
    inboundId: document.id,
    inboundNo: document.inboundNo,
    code: sku,
    productId: product.id,
    batch,
    quantity,
    locationId: bin.locationId,
  } as const
  const isLast = quantity === sum(document.pending.map((pieces) => pieces.quantity))
  const text = fill(receiveText.putAway, { count: quantity, bin: bin.locationCode })
  const { work: next, effects } = put(work, work, scan, id, isLast ? 'step' : 'ok', text)
  return { work: next, effects: [...effects, { do: 'suggest_next' }] }
}

const batchText = ({ batch: { expiryDate }, quantity }: { batch: BatchIdentity; quantity: number }) =>
  expiryDate === null
    ? fill(receiveText.batchUndated, { count: quantity })
    : fill(receiveText.batchOf, { expiry: expiryDate, count: quantity })

/** A label that is no box of this order, while boxes are taken whole: never goods, so it is never offered as a barcode. */
function meetStranger(work: Work, job: StrangerJob): Outcome {
  const { code } = job
  const others = job.others.filter(({ boxNo }) => boxNo !== null)
  const [first] = others
  const aside: Choice = { text: receiveText.putAside, command: 'next', answer: { kind: 'aside' } }
  if (first)
    return ask(work, job, {
      need: 'stranger',
      tone: 'error',
      text: fill(receiveText.askOtherBox, { code, no: first.inboundNo, customer: first.customerCode }),
      choices: [
        ...others.slice(0, 3).map(
          (other, i): Choice => ({
            text: fill(receiveText.openOther, { no: other.inboundNo }),
            ...(i === 0 && { command: 'ok' }),
            answer: { kind: 'open', id: other.id },
          }),
        ),
        aside,
        no(receiveText.leaveIt),
      ],
    })
  return ask(work, job, {
    need: 'stranger',
    tone: 'error',
    text: fill(receiveText.askStrangeBox, { code }),
    hint: receiveText.strangeBoxHint,
    choices: [
      { text: receiveText.extraBox, command: 'ok', answer: { kind: 'extra' } },
      aside,
      no(receiveText.leaveIt),
    ],
  })
}

/** An open question has its answer. */
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
            : answer.kind === 'days' && asking.product
              ? { days: { ...job.days, [asking.product.id]: answer.days } }
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
    // The form is shown; whoever leaves it comes back with a no.
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
    case 'days':
      return go({ days: answer.days })
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

/** Somebody said no: what was asked about did not happen, and that is said. */
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

/** What was scanned or typed at an open question: an answer, or why it is none. The question stays until it has one. */
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
    if (order.id === scene.document.id) return answered(work, scene, { kind: 'extra' }, id)
    return answered(work, scene, { kind: 'order', order }, id)
  }
  const { scanned } = event
  const { code } = scanned
  switch (asking.need) {
    case 'days': {
      const life = asking.product?.shelfLifeDays ?? null
      const days = daysFrom(scanned, life) ?? typedDays(code, life)
      return days
        ? answered(work, scene, { kind: 'days', days }, id)
        : say(work, 'error', code, receiveText.notADay)
    }
    case 'batch': {
      if (!asking.product) return { work, effects: [] }
      const waiting = batchesOf(scene.document, asking.product.id)
      const life = asking.product.shelfLifeDays
      const days = daysFrom(scanned, life) ?? typedDays(code, life)
      const batch = days && { expiryDate: days.expiryDate }
      return batch && waiting.some((one) => isSameBatch(one.batch, batch))
        ? answered(work, scene, { kind: 'batch', batch }, id)
        : say(
            work,
            'error',
            code,
            fill(receiveText.noSuchBatch, { sku: asking.product.sku, expiry: batch?.expiryDate ?? code }),
          )
    }
    case 'bin':
      return { work, effects: [{ do: 'find_place', code }] }
    case 'stranger':
      return { work, effects: [{ do: 'find_order', code }] }
    default:
      return say(work, 'error', code, receiveText.answerFirst)
  }
}
