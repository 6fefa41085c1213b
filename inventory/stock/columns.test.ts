import { expect, test } from 'vitest'
import type { CountRow } from '../counts/contract.ts'
import { scopeOf } from './columns.ts'
import { warningPath } from './web/warnings.ts'

const count: CountRow = {
  ...{ id: 1, countNo: 'CT260101-00001', status: 'open', isBlind: true, userName: 'x' },
  ...{ zoneName: null, customerCode: null, sku: null, locationCodes: [], createdAt: '2026-01-01T00:00:00Z' },
  ...{ lines: 1, countedLines: 0, differing: null, difference: null, value: null },
}

test('the scope of a count is named by all that narrows it, or as the whole', () => {
  const scope = (over: Partial<CountRow>) => scopeOf({ ...count, ...over }, 'everything')
  expect(scope({})).toBe('everything')
  expect(scope({ locationCodes: ['A-01', 'A-02'] })).toBe('A-01 A-02')
  expect(scope({ zoneName: 'Good', customerCode: 'ACME', sku: 'NUT', locationCodes: ['A-01'] })).toBe(
    'Good · ACME · NUT · A-01',
  )
})

test('low stock is listed by product, other warnings by bin', () => {
  expect([warningPath('low'), warningPath('waiting')]).toEqual([
    '/query/stock?warn=low',
    '/query/stock?mode=location&warn=waiting',
  ])
})
