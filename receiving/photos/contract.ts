import { z } from 'zod'
import { command, id, nothing, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { maybe } from '../../platform/calls/rules.ts'
import { PART_BYTES } from '../../platform/files/uploads.ts'
import { scannable } from '../contract.ts'
import { photoText } from './text.ts'

const feature = 'receiving'
const link = z.string().max(300)

/** A link with which a phone sends one photo to this station: once, within minutes, without login. */
export const askForPhoto = command('/gateway/wms/inbound/photo-link', {
  permission: 'inbound:order:receive',
  feature,
  action: 'add',
  input: z
    .strictObject({
      inboundId: id.nullable(),
      /** For a parcel without an inbound order. */
      trackingNo: maybe(scannable),
    })
    .refine(({ inboundId, trackingNo }) => inboundId !== null || trackingNo !== null, {
      path: ['trackingNo'],
      message: rule(photoText.ofWhat),
    }),
  output: z.object({ linkId: z.uuid(), link: z.string() }),
})

/** The state of a link, for the waiting station. */
export const photoTaken = query('/gateway/wms/inbound/photo-taken', {
  permission: 'inbound:order:receive',
  feature,
  isBackground: true,
  input: z.strictObject({ linkId: z.uuid() }),
  output: z.object({ fileId: id.nullable(), isOver: z.boolean() }),
})

/** What the phone user should photograph. */
export const photoFacts = query('/gateway/wms/photo/facts', {
  permission: 'public',
  feature: 'home',
  input: z.strictObject({ link }),
  output: z.object({ companyName: z.string(), subject: z.string() }),
})

/** The photo itself, scaled down on the phone to fit into one request. */
export const takePhoto = command('/gateway/wms/photo/take', {
  permission: 'public',
  feature: 'home',
  whenExpired: 'allowed',
  action: 'add',
  input: z.strictObject({
    link,
    base64: z
      .base64()
      .min(1)
      .max(Math.ceil(PART_BYTES / 3) * 4),
  }),
  output: nothing,
})
