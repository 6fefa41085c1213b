import { describe, expect, test } from 'vitest'
import { boxByVolume } from './box-by-volume.ts'
import {
  copyCode,
  isTroubled,
  type LabelSource,
  methodsOf,
  successWords,
  suitsLabel,
  usesOf,
  usualMethod,
  usualVoidDays,
  withoutUnused,
} from './rules.ts'

const full = {
  labelSource: 'carrier_api',
  billingMethod: 'price_book',
  carrierAccountId: 7,
  customerScope: 'list',
  serviceCode: 'ground',
  watermarkTemplateId: 3,
  zoneSchemaId: 5,
  dimDivisor: 139,
  dimTriggerVolume: '1728.000000',
  dimRounding: 'ceil',
  weightStep: '0.500',
  weightBasis: 'actual',
  supportSignature: true,
  supportInsurance: true,
  trackingPattern: '\\d{12}',
  voidDays: 28,
  customerIds: [1, 2],
} as const
const given = (over: object = {}) => withoutUnused({ ...full, customerIds: [1, 2], ...over })

describe('what a channel stores', () => {
  test('with a carrier has everything but a pattern for uploaded numbers', () => {
    expect(given()).toEqual({ ...full, trackingPattern: null })
  })

  test('self-built without a platform has no service, no options and no voiding', () => {
    expect(given({ labelSource: 'self_built', carrierAccountId: null })).toMatchObject({
      serviceCode: null,
      supportSignature: false,
      supportInsurance: false,
      voidDays: null,
      watermarkTemplateId: 3,
    })
    expect(given({ labelSource: 'self_built' })).toMatchObject({ carrierAccountId: 7, serviceCode: 'ground' })
  })

  test.each(['uploaded', 'platform'])(
    'with uploaded labels (%s) has no account, and a pattern for their numbers',
    (labelSource) => {
      expect(given({ labelSource })).toMatchObject({
        carrierAccountId: null,
        serviceCode: null,
        trackingPattern: '\\d{12}',
        watermarkTemplateId: 3,
      })
    },
  )

  test('without labels has nothing to stamp', () => {
    expect(given({ labelSource: 'none' })).toMatchObject({ watermarkTemplateId: null, trackingPattern: null })
  })

  test.each(['none', 'carrier_cost', 'flat'])(
    'not charged by weight (%s) has no zones and no volumetric weight',
    (billingMethod) => {
      expect(given({ billingMethod })).toMatchObject({
        zoneSchemaId: null,
        dimDivisor: null,
        dimTriggerVolume: null,
        dimRounding: 'none',
        weightStep: '1.000',
        weightBasis: 'max',
      })
    },
  )

  test('for all customers lists none', () => {
    expect(given({ customerScope: 'all' }).customerIds).toEqual([])
  })
})

test('only a self-built channel without a platform has its own numbers', () => {
  const numbers = (labelSource: LabelSource, carrierAccountId: number | null) =>
    usesOf({ labelSource, carrierAccountId, billingMethod: 'none', customerScope: 'all' }).ownNumbers
  expect([numbers('self_built', null), numbers('self_built', 1)]).toEqual([true, false])
  expect(
    (['carrier_api', 'uploaded', 'platform', 'none'] as const).map((source) => numbers(source, null)),
  ).toEqual([false, false, false, false])
})

test('freight at the carrier’s cost can be chosen only with a carrier', () => {
  const methods = (labelSource: LabelSource, carrierAccountId: number | null) =>
    methodsOf({ labelSource, carrierAccountId, billingMethod: 'none', customerScope: 'all' })
  expect(methods('carrier_api', null)).toEqual(['none', 'price_book', 'carrier_cost', 'flat'])
  expect(methods('self_built', 1)).toContain('carrier_cost')
  expect(methods('self_built', null)).toEqual(['none', 'price_book', 'flat'])
  expect(methods('uploaded', 1)).not.toContain('carrier_cost')
})

test('uploaded labels are already paid for', () => {
  expect([usualMethod.uploaded, usualMethod.platform, usualMethod.none]).toEqual(['none', 'none', 'none'])
})

test.each([
  ['USPS', 28],
  ['ups ', 90],
  ['FedEx', 0],
  ['DHL', null],
  ['constructor', null],
])('%s voids a label within %s days', (carrier, days) => {
  expect(usualVoidDays(carrier)).toBe(days)
})

test('a watermark is for labels of its size, from its source or any source', () => {
  const label = { labelSource: 'uploaded', labelFormat: 'pdf_a4' }
  expect(suitsLabel({ labelSource: null, labelFormat: 'pdf_a4' }, label)).toBe(true)
  expect(suitsLabel({ labelSource: 'uploaded', labelFormat: 'pdf_a4' }, label)).toBe(true)
  expect(suitsLabel({ labelSource: 'carrier_api', labelFormat: 'pdf_a4' }, label)).toBe(false)
  expect(suitsLabel({ labelSource: null, labelFormat: 'pdf_100x150' }, label)).toBe(false)
})

test('a box of 40 × 30 × 20 weighs what the divisor says', () => {
  expect([boxByVolume(5000), boxByVolume(139)]).toEqual(['4.80', '172.66'])
})

describe('the code of a copy', () => {
  test('is the channel’s own with COPY, and a number from the second on', () => {
    expect(copyCode('UPS-GROUND', new Set(['ups-ground']))).toBe('UPS-GROUND-COPY')
    expect(copyCode('UPS', new Set(['ups-copy', 'ups-copy2']))).toBe('UPS-COPY3')
  })

  test('fits the code limit however long the channel’s is', () => {
    expect(copyCode('X'.repeat(35), new Set())).toBe(`${'X'.repeat(30)}-COPY`)
    expect(copyCode('X'.repeat(35), new Set([`${'x'.repeat(30)}-copy`]))).toBe(`${'X'.repeat(29)}-COPY2`)
  })

  test('is exhausted at some point', () => {
    const all = new Set(['a-copy', ...Array.from({ length: 98 }, (_, i) => `a-copy${i + 2}`)])
    expect(copyCode('A', all)).toBeUndefined()
  })
})

test.each([
  [0, 0, null, false],
  [3, 0, '100.0% (3)', false],
  [20_000, 1, '99.9% (20000)', false],
  [20, 1, '95.0% (20)', false],
  [1000, 51, '94.9% (1000)', true],
  [2, 2, '0.0% (2)', true],
])('%i calls of which %i failed read %s', (weekCalls, weekFailed, message, troubled) => {
  const week = { weekCalls, weekFailed }
  expect([successWords(week), isTroubled(week)]).toEqual([message, troubled])
})
