import { orderStateText } from '../../orders/states.ts'
import { ordersText } from '../../orders/text.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { mayDo, type PickingAction, type PickingState, pickingStates, pickingStateText } from './states.ts'
import { pickingText } from './text.ts'

const both = (say: (language: keyof Text) => string): Text => ({ zh_CN: say('zh_CN'), en_US: say('en_US') })

/** Why a list in this status does not take the action; undefined where it does. */
export const notNow = (no: string, status: PickingState, action: PickingAction): Text | undefined =>
  mayDo(status, action)
    ? undefined
    : both(
        (language) => fill(pickingText.notNow, { no, status: pickingStateText[status][language] })[language],
      )

/** Why the orders of a list cannot be put on another one; undefined where they can. Only a list that waits to be picked allows it. */
export const notRegrouped = (
  { pickingNo: no, status }: { pickingNo: string; status: PickingState },
  orders: readonly Candidate[],
): Text | undefined =>
  pickingStates.allows(status, 'start')
    ? orders.length === 0
      ? fill(pickingText.noOrdersLeft, { no })
      : orders.map((order) => notPickable({ ...order, onList: null })).find((reason) => reason)
    : fill(pickingText.alreadyStarted, { no })

/** An order that is to be picked, as far as that depends on the order. */
export type Candidate = {
  orderNo: string
  status: keyof typeof orderStateText
  interceptStatus: 'none' | 'requested' | 'approved' | 'rejected'
  pieceCount: number
  /** The live list it is on. */
  onList: string | null
  isPicked: boolean
  allocated: number
}

/** Why an order cannot be put on a list; undefined where it can. */
export function notPickable(order: Candidate): Text | undefined {
  const { orderNo: no, status } = order
  if (status !== 'pending_shipment' && status !== 'waybill_printed')
    return both(
      (language) =>
        fill(pickingText.orderNotReady, { no, status: orderStateText[status][language] })[language],
    )
  if (order.onList !== null) return fill(pickingText.orderOnList, { no, list: order.onList })
  if (order.isPicked) return fill(pickingText.orderPicked, { no })
  if (order.interceptStatus === 'requested' || order.interceptStatus === 'approved')
    return fill(ordersText.intercepting, { no })
  if (order.allocated !== order.pieceCount) return fill(pickingText.orderNotAllocated, { no })
  return undefined
}
