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
