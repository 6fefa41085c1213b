import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'

/** A night whose rent differs by more from the night before is pointed out. */
export const MAX_CHANGE = 30

/** By how many percent a night's rent differs from that of the night before, with one decimal; null where there is nothing to compare. */
export function changeOf(total: Decimal, before: Decimal | null): Decimal | null {
  if (before === null || new Big(before).eq(0)) return null
  return new Big(total).minus(before).times(100).div(before).round(1, Big.roundHalfUp).toFixed(1)
}

/** A change as it is shown: signed, and no sign where it is none. */
export function changeWords(change: Decimal): string {
  const size = `${new Big(change).abs().toFixed(1)}%`
  if (new Big(change).eq(0)) return size
  return change.startsWith('-') ? `−${size}` : `+${size}`
}

export const isUnusual = (change: Decimal | null): boolean =>
  change !== null && new Big(change).abs().gt(MAX_CHANGE)
