import { callText } from '../text/common-text.ts'
import { fill, type Params, type Text } from '../text/text.ts'
import type { Who } from './who.ts'

/** Everything a refusal carries besides its message. */
type RefusalDetail = { kind: string; fields?: FieldProblem[]; url?: string }

export type FieldProblem = { path: string; rule: string; limit?: number | string; message: Text }

/**
 * A business rule forbids the request.
 *
 * A refusal is a normal response, not a fault: the user sees it in their own language and it is never logged
 * as an error. Anything else that is thrown is a bug.
 */
export class Refusal extends Error {
  readonly text: Text
  readonly detail: RefusalDetail
  readonly status: number
  readonly retryAfter: number | undefined

  constructor(text: Text, detail: RefusalDetail, status = 200, retryAfter?: number) {
    super(text.en_US)
    this.text = text
    this.detail = detail
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The caller lacks a permission. Before responding, the server adds its title and the people who have it. */
export class MissingRight extends Refusal {
  readonly permission: string
  readonly who: Pick<Who, 'tenantId' | 'kind'>

  constructor(who: Pick<Who, 'tenantId' | 'kind'>, permission: string) {
    super(fill(callText.noPermission, { permission }), { kind: 'forbidden' })
    this.who = who
    this.permission = permission
  }
}

export function refuseRight(who: Pick<Who, 'tenantId' | 'kind'>, permission: string): never {
  throw new MissingRight(who, permission)
}

export function refuse<T extends Text>(text: T, ...params: Params<T>): never {
  throw new Refusal(fill(text, ...params), { kind: 'refused' })
}

/** Refuses with a kind that callers can distinguish, or with a link to the page that helps. */
export function refuseAs<T extends Text>(detail: RefusalDetail, text: T, ...params: Params<T>): never {
  throw new Refusal(fill(text, ...params), detail)
}

/** For a row that must exist: `executeTakeFirstOrThrow(notFound(text))`. */
export const notFound =
  <T extends Text>(text: T, ...params: Params<T>) =>
  () =>
    new Refusal(fill(text, ...params), { kind: 'not_found' })

/** Refuses because of one field, so that a form can show the message there. */
export function refuseField<T extends Text>(path: string, text: T, ...params: Params<T>): never {
  const message = fill(text, ...params)
  throw new Refusal(message, { kind: 'validation', fields: [{ path, rule: 'custom', message }] })
}

/** No valid session: `missing` when no token was sent, `lost` when the token is no longer valid. */
export class SignedOut extends Error {
  readonly why: 'missing' | 'lost'

  constructor(why: 'missing' | 'lost') {
    super(`signed out: ${why}`)
    this.why = why
  }
}

export function signedOut(why: 'missing' | 'lost'): never {
  throw new SignedOut(why)
}
