import Big from 'big.js'

/** What an order needs in the account: nothing, a balance that covers it, or balance and credit together. */
export type BillAmountLimit = 'none' | 'balance' | 'balance_and_credit'

/** What is in an account. */
export type Account = { balance: string; frozen: string; creditLimit: string }

/**
 * What a customer may still order for: the balance without what is held back, plus the credit where the limit includes it. No amount
 * where nothing is tested.
 */
export function spendable({ balance, frozen, creditLimit }: Account, limit: BillAmountLimit): string | null {
  if (limit === 'none') return null
  const own = new Big(balance).minus(frozen)
  return (limit === 'balance' ? own : own.plus(creditLimit)).toFixed(2)
}
