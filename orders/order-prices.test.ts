import { describe, expect, test } from 'vitest'
import { freightCalculator } from '../billing/pricing/freight.ts'
import { handledByOrder, operationFees } from '../billing/pricing/operation.ts'
import type { FreightVersion, OperationVersion } from '../billing/pricing/price-types.ts'
import { type BilledOrder, orderFacts } from './order-facts.ts'

const unmeasured = { weight: null, length: null, width: null, height: null }
const estimate = { weight: '2.300', length: '11.10', width: '8.10', height: '4.10' }

const order = (measured: typeof unmeasured | typeof estimate): BilledOrder => ({
  id: 1,
  orderNo: 'OB261117-00001',
  customerId: 2,
  channelId: 3,
  channelCode: 'GROUND',
  carrier: 'UPS',
  serviceCode: null,
  labelSource: 'self_built',
  billingMethod: 'price_book',
  dimDivisor: 139,
  dimTriggerVolume: null,
  dimRounding: 'ceil',
  weightStep: '1.000',
  weightBasis: 'max',
  zoneSchemaId: 4,
  zoneSchemaCode: 'US-W',
  countryCode: 'US',
  stateCode: 'CA',
  city: 'Beverly Hills',
  postcode: '90210',
  addressKind: 'residential',
  signature: false,
  insuredValue: null,
  pieceClass: 'sm',
  skuCount: 1,
  pieceCount: 3,
  estWeight: estimate.weight,
  estLength: estimate.length,
  estWidth: estimate.width,
  estHeight: estimate.height,
  packages: [{ packageId: 5, packageSeq: 1, waybills: [], ...measured }],
  lines: [
    {
      lineNo: 1,
      productId: 6,
      sku: 'BOLT',
      quantity: 3,
      declaredValue: null,
      weight: '0.766',
      length: '4.10',
      width: '8.10',
      height: '11.10',
    },
  ],
  createdAt: '2026-11-17T08:00:00Z',
  auditedAt: null,
  now: '2026-11-17T09:00:00Z',
})

const facts = (measured: typeof unmeasured | typeof estimate) =>
  orderFacts(order(measured), { zoneCode: '5', remoteLevel: 'none' })

const freight: FreightVersion = {
  versionId: 11,
  dimDivisor: null,
  dimRounding: null,
  weightStep: null,
  weightBasis: null,
  flatPrice: null,
  rows: [
    {
      zoneCode: '5',
      weightFrom: '3',
      weightTo: '4',
      billingCode: 'flat',
      price: '11.37',
      firstWeight: null,
      nextPrice: null,
      step: null,
      minCharge: null,
    },
  ],
  surcharges: [
    {
      type: 'residential',
      remoteLevel: null,
      measure: null,
      above: null,
      dateFrom: null,
      dateTo: null,
      amount: '5.95',
      percent: null,
      fuelable: true,
    },
  ],
  fuelRates: [{ startsOn: '2026-11-16', percent: '16.50' }],
}

const handling: OperationVersion = {
  versionId: 12,
  dimDivisor: null,
  rules: [
    {
      feeTypeId: 1,
      feeCode: 'OUT_HANDLING',
      billOrderType: 'order',
      chargeUnit: 'order',
      conditionType: 'order_weight',
      minCharge: null,
      maxCharge: null,
      tiers: [{ from: '0', to: '5', firstCount: 1, firstPrice: '1.20', nextPrice: '0.30' }],
    },
  ],
}

describe('the facts of an order are all that its price needs', () => {
  const terms = { discount: '0.80', chargeDate: '2026-11-17', unit: 2, currency: 'USD' } as const
  const price = freightCalculator(freight)

  test('also after they were stored', () => {
    const stored: ReturnType<typeof facts> = JSON.parse(JSON.stringify(facts(estimate)))
    expect(price(stored, terms)).toMatchObject({
      amount: '17.53',
      fees: [{ amount: '9.10' }, { amount: '5.95' }, { amount: '2.48' }],
    })
    expect(operationFees(handling, handledByOrder(stored, 'order'), terms)).toMatchObject({ amount: '1.44' })
  })

  test('and the estimate is what is charged, if the package measures what was estimated', () => {
    const amountOf = (result: ReturnType<typeof price>) => ('amount' in result ? result.amount : result.gap)
    expect(amountOf(price(facts(unmeasured), terms))).toBe('17.53')
    expect(amountOf(price(facts(estimate), terms))).toBe('17.53')
    const handled = [unmeasured, estimate].map((measured) =>
      operationFees(handling, handledByOrder(facts(measured), 'order'), terms),
    )
    expect(handled).toMatchObject([{ amount: '1.44' }, { amount: '1.44' }])
  })

  test('and the estimate of the whole order stands for none of several packages', () => {
    const packages = [estimate, unmeasured].map((measured, i) => ({
      ...{ packageId: 5 + i, packageSeq: 1 + i, waybills: [] },
      ...measured,
    }))
    const several = orderFacts({ ...order(estimate), packages }, { zoneCode: '5', remoteLevel: 'none' })
    expect(several.packages).toMatchObject([{ billableWeight: '4.000' }, { billableWeight: null }])
  })

  test('and the billable weight in the facts is the one that is charged', () => {
    const result = price(facts(estimate), terms)
    expect(result).toMatchObject({ fees: [{ detail: { packages: [{ billableWeight: '4' }] } }, {}, {}] })
    expect(facts(estimate).packages).toMatchObject([{ billableWeight: '4.000' }])
  })
})
