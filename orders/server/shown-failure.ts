import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Text } from '../../platform/text/text.ts'
import { type Failure, failureText, withoutTheirWords } from '../audit.ts'
import { exceptionWord } from '../audit-labels.ts'
import { editOrder } from '../contract.ts'
import { getOrderCost } from '../cost/contract.ts'

type Reader = Pick<Who, 'permissions'>

/** Users who may not edit orders see only as much of the recipient as their work needs. */
export const seesAll = ({ permissions }: Reader) => hasPermission(permissions, editOrder.permission)

/** Messages that name amounts. */
const amountsIn: readonly Failure['text'][] = ['balanceShort', 'balanceShortIn', 'priceTooLarge']

/** A failure as a user may read it: a carrier may name the recipient, and amounts are for users who may see fees. */
export function shownFailure(
  who: Reader,
  { code, ...failure }: Omit<Failure, 'code'> & { code: Failure['code'] | null },
): Text {
  if (code && amountsIn.includes(failure.text) && !hasPermission(who.permissions, getOrderCost.permission))
    return exceptionWord(code)
  return failureText(seesAll(who) ? failure : withoutTheirWords(failure))
}
