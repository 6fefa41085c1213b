import { z } from 'zod'
import { amount, maybe, whole } from '../platform/calls/rules.ts'

/** Where an order may still be called back by its customer; what was shipped is gone. */
export const interceptable = [
  'pending_audit',
  'audit_exception',
  'pending_shipment',
  'waybill_printed',
] as const

/** How this warehouse works: what each company decides for itself. */
export const settingFields = {
  autoAudit: z.boolean(),
  receiveOneStep: z.boolean(),
  overReceivePolicy: z.enum(['allow', 'warn', 'block']),
  overReceivePercent: whole(0, 100),
  packCheckRequired: z.enum(['none', 'multi', 'all']),
  weighRequired: z.boolean(),
  interceptAllowed: z
    .array(z.enum(interceptable))
    .transform((chosen) => interceptable.filter((state) => chosen.includes(state))),
  interceptNeedsReview: z.boolean(),
  reprintNeedsPermission: z.boolean(),
  pickStrategy: z.enum(['fifo', 'location_priority']),
  allowZeroDimBilling: z.boolean(),
  balanceWarnDefault: maybe(amount),
  maxBatchOrders: whole(1, 500),
}

const form = z.object(settingFields)
export type WarehouseSettings = z.output<typeof form>

export const defaultSettings: WarehouseSettings = {
  autoAudit: false,
  receiveOneStep: true,
  overReceivePolicy: 'warn',
  overReceivePercent: 0,
  packCheckRequired: 'none',
  weighRequired: false,
  interceptAllowed: [...interceptable],
  interceptNeedsReview: true,
  reprintNeedsPermission: true,
  pickStrategy: 'fifo',
  allowZeroDimBilling: true,
  balanceWarnDefault: null,
  maxBatchOrders: 500,
}

/** What was decided, and the defaults for the rest; a setting that a later version brings is there at once. */
export const settingsIn = (kept: unknown): WarehouseSettings =>
  form.parse({ ...defaultSettings, ...(typeof kept === 'object' ? kept : undefined) })
