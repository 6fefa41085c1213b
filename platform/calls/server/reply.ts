import { ZodError } from 'zod'
import { callText } from '../../text/common-text.ts'
import { fill, type Language, type Text } from '../../text/text.ts'
import type { Envelope } from '../call.ts'
import { problemsIn, sentenceOf } from '../problems.ts'
import { Refusal, SignedOut } from '../refusal.ts'

export type Reply = { status: number; body: Envelope; retryAfter?: number; fault?: unknown }

export const done = (data: unknown, language: Language): Envelope => ({
  code: 0,
  message: callText.done[language],
  success: true,
  data,
})

/**
 * Messages for rules that only the database can check, by constraint name, with the field they belong to. A message may contain what one of
 * our own functions gives as detail; the details of PostgreSQL itself may show other rows and are never shown.
 */
export type ConstraintTexts = Record<string, { text: Text | ((detail: string) => Text); path?: string }>

/** Turns any thrown value into a response. Of a fault, the caller only sees the request number. */
export function replyTo(
  thrown: unknown,
  language: Language,
  requestId: string,
  constraints: ConstraintTexts = {},
): Reply {
  if (thrown instanceof Refusal) return refused(thrown, language)
  if (thrown instanceof SignedOut) {
    const body = envelope(2, callText.notLoggedIn, language, null)
    return { status: thrown.why === 'missing' ? 401 : 200, body }
  }
  if (thrown instanceof ZodError) return invalid(thrown, language)

  const { code, statusCode } = (thrown ?? {}) as { code?: string; statusCode?: number }
  const constraint = constraintOf(thrown)
  const broken = constraint && constraints[constraint]
  if (broken) return refused(brokenBy(constraint, broken, thrown), language)
  if (code === '53100') return unavailable(callText.storageFull, language)
  if (isOverflow(thrown)) return refused(new Refusal(callText.overflow, { kind: 'overflow' }), language)
  if (isDatabaseAway(thrown)) return unavailable(callText.unavailable, language)
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return ofTransport(code ?? '', statusCode, language)
  }
  if (statusCode === 503) return unavailable(callText.unavailable, language)
  const body = envelope(5000, callText.serverError, language, { kind: 'fault', traceId: requestId })
  return { status: 500, body, fault: thrown }
}

/** The database constraint that was violated, if that is what was thrown. */
export const constraintOf = (thrown: unknown) => ((thrown ?? {}) as { constraint?: string }).constraint

/** What a function of ours says about a violated constraint. */
export const detailOf = (thrown: unknown) => ((thrown ?? {}) as { detail?: string }).detail ?? '–'

/** A decimal that has no room in its column, such as the sum of amounts that are each allowed. Nothing was written. */
const isOverflow = (thrown: unknown) => {
  const { code, routine } = (thrown ?? {}) as { code?: string; routine?: string }
  return code === '22003' && routine === 'apply_typmod'
}

function refused({ text, detail, status, retryAfter }: Refusal, language: Language): Reply {
  const fields = detail.fields?.map((field) => ({ ...field, message: field.message[language] }))
  const data = { ...detail, ...(fields && { fields }) }
  return {
    status,
    body: envelope(detail.url ? 5001 : 5000, text, language, data),
    ...(retryAfter && { retryAfter }),
  }
}

function brokenBy(constraint: string, { text: words, path }: ConstraintTexts[string], thrown: unknown) {
  const text = typeof words === 'function' ? words(detailOf(thrown)) : words
  return new Refusal(text, {
    kind: constraint,
    ...(path && { fields: [{ path, rule: 'taken', message: text }] }),
  })
}

function invalid(error: ZodError, language: Language): Reply {
  const fields = problemsIn(error)
  // The spec fixes this message for an empty or too large selection.
  const isSize = fields.every(({ message }) => message.en_US === callText.selectionSize.en_US)
  const text = isSize
    ? callText.selectionSize
    : fill(callText.invalid, { problems: sentenceOf(fields, language) })
  return refused(new Refusal(text, { kind: 'validation', fields }), language)
}

const unavailable = (text: Text, language: Language): Reply => ({
  status: 503,
  body: envelope(5000, text, language, { kind: 'unavailable' }),
  retryAfter: 2,
})

function ofTransport(code: string, status: number, language: Language): Reply {
  const [text, kind] =
    status === 413
      ? [callText.tooLarge, 'too_large']
      : status === 415
        ? [callText.wrongType, 'unsupported_type']
        : status === 408
          ? [callText.tooSlow, 'timeout']
          : status === 404 || status === 405
            ? [callText.noRoute, 'no_route']
            : [callText.malformed, 'malformed']
  const known = code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' ? 400 : status
  return { status: known, body: envelope(5000, text, language, { kind }) }
}

const envelope = (code: 2 | 5000 | 5001, text: Text, language: Language, data: unknown): Envelope => ({
  code,
  message: text[language],
  success: false,
  data,
})

const awayCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[1-4]|08\w{3}|53300|57014|25P03|55P03|40001|40P01)$/
const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout|Client was closed/

/** Whether the database was unreachable or timed out; the same call may succeed on retry. */
export function isDatabaseAway(thrown: unknown): boolean {
  const { code, message, syscall } = (thrown ?? {}) as { code?: string; message?: string; syscall?: string }
  const isSocketGone = code === 'ENOENT' && syscall === 'connect'
  return isSocketGone || awayCodes.test(code ?? '') || awayWords.test(message ?? '')
}
