import { fill, type Text } from '../../platform/text/text.ts'
import type { InboundProduct } from '../contract.ts'
import type { Position } from './receive-state.ts'
import { type InboundDocument, leftOf, sum } from './scanning.ts'
import { receiveText } from './text.ts'

/** What the user does next. */
export function nextStep(
  {
    way,
    boxId,
    bin,
    isDamaged,
    measuring,
  }: Position & { measuring: { product: Pick<InboundProduct, 'sku'> } | undefined },
  document: Pick<InboundDocument, 'lines' | 'boxes' | 'pending'> | undefined,
): Text {
  if (!document) return receiveText.scanDocument
  if (measuring) return fill(receiveText.measureTitle, { sku: measuring.product.sku })
  if (way === 'putaway' && document.pending.length === 0) return receiveText.allPutAway
  if (way === 'putaway')
    return bin ? fill(receiveText.scanForBin, { bin: bin.locationCode }) : receiveText.scanBin
  if (isDamaged) return receiveText.damagedNext
  if (way === 'box') {
    const missing = sum(document.lines.map((line) => Math.max(0, leftOf(line))))
    const isAllHere = document.boxes.every(({ status }) => status === 'received')
    return isAllHere && missing > 0 ? fill(receiveText.boxesHere, { missing }) : receiveText.scanBox
  }
  const box = document.boxes.find(({ id }) => id === boxId)
  if (box) return fill(receiveText.scanSkuIn, { box: box.boxNo })
  return document.boxes.length > 0 ? receiveText.openBox : receiveText.scanSku
}
