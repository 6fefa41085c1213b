import { send } from '../../../platform/calls/web/send.ts'
import type { Scanned } from '../../../platform/scanning/web/reading.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { fill } from '../../../platform/text/text.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { addBox, findInbound, type InboundProduct, inboundProducts, MAX_SEARCH } from '../../contract.ts'
import { askForPhotos } from '../../photos/web/photos.ts'
import { findPlace, linkBarcode, suggestBins } from '../contract.ts'
import { undo } from '../receive-flow.ts'
import type { Answer, Effect, Event, Outcome, Place, Question } from '../receive-state.ts'
import { boxIn, type InboundDocument, productIn, receivable } from '../scanning.ts'
import { receiveText } from '../text.ts'
import { putAside } from './arrivals.ts'
import { damagedBin, mayLink } from './exceptions.ts'
import type { Receiver } from './receiver.ts'

type Match = { product: InboundProduct; pieces: number }

/** Handles an event: shows, sends and asks everything that follows. */
export const happen = (receiver: Receiver, event: Event): Promise<void> =>
  receiver.happen(event, (effect) => perform(receiver, effect))

const carryOut = (receiver: Receiver, outcome: Outcome): Promise<void> =>
  receiver.carryOut(outcome, (effect) => perform(receiver, effect))

/** Undoes the last action, also after the document has closed. */
export const takeBack = (receiver: Receiver): Promise<void> => carryOut(receiver, undo(receiver.state))

async function perform(receiver: Receiver, effect: Effect): Promise<void> {
  switch (effect.do) {
    case 'say':
      return receiver.say(effect.tone, effect.code, t(effect.text))
    case 'put':
      return receiver.put(effect.scan, effect.tone, t(effect.text), effect.id)
    case 'ask':
      return ask(receiver, effect.question)
    case 'take_back':
      return receiver.takeBack(effect)
    case 'measure':
      await receiver.wait<void>((isDone) => receiver.set({ measuring: { product: effect.product, isDone } }))
      receiver.set({ measuring: undefined })
      return happen(receiver, { kind: 'answer', answer: { kind: 'no' } })
    case 'add_box':
      return addExtraBox(receiver, effect)
    case 'open':
      await receiver.open(effect.id)
      return takeCode(receiver, effect.code)
    case 'put_aside':
      return putAside(receiver, effect.code)
    case 'suggest_next':
      return suggestNext(receiver)
    case 'find_place':
    case 'find_order':
      return
  }
}

async function takeCode(receiver: Receiver, code: string): Promise<void> {
  const now = receiver.figures()
  if (now) await takeScan(receiver, now, { code, times: 1, isCounted: false })
}

async function addExtraBox(
  receiver: Receiver,
  { inboundId, boxNo, inboundNo }: Extract<Effect, { do: 'add_box' }>,
): Promise<void> {
  if (!(await receiver.allSent())) return
  const sizes = { length: null, width: null, height: null, weight: null }
  const change = await receiver.busy(send(addBox, { id: inboundId, boxNo, ...sizes }))
  const isHere = receiver.state.document?.id === inboundId
  if (!isHere) {
    receiver.say('warning', boxNo, t(receiveText.extraElsewhere, { no: inboundNo }))
    return happen(receiver, { kind: 'fixed', text: receiveText.boxElsewhere })
  }
  receiver.heed(change)
  const [box] = change.addedBoxes ?? []
  if (box) await happen(receiver, { kind: 'box_added', boxId: box.id, code: boxNo })
}

/** Shows a question and continues with its answer, however it is given. */
async function ask(receiver: Receiver, question: Question): Promise<void> {
  const { need, hint, tone, suggestFor } = question
  const words = t(question.text)
  if (need === 'photos') {
    const { document } = receiver.state
    const texts = { words, yes: t(receiveText.yesCount), no: t(receiveText.no) }
    const fileIds =
      document && (await askForPhotos(receiver, texts, { inboundId: document.id, trackingNo: null }))
    const answer: Answer = fileIds ? { kind: 'photos', fileIds } : { kind: 'no' }
    return happen(receiver, { kind: 'answer', answer })
  }
  const choices = [...(await suggested(receiver, suggestFor)), ...question.choices]
  const proceed = await receiver.ask<() => Promise<void>>(
    words,
    choices.map(({ text, command, answer }) => ({
      text: t(text),
      ...(command && { command }),
      value: () => happen(receiver, { kind: 'answer', answer }),
    })),
    {
      tone,
      ...(hint && { hint: t(hint), read: (_, scanned) => read(receiver, { kind: 'text', scanned }) }),
    },
  )
  await proceed()
}

/**
 * Handles input for a question. Undefined where it is no answer: that was shown, and the question stays open.
 */
async function read(receiver: Receiver, event: Event): Promise<(() => Promise<void>) | undefined> {
  const { asking } = receiver.state
  const outcome = receiver.decide(event)
  if (!outcome) return undefined
  const [first] = outcome.effects
  if (first?.do === 'find_place') {
    const place = await placeAt(receiver, first.code)
    if (receiver.state.asking !== asking) return undefined
    return read(receiver, { kind: 'place', place, code: first.code })
  }
  if (first?.do === 'find_order') {
    const orders = await send(findInbound, { scanned: first.code })
    if (receiver.state.asking !== asking) return undefined
    return read(receiver, { kind: 'orders', orders, code: first.code })
  }
  if (outcome.work.asking !== asking) return () => carryOut(receiver, outcome)
  await carryOut(receiver, outcome)
  return undefined
}

/** Bins for the next goods. Offline there are none, and the operator scans one that was used before. */
async function suggested(receiver: Receiver, productId: number | undefined): Promise<Question['choices']> {
  if (productId === undefined) return []
  const bins = await receiver.busy(send(suggestBins, { productId, quality: 'good' }).catch(() => []))
  return bins.slice(0, 3).map(({ locationId, locationCode }, i) => ({
    text: fill(receiveText.suggested, { bin: locationCode }),
    ...(i === 0 && { command: 'ok' as const }),
    answer: { kind: 'bin', bin: { locationId, locationCode } },
  }))
}

/** A bin for the first waiting goods. Offline there is none, and the operator chooses. */
async function suggestNext(receiver: Receiver): Promise<void> {
  const [first] = receiver.figures()?.pending ?? []
  const [bin] = first
    ? await receiver.busy(
        send(suggestBins, { productId: first.productId, quality: first.quality }).catch(() => []),
      )
    : []
  receiver.set({
    suggestion: bin && { locationId: bin.locationId, locationCode: bin.locationCode },
    productId: first?.productId ?? receiver.state.productId,
  })
}

/**
 * What a scan means in an open document: one of its boxes, one of its products, a bin, or something to ask
 * about.
 */
export async function takeScan(
  receiver: Receiver,
  document: InboundDocument,
  scanned: Scanned,
): Promise<void> {
  const { code } = scanned
  const box = boxIn(document, code)
  if (box) return happen(receiver, { kind: 'box', boxId: box.id, code })
  const match = productIn(receiver.state.products, code)
  if (match) return takeProduct(receiver, match, scanned)
  const known = receiver.places.get(placeKey(receiver, code))
  if (known) return happen(receiver, { kind: 'place', place: known, code })

  const place = await receiver.busy(placeAt(receiver, code))
  if (place) return happen(receiver, { kind: 'place', place, code })
  const [orders, theirs] = await receiver.busy(
    Promise.all([
      send(findInbound, { scanned: code }),
      send(inboundProducts, { ...receivable(document), search: code.slice(0, MAX_SEARCH) }),
    ]),
  )
  const [other] = orders
  // A box of another order takes precedence over goods, and goods over a document number.
  const unannounced = other?.boxNo ? undefined : productIn(theirs, code)
  if (unannounced) {
    receiver.set({ products: [...receiver.state.products, unannounced.product] })
    return takeProduct(receiver, unannounced, scanned)
  }
  if (other && !other.boxNo) {
    return other.id === document.id
      ? receiver.say('ok', code, t(receiveText.opened, { no: other.inboundNo, customer: other.customerCode }))
      : receiver.say('error', code, t(receiveText.otherInbound, { no: other.inboundNo }))
  }
  // In whole-box mode an unknown label is a box, not an item barcode.
  if (other || receiver.state.way === 'box')
    return happen(receiver, { kind: 'stranger', code, others: orders })
  return linkUnknown(receiver, document, scanned, theirs)
}

async function takeProduct(receiver: Receiver, { product, pieces }: Match, scanned: Scanned): Promise<void> {
  const bin = receiver.state.isDamaged ? await damagedBin(receiver, product) : undefined
  if (bin === 'none') return
  return happen(receiver, { kind: 'product', product, pieces, scanned, ...(bin && { damagedBin: bin }) })
}

/** By customer, because a bin may accept one customer's goods and not another's. */
const placeKey = ({ state }: Receiver, code: string) => `${state.document?.customerId} ${code.toUpperCase()}`

/** A bin by its code, from the cache or from the server. */
async function placeAt(receiver: Receiver, code: string): Promise<Place | null> {
  const key = placeKey(receiver, code)
  const known = receiver.places.get(key)
  if (known) return known
  const customerId = receiver.state.document?.customerId
  const place = await send(findPlace, { scanned: code, customerId })
  if (place) receiver.places.set(key, place)
  return place
}

/** Links an unknown barcode to a product of this customer, and then counts it. */
async function linkUnknown(
  receiver: Receiver,
  document: InboundDocument,
  scanned: Scanned,
  theirs: readonly InboundProduct[],
): Promise<void> {
  const { code } = scanned
  const whose = await mayLink(receiver, document, code)
  if (whose === 'no') return
  const offered = [...receiver.state.products, ...theirs].slice(0, 6)
  const product = await receiver.ask<InboundProduct | 'none'>(
    t(receiveText.askUnknown, { code }),
    [
      ...offered.map((item) => ({ text: item.sku, value: item })),
      { text: t(scanText.cancel), command: 'undo' as const, value: 'none' as const },
    ],
    {
      hint: t(receiveText.unknownHint),
      tone: 'error',
      read: async (text) => {
        const search = text.slice(0, MAX_SEARCH)
        const all = await send(inboundProducts, { ...receivable(document), search })
        const match = productIn([...receiver.state.products, ...all], text)?.product
        if (!match) receiver.say('error', text, t(scanText.notFound))
        return match
      },
    },
  )
  if (product === 'none') return receiver.say('warning', code, t(receiveText.unknown))
  const isForeign = whose === 'foreign'
  const { barcode } = await receiver.busy(
    send(linkBarcode, { id: product.id, barcode: code, packQuantity: 1, isForeign }),
  )
  const linked = { ...product, barcodes: [...product.barcodes, { barcode, packQuantity: 1 }] }
  receiver.set({ products: [...receiver.state.products.filter(({ id }) => id !== product.id), linked] })
  receiver.say('ok', code, t(receiveText.linked, { sku: product.sku }))
  await happen(receiver, { kind: 'fixed', text: fill(receiveText.keepsLink, { code, sku: product.sku }) })
  return takeProduct(receiver, { product: linked, pieces: 1 }, scanned)
}
