import { send } from '../../../platform/calls/web/send.ts'
import { printTask } from '../../../platform/printing/web/print.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { fill } from '../../../platform/text/text.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { printSkuLabel } from '../../../products/web/print-label.ts'
import { completeInbound, inbound, printBoxLabels, reopenInbound } from '../../contract.ts'
import { cancelReceipt } from '../contract.ts'
import { differs, type InboundDocument, sum } from '../scanning.ts'
import { differenceReasons, receiveText } from '../text.ts'
import { happen } from './counting.ts'
import { readReason } from './exceptions.ts'
import type { Receiver } from './receiver.ts'

export const allPending = ({ pending }: InboundDocument) => sum(pending.map(({ quantity }) => quantity))

/** Closes the document; differences need a reason. Only what the server has counted can be closed. */
export async function complete(receiver: Receiver): Promise<void> {
  const document = await receiver.allSent()
  if (!document) return
  const { id, inboundNo: no } = document
  const pending = allPending(document)
  if (pending > 0) {
    receiver.say('warning', no, t(receiveText.putFirst, { pending }))
    return happen(receiver, { kind: 'start_putaway' })
  }
  receiver.set({ isClosing: true })
  const reason = differs(document) ? await reasonFor(receiver) : await isWanted(receiver, no)
  if (reason === 'none') return receiver.say('warning', no, t(receiveText.notComplete))
  await receiver.busy(send(completeInbound, { id, differenceNote: reason }))
  receiver.say('step', '', t(receiveText.completed, { no }))
  await happen(receiver, { kind: 'fixed', text: fill(receiveText.keepsComplete, { no }) })
  receiver.close()
}

const isWanted = (receiver: Receiver, no: string) =>
  receiver.ask<null | 'none'>(t(receiveText.askComplete, { no }), [
    { text: t(receiveText.complete), command: 'ok', value: null },
    { text: t(scanText.cancel), command: 'undo', value: 'none' },
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
      { text: t(scanText.cancel), command: 'undo' as const, value: 'none' },
    ],
    { hint: t(receiveText.differenceHint), read: (text) => readReason(receiver, text) },
  )

/** Reopens a closed document with a reason, for users who may. */
export async function reopen(receiver: Receiver, id: number, no: string): Promise<boolean> {
  if (!receiver.may(reopenInbound.permission)) {
    const why = receiver.missing(reopenInbound.permission)
    receiver.say('error', no, t(receiveText.mayNotReopen, { no, why }))
    return false
  }
  const reasons = [receiveText.moreCame, receiveText.countedWrong].map((item) => t(item))
  const reason = await receiver.ask<string>(
    t(receiveText.askReopen, { no }),
    [
      ...reasons.map((text) => ({ text, value: text })),
      { text: t(scanText.cancel), command: 'undo' as const, value: 'none' },
    ],
    { hint: t(receiveText.differenceHint), read: (text) => readReason(receiver, text) },
  )
  if (reason === 'none') {
    receiver.say('warning', no, t(receiveText.isComplete, { no }))
    return false
  }
  await receiver.busy(send(reopenInbound, { id, reason }))
  receiver.say('step', '', t(receiveText.reopened, { no }))
  return true
}

/** Undoes any receipt of any user: the latest ones are offered. */
export async function cancelOne(receiver: Receiver): Promise<void> {
  const sent = await receiver.allSent()
  if (!sent) return
  const { id, inboundNo: no } = sent
  const { receipts, products } = await receiver.busy(send(inbound, { id }))
  const live = receipts.filter(({ cancelledAt }) => cancelledAt === null)
  if (live.length === 0) return receiver.say('warning', no, t(receiveText.noReceipts))
  const skuOf = (productId: number) => products.find((product) => product.id === productId)?.sku ?? ''
  const receiptId = await receiver.ask<number>(t(receiveText.whichReceipt), [
    ...live.slice(0, 8).map((receipt) => ({
      text: [
        receipt.receiptNo,
        receipt.createdByName,
        ...receipt.lines.slice(0, 2).map(({ productId, quantity }) => `${skuOf(productId)} × ${quantity}`),
      ].join(' · '),
      value: receipt.id,
    })),
    { text: t(scanText.cancel), command: 'undo' as const, value: 0 },
  ])
  if (!receiptId) return receiver.say('warning', no, t(receiveText.noneCancelled))
  receiver.heed(await receiver.busy(send(cancelReceipt, { receiptId, reason: null })))
  const receiptNo = live.find((item) => item.id === receiptId)?.receiptNo ?? ''
  receiver.say('warning', receiptNo, t(receiveText.receiptGone))
  // Earlier scans may be part of that receipt: only later ones can be undone by key.
  await happen(receiver, { kind: 'fixed', text: fill(receiveText.keepsCancelled, { no: receiptNo }) })
}

/** Prints a label of the last scanned product or box; counting continues while it is drawn. */
export function printLast(receiver: Receiver): void {
  const { productId, products, boxId, document } = receiver.state
  const product = products.find(({ id }) => id === productId)
  const box = document?.boxes.find(({ id }) => id === boxId)
  const print = (code: string, work: () => Promise<void>) => {
    receiver.say('ok', code, t(receiveText.printing))
    void receiver.beside(code, work)
  }
  if (product) print(product.sku, () => printSkuLabel(product.id))
  else if (document && box) print(box.boxNo, () => printBoxLabel(document.id, box.boxNo))
  else receiver.say('warning', '', t(receiveText.nothingToPrint))
}

async function printBoxLabel(inboundId: number, boxNo: string): Promise<void> {
  const { taskId } = await send(printBoxLabels, { ids: [inboundId], boxNo, layout: 'thermal_100x150' })
  await printTask(taskId)
}
