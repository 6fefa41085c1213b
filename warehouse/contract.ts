import { z } from 'zod'
import { command, id, nothing, query } from '../platform/calls/call.ts'
import { rule } from '../platform/calls/problems.ts'
import {
  code,
  country,
  email,
  maybe,
  neededWords,
  phone,
  ruleText,
  volume,
  whole,
  words,
} from '../platform/calls/rules.ts'
import { isZipOf } from '../platform/text/countries.ts'
import { currency, inLetters, positionType, snapshotTime, stateCode } from './rules.ts'
import { settingFields } from './settings.ts'
import { warehouseText } from './text.ts'
import { timeZone } from './time-zone.ts'

export const warehouseFacts = query('/gateway/wms/warehouse/facts', {
  permission: 'setting:warehouse:view',
  feature: 'warehouse',
  input: nothing,
  output: z.object({
    warehouseCode: z.string(),
    warehouseName: z.string(),
    positionType,
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
    omsDomainName: z.string().nullable(),
    /** When unit and currency were fixed; null for warehouses created with them. */
    measuresSetAt: z.iso.datetime().nullable(),
    settings: z.object(settingFields),
    rowVersion: z.number().int(),
  }),
})

/** The available provinces of a country; empty where the company has none. */
export const warehouseStates = query('/gateway/wms/warehouse/states', {
  permission: 'setting:warehouse:view',
  feature: 'warehouse',
  input: z.strictObject({ countryCode: country }),
  output: z.array(z.object({ stateCode: z.string(), name: z.string() })),
})

const rowVersion = z.number().int()

/** A warehouse's details and address. */
export const factFields = {
  warehouseCode: code,
  warehouseName: neededWords(100),
  positionType,
  countryCode: country,
  stateCode,
  city: neededWords(100),
  zip: neededWords(20),
  address1: neededWords(200),
  address2: maybe(words(200)),
  contact: neededWords(100),
  phone: phone.min(1, rule(ruleText.needed)),
  email: maybe(email),
  timeZone,
  snapshotTime,
}

/** A postal code must be valid for its country. */
export const zipFits = <S extends z.ZodType<{ countryCode: string; zip: string }>>(schema: S) =>
  schema.refine(({ countryCode, zip }) => isZipOf(countryCode, zip), {
    path: ['zip'],
    message: rule(warehouseText.zipForm),
  })

export const editWarehouse = command('/gateway/wms/warehouse/edit', {
  permission: 'setting:warehouse:edit',
  feature: 'warehouse',
  input: zipFits(z.strictObject({ rowVersion, ...factFields, minVolume: volume })),
  output: z.object({ rowVersion }),
})

/** The warehouses of the company's satellites, managed by the main warehouse. */
export const satelliteWarehouses = query('/gateway/wms/warehouse/satellites', {
  permission: 'setting:warehouse:view',
  feature: 'warehouse',
  input: nothing,
  output: z.array(warehouseFacts.output.extend({ satelliteId: id, companyName: z.string() })),
})

export const editSatelliteWarehouse = command('/gateway/wms/warehouse/edit-satellite', {
  permission: 'setting:warehouse:edit',
  feature: 'warehouse',
  input: zipFits(z.strictObject({ satelliteId: id, rowVersion, ...factFields, minVolume: volume })),
  output: z.object({ rowVersion }),
})

/** Unit and currency. Both must be typed again, to prevent mistakes. */
const measureFields = { currencyCode: currency, unit: whole(1, 2), typed: z.string() }

const typedAgain = <S extends z.ZodType<{ currencyCode: string; unit: number; typed: string }>>(schema: S) =>
  schema.refine(
    ({ typed, ...chosen }) => typed.trim().replace(/\s+/g, ' ').toUpperCase() === inLetters(chosen),
    { path: ['typed'], message: rule(warehouseText.typeMeasures) },
  )

export const measures = typedAgain(z.strictObject(measureFields))

/** Fixes unit and currency permanently. */
export const setMeasures = command('/gateway/wms/warehouse/set-measures', {
  permission: 'setting:warehouse:edit',
  feature: 'warehouse',
  input: measures,
  output: nothing,
})

export const setWarehouseSettings = command('/gateway/wms/warehouse/settings', {
  permission: 'setting:warehouse:edit',
  feature: 'warehouse',
  input: z.strictObject({ rowVersion, ...settingFields }),
  output: z.object({ rowVersion }),
})

/** The working rules of a satellite, which are read-only there. */
export const setSatelliteSettings = command('/gateway/wms/warehouse/satellite-settings', {
  permission: 'setting:warehouse:edit',
  feature: 'warehouse',
  input: z.strictObject({ satelliteId: id, rowVersion, ...settingFields }),
  output: z.object({ rowVersion }),
})

/** Unit and currency of a satellite that was created without them. */
export const setSatelliteMeasures = command('/gateway/wms/warehouse/set-satellite-measures', {
  permission: 'setting:warehouse:edit',
  feature: 'warehouse',
  input: typedAgain(z.strictObject({ satelliteId: id, ...measureFields })),
  output: nothing,
})
