import {
  type BatchIdentity,
  batchName,
  byBatch,
  isSameBatch,
  meantByLabel,
} from '../../inventory/stock/batches.ts'
import { fill, inBoth, say as sayIn, type Text } from '../../platform/text/text.ts'
import { type InboundProduct, MAX_PIECES } from '../contract.ts'
import { type BatchFacts, factsOfLine, missingFact } from '../rules.ts'
import { receivingText } from '../text.ts'
import { announcedFacts, completed, factsFrom, isOtherLikely } from './batch-facts.ts'
import {
  type AnswersBefore,
  type Asking,
  type Choice,
  type CountJob,
  type Job,
  type Outcome,
  type PutAwayJob,
  positionOf,
  type Question,
  remember,
  type Scene,
  type StrangerJob,
  say,
  type Undoable,
  type WholeJob,
  type Work,
} from './receive-state.ts'
import {
  broughtBy,
  type CountScan,
  gotIn,
  type InboundDocument,
  isUnannounced,
  leftOf,
  noFacts,
  overOf,
  sharesOf,
  standingOf,
  sum,
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
      return askAboutUnknown(work, job)
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

export const over = (work: Work): Work => ({ ...work, asking: undefined })

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
  const operation = {
    kind: 'scan',
    id,
    inboundId: scan.inboundId,
    before: positionOf(before),
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
    before: positionOf(work),
    text: fill(receiveText.undoBox, { box }),
  } as const
  const next = { ...remember(work, operation), way: 'piece', boxId, productId: null } as const
  const missing = before ? gotIn(document.lines, before.id).missing : 0
  if (before && missing > 0)
    return say(next, 'warning', code, fill(receiveText.boxOpenAfter, { pieces, box: before.boxNo, missing }))
  return say(next, 'step', code, fill(receiveText.boxOpen, { pieces }))
}

/** A whole document means what has not arrived yet: a counted box has already been checked. */
const isMeant = ({ boxes }: InboundDocument, job: WholeJob, boxId: number | null) =>
  job.boxId === null ? boxes.find(({ id }) => id === boxId)?.status !== 'received' : boxId === job.boxId

/** The waiting batches, each once. */
export const batchesOf = ({ pending }: InboundDocument, productId: number) =>
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

export const noSuchBatch = (sku: string, batch: BatchIdentity) =>
  inBoth((language) => sayIn(receiveText.noSuchBatch, language, { sku, batch: batchName(batch)[language] }))

/** An unknown label in whole-box mode is never an item, so it is not offered as a barcode. */
function askAboutUnknown(work: Work, job: StrangerJob): Outcome {
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
