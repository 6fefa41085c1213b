import { callText } from '../text/common-text.ts'
import { fill, type Params, type Text } from '../text/text.ts'
import type { Who } from './who.ts'

/** What a refusal carries beside its words, and nothing else. */
export type RefusalDetail = { kind: string; fields?: FieldProblem[]; url?: string }

export type FieldProblem = { path: string; rule: string; limit?: number | string; message: Text }

/**
 * The warehouse says no: a rule of the business stands against what was asked.
 *
 * A refusal is an answer, not a fault. It reaches the operator in their own language and is never
 * logged as an error. Anything else that is thrown is a fault of ours.
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

/** Somebody lacks a right. The server names it in words, with the people who have it, before it answers. */
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

/** Refuses with a kind that a caller can tell apart, or with the place where the way on is shown. */
export function refuseAs<T extends Text>(detail: RefusalDetail, text: T, ...params: Params<T>): never {
  throw new Refusal(fill(text, ...params), detail)
}

/** Refuses for the sake of one field, so that a form can show it there. */
export function refuseField<T extends Text>(path: string, text: T, ...params: Params<T>): never {
  const message = fill(text, ...params)
  throw new Refusal(message, { kind: 'validation', fields: [{ path, rule: 'custom', message }] })
}

/** Nobody is signed in: `missing` when no token came at all, `lost` when it is no longer good. */
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
