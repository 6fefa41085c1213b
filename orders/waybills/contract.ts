import { z } from 'zod'
import { isTrackingNo, MAX_TRACKING_LENGTH } from '../../carriers/carrier.ts'
import { bulkResult, command, id, ids } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { maybe, neededWords, pointInTime } from '../../platform/calls/rules.ts'
import { ordersText } from '../text.ts'

const may = { feature: 'orders', permission: 'order:order:edit' } as const

export const trackingNo = neededWords(MAX_TRACKING_LENGTH).refine(isTrackingNo, rule(ordersText.trackingForm))

/** A customer's own label for an order, with its tracking number; it replaces the one before. */
export const uploadLabel = command('/gateway/wms/waybill/upload', {
  ...may,
  action: 'add',
  input: z.strictObject({
    id,
    fileId: id,
    trackingNo,
    /** A platform's label that may be printed only later. */
    readyAt: maybe(pointInTime()),
  }),
  output: z.object({}),
})

/** Labels of many orders in one ZIP: each file is named after its order and its tracking number. */
export const uploadLabels = command('/gateway/wms/waybill/upload-zip', {
  ...may,
  action: 'add',
  input: z.strictObject({ fileId: id }),
  output: z.object({ taskId: id }),
})

/** Gives up the labels of orders and gets new ones. */
export const reissueLabels = command('/gateway/wms/waybill/reissue', {
  ...may,
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

/** Accepts that the labels of orders stay billed although their carrier refused to void them: they leave the counter of refused voids. */
export const acknowledgeRefusedVoids = command('/gateway/wms/waybill/acknowledge-refused', {
  feature: 'orders',
  permission: 'order:waybill:acknowledge',
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

/** Asks the carrier once more to void a label that it refused to void. */
export const voidLabelAgain = command('/gateway/wms/waybill/void-again', {
  feature: 'orders',
  permission: 'order:order:void',
  action: 'delete',
  input: z.strictObject({ id }),
  output: z.object({}),
})
