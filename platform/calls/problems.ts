import type { z } from 'zod'
import { callText } from '../text/common-text.ts'
import { fill, type Language, type Params, type Text } from '../text/text.ts'
import type { FieldProblem } from './refusal.ts'

const BETWEEN = '\u0000'

/** A schema's own message in both languages, as the message of a zod check. */
export function rule<T extends Text>(text: T, ...params: Params<T>): string {
  const { zh_CN, en_US } = fill(text, ...params)
  return zh_CN + BETWEEN + en_US
}

/** The problems of an input, field by field. Values are never echoed. */
export const problemsIn = (error: z.ZodError): FieldProblem[] => error.issues.slice(0, 50).map(problemIn)

type Issue = z.ZodError['issues'][number]

function problemIn(issue: Issue): FieldProblem {
  const [zh_CN, en_US] = issue.message.split(BETWEEN)
  const limit = 'minimum' in issue ? issue.minimum : 'maximum' in issue ? issue.maximum : undefined
  return {
    path: pathOf(issue.path),
    rule: issue.code,
    ...(limit !== undefined && { limit: Number(limit) }),
    message: zh_CN && en_US ? { zh_CN, en_US } : plainWords(issue),
  }
}

/** `lines[2].qty`, the format in which forms and imports name a field. */
const pathOf = (path: PropertyKey[]) =>
  path.reduce<string>(
    (whole, step) =>
      typeof step === 'number' ? `${whole}[${step}]` : whole ? `${whole}.${String(step)}` : String(step),
    '',
  )

function plainWords(issue: Issue): Text {
  if (issue.code === 'too_small') return fill(callText.tooSmall, { limit: String(issue.minimum) })
  if (issue.code === 'too_big') return fill(callText.tooBig, { limit: String(issue.maximum) })
  if (issue.code === 'unrecognized_keys') return callText.unknownField
  // Issues carry no input, so that it cannot leak; only zod's own message tells missing from wrong.
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return callText.required
  return callText.wrongForm
}

/** All problems of an input in one sentence, for places that can only show a message. */
export const sentenceOf = (problems: FieldProblem[], language: Language) =>
  problems
    .slice(0, 3)
    .map(({ path, message }) => (path ? `${path}: ${message[language]}` : message[language]))
    .join('; ')
