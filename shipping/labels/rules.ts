import { notNow } from '../../orders/rules.ts'
import type { OrderState } from '../../orders/states.ts'
import { orderStateText } from '../../orders/states.ts'
import { ordersText } from '../../orders/text.ts'
import type { WaybillState } from '../../orders/waybills/states.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { labelsText } from './text.ts'

type Intercept = 'none' | 'requested' | 'approved' | 'rejected'

export type PrintedOrder = { orderNo: string; status: OrderState; interceptStatus: Intercept }

export type PrintedPackage = {
  /** Null where the package has no label. */
  waybillId: number | null
  printCount: number
  /** When its label can be printed, where that is later. */
  readyAt: string | null
}

/** Why an order cannot be printed, or printed again; undefined where it can. */
export function printProblem(
  { orderNo: no, status, interceptStatus }: PrintedOrder,
  packages: readonly PrintedPackage[],
  isReprint: boolean,
  shownAt: (at: string) => string,
): Text | undefined {
  if (!isReprint && status === 'waybill_printed') return fill(labelsText.printedAlready, { no })
  if (isReprint && status === 'pending_shipment') return fill(labelsText.notPrintedYet, { no })
  const late = notNow(no, status, isReprint ? 'reprint' : 'print')
  if (late) return late
  if (interceptStatus === 'requested') return fill(ordersText.intercepting, { no })
  if (packages.length === 0 || packages.some(({ waybillId }) => waybillId === null))
    return labelsText.waybillNotFound
  const latest = packages
    .flatMap(({ readyAt }) => readyAt ?? [])
    .sort()
    .at(-1)
  return latest === undefined ? undefined : fill(labelsText.notReady, { no, time: shownAt(latest) })
}

/** The labels of an order that a print takes: those not printed yet; a reprint takes all, or those that were chosen. */
export function labelsFor<P extends PrintedPackage>(
  packages: readonly P[],
  isReprint: boolean,
  chosen?: ReadonlySet<number>,
): P[] {
  if (chosen) return packages.filter(({ waybillId }) => waybillId !== null && chosen.has(waybillId))
  const unprinted = packages.filter(({ printCount }) => printCount === 0)
  return isReprint || unprinted.length === 0 ? [...packages] : unprinted
}

/**
 * Why a label that came out does not count: meanwhile its order was intercepted or left the status in which it was printed, or the label
 * itself is no longer valid.
 */
export function confirmProblem(
  { orderNo: no, status, interceptStatus }: PrintedOrder,
  label: WaybillState,
  isReprint: boolean,
): Text | undefined {
  if (notNow(no, status, isReprint ? 'reprint' : 'print')) {
    const words = orderStateText[status]
    return {
      zh_CN: fill(labelsText.changedMeanwhile, { no, status: words.zh_CN }).zh_CN,
      en_US: fill(labelsText.changedMeanwhile, { no, status: words.en_US }).en_US,
    }
  }
  if (interceptStatus === 'requested') return fill(labelsText.interceptedMeanwhile, { no })
  return label === 'obtained' ? undefined : fill(labelsText.replacedMeanwhile, { no })
}
