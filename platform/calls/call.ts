import { z } from 'zod'
import { callText } from '../text/common-text.ts'
import type { Text } from '../text/text.ts'
import type { Feature } from './features.ts'
import { rule } from './problems.ts'

/** `area:object:action` of the role table; or open to everyone; or to anyone who is signed in. */
export type Permission = 'public' | 'signed_in' | `${string}:${string}:${string}`

/** A call as both sides know it: the only place that names its path. */
type Terms<I, O> = {
  permission: Permission
  feature: Feature
  /** Whether it still works once the usage period is over: by default what reads does, what changes does not. */
  whenExpired?: 'allowed' | 'refused'
  /** Open to those who are not let further: customers, whose portal is another product, and whoever must change a password first. */
  atTheDoor?: boolean
  /** Asked by the page itself, again and again: it does not keep a forgotten session alive. */
  isBackground?: boolean
  input: I
  output: O
}

type Path = `/gateway/${string}`
type Schema = z.ZodType

export type Query<I extends Schema = Schema, O extends Schema = Schema> = Required<Terms<I, O>> & {
  kind: 'query'
  method: 'GET' | 'POST'
  path: Path
  /** The media type of an answer that is a document; null for the envelope. */
  document: string | null
}

export type Command<I extends Schema = Schema, O extends Schema = Schema> = Required<Terms<I, O>> & {
  kind: 'command'
  method: 'POST'
  path: Path
  /** What it does, for the title of a failure. */
  deed: 'add' | 'delete' | 'bill' | 'act'
  /** A title of its own for a failure. */
  failed?: Text
}

export type Call<I extends Schema = Schema, O extends Schema = Schema> = Query<I, O> | Command<I, O>

/** A call that reads. It travels as GET unless the product's promise to its clients says POST. */
export const query = <I extends Schema, O extends Schema>(
  path: Path,
  terms: Terms<I, O> & { method?: 'GET' | 'POST'; document?: string },
): Query<I, O> => ({
  method: 'GET',
  document: null,
  whenExpired: 'allowed',
  atTheDoor: false,
  isBackground: false,
  ...terms,
  kind: 'query',
  path,
})

/** A call that changes something. It runs in one transaction and may be repeated without harm. */
export const command = <I extends Schema, O extends Schema>(
  path: Path,
  terms: Terms<I, O> & { deed?: Command['deed']; failed?: Text },
): Command<I, O> => ({
  deed: 'act',
  whenExpired: 'refused',
  atTheDoor: false,
  isBackground: false,
  ...terms,
  kind: 'command',
  method: 'POST',
  path,
})

/** What a call's function gets, what its caller sends, and what comes back. */
export type InputOf<C extends Call> = z.output<C['input']>
export type SentTo<C extends Call> = z.input<C['input']>
export type OutputOf<C extends Call> = z.output<C['output']>

export const nothing = z.strictObject({})

/** Nobody reads past the ten thousandth row; a narrower filter finds it sooner. */
export const DEEPEST_ROW = 10_000
export const pageSizes = [20, 50, 100, 200] as const

/** The input of a list: its filters, which page of it, and in which order. */
export const listQuery = <S extends z.ZodRawShape, const K extends string>(sorts: readonly K[], filters: S) =>
  z
    .strictObject({
      ...filters,
      page: z.coerce.number().int().min(1).max(DEEPEST_ROW).default(1),
      size: z.coerce.number().int().min(1).max(200).default(20),
      sort: z.enum(sorts as readonly [K, ...K[]]).optional(),
      order: z.enum(['asc', 'desc']).optional(),
    })
    .refine((input) => isReachable(input as unknown as { page: number; size: number }), {
      path: ['page'],
      message: rule(callText.tooDeep),
    })

const isReachable = ({ page, size }: { page: number; size: number }) => (page - 1) * size < DEEPEST_ROW

export const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({ rows: z.array(row), total: z.number().int() })
/** Large lists count no further than one past the deepest row: that says "more". */
export type Page<R> = { rows: R[]; total: number }

export const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** A selection of documents; the same one twice counts once. */
export const ids = z
  .array(id)
  .min(1, rule(callText.selectionSize))
  .max(500, rule(callText.selectionSize))
  .transform((list) => [...new Set(list)])

/** What a bulk action did: how many went, and each that did not, with the reason in words. */
export const bulkResult = z.object({
  ok: z.number().int(),
  failed: z.array(z.object({ id: z.number().int(), no: z.string(), reason: z.string() })),
})
export type BulkResult = z.output<typeof bulkResult>

/** Long work: the answer is the task that does it. */
export const taskStarted = z.object({ taskId: z.number().int() })

/** The envelope around every answer. No other codes exist: 0 done, 2 signed out, 5000 no, 5001 no with a link. */
export type Envelope = { code: 0 | 2 | 5000 | 5001; message: string; success: boolean; data: unknown }
