import {
  type BatchIdentity,
  batchName,
  byBatch,
  isSameBatch,
  meantByLabel,
} from '../../inventory/stock/batches.ts'
import { lot as lotRule } from '../../platform/calls/rules.ts'
import { fill, inBoth, say as sayIn, type Text } from '../../platform/text/text.ts'
import { type InboundProduct, MAX_PIECES } from '../contract.ts'
import { type BatchFacts, factsOfLine, missingFact } from '../rules.ts'
import { receivingText } from '../text.ts'
import {
  type Answer,
  type AnswersBefore,
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
  type ScannedGoods,
  type Scene,
  type StrangerJob,
  say,
  type Undoable,
  type WholeJob,
  type Work,
} from './receive-flow.ts'
import {
  announcedFacts,
  boxIn,
  broughtBy,
  type CountScan,
  completed,
  daysFrom,
  factsFrom,
  gotIn,
  type InboundDocument,
  isOtherLikely,
  isUnannounced,
  leftOf,
  noFacts,
  overOf,
  productIn,
  sharesOf,
  standingOf,
  sum,
  typedDays,
  type WholeScan,
} from './scanning.ts'
import { receiveText } from './text.ts'

/* A job continues until it has everything it needs: each call asks for the next thing, or finishes.
   Quantities are read again each time, because a colleague may have counted while the question was open. */
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

/** A rule about the goods that the page can check as well as the server. What comes back is taken whether or not it is still sold. */
const whyNot = (
  { inboundType }: Scene['document'],
  { sku, isEnabled, auditStatus }: InboundProduct,
): Text | undefined => {
  if (auditStatus !== 'passed') return fill(receivingText.productNotPassed, { sku })
  return isEnabled || inboundType === 'return' ? undefined : fill(receivingText.productDisabled, { sku })
}

const reasons = [receiveText.notAnnounced, receiveText.sentByMistake, receiveText.wronglyPacked]

function count(work: Work, scene: Scene, job: CountJob, id: string): Outcome {
  const { document, may } = scene
  const { product, scanned } = job
  const { sku } = product
  const { boxId, isDamaged } = work
  const key = lineKey(boxId, product.id)
  const more = scanned.times * job.pieces
  const wrong = whyNot(document, product)
  if (wrong) return say(over(work), 'error', sku, wrong)
  if (more > MAX_PIECES)
    return say(over(work), 'error', sku, fill(receiveText.tooManyPieces, { max: MAX_PIECES }))

  const standing = standingOf(document, boxId, product.id)
  const { isKnown, expected } = standing
  // The line of unexpected goods stays when their only scan is undone, but its reason went with the scan.
  const isNew = !isKnown || (standing.isExtra && standing.got === 0)
  const got = standing.got + more
  const approved = work.approved[key]
  if (!isKnown && !may('inbound:order:edit')) {
    const why = scene.missing('inbound:order:edit')
    return say(over(work), 'error', sku, fill(receiveText.mayNotAdd, { sku, why }))
  }
  if (isNew && !isUnannounced(document) && !approved && job.remark === undefined)
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

  const facts = factsFor(work, document, product, job, more)
  const missing = missingFact(product, facts)
  if (missing) return askFact(work, job, product, missing)
  if (isDamaged && !job.photoFileIds)
    return ask(work, job, {
      need: 'photos',
      text: fill(receiveText.askDamage, { sku, count: more }),
      choices: [yes(receiveText.yesCount), no(receiveText.no)],
    })
  const bin = isDamaged || !document.receiveOneStep ? undefined : (work.bin ?? job.bin)
  if (!isDamaged && document.receiveOneStep && !bin) return askBin(work, job, product.id, sku)
  // Before it counts: the last piece closes the document, and pricing needs the size.
  if (product.lacksSize && may('query:product:measure') && !isSkipped(work, product))
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
    ...facts,
    photoFileIds: [...(job.photoFileIds ?? [])],
    isUnexpected: !isKnown || standing.isExtra,
    confirmedTotal: excess === 'ask' ? total : null,
    remark,
    took: sharesOf(document.lines, { boxId, productId: product.id, ...facts }, more),
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
    facts: { ...work.facts, [key]: facts },
  }
  const known = work.facts[key]
  const answers = { key, ...(approved && { approved }), ...(known && { facts: known }) }
  return put(work, next, scan, id, tone, text, answers)
}

const isSkipped = (work: Work, { id }: InboundProduct) => work.notMeasured.includes(id)

/** Queues a scan with the state before it, so that both are undone together. */
function put(
  before: Work,
  work: Work,
  scan: Undoable,
  id: string,
  tone: 'ok' | 'step' | 'warning',
  text: Text,
  answers?: AnswersBefore,
): Outcome {
  const { way, boxId, bin, isDamaged } = before
  const operation = {
    kind: 'scan',
    id,
    inboundId: scan.inboundId,
    before: { way, boxId, bin, isDamaged },
    scan,
    ...(answers && { answers }),
  } as const
  return { work: remember(over(work), operation), effects: [{ do: 'put', id, scan, tone, text }] }
}

/**
 * Expiry date and lot of the goods: from the answer, the barcode, the order, or the previous goods of the
 * box. Only for products that track them.
 */
function factsFor(
  work: Work,
  document: InboundDocument,
  { id, shelfLifeDays, expiryManaged, lotManaged }: InboundProduct,
  job: CountJob,
  more: number,
): BatchFacts {
  const { boxId } = work
  const known = completed(job.facts ?? noFacts, factsFrom(job.scanned, shelfLifeDays))
  const announced = completed(known, announcedFacts(document, boxId, id, known))
  const last = work.facts[lineKey(boxId, id)]
  const isLast = last && !isOtherLikely(document, { boxId, productId: id }, announced, last, more)
  const facts = isLast ? completed(announced, last) : announced
  return {
    productionDate: expiryManaged ? facts.productionDate : null,
    expiryDate: expiryManaged ? facts.expiryDate : null,
    lot: lotManaged ? facts.lot : null,
  }
}

const askFact = (work: Work, job: Job, product: InboundProduct, missing: keyof BatchIdentity): Outcome =>
  ask(work, job, {
    ...(missing === 'lot'
      ? { need: 'lot', text: fill(receiveText.askLot, { sku: product.sku }), hint: receiveText.lotHint }
      : {
          need: 'days',
          text: fill(receiveText.askExpiry, { sku: product.sku }),
          hint: receiveText.expiryHint,
        }),
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

/** The message that says who counted a box. */
const counter = ({ receivedByName }: InboundDocument['boxes'][number]) => receivedByName ?? '–'

function takeWhole(work: Work, scene: Scene, job: WholeJob, id: string): Outcome {
  const { document, products } = scene
  const { boxId, code } = job
  const box = document.boxes.find((box) => box.id === boxId)
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
  const productOf = (productId: number) => products.find((product) => product.id === productId)
  for (const { productId } of open) {
    const product = productOf(productId)
    const wrong = product && whyNot(document, product)
    if (wrong) return say(over(work), 'error', code, wrong)
  }
  if (boxId === null && !job.isAgreed)
    return ask(work, job, {
      need: 'agree',
      text: fill(receiveText.askWhole, { pieces }),
      choices: [yes(receiveText.yesCount), no(receiveText.no)],
    })
  const facts = Object.entries(job.facts).map(([productId, answer]) => ({
    productId: Number(productId),
    ...answer,
  }))
  for (const line of open) {
    const product = productOf(line.productId)
    const missing = product && missingFact(product, factsOfLine(line, facts))
    if (missing) return askFact(work, job, product, missing)
  }
  const bin = document.receiveOneStep ? (work.bin ?? job.bin) : undefined
  if (document.receiveOneStep && !bin) return askBin(work, job, open[0]?.productId, box?.boxNo ?? code)

  const whole: WholeScan = {
    kind: 'whole',
    inboundId: document.id,
    inboundNo: document.inboundNo,
    code,
    boxId,
    locationId: bin?.locationId ?? null,
    isPending: bin === undefined || bin.isReceiving === true,
    isRest: job.isRest,
    facts,
    took,
    broughtBoxes: [],
  }
  const scan = { ...whole, broughtBoxes: broughtBy(document, whole) }
  const next = { ...work, ...(bin && { bin }) }
  if (!box) return put(work, next, scan, id, 'step', receiveText.wholeTaken)
  const all = document.boxes.length
  const done = document.boxes.filter((item) => item.id === box.id || item.status === 'received').length
  const missing = sum(document.lines.map((line) => Math.max(0, leftOf(line)))) - pieces
  if (done === all && missing > 0)
    return put(work, next, scan, id, 'warning', fill(receiveText.boxesShort, { done, all, missing }))
  return put(work, next, scan, id, done === all ? 'step' : 'ok', fill(receiveText.boxTaken, { done, all }))
}

/** A whole document means what has not arrived yet: a counted box has already been checked. */
const isMeant = ({ boxes }: InboundDocument, job: WholeJob, boxId: number | null) =>
  job.boxId === null ? boxes.find(({ id }) => id === boxId)?.status !== 'received' : boxId === job.boxId

/** The waiting batches, each once. */
const batchesOf = ({ pending }: InboundDocument, productId: number) =>
  byBatch(pending.filter((pieces) => pieces.productId === productId)).flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    const { expiryDate, lot } = first
    return [{ expiryDate, lot, quantity: sum(rows.map(({ quantity }) => quantity)) }]
  })

/** From the receiving bin into the scanned bin: the given quantity, or all waiting pieces of the batch. */
function putAway(work: Work, { document }: Scene, job: PutAwayJob, id: string): Outcome {
  const { product, scanned } = job
  const { sku } = product
  const { code } = scanned
  const { bin } = work
  const batches = batchesOf(document, product.id)
  if (batches.length === 0) return say(over(work), 'error', code, fill(receiveText.notPending, { sku }))
  if (!bin) return say(over(work), 'error', code, receiveText.scanBin)
  const named = job.batch ?? factsFrom(scanned, product.shelfLifeDays)
  const meant = job.batch
    ? batches.filter((batch) => isSameBatch(batch, named))
    : meantByLabel(batches, named)
  const [first, second] = meant
  if (!first) return say(over(work), 'error', code, noSuchBatch(sku, named))
  if (second)
    return ask(work, job, {
      need: 'batch',
      text: fill(receiveText.askBatch, { sku }),
      hint: receiveText.batchHint,
      choices: [
        ...meant.map(
          ({ quantity, ...batch }): Choice => ({
            text: inBoth((language) =>
              sayIn(receiveText.batchOf, language, { batch: batchName(batch)[language], count: quantity }),
            ),
            answer: { kind: 'batch', batch },
          }),
        ),
        no(receiveText.cancel),
      ],
      product,
    })
  const { quantity: pending, ...batch } = first
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

const noSuchBatch = (sku: string, batch: BatchIdentity) =>
  inBoth((language) => sayIn(receiveText.noSuchBatch, language, { sku, batch: batchName(batch)[language] }))

/** An unknown label in whole-box mode is never an item, so it is not offered as a barcode. */
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
