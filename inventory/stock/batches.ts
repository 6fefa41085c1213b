import { fill, type Text } from '../../platform/text/text.ts'
import { moveText } from '../scanning/text.ts'

/** What distinguishes goods of one product on the shelf. */
export type BatchIdentity = { expiryDate: string | null; lot: string | null }

export const isSameBatch = (item: BatchIdentity, other: BatchIdentity) =>
  item.expiryDate === other.expiryDate && item.lot === other.lot

/** Whether both can describe the same goods: an open value contradicts nothing. */
export const canBeSameBatch = (item: BatchIdentity, other: BatchIdentity) =>
  isEqualOrOpen(item.expiryDate, other.expiryDate) && isEqualOrOpen(item.lot, other.lot)

const isEqualOrOpen = (item: string | null, other: string | null) =>
  item === null || other === null || item === other

/** Rows of one product, grouped by batch in their order. */
export function byBatch<R extends BatchIdentity>(rows: readonly R[]): R[][] {
  const batches: R[][] = []
  for (const row of rows) {
    const known = batches.find(([first]) => first && isSameBatch(first, row))
    if (known) known.push(row)
    else batches.push([row])
  }
  return batches
}

/** The rows a label can mean. Its date or lot is ignored for goods without one. */
export function meantByLabel<R extends BatchIdentity>(rows: readonly R[], label: BatchIdentity): R[] {
  const isMeant = (key: keyof BatchIdentity) => {
    const counts = label[key] !== null && rows.some((row) => row[key] !== null)
    return (row: R) => !counts || row[key] === label[key]
  }
  return rows.filter(isMeant('expiryDate')).filter(isMeant('lot'))
}

/** The name of a batch in a choice. */
export function batchName({ expiryDate, lot }: BatchIdentity): Text {
  const parts = [
    ...(expiryDate === null ? [] : [fill(moveText.ofExpiry, { expiry: expiryDate })]),
    ...(lot === null ? [] : [fill(moveText.ofLot, { lot })]),
  ]
  if (parts.length === 0) return moveText.noBatchFacts
  return {
    zh_CN: parts.map((part) => part.zh_CN).join('，'),
    en_US: parts.map((part) => part.en_US).join(', '),
  }
}
