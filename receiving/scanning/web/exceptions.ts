import { send } from '../../../platform/calls/web/send.ts'
import { MAX_SCANNED } from '../../../platform/scanning/scanned.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { fill } from '../../../platform/text/text.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { addBarcode } from '../../../products/contract.ts'
import { findInbound, type InboundProduct, inboundProducts, MAX_SEARCH } from '../../contract.ts'
import { codeOwners, findPlace, suggestBins } from '../contract.ts'
import type { Bin } from '../receive-state.ts'
import { boxIn, type InboundDocument, productIn, receivable } from '../scanning.ts'
import { receiveText } from '../text.ts'
import type { Receiver } from './receiver.ts'

/**
 * Whether an unknown code may be linked to a product of the document's customer.
 *
 * A code of another customer's goods is reported as such; linking it needs a confirmation and the permission
 * to edit products.
 */
export async function mayLink(
  receiver: Receiver,
  { customerId, customerCode }: InboundDocument,
  code: string,
): Promise<'own' | 'foreign' | 'no'> {
  const [owner] = await receiver.busy(send(codeOwners, { customerId, scanned: code }))
  if (!owner) return 'own'
  const belongs = { code, owner: `${owner.customerCode} · ${owner.sku}` }
  if (!receiver.may(addBarcode.permission)) {
    const why = receiver.missing(addBarcode.permission)
    receiver.say('error', code, t(receiveText.mayNotLink, { ...belongs, why }))
    return 'no'
  }
  const isMeant = await receiver.ask(
    t(receiveText.belongsTo, belongs),
    [
      { text: t(receiveText.no), command: 'undo', value: false },
      { text: t(receiveText.linkForeign, { customerCode }), value: true },
    ],
    { tone: 'error' },
  )
  if (!isMeant) receiver.say('warning', code, t(receiveText.belongsTo, belongs))
  return isMeant ? 'foreign' : 'no'
}

/** The bin for damaged pieces: no question while a bin accepts them, and offline the server decides later. */
export async function damagedBin(
  receiver: Receiver,
  { id, sku }: InboundProduct,
): Promise<Bin | undefined | 'none'> {
  const bins = await receiver.busy(
    send(suggestBins, { productId: id, quality: 'defective' }).catch(() => undefined),
  )
  if (!bins || bins.length > 0) return undefined
  return receiver.ask<Bin | 'none'>(
    t(receiveText.askDamagedBin, { sku }),
    [{ text: t(scanText.cancel), command: 'undo', value: 'none' }],
    {
      hint: t(receiveText.damagedBinHint),
      read: async (scanned) => {
        const place = await send(findPlace, { scanned, customerId: receiver.state.document?.customerId })
        const isRight = place?.isEnabled && place.quality === 'defective'
        const customer = place?.otherCustomer
        if (isRight && !customer) return place
        const why = isRight && customer ? fill(receiveText.binOther, { customer }) : undefined
        receiver.say('error', scanned, t(why ?? (place ? receiveText.notForDamaged : receiveText.noBin)))
        return undefined
      },
    },
  )
}

/** A typed reason. A box, an item, a bin or an order that is scanned at the question is none. */
export async function readReason(receiver: Receiver, text: string): Promise<string | undefined> {
  const document = receiver.figures()
  const isHere = (document && boxIn(document, text)) || productIn(receiver.state.products, text)
  if (!isHere && !(await isLabel(text, document))) return text
  receiver.say('error', text, t(scanText.answerFirst))
  return undefined
}

/** Whether the server knows a text as a bin, an order, or goods of the customer. */
async function isLabel(text: string, document: InboundDocument | undefined): Promise<boolean> {
  const scanned = text.slice(0, MAX_SCANNED)
  const search = text.slice(0, MAX_SEARCH)
  const [orders, place, products] = await Promise.all([
    send(findInbound, { scanned }),
    send(findPlace, { scanned }),
    document ? send(inboundProducts, { ...receivable(document), search }) : [],
  ])
  return orders.length > 0 || place !== null || productIn(products, text) !== undefined
}
