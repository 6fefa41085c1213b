import { z } from 'zod'
import { amount, maybe, whole } from '../platform/calls/rules.ts'

/** Until when an order can be cancelled by its customer; a shipped one cannot. */
export const interceptable = [
  'pending_audit',
  'audit_exception',
  'pending_shipment',
  'waybill_printed',
] as const

/** The working rules of a warehouse: what each company decides for itself. A rule is here once something follows it. */
export const settingFields = {
  autoAudit: z.boolean(),
  receiveOneStep: z.boolean(),
  overReceivePolicy: z.enum(['allow', 'warn', 'block']),
  overReceivePercent: whole(0, 100),
  weighRequired: z.boolean(),
  interceptAllowed: z
    .array(z.enum(interceptable))
    .transform((chosen) => interceptable.filter((state) => chosen.includes(state))),
  interceptNeedsReview: z.boolean(),
  /** Whether customers pay the freight of labels that a carrier does not cancel. */
  chargeSunkFreight: z.boolean(),
  reprintNeedsPermission: z.boolean(),
  pickStrategy: z.enum(['fifo', 'location_priority']),
  balanceWarnDefault: maybe(amount),
  /** How many days after shipment or voiding a recipient's data is kept. */
  receiverDays: whole(30, 3650),
}

const form = z.object(settingFields)
export type WarehouseSettings = z.output<typeof form>

export const defaultSettings: WarehouseSettings = {
  autoAudit: false,
  receiveOneStep: true,
  overReceivePolicy: 'warn',
  overReceivePercent: 0,
  weighRequired: false,
  interceptAllowed: [...interceptable],
  interceptNeedsReview: true,
  chargeSunkFreight: false,
  reprintNeedsPermission: true,
  pickStrategy: 'fifo',
  balanceWarnDefault: null,
  receiverDays: 730,
}

/** The saved settings, with defaults for the rest; a new version's setting is available at once. */
export const settingsIn = (kept: unknown): WarehouseSettings =>
  form.parse({ ...defaultSettings, ...(typeof kept === 'object' ? kept : undefined) })
