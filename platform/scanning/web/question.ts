import type { ScanCommand } from '../scan-commands.ts'
import type { Reading, Scanned } from './reading.ts'

/** One way to answer: by its number, by its button, and by a command barcode if it has one. */
export type Choice = { text: string; run: () => void; command?: ScanCommand }

export type QuestionTone = 'warning' | 'error'

/** Something the station asks before it goes on. */
export type Question = {
  words: string
  tone: QuestionTone
  hint?: string
  choices: readonly Choice[]
  /** Takes a scan or typed words as the answer, as a bin or a date. */
  onText?: (text: string, scanned: Scanned) => void
}

export type Answer = { choice: Choice } | { text: string; scanned: Scanned } | undefined

/** What a scan answers to an open question. Goods scanned in between are no answer, and must not be lost quietly. */
export function answerTo(question: Question, reading: Reading): Answer {
  if (reading.kind === 'command') {
    const choice = question.choices.find(({ command }) => command === reading.command)
    return choice && { choice }
  }
  if (reading.kind !== 'code') return undefined
  const choice = /^\d{1,2}$/.test(reading.code) ? question.choices[Number(reading.code) - 1] : undefined
  if (choice) return { choice }
  const { kind: _, ...scanned } = reading
  return question.onText && { text: reading.code, scanned }
}
