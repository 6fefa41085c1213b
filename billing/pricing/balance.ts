import Big from 'big.js'
import { toAmount } from '../../platform/text/amount.ts'
import type { Decimal } from '../../platform/text/decimal.ts'
import { type Account as Balances, type BillAmountLimit, spendable } from '../money/spendable.ts'
import { sumOf } from './amounts.ts'

/** A customer's account, as far as it decides what may be spent. */
export type Account = Balances & {
  billAmountLimit: BillAmountLimit
  settlementMode: 'balance' | 'bill'
  /** Fees that have not left the balance yet; counted for customers who pay by bill. */
  notSettled: Decimal
}

/** What an account may still spend; null without a limit. */
export function spendableOf(account: Account): Decimal | null {
  const own = spendable(account, account.billAmountLimit)
  if (own === null || account.settlementMode === 'balance') return own
  return toAmount(new Big(own).minus(account.notSettled))
}

export type BalanceTest = {
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

/** A line for the balance flow; the amount is positive, the type gives the direction. */
export type MoneyLine = {
  logType: 'in' | 'out' | 'freeze' | 'unfreeze'
  bizType: string
  amount: Decimal
}

/** A charge leaves the balance, a refund comes in, and 0.00 moves nothing. */
export function feeLine(amount: Decimal, bizType: string): MoneyLine[] {
  const value = new Big(amount)
  if (value.eq(0)) return []
  return [{ logType: value.gt(0) ? 'out' : 'in', bizType, amount: toAmount(value.abs()) }]
}

/** What shipping an order posts: its hold is released, and its fees leave the balance, one line for each business type. */
export function shipmentLines(
  hold: Decimal | null,
  fees: readonly { amount: Decimal; bizType: string }[],
): MoneyLine[] {
  const released: MoneyLine[] =
    hold === null || new Big(hold).eq(0)
      ? []
      : [{ logType: 'unfreeze', bizType: 'order_freight', amount: toAmount(hold) }]
  const byType = Map.groupBy(fees, ({ bizType }) => bizType)
  return [
    ...released,
    ...[...byType].flatMap(([bizType, list]) =>
      feeLine(toAmount(sumOf(list.map(({ amount }) => amount))), bizType),
    ),
  ]
}

/** What a night's rent posts: a deduction, or with a deposit a hold, which the last day of the cycle turns into one deduction. */
export function rentLines(
  amount: Decimal,
  deposit: { heldBefore: Decimal; isLastDay: boolean } | null,
): MoneyLine[] {
  const bizType = 'storage_rent'
  if (deposit === null) return feeLine(amount, bizType)
  const held = toAmount(new Big(deposit.heldBefore).plus(amount))
  const freeze: MoneyLine[] = new Big(amount).gt(0) ? [{ logType: 'freeze', bizType, amount }] : []
  if (!deposit.isLastDay || new Big(held).eq(0)) return freeze
  return [
    ...freeze,
    { logType: 'unfreeze', bizType, amount: held },
    { logType: 'out', bizType, amount: held },
  ]
}

/** Balance and frozen money after some lines. */
export function accountAfter(
  { balance, frozen }: { balance: Decimal; frozen: Decimal },
  lines: readonly MoneyLine[],
): { balance: Decimal; frozen: Decimal } {
  const sum = (logType: MoneyLine['logType']) =>
    sumOf(lines.filter((line) => line.logType === logType).map(({ amount }) => amount))
  return {
    balance: toAmount(new Big(balance).plus(sum('in')).minus(sum('out'))),
    frozen: toAmount(new Big(frozen).plus(sum('freeze')).minus(sum('unfreeze'))),
  }
}
