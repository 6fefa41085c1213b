import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'

/** A payment and the bills it is for, in the order in which they are paid. */
export type Payment = { collectionId: number; amount: Decimal; billIds: readonly number[] }

export type Share = { collectionId: number; billId: number; amount: Decimal }

/**
 * Divides payments among the bills they are for: each bill gets at most what is still open of it, the first payment first. What no bill needs
 * stays in the balance.
 */
export function dividePayments(
  payments: readonly Payment[],
  open: ReadonlyMap<number, Decimal>,
): { shares: Share[]; paid: number[] } {
  const left = new Map([...open].map(([billId, amount]) => [billId, new Big(amount)]))
  const shares: Share[] = []
  for (const { collectionId, amount, billIds } of payments) {
    let rest = new Big(amount)
    for (const billId of billIds) {
      const needed = left.get(billId) ?? new Big(0)
      const share = needed.lt(rest) ? needed : rest
      if (share.lte(0)) continue
      shares.push({ collectionId, billId, amount: share.toFixed(2) })
      left.set(billId, needed.minus(share))
      rest = rest.minus(share)
    }
  }
  const touched = new Set(shares.map(({ billId }) => billId))
  return { shares, paid: [...touched].filter((billId) => left.get(billId)?.eq(0)) }
}
