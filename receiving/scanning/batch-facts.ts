import { type BatchIdentity, canBeSameBatch } from '../../inventory/stock/batches.ts'
import type { BatchFacts } from '../rules.ts'
import { type InboundDocument, isOf, leftOf, noFacts, sum } from './scanning.ts'

/** The known values, completed by other values of the same goods. */
export const completed = (known: BatchFacts, more: BatchFacts = noFacts): BatchFacts => {
  if (!canBeSameBatch(known, more)) return known
  const { productionDate, expiryDate } = known.expiryDate === null ? more : known
  return { productionDate, expiryDate, lot: known.lot ?? more.lot }
}

/** The only date and lot the order expects for goods with these known values, if there is just one. */
export function announcedFacts(
  { lines }: Pick<InboundDocument, 'lines'>,
  boxId: number | null,
  productId: number,
  known: BatchIdentity,
): BatchFacts {
  const own = lines
    .filter(isOf(boxId, productId))
    .filter((line) => !line.isExtra && canBeSameBatch(line, known))
  const only = (values: readonly (string | null)[]) =>
    new Set(values).size === 1 ? (values[0] ?? null) : null
  const expiryDate = only(own.map((line) => line.expiryDate))
  return { productionDate: null, expiryDate, lot: only(own.map((line) => line.lot)) }
}

/**
 * Whether pieces may be of another batch than the last: they do not fit into its expected lines, and another
 * batch that agrees with what is known is still expected.
 */
export function isOtherLikely(
  { lines }: Pick<InboundDocument, 'lines'>,
  { boxId, productId }: { boxId: number | null; productId: number },
  known: BatchIdentity,
  last: BatchIdentity,
  quantity: number,
): boolean {
  const own = lines.filter(isOf(boxId, productId)).filter(({ isExtra }) => !isExtra)
  const [same, other] = [
    own.filter((line) => canBeSameBatch(line, last)),
    own.filter((line) => !canBeSameBatch(line, last) && canBeSameBatch(line, known)),
  ]
  const room = sum(same.map((line) => Math.max(0, leftOf(line))))
  return same.length > 0 && room < quantity && other.some((line) => leftOf(line) > 0)
}

/** A date as typed from a box: 2027-05-31, 20270531 or 270531. */
export function dayIn(typed: string): string | undefined {
  const parts = /^(?:20)?(\d{2})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(typed.trim())
  if (!parts) return undefined
  const day = `20${parts[1]}-${parts[2]}-${parts[3]}`
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined
}

type Days = Pick<BatchFacts, 'productionDate' | 'expiryDate'>

/** The dates of goods with a shelf life: the expiry date as given, or computed from the production date. */
export function daysFrom(
  { expiry, production }: { expiry?: string | undefined; production?: string | undefined },
  shelfLifeDays: number | null,
): Days | undefined {
  const productionDate = production ?? null
  if (expiry) return { productionDate, expiryDate: expiry }
  if (!production || shelfLifeDays === null) return undefined
  const end = new Date(`${production}T00:00:00Z`)
  end.setUTCDate(end.getUTCDate() + shelfLifeDays)
  return { productionDate, expiryDate: end.toISOString().slice(0, 10) }
}

/** The goods' attributes in a barcode. */
export const factsFrom = (
  scanned: { expiry?: string; production?: string; lot?: string },
  shelfLifeDays: number | null,
): BatchFacts => ({ ...noFacts, ...daysFrom(scanned, shelfLifeDays), lot: scanned.lot ?? null })

/** What a user types from a box: an expiry date, or with P before it the production date. */
export function typedDays(typed: string, shelfLifeDays: number | null): Days | undefined {
  const made = /^p(.+)$/i.exec(typed.trim())?.[1]
  const day = dayIn(made ?? typed)
  return day ? daysFrom(made ? { production: day } : { expiry: day }, shelfLifeDays) : undefined
}
