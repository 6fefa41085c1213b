import { describe, expect, test } from 'vitest'
import { type ContentProblem, contentProblems, isConditionFor } from './content-problems.ts'
import type {
  FreightRow,
  FreightSurcharge,
  OperationRule,
  OperationTier,
  StorageTier,
} from './price-types.ts'

/** Code and place in one line; a warning has a question mark. */
const briefly = (problems: readonly ContentProblem[]) =>
  problems.map(
    ({ code, place, tier, isWarning }) =>
      `${code} ${place}${tier === undefined ? '' : `.${tier}`}${isWarning ? ' ?' : ''}`,
  )

describe('operation rules', () => {
  const tier = (from: string, to: string | null): OperationTier => ({
    from,
    to,
    firstCount: 1,
    firstPrice: '1.25',
    nextPrice: null,
  })
  const rule = (over: Partial<OperationRule> = {}): OperationRule => ({
    feeTypeId: 1,
    feeCode: 'INB_UNLOAD',
    billOrderType: 'inbound',
    chargeUnit: 'box',
    conditionType: 'box_weight',
    minCharge: null,
    maxCharge: null,
    tiers: [tier('0', '15'), tier('15', '25'), tier('25', null)],
    ...over,
  })
  const check = (...rules: OperationRule[]) =>
    briefly(contentProblems({ kind: 'operation', dimDivisor: null, rules }, null))

  test('that are complete have no problem, also where they end', () => {
    expect(check(rule())).toEqual([])
    expect(check(rule({ tiers: [tier('0', '70')] }))).toEqual([])
    expect(check(rule({ tiers: [tier('15.0', null), tier('0', '15.000')] }))).toEqual([])
  })

  test.each(['box', 'pallet', 'container'] as const)('OP-3: orders are never billed by %s', (chargeUnit) => {
    const over = { chargeUnit, conditionType: 'none' } as const
    expect(check(rule({ ...over, billOrderType: 'order' }))).toEqual(['order_by_box 0'])
    expect(check(rule({ ...over, billOrderType: 'return' }))).toEqual([])
  })

  test('one rule for one type of fee', () => {
    expect(check(rule(), rule({ feeTypeId: 2 }), rule())).toEqual(['fee_twice 2'])
  })

  test.each<[string, OperationTier[], string[]]>([
    ['a gap', [tier('0', '15'), tier('16', null)], ['gap 0.1']],
    ['an overlap', [tier('0', '15'), tier('14', null)], ['overlap 0.1']],
    ['a tier inside another', [tier('0', null), tier('1', '2')], ['overlap 0.1']],
    ['a late start', [tier('1', null)], ['start 0.0']],
    ['an end at the start', [tier('0', '15'), tier('15', '15')], ['bounds 0.1']],
    ['no tier', [], ['no_tiers 0']],
  ])('with %s', (_, tiers, expected) => {
    expect(check(rule({ tiers }))).toEqual(expected)
  })

  test('minimum and maximum are in the right order', () => {
    expect(check(rule({ minCharge: '3.01', maxCharge: '3.00' }))).toEqual(['min_above_max 0'])
    expect(check(rule({ minCharge: '3.00', maxCharge: '3.00' }))).toEqual([])
  })

  test.each([
    ['box_weight', 'order', false],
    ['box_weight', 'inbound', true],
    ['box_weight', 'return', true],
    ['order_weight', 'inbound', false],
    ['order_weight', 'order', true],
    ['order_weight', 'return', true],
    ['pieces', 'order', true],
  ] as const)('%s for %s documents: %s', (condition, document, isAllowed) => {
    expect(isConditionFor(condition, document)).toBe(isAllowed)
  })

  test('a condition that the document does not have is named', () => {
    expect(check(rule({ billOrderType: 'order', chargeUnit: 'piece' }))).toEqual(['condition 0'])
  })

  test('the volumetric weight of a piece needs a divisor', () => {
    const rules = [rule(), rule({ feeTypeId: 2, conditionType: 'piece_billable_weight' })]
    expect(check(...rules)).toEqual(['divisor 1'])
    expect(contentProblems({ kind: 'operation', dimDivisor: 5000, rules }, null)).toEqual([])
  })

  test('a version without rules is empty', () => {
    expect(check()).toEqual(['empty 0'])
  })
})

describe('a freight table', () => {
  const cell = (
    zoneCode: string,
    weightFrom: string,
    weightTo: string | null,
    price: string | null,
    over: Partial<FreightRow> = {},
  ): FreightRow => ({
    zoneCode,
    weightFrom,
    weightTo,
    billingCode: 'flat',
    price,
    firstWeight: null,
    nextPrice: null,
    step: null,
    minCharge: null,
    ...over,
  })
  const surcharge = (over: Partial<FreightSurcharge>): FreightSurcharge => ({
    type: 'residential',
    remoteLevel: null,
    measure: null,
    above: null,
    dateFrom: null,
    dateTo: null,
    amount: '1',
    percent: null,
    fuelable: false,
    ...over,
  })
  const problems = (
    rows: readonly FreightRow[],
    surcharges: readonly FreightSurcharge[] = [],
    flatPrice: string | null = null,
  ) => contentProblems({ kind: 'freight', flatPrice, rows, surcharges }, ['2', '5'])

  test.each([
    ['price_book', '5', [], ['no_rows']],
    ['price_book', null, [cell('2', '0', null, '5')], []],
    ['price_book', '5', [cell('2', '0', null, '5')], []],
    ['flat', null, [cell('2', '0', null, '5')], ['no_flat']],
    ['flat', '5', [], []],
    ['flat', null, [], ['empty']],
    ['carrier_cost', '5', [], []],
    [null, '5', [], []],
  ] as const)(
    'of a channel that bills by %s, with the flat price %j and the rows %j: %j',
    (method, flatPrice, rows, codes) => {
      const content = { kind: 'freight', flatPrice, rows, surcharges: [] } as const
      expect(contentProblems(content, ['2'], method).map(({ code }) => code)).toEqual(codes)
    },
  )

  test('that is complete has no problem', () => {
    const rows = ['2', '5'].flatMap((zone) => [cell(zone, '1', '2', '5'), cell(zone, '0', '1', '5')])
    expect(problems(rows)).toEqual([])
  })

  test.each<[string, FreightRow[], string[]]>([
    ['a gap', [cell('2', '0', '1', '5'), cell('2', '2', '3', '6')], ['gap 1']],
    ['an overlap', [cell('2', '0', '1', '5'), cell('2', '0.5', '3', '6')], ['overlap 1']],
    ['a late start', [cell('2', '0.5', '1', '5')], ['start 0']],
    ['reversed bounds', [cell('2', '2', '1', '5')], ['bounds 0']],
    ['an empty cell', [cell('2', '0', '1', null)], ['no_price 0']],
    ['an unknown zone', [cell('9', '0', '1', '5')], ['unknown_zone 0']],
    ['a falling price', [cell('2', '0', '1', '5'), cell('2', '1', '2', '4.99')], ['falling 1 ?']],
    ['an equal price', [cell('2', '0', '1', '5'), cell('2', '1', '2', '5.00')], []],
    [
      'first and next without a step',
      [cell('2', '0', '1', '5', { billingCode: 'first_next', firstWeight: '0.5', nextPrice: '1' })],
      ['first_next 0'],
    ],
    [
      'a zone that ends early',
      [cell('2', '0', '1', '5'), cell('5', '0', '1', '5'), cell('5', '1', '2', '6')],
      ['short 0 ?'],
    ],
    [
      'a zone that ends where another does not',
      [cell('2', '0', null, '5'), cell('5', '0', '1', '5')],
      ['short 1 ?'],
    ],
    ['no rows', [], ['empty 0']],
  ])('with %s', (_, rows, expected) => {
    expect(briefly(problems(rows))).toEqual(expected)
  })

  test('of the largest size is checked zone by zone, each once', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => cell(String(i), '0', i === 7 ? '1' : '2', '5'))
    const found = contentProblems({ kind: 'freight', flatPrice: null, rows, surcharges: [] }, null)
    expect(briefly(found)).toEqual(['short 7 ?'])
  })

  test('a problem names its zone', () => {
    expect(problems([cell('2', '0', '1', null)])).toEqual([{ code: 'no_price', place: 0, zone: '2' }])
  })

  test('prices per kg may fall', () => {
    const unit = { billingCode: 'unit' as const }
    expect(problems([cell('2', '0', '1', '6.20', unit), cell('2', '1', '5', '5.40', unit)])).toEqual([])
  })

  test('a flat price needs no rows', () => {
    expect(problems([], [], '4.99')).toEqual([])
  })

  test.each<[Partial<FreightSurcharge>, string[]]>([
    [{}, []],
    [{ amount: null }, ['one_value 0']],
    [{ percent: '5' }, ['one_value 0']],
    [{ amount: null, percent: '5.25' }, []],
    [{ type: 'label_cancel' }, []],
    [{ type: 'label_cancel', amount: null, percent: '5' }, ['one_value 0']],
    [{ type: 'oversize' }, ['measure 0']],
    [{ type: 'overweight', measure: 'weight', above: '50' }, []],
    [{ measure: 'weight' }, ['measure 0']],
    [{ above: '4' }, ['measure 0']],
    [{ dateFrom: '2026-12-31', dateTo: '2026-11-15' }, ['dates 0']],
    [{ dateFrom: '2026-11-15', dateTo: '2026-11-15' }, []],
  ])('the surcharge %j', (over, expected) => {
    expect(briefly(problems([cell('2', '0', '1', '5')], [surcharge(over)]))).toEqual(expected)
  })
})

describe('rent tiers', () => {
  const tier = (
    ageFrom: number,
    ageTo: number | null,
    quality: StorageTier['quality'] = 'all',
  ): StorageTier => ({ ageFrom, ageTo, price: '0.5', quality })

  test.each<[string, number, StorageTier[], string[]]>([
    ['are complete', 0, [tier(1, 30), tier(31, null)], []],
    ['are not in order', 0, [tier(31, null), tier(1, 30)], []],
    ['begin after the free days', 30, [tier(31, null)], []],
    ['begin a day too late after the free days', 30, [tier(32, null)], ['gap 0']],
    ['are for either quality', 0, [tier(1, null, 'good'), tier(1, null, 'defective')], []],
    ['have an exception', 0, [tier(1, null), tier(31, 60, 'defective')], []],
    ['are missing', 0, [], ['empty 0']],
    ['have a gap', 0, [tier(1, 30), tier(32, null)], ['gap 1']],
    [
      'have a gap for good goods only',
      0,
      [tier(1, 30), tier(31, 40, 'defective'), tier(41, null)],
      ['gap 2'],
    ],
    ['begin late', 0, [tier(2, null)], ['gap 0']],
    ['overlap', 0, [tier(1, 30), tier(30, null)], ['overlap 1']],
    ['overlap one without an end', 0, [tier(1, null), tier(31, null)], ['overlap 1']],
    ['end', 0, [tier(1, 360)], ['ends 0 ?']],
    ['leave out defective goods', 0, [tier(1, null, 'good')], ['no_tiers 0']],
    ['are reversed', 0, [tier(1, null), tier(9, 8, 'good')], ['bounds 1']],
  ])('that %s', (_, freeDays, tiers, expected) => {
    expect(briefly(contentProblems({ kind: 'storage', freeDays, tiers }, null))).toEqual(expected)
  })
})
