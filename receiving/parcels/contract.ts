import { z } from 'zod'
import { command, id, listQuery, nothing, pageOf, query } from '../../platform/calls/call.ts'
import { maybe, neededWords, words } from '../../platform/calls/rules.ts'
import { MAX_PHOTOS, MAX_SEARCH, scannable } from '../contract.ts'
import { parcelStates } from '../states.ts'

const feature = 'receiving'

export const parcelQuery = listQuery(['createdAt'], ['createdAt', 'desc'], {
  search: z.string().trim().max(MAX_SEARCH).optional(),
  status: z.enum(parcelStates.states).optional(),
})

export const parcelRow = z.object({
  id,
  parcelNo: z.string(),
  trackingNo: z.string(),
  status: z.enum(parcelStates.states),
  remark: z.string().nullable(),
  photoCount: z.number().int(),
  inboundNo: z.string().nullable(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  closedByName: z.string().nullable(),
  closedAt: z.iso.datetime().nullable(),
})
export type ParcelRow = z.output<typeof parcelRow>

export const listParcels = query('/gateway/wms/parcel/list', {
  permission: 'inbound:order:view',
  feature,
  input: parcelQuery,
  output: pageOf(parcelRow),
})

export const getParcel = query('/gateway/wms/parcel/one', {
  permission: 'inbound:order:view',
  feature,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: parcelRow.extend({ photos: z.array(z.object({ fileId: id, url: z.string() })) }),
})

/** An unidentified parcel: set aside with its number and photos. */
export const keepParcel = command('/gateway/wms/parcel/keep', {
  permission: 'inbound:order:receive',
  feature,
  action: 'add',
  input: z.strictObject({
    trackingNo: scannable.min(1),
    remark: maybe(words(500)),
    photoFileIds: z.array(id).max(MAX_PHOTOS),
  }),
  output: z.object({ id, parcelNo: z.string() }),
})

/** Its inbound order was found: its number now leads there. */
export const claimParcel = command('/gateway/wms/parcel/claim', {
  permission: 'inbound:order:receive',
  feature,
  input: z.strictObject({ id, inboundId: id }),
  output: z.object({ inboundNo: z.string() }),
})

/** An inbound order created at the dock for unexpected goods; its lines are added as they are scanned. */
export const openUnannounced = command('/gateway/wms/parcel/open', {
  permission: 'inbound:order:create',
  feature,
  action: 'add',
  input: z.strictObject({
    customerId: id,
    inboundType: z.enum(['by_sku', 'return']),
    trackingNo: scannable.min(1),
    /** The parcel it is created for, if one was set aside before. */
    parcelId: id.nullable(),
  }),
  output: z.object({ id, inboundNo: z.string() }),
})

export const sendParcelBack = command('/gateway/wms/parcel/send-back', {
  permission: 'inbound:order:receive',
  feature,
  input: z.strictObject({ id, reason: neededWords(500) }),
  output: nothing,
})
