import { callText } from '../../text/common-text.ts'
import { type Language, say, type Text } from '../../text/text.ts'
import { addressToOpen } from '../../ui/web/safe-path.ts'
import type { Call, Command, Envelope } from '../call.ts'
import type { FieldProblem } from '../refusal.ts'

/** Why a call failed, as shown to the user. */
export type Failure = {
  /** What failed: "Add failed". */
  title: string
  /** Why: the server's message, or ours where it sent none. */
  message: string
  code: number
  kind: string
  fields: FieldProblem[]
  /** A page that helps: one of our own or on the web. */
  url: string | undefined
  isSignedOut: boolean
  /** Whether the server may have executed it: the outcome is unknown. */
  isUnsure: boolean
}

type Reading = { data: unknown } | { failure: Failure }

/** Codes that mean refused, whatever else the envelope claims. */
const noes: readonly number[] = [2, 5000, 5001]

type CallTerms = Pick<Call, 'kind'> & { action?: Command['action']; failed?: Text }

/** Reads a response: a status and, usually, an envelope. */
export function readAnswer(call: CallTerms, status: number, body: unknown, language: Language): Reading {
  const envelope = asEnvelope(body)
  if (status === 200 && envelope?.success && !noes.includes(envelope.code)) return { data: envelope.data }

  const isSignedOut = status === 401 || envelope?.code === 2
  const detail = detailOf(envelope?.data)
  return {
    failure: {
      title: titleOf(call, language),
      message: envelope?.message || say(wordsFor(status, isSignedOut, !!envelope), language),
      code: envelope?.code ?? status,
      kind: isSignedOut ? 'signed_out' : (detail.kind ?? (envelope ? 'refused' : 'network')),
      fields: (detail.fields ?? []).map(asProblem),
      url:
        envelope?.code === 5001
          ? addressToOpen(typeof envelope.data === 'string' ? envelope.data : detail.url)
          : undefined,
      isSignedOut,
      isUnsure: status >= 500 || status === 409,
    },
  }
}

/** No response, or not within the timeout. */
export const noAnswer = (call: CallTerms, language: Language): Failure => ({
  title: titleOf(call, language),
  message: say(callText.networkError, language),
  code: 0,
  kind: 'network',
  fields: [],
  url: undefined,
  isSignedOut: false,
  isUnsure: true,
})

const titles: Record<Command['action'], Text> = {
  add: callText.addFailed,
  delete: callText.deleteFailed,
  bill: callText.billingFailed,
  act: callText.actionFailed,
}

const titleOf = ({ failed, action = 'act' }: CallTerms, language: Language) =>
  say(failed ?? titles[action], language)

function wordsFor(status: number, isSignedOut: boolean, hasEnvelope: boolean) {
  if (isSignedOut) return callText.notLoggedIn
  return status !== 200 && !hasEnvelope ? callText.networkException : callText.serverError
}

function asEnvelope(body: unknown): Envelope | undefined {
  if (typeof body !== 'object' || body === null || !('success' in body) || !('code' in body)) return undefined
  return body as Envelope
}

/** A problem as transmitted: already translated into the requested language. */
type TranslatedProblem = Omit<FieldProblem, 'message'> & { message: string }
type Detail = { kind?: string; fields?: TranslatedProblem[]; url?: string }

const asProblem = (answer: TranslatedProblem): FieldProblem => ({
  ...answer,
  message: { zh_CN: answer.message, en_US: answer.message },
})

const detailOf = (data: unknown): Detail =>
  typeof data === 'object' && data !== null ? (data as Detail) : {}
