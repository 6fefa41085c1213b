import { z } from 'zod'
import { command, id, nothing, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { maybe } from '../../platform/calls/rules.ts'
import { PART_BYTES } from '../../platform/files/uploads.ts'
import { scannable } from '../contract.ts'
import { photoText } from './text.ts'

const feature = 'receiving'
const link = z.string().max(300)

/** A link by which a phone sends one photo to this station: once, within minutes, without logging in. */
export const askForPhoto = command('/gateway/wms/inbound/photo-link', {
  permission: 'inbound:order:receive',
  feature,
  deed: 'add',
  input: z
    .strictObject({
      inboundId: id.nullable(),
      /** Of a parcel that has no inbound order yet. */
      trackingNo: maybe(scannable),
    })
    .refine(({ inboundId, trackingNo }) => inboundId !== null || trackingNo !== null, {
      path: ['trackingNo'],
      message: rule(photoText.ofWhat),
    }),
  output: z.object({ linkId: z.uuid(), link: z.string() }),
})

/** What has come of a link, for the station that waits. */
export const photoTaken = query('/gateway/wms/inbound/photo-taken', {
  permission: 'inbound:order:receive',
  feature,
  isBackground: true,
  input: z.strictObject({ linkId: z.uuid() }),
  output: z.object({ fileId: id.nullable(), isOver: z.boolean() }),
})

/** What whoever holds the phone is asked to photograph. */
export const photoFacts = query('/gateway/wms/photo/facts', {
  permission: 'public',
  feature: 'home',
  input: z.strictObject({ link }),
  output: z.object({ companyName: z.string(), subject: z.string() }),
})

/** The photo itself, drawn small enough on the phone to go in one part. */
export const takePhoto = command('/gateway/wms/photo/take', {
  permission: 'public',
  feature: 'home',
  whenExpired: 'allowed',
  deed: 'add',
  input: z.strictObject({
    link,
    base64: z
      .base64()
      .min(1)
      .max(Math.ceil(PART_BYTES / 3) * 4),
  }),
  output: nothing,
})
