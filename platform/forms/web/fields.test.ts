import { expect, test } from 'vitest'
import { z } from 'zod'
import { command, nothing } from '../../calls/call.ts'
import { rule } from '../../calls/problems.ts'
import { byField, problemsOf } from './fields.ts'

const short = { zh_CN: '太短', en_US: 'Too short' }
const odd = { zh_CN: '不对', en_US: 'Not right' }
const hire = command('/gateway/test/hire', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({
    name: z.string().min(2, rule(short)),
    roles: z.array(z.number().min(1, rule(odd))),
  }),
  output: nothing,
})

test('an input the server would accept has no problems', () => {
  expect(problemsOf(hire, { name: '李雷', roles: [1] })).toEqual({})
})

test('every wrong field is reported at once, with the message of its rule', () => {
  expect(problemsOf(hire, { name: '李', roles: [1, 0] })).toEqual({ name: short, roles: odd })
})

test('a field shows one problem at a time, the first', () => {
  const problem = (path: string, message: typeof short) => ({ path, rule: 'custom', message })
  expect(byField([problem('lines[2].qty', short), problem('lines[0]', odd), problem('name', odd)])).toEqual({
    lines: short,
    name: odd,
  })
})
