import { z } from 'zod'
import { command, nothing, query } from '../platform/calls/call.ts'
import { timeZone } from './time-zone.ts'

// A separate contract, because the login page loads it and should load nothing else.

/** The warehouse as shown in the top bar. */
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
    /** The database's offsets of time zones that differ from this server's; usually none. */
    databaseZones: z
      .record(z.string(), z.array(z.object({ from: z.number(), minutes: z.number().int().nullable() })))
      .optional(),
    contacts: z.object({
      phone: z.string().nullable(),
      email: z.string().nullable(),
      chat: z.string().nullable(),
    }),
  }),
})

/** Requested by the login page before login; an unknown name gets the product's own logos. */
export const queryLogo = query('/gateway/system/tenant/query-logo', {
  permission: 'public',
  feature: 'home',
  input: z.strictObject({ name: z.string().max(100).optional() }),
  output: z.object({ companyLogo: z.string(), wmsLogo: z.string(), omsLogo: z.string() }),
})

export const switchTime = command('/gateway/system/tenant/switch-time', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({ timeZone }),
  output: z.object({ zoneCode: z.string() }),
})
