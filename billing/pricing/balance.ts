import Big from 'big.js'
import { toAmount } from '../../platform/text/amount.ts'
import type { Decimal } from '../../platform/text/decimal.ts'
import { type Account as Balances, type BillAmountLimit, spendable } from '../money/spendable.ts'

/** A customer's account, as far as it decides what may be spent. */
export type Account = Balances & {
  billAmountLimit: BillAmountLimit
  settlementMode: 'balance' | 'bill'
  /** Fees that have not left the balance yet; counted for customers who pay by bill. */
  notSettled: Decimal
}

/** What an account may still spend; null without a limit. */
function spendableOf(account: Account): Decimal | null {
  const own = spendable(account, account.billAmountLimit)
  if (own === null || account.settlementMode === 'balance') return own
  return toAmount(new Big(own).minus(account.notSettled))
}

type BalanceTest = {
  passes: boolean
  /** Null without a limit. */
  spendable: Decimal | null
  /** What may be spent after the hold; null without a limit or when it does not pass. */
  left: Decimal | null
  shortBy: Decimal | null
  /** What is frozen if it passes. */
  frozenAfter: Decimal | null
}

/**
 * Whether an order with this estimate may be worked on; an estimate that equals what is left passes. An account in arrears
 * fails with an estimate of 0.00 too: otherwise its orders with labels of their own would still ship.
 */
export function balanceTest(account: Account, estimate: Decimal): BalanceTest {
  const spendable = spendableOf(account)
  const left = spendable === null ? null : new Big(spendable).minus(estimate)
  if (left?.lt(0))
    return { passes: false, spendable, left: null, shortBy: toAmount(left.times(-1)), frozenAfter: null }
  return {
    passes: true,
    spendable,
    left: left && toAmount(left),
    shortBy: null,
    frozenAfter: toAmount(new Big(account.frozen).plus(estimate)),
  }
}

/**
 * Tests orders of one customer one after the other: what an order freezes is gone for the next. What an order holds already is its own,
 * and stays held if it does not pass.
 */
export function balanceTests(
  account: Account,
  claims: readonly { estimate: Decimal; held?: Decimal | undefined }[],
): BalanceTest[] {
  let frozen = account.frozen
  return claims.map(({ estimate, held = '0' }) => {
    const result = balanceTest({ ...account, frozen: toAmount(new Big(frozen).minus(held)) }, estimate)
    frozen = result.frozenAfter ?? frozen
    return result
  })
}
