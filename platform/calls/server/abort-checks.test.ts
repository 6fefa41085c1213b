import { expect, test } from 'vitest'
import { z } from 'zod'
import { abortChecks } from './abort-checks.ts'

/** A schema, and every value its rule was called with. */
function watched<T>(make: (rule: (value: T) => boolean) => z.ZodType) {
  const input: T[] = []
  const schema = make((value) => {
    input.push(value)
    return true
  })
  abortChecks(schema)
  return { schema, inputs: input }
}

const digits = z.number().int().max(15)

test.each<[string, (rule: (value: unknown) => boolean) => z.ZodType, unknown, unknown]>([
  [
    'between fields',
    (rule) => z.strictObject({ digits }).refine(rule),
    { digits: 500_000_000 },
    { digits: 8 },
  ],
  ['over rows', (rule) => z.array(digits).max(2).refine(rule), [1, 2, 3], [1]],
  [
    'over a row in rows',
    (rule) => z.array(z.object({ digits }).refine(rule)),
    [{ digits: 99 }],
    [{ digits: 9 }],
  ],
  ['on a text', (rule) => z.string().max(5).refine(rule), 'x'.repeat(6), 'x'],
  ['on a date', (rule) => z.iso.date().refine(rule), '2026-13-01', '2026-12-01'],
  [
    'inside null or nothing',
    (rule) => z.object({ a: z.string().max(1).refine(rule).nullable().optional() }),
    { a: 'xx' },
    { a: 'x' },
  ],
  [
    'inside a choice',
    (rule) => z.union([z.object({ digits }).refine(rule), z.string()]),
    { digits: 99 },
    { digits: 1 },
  ],
  [
    'inside a record',
    (rule) => z.record(z.string(), z.string().max(1).refine(rule)),
    { a: 'xx' },
    { a: 'x' },
  ],
  ['after a change', (rule) => z.preprocess((typed) => typed, z.string().max(1)).refine(rule), 'xx', 'x'],
  ['in a pipe', (rule) => z.coerce.number().pipe(digits).refine(rule), '99', '9'],
  ['with a default', (rule) => z.object({ a: digits.default(1) }).refine(rule), { a: 99 }, {}],
  ['in a tuple', (rule) => z.tuple([digits]).refine(rule), [99], [9]],
  [
    'in both of two',
    (rule) => z.intersection(z.object({ digits }), z.object({})).refine(rule),
    { digits: 99 },
    { digits: 9 },
  ],
])('a rule %s runs only after all earlier ones passed', (_, make, bad, good) => {
  const { schema, inputs } = watched(make)
  expect(schema.safeParse(bad).success).toBe(false)
  expect(inputs).toEqual([])
  expect(schema.safeParse(good).success).toBe(true)
  expect(inputs).toHaveLength(1)
})

test('every wrong field is still reported', () => {
  const schema = z.object({ a: digits, b: digits })
  abortChecks(schema)
  expect(schema.safeParse({ a: 99, b: 99 }).error?.issues.map(({ path }) => path)).toEqual([['a'], ['b']])
})
