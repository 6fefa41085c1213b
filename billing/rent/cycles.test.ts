import { describe, expect, test } from 'vitest'
import { cycleEndOf, isCycleOver, type PutAside, planDay, type RentPlan } from './cycles.ts'

const weekly: RentPlan = {
  storageSettlementCycle: 'deposit',
  storageCycleDays: 7,
  storageCycleAnchor: '2026-03-02',
  isEnabled: true,
}
const daily: RentPlan = {
  ...weekly,
  storageSettlementCycle: 'daily',
  storageCycleDays: null,
  storageCycleAnchor: null,
}
const price = { versionId: 1, discount: '1.00' }
const aside = (chargeDate: string, over: Partial<PutAside> = {}): PutAside => ({
  ...price,
  chargeDate,
  cycleTo: '2026-03-08',
  ...over,
})

describe('the last day of a cycle', () => {
  test.each([
    ['the first day', weekly, '2026-03-02', '2026-03-08'],
    ['the last day', weekly, '2026-03-08', '2026-03-08'],
    ['the next cycle', weekly, '2026-03-09', '2026-03-15'],
    ['before it was agreed', weekly, '2026-03-01', null],
    ['daily', daily, '2026-03-02', null],
    ['a deposit without its days', { ...weekly, storageCycleDays: null }, '2026-03-02', null],
    ['a deposit without its start', { ...weekly, storageCycleAnchor: null }, '2026-03-02', null],
    ['a disabled customer', { ...weekly, isEnabled: false }, '2026-03-02', null],
  ])('%s', (_, plan, day, end) => {
    expect(cycleEndOf(plan, day)).toBe(end)
  })
})

describe('a day’s rent', () => {
  const day = { ...price, chargeDate: '2026-03-05' }
  const put = { cycleTo: '2026-03-08', closesOthers: false }
  const own = { cycleTo: null }
  test.each<[string, RentPlan, PutAside[], string | null, object]>([
    ['is charged at once by a daily customer', daily, [], '2026-03-04', own],
    ['is put aside as the first of a cycle', weekly, [], '2026-03-04', put],
    ['is put aside in the first night of all', weekly, [], null, put],
    ['joins what was put aside at the same price', weekly, [aside('2026-03-04')], '2026-03-04', put],
    [
      'closes days of another version',
      weekly,
      [aside('2026-03-04', { versionId: 2 })],
      '2026-03-04',
      { ...put, closesOthers: true },
    ],
    [
      'closes days of another discount',
      weekly,
      [aside('2026-03-04', { discount: '0.90' })],
      '2026-03-04',
      { ...put, closesOthers: true },
    ],
    [
      'closes days of another cycle',
      weekly,
      [aside('2026-03-04', { cycleTo: '2026-03-06' })],
      '2026-03-04',
      { ...put, closesOthers: true },
    ],
    ['joins its open cycle when it is priced late', weekly, [aside('2026-03-06')], '2026-03-07', put],
    ['is charged by itself when its cycle is over', weekly, [], '2026-03-08', own],
    [
      'is charged by itself when it is priced late at another price',
      weekly,
      [aside('2026-03-06', { versionId: 2 })],
      '2026-03-07',
      own,
    ],
    [
      'is charged by itself when it is priced late at another price, between days of one price',
      weekly,
      [aside('2026-03-04', { versionId: 2 }), aside('2026-03-06', { versionId: 2 })],
      '2026-03-07',
      own,
    ],
  ])('%s', (_, plan, others, lastDone, planned) => {
    expect(planDay(plan, day, others, lastDone)).toEqual(planned)
  })
})

describe('a cycle is over', () => {
  const open = { firstDate: '2026-03-02', cycleTo: '2026-03-08' }
  test.each<[string, RentPlan, string, boolean]>([
    ['not before its last day', weekly, '2026-03-07', false],
    ['on its last day', weekly, '2026-03-08', true],
    ['after its last day', weekly, '2026-03-09', true],
    ['when the customer pays daily', daily, '2026-03-04', true],
    ['when the customer is disabled', { ...weekly, isEnabled: false }, '2026-03-04', true],
    ['when it has other days', { ...weekly, storageCycleDays: 10 }, '2026-03-04', true],
    ['when it was agreed again', { ...weekly, storageCycleAnchor: '2026-03-04' }, '2026-03-04', true],
  ])('%s', (_, plan, night, isOver) => {
    expect(isCycleOver(plan, open, night)).toBe(isOver)
  })
})
