import { isDecimal } from '../../platform/text/decimal.ts'
import type { Text } from '../../platform/text/text.ts'
import { moneyText } from './text.ts'

export const purposes = ['top_up', 'bill_payment', 'deposit', 'refund', 'adjustment'] as const
export type Purpose = (typeof purposes)[number]

export const payMethods = ['bank', 'cash', 'card', 'ewallet', 'check', 'other'] as const
export type PayMethod = (typeof payMethods)[number]

/** Money comes in, except for refunds; an adjustment goes either way. */
export function signProblem(purpose: Purpose, amount: string): Text | undefined {
  if (!/[1-9]/.test(amount)) return moneyText.notZero
  const isNegative = amount.startsWith('-')
  if (purpose === 'refund') return isNegative ? undefined : moneyText.onlyNegative
  if (purpose === 'adjustment') return undefined
  return isNegative ? moneyText.onlyPositive : undefined
}

/** A refund is typed without its sign by most people; what is stored has it. */
export const asStored = (purpose: Purpose | undefined, typed: string) => {
  const amount = typed.trim()
  return purpose === 'refund' && /^\d/.test(amount) ? `-${amount}` : amount
}

type TypedPayment = {
  customerId: number | undefined
  purpose: Purpose
  amount: string
  bankRefNo: string
  paidOn: string
}

/**
 * What a payment that is being typed may have in common with recorded ones: the bank’s reference, however short, and the customer, the day and
 * the amount once all three are known. Undefined while there is neither.
 */
export function twinFacts({ customerId, purpose, paidOn, ...typed }: TypedPayment) {
  const bankRefNo = typed.bankRefNo.trim()
  const amount = asStored(purpose, typed.amount)
  const isKnown = customerId !== undefined && paidOn !== '' && isDecimal(amount, 14, 2)
  if (!bankRefNo && !isKnown) return undefined
  return { ...(bankRefNo && { bankRefNo }), ...(isKnown && { customerId, paidOn, amount }) }
}
