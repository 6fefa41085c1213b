import type { ScanCommand } from '../scan-commands.ts'
import type { Reading, Scanned } from './reading.ts'

/** One answer: by its number, its button, and optionally a command barcode. */
export type Choice = { text: string; run: () => void; command?: ScanCommand }

export type QuestionTone = 'warning' | 'error'

/** A question the station asks before it continues. */
export type Question = {
  words: string
  tone: QuestionTone
  hint?: string
  choices: readonly Choice[]
  /** A number is the answer itself, such as a weight, and not the place of a choice. */
  isNumeric?: boolean
  /** Accepts a scan or typed text as the answer, such as a bin or a date. */
  onText?: (text: string, scanned: Scanned) => void
}

type Answer = { choice: Choice } | { text: string; scanned: Scanned } | undefined

/**
 * The answer a scan gives to an open question. An item scanned meanwhile is not an answer, and must not be
 * lost silently.
 */
export function answerTo(question: Question, reading: Reading): Answer {
  if (reading.kind === 'command') {
    const choice = question.choices.find(({ command }) => command === reading.command)
    return choice && { choice }
  }
  if (reading.kind !== 'code') return undefined
  const isPlace = !question.isNumeric && /^\d{1,2}$/.test(reading.code)
  const choice = isPlace ? question.choices[Number(reading.code) - 1] : undefined
  if (choice) return { choice }
  const { kind: _, ...scanned } = reading
  return question.onText && { text: reading.code, scanned }
}
