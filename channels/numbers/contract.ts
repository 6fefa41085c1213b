import { z } from 'zod'
import { command, id, nothing, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { whole } from '../../platform/calls/rules.ts'
import { checkRules, MAX_DIGITS, type NumberRange, rangeProblem } from './numbers.ts'
import { numberText } from './text.ts'

const see = { permission: 'setting:channel:view', feature: 'carrier' } as const
const change = { permission: 'setting:channel:edit', feature: 'carrier' } as const

const HIGHEST = 10 ** MAX_DIGITS - 1
const mark = (max: number) =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(new RegExp(`^[A-Z0-9-]{0,${max}}$`), rule(numberText.form, { max }))

/** A range of numbers: prefix, suffix, number of digits, and first and last number. */
export const poolFields = {
  prefix: mark(20),
  digits: whole(1, MAX_DIGITS),
  checkRule: z.enum(checkRules),
  suffix: mark(10),
  firstNo: whole(0, HIGHEST),
  lastNo: whole(0, HIGHEST),
}

export const poolRules = <S extends z.ZodType<NumberRange>>(schema: S) =>
  schema.superRefine((range, ctx) => {
    const problem = rangeProblem(range)
    if (problem) ctx.addIssue({ code: 'custom', path: [problem.path], message: rule(problem.message) })
  })

export const poolRow = z.object({
  id,
  kind: z.enum(['range', 'list']),
  firstNumber: z.string(),
  lastNumber: z.string(),
  checkRule: z.enum(checkRules),
  used: z.number().int(),
  total: z.number().int(),
  isOpen: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type PoolRow = z.output<typeof poolRow>

export const listPools = query('/gateway/wms/channel/pools', {
  ...see,
  input: z.strictObject({ channelId: z.coerce.number().pipe(id) }),
  output: z.array(poolRow),
})

export const addPool = command('/gateway/wms/channel/add-pool', {
  ...change,
  action: 'add',
  input: poolRules(z.strictObject({ channelId: id, ...poolFields })),
  output: z.object({ id }),
})

/** Numbers of a closed pool are not issued. It can be reopened, because its numbers exist nowhere else. */
export const switchPool = command('/gateway/wms/channel/switch-pool', {
  ...change,
  input: z.strictObject({ id, isOpen: z.boolean() }),
  output: nothing,
})
