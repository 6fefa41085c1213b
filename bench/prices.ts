import { freightCalculator } from '../billing/pricing/freight.ts'
import type { FreightFacts } from '../billing/pricing/freight-types.ts'
import type { FreightRow, FreightVersion } from '../billing/pricing/price-types.ts'

const ZONES = ['2', '3', '4', '5', '6', '7', '8', '44', '45']
const POUNDS = 150
const PACKAGES = 10_000
const ROUNDS = 6

/** A card as carriers publish it: 150 pounds × 9 zones, four kinds of surcharge, two years of weekly fuel. */
const card: FreightVersion = {
  versionId: 1,
  dimDivisor: null,
  dimRounding: null,
  weightStep: null,
  weightBasis: null,
  flatPrice: null,
  rows: ZONES.flatMap((zoneCode, zone) =>
    Array.from(
      { length: POUNDS },
      (_, pound): FreightRow => ({
        zoneCode,
        weightFrom: `${pound}.000`,
        weightTo: `${pound + 1}.000`,
        billingCode: 'flat',
        price: (8 + zone * 0.35 + pound * 0.47).toFixed(6),
        firstWeight: null,
        nextPrice: null,
        step: null,
        minCharge: '7.50',
      }),
    ),
  ),
  surcharges: [
    { type: 'residential' as const, amount: '5.95' },
    { type: 'remote' as const, amount: '4.20' },
    { type: 'oversize' as const, measure: 'longest_side' as const, above: '48', amount: '16.50' },
    { type: 'peak' as const, dateFrom: '2026-10-01', dateTo: '2027-01-15', amount: null, percent: '3.50' },
  ].map((each) => ({
    remoteLevel: null,
    measure: null,
    above: null,
    dateFrom: null,
    dateTo: null,
    percent: null,
    fuelable: true,
    ...each,
  })),
  fuelRates: Array.from({ length: 104 }, (_, week) => ({
    startsOn: new Date(Date.UTC(2025, 0, 6 + week * 7)).toISOString().slice(0, 10),
    percent: (15 + (week % 7) / 4).toFixed(2),
  })),
}

const order = (at: number): FreightFacts => ({
  billingMethod: 'price_book',
  dimDivisor: 139,
  dimTriggerVolume: null,
  dimRounding: 'ceil',
  weightStep: '1.000',
  weightBasis: 'max',
  zoneCode: ZONES[at % ZONES.length] ?? '2',
  remoteLevel: at % 10 === 0 ? 'das' : 'none',
  addressKind: at % 3 === 0 ? 'commercial' : 'residential',
  signature: false,
  pieces: 2,
  estimated: { weight: null, length: null, width: null, height: null },
  packages: [
    {
      packageSeq: 1,
      weight: `${1 + (at % 40)}.${String(at % 1000).padStart(3, '0')}`,
      length: `${8 + (at % 30)}.10`,
      width: `${6 + (at % 12)}.50`,
      height: `${4 + (at % 9)}.25`,
    },
  ],
})

/**
 * Packages that one core prices in a second, each with the whole explanation: best of some rounds, by the time the processor
 * worked for it, garbage collection included, so that other load on the machine does not count.
 */
export function pricedPerSecond(): number {
  const orders = Array.from({ length: PACKAGES }, (_, at) => order(at))
  const terms = { discount: '0.85', chargeDate: '2026-11-17', unit: 2, currency: 'USD' } as const
  const price = freightCalculator(card)
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    for (const facts of orders) if ('gap' in price(facts, terms)) throw new Error('a package has no price')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000_000
  })
  return PACKAGES / Math.min(...rounds)
}
