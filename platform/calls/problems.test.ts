import { expect, test } from 'vitest'
import { z } from 'zod'
import { problemsIn, rule, sentenceOf } from './problems.ts'

const max = { zh_CN: '不能超过 {max} 件', en_US: 'At most {max} pieces' } as const
const form = z.strictObject({
  name: z.string(),
  lines: z
    .array(
      z.strictObject({
        pieces: z
          .number()
          .int()
          .max(9, rule(max, { max: 9 })),
        note: z.string().max(3).optional(),
      }),
    )
    .min(1),
})

const problemsOf = (input: unknown) => {
  const read = form.safeParse(input)
  return read.success ? [] : problemsIn(read.error)
}

test('a valid input has no problems', () => {
  expect(problemsOf({ name: 'a', lines: [{ pieces: 1 }] })).toEqual([])
})

test('a rule has its own message in both languages, with the limit', () => {
  expect(problemsOf({ name: 'a', lines: [{ pieces: 1 }, { pieces: 10 }] })).toEqual([
    {
      path: 'lines[1].pieces',
      rule: 'too_big',
      limit: 9,
      message: { zh_CN: '不能超过 9 件', en_US: 'At most 9 pieces' },
    },
  ])
})

test('a rule without its own message gets a generic one', () => {
  const words = problemsOf({ lines: [{ pieces: 'x', note: 'long' }], more: 1 }).map((problem) => [
    problem.path,
    problem.message.en_US,
  ])
  expect(words).toEqual([
    ['name', 'Required'],
    ['lines[0].pieces', 'Invalid format'],
    ['lines[0].note', 'Must be at most 3'],
    ['', 'Contains an unknown field'],
  ])
})

test('user input is never echoed, neither a value nor the name of an unknown field', () => {
  const message = JSON.stringify(
    problemsOf({ name: 7777, secretKey: 'secretValue', lines: [{ pieces: 'secretValue', secretKey: 1 }] }),
  )
  expect(message).not.toMatch(/7777|secret/)
})

test('at most fifty problems are reported', () => {
  expect(problemsOf({ name: 'a', lines: Array.from({ length: 200 }, () => ({ pieces: 10 })) })).toHaveLength(
    50,
  )
})

test('a message lists the first three problems, each with its field', () => {
  const problems = problemsOf({ lines: [{ pieces: 10, note: 'long' }, { pieces: 10 }] })
  expect(sentenceOf(problems, 'en_US')).toBe(
    'name: Required; lines[0].pieces: At most 9 pieces; lines[0].note: Must be at most 3',
  )
  expect(sentenceOf(problems, 'zh_CN')).toBe(
    'name: 必填; lines[0].pieces: 不能超过 9 件; lines[0].note: 不能超过 3',
  )
})

test('a problem of the whole input has no field in front of it', () => {
  expect(sentenceOf(problemsOf({ name: 'a', lines: [{ pieces: 1 }], more: 1 }), 'en_US')).toBe(
    'Contains an unknown field',
  )
})
