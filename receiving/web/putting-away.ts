import { t } from '../../lib/web/language.tsx'
import type { Scanned } from '../../lib/web/scan/reading.ts'
import { send } from '../../lib/web/send.ts'
import { completeInbound, type InboundProduct, suggestBins } from '../contract.ts'
import { differenceReasons, receiveText } from '../scan-text.ts'
import { differs, type InboundDocument, leftOf, sum } from '../scanning.ts'
import { type Receiver, scansOf } from './receiver.ts'

const pendingOf = (document: InboundDocument, productId: number) =>
  sum(document.pending.filter((one) => one.productId === productId).map(({ quantity }) => quantity))

export const allPending = ({ pending }: InboundDocument) => sum(pending.map(({ quantity }) => quantity))

/** From the receiving place into the bin that was scanned: so many as said, or all that wait. */
export async function putAwayProduct(
  receiver: Receiver,
  document: InboundDocument,
  { product, pieces }: { product: InboundProduct; pieces: number },
  { code, times, isCounted }: Scanned,
): Promise<void> {
  const { sku } = product
  const { bin } = receiver.bench
  const pending = pendingOf(document, product.id)
  if (pending === 0) return receiver.say('error', code, t(receiveText.notPending, { sku }))
  if (!bin) return receiver.say('error', code, t(receiveText.scanBin))
  const quantity = isCounted ? times * pieces : pending
  if (quantity > pending) return receiver.say('error', code, t(receiveText.fewerPending, { sku, pending }))
  const isLast = quantity === allPending(document)
  receiver.put(
    {
      kind: 'putaway',
      inboundId: document.id,
      code: sku,
      productId: product.id,
      quantity,
      locationId: bin.locationId,
    },
    isLast ? 'step' : 'ok',
    t(receiveText.putAway, { count: quantity, bin: bin.locationCode }),
  )
  await suggestNext(receiver)
}

export async function startPuttingAway(receiver: Receiver): Promise<void> {
  receiver.set({ way: 'putaway', boxId: null, bin: undefined })
  await suggestNext(receiver)
}

/** A bin for what waits first. Without network there is none, and the operator chooses. */
async function suggestNext(receiver: Receiver): Promise<void> {
  const [first] = receiver.figures()?.pending ?? []
  const [bin] = first
    ? await send(suggestBins, { productId: first.productId, quality: first.quality }).catch(() => [])
    : []
  receiver.set({
    suggestion: bin && { locationId: bin.locationId, locationCode: bin.locationCode },
    productId: first?.productId ?? receiver.bench.productId,
  })
}

/** Everything that is still expected, as announced. */
export async function takeWhole(receiver: Receiver, document: InboundDocument): Promise<void> {
  const took = document.lines.flatMap((line) =>
    leftOf(line) > 0 ? [{ lineId: line.id, quantity: leftOf(line) }] : [],
  )
  const { inboundNo: code } = document
  if (took.length === 0) return receiver.say('error', code, t(receiveText.nothingLeft))
  if (document.receiveOneStep && !receiver.bench.bin)
    return receiver.say('error', code, t(receiveText.binHint))
  const pieces = sum(took.map(({ quantity }) => quantity))
  if (!(await receiver.askYes(t(receiveText.askWhole, { pieces })))) return
  const locationId = document.receiveOneStep ? (receiver.bench.bin?.locationId ?? null) : null
  receiver.put(
    { kind: 'whole', inboundId: document.id, code, boxId: null, locationId, took },
    'step',
    t(receiveText.wholeTaken),
  )
}

/** Closes the document; what differs needs its reason. Only what the server has counted can be closed. */
export async function complete(receiver: Receiver, document: InboundDocument): Promise<void> {
  const { id, inboundNo: no } = document
  if (scansOf(receiver.queue.line().entries, id).length > 0)
    return receiver.say('warning', no, t(receiveText.waitFirst))
  const pending = allPending(document)
  if (pending > 0) {
    receiver.say('warning', no, t(receiveText.putFirst, { pending }))
    return startPuttingAway(receiver)
  }
  receiver.set({ isClosing: true })
  const reason = differs(document) ? await reasonFor(receiver) : await isWanted(receiver, no)
  if (reason === 'none') return
  await send(completeInbound, { id, differenceNote: reason })
  receiver.say('step', no, t(receiveText.completed, { no }))
  receiver.close()
}

const isWanted = (receiver: Receiver, no: string) =>
  receiver.ask<null | 'none'>(t(receiveText.askComplete, { no }), [
    { text: t(receiveText.complete), command: 'ok', value: null },
    { text: t(receiveText.cancel), command: 'undo', value: 'none' },
  ])

const reasonFor = (receiver: Receiver) =>
  receiver.ask<string>(
    t(receiveText.askDifference),
    [
      ...differenceReasons.map((reason, i) => ({
        text: t(reason),
        ...(i === 0 && { command: 'ok' as const }),
        value: t(reason),
      })),
      { text: t(receiveText.cancel), command: 'undo' as const, value: 'none' },
    ],
    { hint: t(receiveText.differenceHint), read: async (text) => text },
  )

/** Takes the last scan back: out of the line if it has not left yet, else by cancelling its receipt. */
export async function undo(receiver: Receiver): Promise<void> {
  const last = receiver.done.pop()
  if (!last) return receiver.say('warning', '', t(receiveText.nothingToUndo))
  const { id, scan } = last
  if (await receiver.queue.takeBack(id))
    return receiver.say('warning', scan.code, t(receiveText.undone), { id })
  if (scan.kind === 'putaway' || scan.kind === 'undo')
    return receiver.say('warning', scan.code, t(receiveText.putawayStays))
  receiver.put(
    { kind: 'undo', inboundId: scan.inboundId, code: scan.code, undone: { id, scan } },
    'warning',
    t(receiveText.undone),
  )
}
