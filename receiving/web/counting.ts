import { t } from '../../lib/web/language.tsx'
import type { Scanned } from '../../lib/web/scan/reading.ts'
import { scanText } from '../../lib/web/scan/text.ts'
import { send } from '../../lib/web/send.ts'
import { guessBarcode } from '../../products/barcodes.ts'
import {
  findInbound,
  findPlace,
  type InboundProduct,
  inboundProducts,
  linkBarcode,
  suggestBins,
} from '../contract.ts'
import { receiveText } from '../scan-text.ts'
import {
  announcedExpiry,
  boxIn,
  type Days,
  daysFrom,
  type InboundDocument,
  isUnannounced,
  leftOf,
  overOf,
  productIn,
  standingOf,
  typedDays,
} from '../scanning.ts'
import { askForPhotos } from './photos.ts'
import { putAwayProduct } from './putting-away.ts'
import type { Bin, Receiver } from './receiver.ts'

const noDays: Days = { productionDate: null, expiryDate: null }

const photosOf = (receiver: Receiver, inboundId: number, sku: string, count: number) =>
  askForPhotos(
    receiver,
    {
      words: t(receiveText.askDamage, { sku, count }),
      yes: t(receiveText.yesCount),
      no: t(receiveText.no),
    },
    { inboundId, trackingNo: null },
  )

type Found = { product: InboundProduct; pieces: number }

/** What a scan means at an open document: a box of it, a product of it, a place, or something that has to be asked. */
export async function takeScan(
  receiver: Receiver,
  document: InboundDocument,
  scanned: Scanned,
): Promise<void> {
  const { code } = scanned
  const box = boxIn(document, code)
  if (box) return takeBox(receiver, document, box, code)
  const found = productIn(receiver.bench.products, code)
  if (found) return takeProduct(receiver, document, found, scanned)
  const known = receiver.places.get(code.toUpperCase())
  if (known) return setBin(receiver, known)

  receiver.set({ isBusy: true })
  const place = await placeAt(receiver, code)
  if (place) return setBin(receiver, place)
  const [[other], theirs] = await Promise.all([
    send(findInbound, { scanned: code }),
    send(inboundProducts, { customerId: document.customerId, search: code }),
  ])
  receiver.set({ isBusy: false })
  // A box of another order comes before goods, and goods before the number of a paper.
  const unannounced = other?.boxNo ? undefined : productIn(theirs, code)
  if (unannounced) {
    receiver.set({ products: [...receiver.bench.products, unannounced.product] })
    return takeProduct(receiver, document, unannounced, scanned)
  }
  if (!other) return linkUnknown(receiver, document, scanned, theirs)
  const isThis = other.id === document.id
  return isThis
    ? receiver.say('ok', code, t(receiveText.opened, { no: other.inboundNo, customer: other.customerCode }))
    : receiver.say('error', code, t(receiveText.otherInbound, { no: other.inboundNo }))
}

function takeProduct(receiver: Receiver, document: InboundDocument, found: Found, scanned: Scanned) {
  const { way } = receiver.bench
  receiver.set({ productId: found.product.id })
  if (way === 'putaway') return putAwayProduct(receiver, document, found, scanned)
  if (way === 'box') {
    receiver.say('error', scanned.code, t(receiveText.scanBoxFirst))
    return Promise.resolve()
  }
  return countProduct(receiver, document, found, scanned)
}

async function takeBox(
  receiver: Receiver,
  document: InboundDocument,
  box: InboundDocument['boxes'][number],
  code: string,
): Promise<void> {
  const lines = document.lines.filter((line) => line.boxId === box.id)
  if (receiver.bench.way === 'piece') {
    if (receiver.bench.boxId === box.id) return finishBox(receiver)
    const pieces = lines.reduce((all, line) => all + Math.max(0, leftOf(line)), 0)
    receiver.set({ boxId: box.id, productId: null })
    return receiver.say('step', code, t(receiveText.boxOpen, { pieces }))
  }
  if (receiver.bench.way === 'putaway') return receiver.say('warning', code, t(receiveText.scanSku))
  const took = lines.flatMap((line) =>
    leftOf(line) > 0 ? [{ lineId: line.id, quantity: leftOf(line) }] : [],
  )
  if (took.length === 0) return receiver.say('error', code, t(receiveText.boxTwice))
  const bin = await binFor(receiver, document, lines[0]?.productId, box.boxNo)
  if (bin === 'none') return
  const [all, done] = [
    document.boxes.length,
    document.boxes.filter((one) => one.status === 'received').length,
  ]
  receiver.put(
    { kind: 'whole', inboundId: document.id, code, boxId: box.id, locationId: bin?.locationId ?? null, took },
    done + 1 === all ? 'step' : 'ok',
    t(receiveText.boxTaken, { done: done + 1, all }),
  )
}

export function finishBox(receiver: Receiver): void {
  const { document, boxId } = receiver.bench
  const box = document?.boxes.find(({ id }) => id === boxId)
  receiver.set({ boxId: null, productId: null })
  if (box) receiver.say('step', box.boxNo, t(receiveText.boxDone))
}

async function countProduct(
  receiver: Receiver,
  document: InboundDocument,
  { product, pieces }: Found,
  scanned: Scanned,
): Promise<void> {
  const { boxId, isDamaged } = receiver.bench
  const { sku } = product
  const more = scanned.times * pieces
  const standing = standingOf(document, boxId, product.id)
  const isUnexpected = !standing.isKnown || standing.isExtra
  const remark = await mayCome(receiver, document, product, more)
  if (remark === 'no') return

  const days = product.expiryManaged ? await daysFor(receiver, document, product, scanned) : noDays
  if (!days) return
  const photoFileIds = isDamaged ? await photosOf(receiver, document.id, sku, more) : []
  if (!photoFileIds) return
  const bin = isDamaged ? undefined : await binFor(receiver, document, product.id, sku)
  if (bin === 'none') return
  // Before it counts: the last piece closes the document, and the price wants to know how large the goods are.
  await askForSize(receiver, product)

  const [good, defective] = isDamaged ? [0, more] : [more, 0]
  const [got, expected] = [standing.got + more, standing.expected]
  receiver.put(
    {
      kind: 'count',
      inboundId: document.id,
      code: sku,
      boxId,
      productId: product.id,
      good,
      defective,
      locationId: bin?.locationId ?? null,
      ...days,
      photoFileIds,
      isUnexpected,
      confirmedOver: got > expected,
      remark,
    },
    got === expected ? 'step' : isDamaged || got > expected ? 'warning' : 'ok',
    isDamaged
      ? t(receiveText.damaged, { count: more })
      : got === expected
        ? t(receiveText.lineFull, { expected })
        : t(receiveText.counted, { got, expected }),
  )
  receiver.set({ isDamaged: false })
}

const reasons = [receiveText.notAnnounced, receiveText.sentByMistake, receiveText.wronglyPacked]

/** Whether the goods are let in, and why: what was not announced, and what is more than announced, is asked about once. */
async function mayCome(
  receiver: Receiver,
  document: InboundDocument,
  { id, sku }: InboundProduct,
  more: number,
): Promise<string | null | 'no'> {
  const { boxId } = receiver.bench
  const standing = standingOf(document, boxId, id)
  const line = `${boxId} ${id}`
  const before = receiver.confirmed.get(line)
  if (before !== undefined) return before
  const figures = { sku, got: standing.got + more, expected: standing.expected }
  if (!standing.isKnown && !receiver.may('inbound:order:edit')) {
    receiver.say('error', sku, t(receiveText.mayNotAdd, { sku }))
    return 'no'
  }
  const over = standing.isKnown && !standing.isExtra ? overOf(document, standing, more) : 'fine'
  if (over === 'blocked') {
    receiver.say('error', sku, t(receiveText.overBlocked, figures))
    return 'no'
  }
  if (over === 'fine' && (standing.isKnown || isUnannounced(document))) return null
  const answer = standing.isKnown
    ? (await receiver.askYes(t(receiveText.askOver, figures), t(receiveText.yesCount), t(receiveText.no)))
      ? null
      : 'no'
    : await receiver.ask<string>(t(receiveText.askUnexpected, { sku }), [
        ...reasons.map((reason, i) => ({
          text: t(reason),
          ...(i === 0 && { command: 'ok' as const }),
          value: t(reason),
        })),
        { text: t(receiveText.no), command: 'undo' as const, value: 'no' },
      ])
  if (answer !== 'no') receiver.confirmed.set(line, answer)
  return answer
}

/** Since when and until when the goods are good: from the barcode, the announcement, or typed once for the box. */
async function daysFor(
  receiver: Receiver,
  document: InboundDocument,
  { id, sku, shelfLifeDays }: InboundProduct,
  scanned: Scanned,
): Promise<Days | undefined> {
  const { boxId } = receiver.bench
  const place = `${boxId} ${id}`
  const announced = announcedExpiry(document, boxId, id)
  const known =
    daysFrom(scanned, shelfLifeDays) ??
    daysFrom({ expiry: announced }, shelfLifeDays) ??
    receiver.days.get(place)
  if (known) return known
  const days = await receiver.ask<Days | 'none'>(
    t(receiveText.askExpiry, { sku }),
    [{ text: t(scanText.cancel), command: 'undo', value: 'none' }],
    {
      hint: t(receiveText.expiryHint),
      read: async (typed) => {
        const typedOnes = typedDays(typed, shelfLifeDays)
        if (!typedOnes) receiver.say('error', typed, t(receiveText.notADay))
        return typedOnes
      },
    },
  )
  if (days === 'none') return undefined
  receiver.days.set(place, days)
  return days
}

/** Where goods go that are counted straight into a bin; nowhere yet in a warehouse that puts away in a second step. */
async function binFor(
  receiver: Receiver,
  document: InboundDocument,
  productId: number | undefined,
  what: string,
): Promise<Bin | undefined | 'none'> {
  if (!document.receiveOneStep) return undefined
  if (receiver.bench.bin) return receiver.bench.bin
  // Without network nobody can be asked for a good bin; the operator still can scan one that was used before.
  const bins =
    productId === undefined
      ? []
      : await receiver.busy(send(suggestBins, { productId, quality: 'good' }).catch(() => []))
  const chosen = await receiver.ask<Bin | 'none'>(
    t(receiveText.askBin, { what }),
    [
      ...bins.slice(0, 3).map((bin, i) => ({
        text: t(receiveText.suggested, { bin: bin.locationCode }),
        ...(i === 0 && { command: 'ok' as const }),
        value: { locationId: bin.locationId, locationCode: bin.locationCode },
      })),
      { text: t(scanText.cancel), command: 'undo' as const, value: 'none' as const },
    ],
    { hint: t(receiveText.binHint), tone: 'ok', read: (text) => placeToUse(receiver, text) },
  )
  if (chosen !== 'none') receiver.set({ bin: chosen })
  return chosen
}

export async function placeToUse(receiver: Receiver, code: string): Promise<Bin | undefined> {
  const place = receiver.places.get(code.toUpperCase()) ?? (await placeAt(receiver, code))
  if (!place) receiver.say('error', code, t(receiveText.noBin))
  return place
}

async function placeAt(receiver: Receiver, code: string): Promise<Bin | undefined> {
  const place = await send(findPlace, { scanned: code })
  if (!place?.isEnabled) return undefined
  const { locationId, locationCode } = place
  const bin = { locationId, locationCode }
  receiver.places.set(code.toUpperCase(), bin)
  return bin
}

export function setBin(receiver: Receiver, bin: Bin): void {
  receiver.set({ bin, isBusy: false })
  receiver.say('ok', bin.locationCode, t(receiveText.binSet))
}

/** A barcode nobody knows is told to belong to a product of this customer, and then counts. */
async function linkUnknown(
  receiver: Receiver,
  document: InboundDocument,
  scanned: Scanned,
  theirs: readonly InboundProduct[],
): Promise<void> {
  const { code } = scanned
  const offered = [...receiver.bench.products, ...theirs].slice(0, 6)
  const product = await receiver.ask<InboundProduct | 'none'>(
    t(receiveText.askUnknown, { code }),
    [
      ...offered.map((one) => ({ text: one.sku, value: one })),
      { text: t(scanText.cancel), command: 'undo' as const, value: 'none' as const },
    ],
    {
      hint: t(receiveText.unknownHint),
      tone: 'error',
      read: async (text) => {
        const all = await send(inboundProducts, { customerId: document.customerId, search: text })
        const found = productIn([...receiver.bench.products, ...all], text)?.product
        if (!found) receiver.say('error', text, t(scanText.notFound))
        return found
      },
    },
  )
  if (product === 'none') return receiver.say('warning', code, t(receiveText.unknown))
  const guess = guessBarcode(code)
  const type = 'type' in guess ? guess.type : 'custom'
  const { barcode } = await send(linkBarcode, { id: product.id, type, barcode: code, packQuantity: 1 })
  const linked = { ...product, barcodes: [...product.barcodes, { barcode, packQuantity: 1 }] }
  receiver.set({ products: [...receiver.bench.products.filter(({ id }) => id !== product.id), linked] })
  receiver.say('ok', code, t(receiveText.linked, { sku: product.sku }))
  return takeProduct(receiver, document, { product: linked, pieces: 1 }, scanned)
}

/** Nobody knows how large new goods are: asked once, and whoever has no time says no. */
async function askForSize(receiver: Receiver, product: InboundProduct): Promise<void> {
  const { id, sku, lacksSize } = product
  if (!lacksSize || receiver.notMeasured.has(id) || !receiver.may('query:product:measure')) return
  receiver.notMeasured.add(id)
  const isWanted = await receiver.ask(
    t(receiveText.askMeasure, { sku }),
    [
      { text: t(receiveText.measure), command: 'ok', value: true },
      { text: t(receiveText.skip), command: 'undo', value: false },
    ],
    { tone: 'ok' },
  )
  if (!isWanted) return
  await new Promise<void>((isDone) => receiver.set({ measuring: { product, isDone } }))
  receiver.set({ measuring: undefined })
}
