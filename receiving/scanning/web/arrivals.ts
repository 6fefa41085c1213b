import { send } from '../../../platform/calls/web/send.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { findInbound, inboundCustomers } from '../../contract.ts'
import {
  claimParcel,
  keepParcel,
  listParcels,
  openUnannounced,
  type ParcelRow,
  sendParcelBack,
} from '../../parcels/contract.ts'
import { keptNumber } from '../../parcels/kept-number.ts'
import { parcelText } from '../../parcels/text.ts'
import { askForPhotos } from '../../photos/web/photos.ts'
import { receiveText } from '../text.ts'
import { readReason } from './exceptions.ts'
import type { Receiver } from './receiver.ts'

const fold = (text: string) => text.normalize('NFKC').trim().toUpperCase()
const cancel = () => ({ text: t(scanText.cancel), command: 'undo', value: 'none' }) as const

/** A parcel without a document: goods of a known customer are received at once, all others are set aside. */
export async function takeUnknown(receiver: Receiver, code: string): Promise<void> {
  const search = keptNumber(code)
  const { rows } = await receiver.busy(send(listParcels, { search, status: 'waiting', page: 1, size: 20 }))
  const kept = rows.find(({ trackingNo, parcelNo }) =>
    [trackingNo, parcelNo].some((no) => no.toLowerCase() === search.toLowerCase()),
  )
  return kept ? settle(receiver, kept) : meet(receiver, code)
}

const make = () => ({ text: t(parcelText.make), command: 'ok', value: 'make' }) as const
const mayMake = (receiver: Receiver) => (receiver.may(openUnannounced.permission) ? [make()] : [])
/** Why creating an order is not offered. */
const hintOf = ({ may, missing }: Receiver) =>
  may(openUnannounced.permission)
    ? {}
    : { hint: t(receiveText.mayNotMake, { why: missing(openUnannounced.permission) }) }

async function meet(receiver: Receiver, code: string): Promise<void> {
  const trackingNo = keptNumber(code)
  const chosen = await receiver.ask<'make' | 'keep' | 'none'>(
    t(receiveText.askParcel, { code }),
    [...mayMake(receiver), { text: t(parcelText.keep), command: 'next', value: 'keep' }, cancel()],
    { tone: 'error', ...hintOf(receiver) },
  )
  if (chosen === 'none') return receiver.say('error', code, t(scanText.notFound))
  if (chosen === 'make') return openFor(receiver, trackingNo, null)
  return putAside(receiver, trackingNo)
}

/** Set aside with photos until its owner is known. */
export async function putAside(receiver: Receiver, code: string): Promise<void> {
  const trackingNo = keptNumber(code)
  const subject = { inboundId: null, trackingNo }
  const words = t(receiveText.photoOfParcel, { code })
  const yes = t(parcelText.keep)
  const photoFileIds = await askForPhotos(receiver, { words, yes, no: t(scanText.cancel) }, subject)
  if (!photoFileIds) return receiver.say('warning', code, t(receiveText.notTaken))
  const { parcelNo } = await receiver.busy(send(keepParcel, { trackingNo, remark: null, photoFileIds }))
  receiver.say('step', parcelNo, t(receiveText.parcelKept))
}

/** A parcel that was set aside is processed again: more is known now. */
async function settle(receiver: Receiver, { id, parcelNo: no, trackingNo }: ParcelRow): Promise<void> {
  const chosen = await receiver.ask<'make' | 'link' | 'back' | 'none'>(
    t(receiveText.askKept, { no }),
    [
      ...mayMake(receiver),
      { text: t(parcelText.claim), command: 'next', value: 'link' },
      { text: t(parcelText.sendBack), value: 'back' },
      cancel(),
    ],
    hintOf(receiver),
  )
  if (chosen === 'make') return openFor(receiver, trackingNo, id)
  if (chosen === 'link') return link(receiver, id, no)
  if (chosen !== 'back') return
  const reasons = [receiveText.noOwner, receiveText.notOrdered].map((item) => t(item))
  const reason = await receiver.ask<string>(
    t(receiveText.whyBack),
    [...reasons.map((text) => ({ text, value: text })), cancel()],
    { hint: t(receiveText.differenceHint), read: (text) => readReason(receiver, text) },
  )
  if (reason === 'none') return
  await receiver.busy(send(sendParcelBack, { id, reason }))
  receiver.say('step', no, t(parcelText.sendBack))
}

async function link(receiver: Receiver, id: number, no: string): Promise<void> {
  const inboundId = await receiver.ask<number>(
    t(receiveText.scanItsInbound),
    [{ text: t(scanText.cancel), command: 'undo', value: 0 }],
    {
      read: async (scanned) => {
        const [match] = await send(findInbound, { scanned })
        if (!match) receiver.say('error', scanned, t(scanText.notFound))
        return match?.id
      },
    },
  )
  if (!inboundId) return
  const { inboundNo } = await receiver.busy(send(claimParcel, { id, inboundId }))
  await receiver.open(inboundId)
  receiver.say('step', no, t(parcelText.linked, { no: inboundNo }))
}

/**
 * An inbound order created at the dock. Everything scanned for it is unexpected, without further questions.
 */
async function openFor(receiver: Receiver, trackingNo: string, parcelId: number | null): Promise<void> {
  const customers = (await receiver.busy(send(inboundCustomers, {}))).filter(({ isEnabled }) => isEnabled)
  const customerId = await receiver.ask<number>(
    t(receiveText.whoseParcel),
    [
      ...customers.slice(0, 6).map(({ id, customerCode, customerName }) => ({
        text: `${customerCode} ${customerName}`,
        value: id,
      })),
      { text: t(scanText.cancel), command: 'undo' as const, value: 0 },
    ],
    {
      hint: t(receiveText.customerHint),
      read: async (typed) => {
        const match = customers.find(({ customerCode }) => fold(customerCode) === fold(typed))
        if (!match) receiver.say('error', typed, t(scanText.notFound))
        return match?.id
      },
    },
  )
  if (!customerId) return
  const inboundType = await receiver.ask<'return' | 'by_sku' | 'none'>(t(receiveText.whatParcel), [
    { text: t(receiveText.isReturn), command: 'ok', value: 'return' },
    { text: t(receiveText.isNew), command: 'next', value: 'by_sku' },
    cancel(),
  ])
  if (inboundType === 'none') return
  const { id, inboundNo } = await receiver.busy(
    send(openUnannounced, { customerId, inboundType, trackingNo, parcelId }),
  )
  await receiver.open(id)
  receiver.say('step', inboundNo, t(parcelText.made, { no: inboundNo }))
}
