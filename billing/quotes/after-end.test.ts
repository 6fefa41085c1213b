import { expect, test } from 'vitest'
import { afterEnd } from './after-end.ts'

const version = (id: number, effectiveFrom: string | null) => ({ id, effectiveFrom })
const first = version(1, '2026-01-01T00:00:00Z')
const second = version(2, '2026-04-01T00:00:00Z')
const third = version(3, '2026-07-01T00:00:00Z')
const draft = version(4, null)
const all = [draft, third, second, first]

test.each([
  ['at the start of the next one', first, '2026-04-01T00:00:00Z', 2, false],
  ['before the next one starts', first, '2026-03-31T23:59:59Z', 2, true],
  ['before the last one starts', second, '2026-06-30T00:00:00Z', 3, true],
  ['last of all', third, '2027-01-01T00:00:00Z', undefined, true],
  ['never', third, null, undefined, false],
])('a version that ends %s', (_, ended, inactiveAt, next, hasGap) => {
  const after = afterEnd(all, ended, inactiveAt)
  expect([after.next?.id, after.hasGap]).toEqual([next, hasGap])
})

test('only versions that start later follow, and drafts never do', () => {
  expect(afterEnd([draft, first], second, '2026-05-01T00:00:00Z')).toEqual({ next: undefined, hasGap: true })
})
