import { z } from 'zod'
import { command, id, nothing } from '../../platform/calls/call.ts'

export const logoSlots = ['company', 'wms', 'oms'] as const
export type LogoSlot = (typeof logoSlots)[number]

/** Sets an uploaded image as one of the company's logos. */
export const setLogo = command('/gateway/wms/logo/set', {
  permission: 'setting:logo:edit',
  feature: 'logo',
  input: z.strictObject({ slot: z.enum(logoSlots), fileId: id }),
  output: nothing,
})

/** Restores the product's own logo. */
export const removeLogo = command('/gateway/wms/logo/remove', {
  permission: 'setting:logo:edit',
  feature: 'logo',
  input: z.strictObject({ slot: z.enum(logoSlots) }),
  output: nothing,
})
