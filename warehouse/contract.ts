import { z } from 'zod'
import { command, nothing, query } from '../lib/call.ts'
import { rule } from '../lib/problems.ts'
import { zoneOf } from '../lib/zones.ts'
import { warehouseText } from './text.ts'

/** The warehouse as the top bar shows it. */
export const topInfo = query('/gateway/wms/home/top-info', {
  permission: 'signed_in',
  feature: 'home',
  input: nothing,
  output: z.object({
    warehouseCode: z.string(),
    warehouseName: z.string(),
    timeZone: z.string(),
    currencyCode: z.string().nullable(),
    unitDict: z.literal('metricUnit'),
    unit: z.number().int().nullable(),
    initStep: z.number().int(),
    omsDomainName: z.string().nullable(),
    systemVersion: z.enum(['satellite', 'standard']).nullable(),
    showRenewalWarning: z.boolean(),
    expireDays: z.number().int().nullable(),
    isExpired: z.boolean(),
    contacts: z.object({
      phone: z.string().nullable(),
      email: z.string().nullable(),
      chat: z.string().nullable(),
    }),
  }),
})

export const switchTime = command('/gateway/system/tenant/switch-time', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({
    timeZone: z.string().transform((value, context) => {
      const zone = zoneOf(value)
      if (zone) return zone
      context.addIssue({ code: 'custom', message: rule(warehouseText.unknownZone) })
      return z.NEVER
    }),
  }),
  output: z.object({ zoneCode: z.string() }),
})

/** Asked by the log-in page before anyone is known; a name nobody has gets the product's own logos. */
export const queryLogo = query('/gateway/system/tenant/query-logo', {
  permission: 'public',
  feature: 'home',
  input: z.strictObject({ name: z.string().max(100).optional() }),
  output: z.object({ companyLogo: z.string(), wmsLogo: z.string(), omsLogo: z.string() }),
})

export const warehouseFacts = query('/gateway/wms/warehouse/facts', {
  permission: 'setting:warehouse:view',
  feature: 'warehouse',
  input: nothing,
  output: z.object({
    warehouseCode: z.string(),
    warehouseName: z.string(),
    positionType: z.string(),
    countryCode: z.string().nullable(),
    stateCode: z.string().nullable(),
    city: z.string().nullable(),
    zip: z.string().nullable(),
    address1: z.string().nullable(),
    address2: z.string().nullable(),
    contact: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    timeZone: z.string(),
    currencyCode: z.string().nullable(),
    unit: z.number().int().nullable(),
    snapshotTime: z.string(),
    minVolume: z.string(),
  }),
})
