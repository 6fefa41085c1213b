import { fill, type Text } from '../../platform/text/text.ts'
import { moveText } from '../scanning/text.ts'

/** What tells goods of one product apart on the shelf. */
export type BatchIdentity = { expiryDate: string | null; lot: string | null }

export const isSameBatch = (item: BatchIdentity, other: BatchIdentity) =>
  item.expiryDate === other.expiryDate && item.lot === other.lot

/** Whether both can be said of the same goods: what one of them leaves open contradicts nothing. */
export const canBeSameBatch = (item: BatchIdentity, other: BatchIdentity) =>
  isEqualOrOpen(item.expiryDate, other.expiryDate) && isEqualOrOpen(item.lot, other.lot)

const isEqualOrOpen = (item: string | null, other: string | null) =>
  item === null || other === null || item === other

/** Rows of one product, batch by batch in their order. */
export function byBatch<R extends BatchIdentity>(rows: readonly R[]): R[][] {
  const batches: R[][] = []
  for (const row of rows) {
    const known = batches.find(([first]) => first && isSameBatch(first, row))
    if (known) known.push(row)
    else batches.push([row])
  }
  return batches
}

/** The rows that a label can mean. Its date or lot says nothing of goods that have none. */
export function meantByLabel<R extends BatchIdentity>(rows: readonly R[], label: BatchIdentity): R[] {
  const isMeant = (key: keyof BatchIdentity) => {
    const counts = label[key] !== null && rows.some((row) => row[key] !== null)
    return (row: R) => !counts || row[key] === label[key]
  }
  return rows.filter(isMeant('expiryDate')).filter(isMeant('lot'))
}

/** What a batch is called where somebody has to choose it. */
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
