import { afterEach, expect, test, vi } from 'vitest'
import {
  type NaiveGoods,
  naiveCarrierCost,
  naiveCost,
  naiveFreight,
  naiveOperation,
  naiveRefunds,
  naiveRent,
  naiveVoid,
  naiveVoidCost,
} from '../../testing/naive-prices.ts'
import { type Chance, chance, seed } from '../../testing/random.ts'
import { type Chosen, eventPrices, type OrderPriceFacts, type Outcome } from '../fees/event-prices.ts'
import { sumOf } from './amounts.ts'
import { freightCalculator } from './freight.ts'
import type { FreightFacts, FreightTerms } from './freight-types.ts'
import { type Handled, handledByOrder, operationFees } from './operation.ts'
import { estimate } from './package-measures.ts'
import {
  chargeUnits,
  conditionTypes,
  type FreightRow,
  type FreightVersion,
  freightBillingCodes,
  type Gap,
  type Measured,
  type OperationRule,
  type OperationVersion,
  type Priced,
  type StorageVersion,
  surchargeMeasures,
  surchargeTypes,
  type Unit,
} from './price-types.ts'
import { refundable, refundOf, type VoidTerms, voidFees } from './refunds.ts'
import { rentOfDay } from './rent.ts'

/** 50,000 cases of the prices of work, and more of what is voided, refunded or charged by carriers; a card is used for many of them. */
const CASES = {
  freight: 20_000,
  operation: 20_000,
  rent: 10_000,
  voids: 10_000,
  costs: 10_000,
  refunds: 10_000,
}
const PER_CARD = 100

/** A decimal up to a limit with this many places, zeros at its end included. */
const decimal = (random: Chance, places: number, limit: number) =>
  (random.between(0, limit * 10 ** places) / 10 ** places).toFixed(places)
const maybe = <T>(random: Chance, value: T, percent: number): T | null =>
  random.between(1, 100) <= percent ? value : null
const positive = (text: string) => (Number(text) === 0 ? text.replace(/0$/, '1') : text)

const measures = (random: Chance, known = 96): Measured => ({
  weight: maybe(random, positive(decimal(random, 3, 30)), known),
  length: maybe(random, positive(decimal(random, 2, 60)), known),
  width: maybe(random, positive(decimal(random, 2, 40)), known),
  height: maybe(random, positive(decimal(random, 2, 30)), known),
})

const discountOf = (random: Chance) => (random.between(1, 250) / 100).toFixed(2)
const dayOf = (random: Chance) => `2026-${String(random.between(1, 12)).padStart(2, '0')}-15`

function randomCard(random: Chance): FreightVersion {
  const rows: FreightRow[] = []
  for (const zoneCode of ['2', '5', '8']) {
    let from = '0'
    for (let at = 1; at <= 8; at++) {
      const to = at === 8 && random.between(0, 1) ? null : (at * random.between(4, 5) + at / 8).toFixed(3)
      if (random.between(1, 60) > 1)
        rows.push({
          zoneCode,
          weightFrom: from,
          weightTo: to,
          billingCode: random.pick(freightBillingCodes),
          price: maybe(random, decimal(random, random.pick([2, 6]), 20), 99),
          firstWeight: decimal(random, 1, 5),
          nextPrice: decimal(random, 3, 3),
          step: random.pick(['0.1', '0.3', '0.5', '1']),
          minCharge: maybe(random, decimal(random, 2, 9), 20),
        })
      if (to !== null && Number(to) > Number(from)) from = to
    }
  }
  return {
    versionId: 1,
    dimDivisor: maybe(random, random.pick([139, 166, 5000, 6000, 7]), 30),
    dimRounding: maybe(random, random.pick(['none', 'nearest', 'ceil']), 30),
    weightStep: maybe(random, random.pick(['0.001', '0.3', '0.5', '1']), 30),
    weightBasis: maybe(random, random.pick(['actual', 'volumetric', 'max']), 30),
    flatPrice: maybe(random, decimal(random, 3, 20), 90),
    rows: contiguous(rows),
    surcharges: Array.from({ length: random.between(0, 6) }, () => {
      const amount = maybe(random, decimal(random, 3, 20), 60)
      return {
        type: random.pick(surchargeTypes),
        remoteLevel: maybe(random, random.pick(['das', 'das_ext']), 20),
        measure: maybe(random, random.pick(surchargeMeasures), 30),
        above: decimal(random, 2, 40),
        dateFrom: maybe(random, dayOf(random), 20),
        dateTo: maybe(random, dayOf(random), 20),
        amount,
        percent: amount === null ? decimal(random, 2, 40) : null,
        fuelable: random.between(0, 1) === 1,
      }
    }),
    fuelRates: Array.from(
      new Set([1, 2, 3].slice(random.between(0, 3)).map(() => dayOf(random))),
      (startsOn) => ({
        startsOn,
        percent: decimal(random, 2, 30),
      }),
    ),
  }
}

/** Without rows whose bounds crossed by chance: in what is left no weight has two rows. */
const contiguous = (rows: FreightRow[]) => {
  const last = new Map<string, number>()
  return rows.filter(({ zoneCode, weightFrom, weightTo }) => {
    const end = last.get(zoneCode) ?? 0
    const isGood = Number(weightFrom) >= end && (weightTo === null || Number(weightTo) > Number(weightFrom))
    if (isGood) last.set(zoneCode, weightTo === null ? Number.POSITIVE_INFINITY : Number(weightTo))
    return isGood
  })
}

const randomOrder = (random: Chance): FreightFacts => ({
  billingMethod: random.pick(['price_book', 'price_book', 'price_book', 'flat']),
  dimDivisor: maybe(random, random.pick([139, 166, 5000, 6000]), 80),
  dimTriggerVolume: maybe(random, decimal(random, 6, 3000), 30),
  dimRounding: random.pick(['none', 'nearest', 'ceil']),
  weightStep: random.pick(['0.1', '0.5', '1']),
  weightBasis: random.pick(['actual', 'volumetric', 'max', 'max']),
  zoneCode: maybe(random, random.pick(['2', '5', '8', '8', '5', '9']), 98),
  remoteLevel: maybe(random, random.pick(['none', 'das', 'das_ext']), 90),
  addressKind: random.pick(['residential', 'commercial', 'unknown']),
  signature: random.between(0, 1) === 1,
  insurance: maybe(random, decimal(random, 2, 900), 20),
  services: random.between(0, 4) === 0 ? ['signature'] : [],
  pieces: random.between(1, 20),
  estimated: measures(random),
  packages: Array.from({ length: random.pick([0, 1, 1, 1, 1, 2, 3]) }, (_, i) => ({
    packageSeq: i + 1,
    ...measures(random, random.pick([50, 100, 100])),
    ...(random.between(0, 2) > 0 && { pieces: random.between(1, 5) }),
  })),
})

/** Which fee comes first says nothing. */
const inOrder = <T>(fees: T) =>
  typeof fees === 'object' && fees !== null
    ? Object.fromEntries(Object.entries(fees).sort(([a], [b]) => (a < b ? -1 : 1)))
    : fees

const amountsOf = <D>(result: Priced<D> | Gap) =>
  'gap' in result
    ? result.gap
    : inOrder(Object.fromEntries(result.fees.map(({ feeCode, amount }) => [feeCode, amount] as const)))

const isSumOfFees = <D>(result: Priced<D> | Gap) =>
  'gap' in result || sumOf(result.fees.map(({ amount }) => amount)).toFixed(2) === result.amount

/** Collects what differs: an `expect` for each of the cases would take longer than the prices. */
function comparison() {
  const differences: { at: number; ours: unknown; naive: unknown }[] = []
  let at = 0
  return {
    differences,
    compare: (ours: unknown, naive: unknown) => {
      at++
      if (JSON.stringify(ours) !== JSON.stringify(naive)) differences.push({ at, ours, naive })
    },
  }
}

/** How many results had an amount; the random cases must not consist of gaps. */
const share = (results: readonly unknown[]) =>
  results.filter((result) => typeof result === 'object').length / results.length

test('freight agrees with plain fractions to the cent', () => {
  const random = chance('freight prices')
  const seen: unknown[] = []
  const { compare, differences } = comparison()
  for (let done = 0; done < CASES.freight; done += PER_CARD) {
    const version = randomCard(random)
    const price = freightCalculator(version)
    for (let i = 0; i < PER_CARD; i++) {
      const facts = randomOrder(random)
      const terms: FreightTerms = {
        discount: discountOf(random),
        chargeDate: dayOf(random),
        unit: random.pick<Unit>([1, 2]),
        currency: 'USD',
      }
      const result = price(facts, terms)
      const amounts = amountsOf(result)
      seen.push(amounts)
      compare(amounts, inOrder(naiveFreight(version, facts, terms)))
      compare(isSumOfFees(result), true)
      if (i === 0) expect(freightCalculator(structuredClone(version))(facts, terms)).toEqual(result)
    }
  }
  expect(differences, `seed ${seed}`).toEqual([])
  expect(seen).toHaveLength(CASES.freight)
  expect(share(seen)).toBeGreaterThan(0.3)
  for (const gap of ['no_price', 'no_tier', 'no_zone', 'no_dims']) expect(seen).toContain(gap)
})

const statuses = [
  'obtained',
  'obtained',
  'obtained',
  'voided',
  'voiding',
  'void_failed',
  'superseded',
  'unknown',
]
const randomLabel = (random: Chance) => ({
  status: random.pick(statuses),
  trackingNo: maybe(random, '1Z1', 95),
  costAmount: maybe(random, decimal(random, 2, 40), 97),
  costCurrency: maybe(random, random.pick(['USD', 'USD', 'EUR', 'GBP']), 97),
  costRate: maybe(random, decimal(random, 6, 2), 40),
})
const randomLabelled = (random: Chance): FreightFacts => {
  const order = randomOrder(random)
  return {
    ...order,
    billingMethod: random.pick(['price_book', 'price_book', 'flat', 'carrier_cost', 'carrier_cost', 'none']),
    packages: order.packages.map((box) => ({
      ...box,
      waybills: Array.from({ length: random.pick([0, 1, 1, 1, 1, 2]) }, () => randomLabel(random)),
    })),
  }
}
const randomVoid = (random: Chance): VoidTerms => ({
  ...{
    discount: discountOf(random),
    chargeDate: dayOf(random),
    unit: random.pick<Unit>([1, 2]),
    currency: 'USD',
  },
  ...{ rates: { EUR: '1.0837' }, chargeSunkFreight: random.between(0, 3) > 0 },
  refusedPackages: [1, 2, 3].filter(() => random.between(0, 1) === 1),
})

test('what voiding an order costs agrees with plain fractions to the cent', () => {
  const random = chance('void prices')
  const seen: unknown[] = []
  const { compare, differences } = comparison()
  for (let done = 0; done < CASES.voids; done += PER_CARD) {
    const version = maybe(random, randomCard(random), 95)
    for (let i = 0; i < PER_CARD; i++) {
      const facts = randomLabelled(random)
      const terms = randomVoid(random)
      const result = voidFees(version, facts, terms)
      const amounts = amountsOf(result)
      seen.push(amounts)
      compare(amounts, inOrder(naiveVoid(version, facts, terms)))
      compare(isSumOfFees(result), true)
    }
  }
  expect(differences, `seed ${seed}`).toEqual([])
  expect(share(seen)).toBeGreaterThan(0.3)
  for (const gap of ['no_price', 'no_tier', 'no_zone', 'no_dims']) expect(seen).toContain(gap)
})

test('what a carrier charges agrees with plain fractions to the cent, and so does what an order or a void costs us', () => {
  const random = chance('carrier costs')
  const seen: unknown[] = []
  const costs: unknown[] = []
  const { compare, differences } = comparison()
  const inForce = (versionId: number): Chosen['cost'] & object => ({
    version: { versionId, quoteId: versionId, effectiveFrom: null, inactiveAt: null, publishedAt: null },
    ...{ quoteId: versionId, discount: '1.00', source: 'default' },
  })
  for (let done = 0; done < CASES.costs; done += PER_CARD) {
    const sale = { ...randomCard(random), versionId: 1 }
    const card = maybe(random, { ...randomCard(random), versionId: 2 }, 80)
    const freight = new Map([sale, ...(card ? [card] : [])].map((each) => [each.versionId, each]))
    for (let i = 0; i < PER_CARD; i++) {
      const facts: OrderPriceFacts = { ...randomLabelled(random), channelId: 7, lines: [] }
      const { refusedPackages, ...terms } = randomVoid(random)
      const company = { ...terms, rates: terms.rates ?? {} }
      const hasCard = facts.billingMethod === 'price_book' || facts.billingMethod === 'flat'
      const own = hasCard ? { ...inForce(1), discount: terms.discount } : null
      const chosen: Chosen = {
        ...{ operation: null, freight: own, freightDiscount: terms.discount },
        cost: hasCard && card ? inForce(2) : null,
      }
      const priceOf = eventPrices({ operation: new Map(), freight }, company)
      const work = {
        customerId: 1,
        groupId: null,
        at: '2026-01-01T00:00:00Z',
        chargeDate: terms.chargeDate,
        facts,
      }
      const outcomes: [Outcome, string | null][] = [
        [priceOf({ ...work, kind: 'order' }, chosen), naiveCost(hasCard ? card : null, facts, terms)],
        [
          priceOf({ ...work, kind: random.pick(['order_void', 'order_intercept']) }, chosen, refusedPackages),
          naiveVoidCost(hasCard ? card : null, facts, { ...terms, refusedPackages }),
        ],
      ]
      for (const [outcome, cost] of outcomes) {
        if ('gap' in outcome || outcome.fees.length === 0) continue
        const [first, ...others] = outcome.fees
        costs.push(first?.costAmount)
        compare(first?.costAmount, cost)
        compare(
          others.filter(({ costAmount }) => costAmount !== null),
          [],
        )
      }
      if (facts.billingMethod !== 'carrier_cost') continue
      const amounts = amountsOf(freightCalculator(null)(facts, terms))
      seen.push(amounts)
      compare(amounts, naiveCarrierCost(facts, terms, ['obtained']))
    }
  }
  expect(differences, `seed ${seed}`).toEqual([])
  expect(share(seen)).toBeGreaterThan(0.1)
  expect(costs).toContain(null)
  expect(costs.filter((cost) => cost !== null).length).toBeGreaterThan(CASES.costs / 10)
})

test('refunds agree with plain cents, and together they never exceed the fee', () => {
  const random = chance('refunds')
  const seen = new Set<string>()
  const { compare, differences } = comparison()
  for (let done = 0; done < CASES.refunds; done++) {
    const original = `${random.pick(['', '', '', '', '-'])}${decimal(random, 2, 60)}`
    const asked = Array.from({ length: random.between(1, 6) }, () =>
      random.pick([
        decimal(random, 2, 30),
        decimal(random, 1, 20),
        decimal(random, 3, 9),
        `-${decimal(random, 2, 9)}`,
        '0',
      ]),
    )
    const given: string[] = []
    const results = asked.map((amount) => {
      const result = refundOf(original, given, amount)
      if ('problem' in result) return result.problem
      given.push(result.amount)
      compare(result.leftAfter, refundable(original, given))
      return result.amount
    })
    compare(results, naiveRefunds(original, asked))
    if (!original.startsWith('-')) compare(sumOf([original, ...given]).gte(0), true)
    // All that is left is always refundable, and then nothing more.
    const rest = refundable(original, given)
    if (Number(rest) > 0) compare(refundOf(original, given, rest), { amount: `-${rest}`, leftAfter: '0.00' })
    for (const result of results) seen.add(result.startsWith('-') ? 'refunded' : result)
  }
  expect(differences, `seed ${seed}`).toEqual([])
  expect([...seen].sort()).toEqual(['above_original', 'not_positive', 'refunded', 'too_many_decimals'])
})

function randomRules(random: Chance): OperationVersion {
  const rule = (feeCode: string): OperationRule => {
    const isOpen = random.between(0, 3) > 0
    const bounds = [0, random.between(1, 5), random.between(6, 12), random.between(13, 40)]
    const scale = random.pick([1, 1, 4, 0.01])
    return {
      feeTypeId: 1,
      feeCode,
      billOrderType: random.pick(['order', 'order', 'inbound', 'return']),
      chargeUnit: random.pick(chargeUnits),
      conditionType: random.pick(conditionTypes),
      minCharge: maybe(random, decimal(random, 2, 3), 20),
      maxCharge: maybe(random, decimal(random, 2, 30), 20),
      tiers: bounds.map((bound, i) => ({
        from: (bound * scale).toFixed(3),
        to: i < 3 ? ((bounds[i + 1] ?? 0) * scale).toFixed(3) : isOpen ? null : (90 * scale).toFixed(3),
        firstCount: random.between(1, 4),
        firstPrice: decimal(random, random.pick([2, 6]), 5),
        nextPrice: maybe(random, decimal(random, 3, 2), 60),
      })),
    }
  }
  return {
    versionId: 2,
    dimDivisor: maybe(random, random.pick([139, 5000, 7]), 50),
    rules: ['A', 'B', 'INTERCEPT'].map(rule),
  }
}

function randomHandled(random: Chance): Handled {
  const known = random.pick([100, 100, 100, 95])
  // A product has one set of measures, however often it is in a document.
  const products = Array.from({ length: 3 }, () => measures(random, known))
  return {
    kind: random.pick(['order', 'order', 'inbound', 'return', 'order_intercept']),
    lines: Array.from({ length: random.between(1, 4) }, () => {
      const productId = random.between(0, 2)
      return { ...measures(random), ...products[productId], productId, quantity: random.between(0, 6) }
    }),
    boxes: Array.from({ length: random.between(0, 4) }, (_, boxId) => ({
      boxId,
      weight: maybe(random, positive(decimal(random, 3, 30)), 97),
    })),
    pallets: maybe(random, random.between(0, 5), 80),
    containers: maybe(random, random.between(0, 2), 80),
    weight: maybe(random, positive(decimal(random, 3, 60)), 50),
    dimDivisor: maybe(random, 166, 80),
  }
}

test('operation fees agree with plain fractions to the cent', () => {
  const random = chance('operation prices')
  const seen: unknown[] = []
  const { compare, differences } = comparison()
  for (let done = 0; done < CASES.operation; done += PER_CARD) {
    const version = randomRules(random)
    for (let i = 0; i < PER_CARD; i++) {
      const handled = randomHandled(random)
      const terms = { discount: discountOf(random), unit: random.pick<Unit>([1, 2]) }
      const result = operationFees(version, handled, terms)
      const amounts = amountsOf(result)
      seen.push(amounts)
      compare(amounts, inOrder(naiveOperation(version, handled, terms)))
      compare(isSumOfFees(result), true)
    }
  }
  expect(differences, `seed ${seed}`).toEqual([])
  expect(seen).toHaveLength(CASES.operation)
  expect(share(seen)).toBeGreaterThan(0.3)
  for (const gap of ['no_price', 'no_tier', 'no_dims']) expect(seen).toContain(gap)
})

const CHARGE_DATE = '2026-11-17'
const putAway = (ageDays: number) =>
  new Date(Date.parse(CHARGE_DATE) - (ageDays - 1) * 86_400_000).toISOString().slice(0, 10)

function randomStorage(random: Chance): StorageVersion {
  const bounds = [1, random.between(20, 40), random.between(60, 90), random.between(120, 200)]
  const price = () => decimal(random, random.pick([2, 6]), 5)
  const isOpen = random.between(0, 3) > 0
  return {
    versionId: 3,
    freeDays: random.pick([0, 0, 7, 30]),
    tiers: [
      ...bounds.map((ageFrom, i) => ({
        ageFrom,
        ageTo: i < 3 ? (bounds[i + 1] ?? 0) - 1 : isOpen ? null : 400,
        price: price(),
        quality: 'all' as const,
      })),
      ...(random.between(0, 1)
        ? [{ ageFrom: 50, ageTo: 100, price: price(), quality: 'defective' as const }]
        : []),
    ],
  }
}

test('rent agrees with plain fractions to the cent', () => {
  const random = chance('rent prices')
  const seen: string[] = []
  const { compare, differences } = comparison()
  for (let done = 0; done < CASES.rent; done += PER_CARD) {
    const version = randomStorage(random)
    for (let i = 0; i < PER_CARD; i++) {
      const goods: NaiveGoods[] = Array.from({ length: random.between(0, 6) }, () => ({
        ...measures(random),
        quality: random.pick(['good', 'defective']),
        quantity: random.between(1, 2000),
        ageDays: random.between(0, 420),
      }))
      const terms = {
        discount: discountOf(random),
        unit: random.pick<Unit>([1, 2]),
        minVolume: random.pick(['0.000001', '0.001']),
      }
      const stored = goods.map(({ ageDays, ...each }) => ({
        ...each,
        productId: 1,
        batchId: null,
        putawayDate: putAway(ageDays),
      }))
      const result = rentOfDay(version, stored, { ...terms, chargeDate: CHARGE_DATE })
      const amount = 'gap' in result ? result.gap : result.amount
      seen.push(amount)
      compare(amount, naiveRent(version, goods, terms))
    }
  }
  expect(differences, `seed ${seed}`).toEqual([])
  expect(seen).toHaveLength(CASES.rent)
  expect(seen).toContain('no_tier')
})

const unmeasured: Measured = { weight: null, length: null, width: null, height: null }

test('an order costs what was estimated, if its package measures what was estimated', () => {
  const random = chance('estimates')
  const seen: unknown[] = []
  const { compare, differences } = comparison()
  for (let done = 0; done < 5_000; done += PER_CARD) {
    const [freight, handling] = [freightCalculator(randomCard(random)), randomRules(random)]
    for (let i = 0; i < PER_CARD; i++) {
      const lines = Array.from({ length: random.between(1, 3) }, (_, productId) => ({
        ...{ ...measures(random, 100), productId, quantity: random.between(1, 3) },
        weight: positive(decimal(random, 3, 5)),
      }))
      const { size, weight } = estimate(lines)
      const estimated = { ...unmeasured, ...size, weight }
      const facts = { ...randomOrder(random), estimated }
      const terms = {
        ...{ discount: discountOf(random), unit: random.pick<Unit>([1, 2]) },
        ...{ chargeDate: dayOf(random), currency: 'USD' },
      }
      const [before, after] = [unmeasured, estimated].map((measured) => {
        const packages = [{ packageSeq: 1, ...measured }]
        const handled = handledByOrder({ dimDivisor: facts.dimDivisor, packages, lines }, 'order')
        return [
          amountsOf(freight({ ...facts, packages }, terms)),
          amountsOf(operationFees(handling, handled, terms)),
        ]
      })
      seen.push(...(before ?? []))
      compare(after, before)
    }
  }
  expect(differences, `seed ${seed}`).toEqual([])
  expect(share(seen)).toBeGreaterThan(0.3)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('the same facts cost the same on any day and in any time zone, and stay as they were', () => {
  const random = chance('any day')
  const card = randomCard(random)
  const [rules, storage] = [randomRules(random), randomStorage(random)]
  const terms = {
    discount: '0.85',
    unit: 1,
    chargeDate: CHARGE_DATE,
    currency: 'USD',
    minVolume: '0.000001',
  } as const
  const cases = Array.from({ length: 300 }, () => ({
    order: randomOrder(random),
    handled: randomHandled(random),
    goods: Array.from({ length: 3 }, () => ({
      ...{ ...measures(random), quality: 'good' as const, quantity: random.between(1, 2000) },
      ...{ productId: 1, batchId: null, putawayDate: putAway(random.between(0, 420)) },
    })),
  }))
  const prices = () =>
    cases.map(({ order, handled, goods }) => [
      freightCalculator(card)(order, terms),
      operationFees(rules, handled, terms),
      rentOfDay(storage, goods, terms),
    ])
  const [given, first] = [structuredClone({ cases, card, rules, storage }), prices()]
  for (const [now, zone] of [
    ['2024-02-29T23:59:59.999Z', 'UTC'],
    ['2026-03-08T07:00:00Z', 'America/New_York'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin'],
    ['2031-01-01T00:00:00Z', 'Pacific/Auckland'],
  ] as const) {
    vi.stubEnv('TZ', zone)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    expect(new Date().toISOString()).toBe(new Date(now).toISOString())
    expect(prices(), now).toEqual(first)
  }
  expect({ cases, card, rules, storage }).toEqual(given)
})
