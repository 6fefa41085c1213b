import type { OutputOf } from '../platform/calls/call.ts'
import type { getOrder, OrderRow } from './contract.ts'
import type { OrderException } from './exceptions.ts'
import { type OrderState, orderStates } from './states.ts'

/** What decides which buttons an order has. */
export type Standing = Pick<OrderRow, 'status' | 'interceptStatus' | 'exceptionCode'>
type Fits = (order: Standing) => boolean

/** It passed its audit and has not left: what it is made of can't be edited any more. */
export const isReady = ({ status }: Pick<Standing, 'status'>) =>
  status === 'pending_shipment' || status === 'waybill_printed'
/** Its label failed, and the carrier may have issued it: the server knows. */
const isLabelOpen: Fits = ({ status, exceptionCode }) =>
  status === 'audit_exception' &&
  (exceptionCode === 'label_failed' || exceptionCode === 'waybill_refused' || exceptionCode === 'timeout')
const isRequested: Fits = ({ interceptStatus }) => interceptStatus === 'requested'
const allows =
  (action: 'start_audit' | 'edit' | 'void'): Fits =>
  ({ status }) =>
    orderStates.allows(status, action)

/** Whether an order takes an action, in its drawer as in a selection. While an intercept waits for its answer, nothing brings it on. */
export const fits = {
  audit: (order) => allows('start_audit')(order) && !isRequested(order),
  channel: (order) => (isReady(order) || allows('edit')(order)) && !isRequested(order),
  reissue: (order) => (isReady(order) || isLabelOpen(order)) && !isRequested(order),
  force: (order) => order.status === 'audit_exception' && !isRequested(order),
  mark: () => true,
  intercept: (order) => (order.status === 'under_audit' || allows('void')(order)) && !isRequested(order),
  approve: (order) => isRequested(order) && allows('void')(order),
  reject: isRequested,
  void: allows('void'),
} as const satisfies Record<string, Fits>
export type OrderActionName = keyof typeof fits

/** Whether an action is for orders of a status, intercepted or not. */
export const fitsAny = (name: OrderActionName, status: OrderState, exceptionCode: OrderException | null) =>
  (['none', 'requested'] as const).some((interceptStatus) =>
    fits[name]({ status, interceptStatus, exceptionCode }),
  )

/** Whether a carrier refused to void a label of an order, and that is not acknowledged yet. */
export const hasOpenRefusal = ({ waybills }: Pick<OutputOf<typeof getOrder>, 'waybills'>) =>
  waybills.some(({ status, acknowledged }) => status === 'void_failed' && acknowledged === null)

/** Whether a customer's own label can be uploaded for an order. */
export const takesUpload = ({ status, labelSource }: { status: OrderState; labelSource: string }) =>
  (labelSource === 'uploaded' || labelSource === 'platform') &&
  !['under_audit', 'shipped', 'voided'].includes(status)
