import { z } from 'zod'
import { callText } from '../text/common-text.ts'
import type { Text } from '../text/text.ts'
import type { Feature } from './features.ts'
import { rule } from './problems.ts'

/** A permission `area:object:action` of the role table, or public, or open to every logged-in user. */
export type Permission = 'public' | 'signed_in' | `${string}:${string}:${string}`

/** A call as client and server both know it. The only place that names its path. */
type Terms<I, O> = {
  permission: Permission
  feature: Feature
  /** Whether it works after the usage period ends: by default queries do, commands do not. */
  whenExpired?: 'allowed' | 'refused'
  /**
   * Open to restricted logins: customers, whose portal is a separate product, and users who must change their
   * password first.
   */
  isForRestricted?: boolean
  /** Polled by the page itself, so it does not extend the session. */
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
  /** The media type of a response that is a document; null for the JSON envelope. */
  document: string | null
}

export type Command<I extends Schema = Schema, O extends Schema = Schema> = Required<Terms<I, O>> & {
  kind: 'command'
  method: 'POST'
  path: Path
  /** What the call does, used in the title of a failure. */
  action: 'add' | 'delete' | 'bill' | 'act'
  /** A custom title for a failure. */
  failed?: Text
}

export type Call<I extends Schema = Schema, O extends Schema = Schema> = Query<I, O> | Command<I, O>

/** A call that reads. It uses GET unless the published API promises POST. */
export const query = <I extends Schema, O extends Schema>(
  path: Path,
  terms: Terms<I, O> & { method?: 'GET' | 'POST'; document?: string },
): Query<I, O> => ({
  method: 'GET',
  document: null,
  whenExpired: 'allowed',
  isForRestricted: false,
  isBackground: false,
  ...terms,
  kind: 'query',
  path,
})

/** A call that changes data. It runs in one transaction and is safe to repeat. */
export const command = <I extends Schema, O extends Schema>(
  path: Path,
  terms: Terms<I, O> & { action?: Command['action']; failed?: Text },
): Command<I, O> => ({
  action: 'act',
  whenExpired: 'refused',
  isForRestricted: false,
  isBackground: false,
  ...terms,
  kind: 'command',
  method: 'POST',
  path,
})

/** A call's parsed input, its raw input, and its output. */
export type InputOf<C extends Call> = z.output<C['input']>
export type SentTo<C extends Call> = z.input<C['input']>
export type OutputOf<C extends Call> = z.output<C['output']>

export const nothing = z.strictObject({})

/** Lists end at row ten thousand; beyond that, users narrow the filter. */
export const DEEPEST_ROW = 10_000
export const pageSizes = [20, 50, 100, 200] as const

/**
 * The input of a list: filters, page and order.
 *
 * The default order is declared here: the server sorts by it and the page marks its column.
 */
export const listQuery = <S extends z.ZodRawShape, const K extends string>(
  sorts: readonly K[],
  [sort, order]: readonly [NoInfer<K>, 'asc' | 'desc'],
  filters: S,
) =>
  z
    .strictObject({
      ...filters,
      page: z.coerce.number().int().min(1).max(DEEPEST_ROW).default(1),
      size: z.coerce.number().int().min(1).max(200).default(20),
      sort: z.enum(sorts as readonly [K, ...K[]]).default(sort as never),
      order: z.enum(['asc', 'desc']).default(order),
    })
    .refine((input) => isReachable(input as unknown as { page: number; size: number }), {
      path: ['page'],
      message: rule(callText.tooDeep),
    })

const isReachable = ({ page, size }: { page: number; size: number }) => (page - 1) * size < DEEPEST_ROW

export const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({ rows: z.array(row), total: z.number().int() })
/** Large lists stop counting one past the deepest row, which the page shows as "more". */
export type Page<R> = { rows: R[]; total: number }

/** A row's number. A form sends 0 where nothing is chosen yet. */
export const id = z.number().int().min(1, rule(callText.required)).max(Number.MAX_SAFE_INTEGER)

/** The most documents one call takes. */
export const MAX_AT_ONCE = 500

/** A selection of documents without duplicates. */
export const ids = z
  .array(id)
  .min(1, rule(callText.selectionSize))
  .max(MAX_AT_ONCE, rule(callText.selectionSize))
  .transform((list) => [...new Set(list)])

/** The result of a bulk action: how many succeeded, and each failure with its reason. */
export const bulkResult = z.object({
  ok: z.number().int(),
  failed: z.array(z.object({ id: z.number().int(), no: z.string(), reason: z.string() })),
})
export type BulkResult = z.output<typeof bulkResult>

/** Long-running work: the response is the task that does it. */
export const taskStarted = z.object({ taskId: z.number().int() })

/**
 * The envelope around every response. Codes: 0 done, 2 logged out, 5000 refused, 5001 refused with a link.
 * There are no others.
 */
export type Envelope = { code: 0 | 2 | 5000 | 5001; message: string; success: boolean; data: unknown }
