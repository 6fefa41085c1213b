import { expect, test } from 'vitest'
import { answerTo, type Question } from './question.ts'
import { nothingPending, readScan } from './reading.ts'

const question: Question = {
  words: 'More than expected. Count it?',
  tone: 'warning',
  choices: [
    { text: 'Yes', command: 'ok', run: () => {} },
    { text: 'No', command: 'undo', run: () => {} },
  ],
}
const answer = (scan: string, to = question) => answerTo(to, readScan(scan, nothingPending).reading)

test('a question is answered by a barcode or by the number of the option', () => {
  expect(answer('CMD-OK')).toEqual({ choice: question.choices[0] })
  expect(answer('2')).toEqual({ choice: question.choices[1] })
})

test('an item scanned while a question is open does not answer it', () => {
  expect([answer('BOLT'), answer('3'), answer('CMD-PRINT'), answer('12*')]).toEqual(Array(4).fill(undefined))
})

test('a question for a bin accepts what is scanned', () => {
  expect(answer('A-01', { ...question, onText: () => {} })).toEqual({
    text: 'A-01',
    scanned: { code: 'A-01', times: 1, isCounted: false },
  })
})

test('a question for a weight takes a number as the weight, not as the place of an option', () => {
  const weight = { ...question, isNumeric: true, onText: () => {} }
  expect(answer('2', weight)).toMatchObject({ text: '2' })
  expect(answer('CMD-UNDO', weight)).toEqual({ choice: question.choices[1] })
})

test('every question is answered with the command card alone: a choice by its digit, a date or number by its digits', () => {
  const nine = {
    ...question,
    choices: Array.from({ length: 9 }, (_, i) => ({ text: String(i), run: () => {} })),
  }
  for (const [i, choice] of nine.choices.entries()) {
    const { reading } = readScan(`CMD-${i + 1}`, nothingPending, { isChoice: true })
    expect(answerTo(nine, reading)).toEqual({ choice })
  }
  const day = { ...question, onText: () => {} }
  let pending = nothingPending
  const answers = [...'20300228', 'OK'].map((sign) => {
    const read = readScan(`CMD-${sign}`, pending)
    pending = read.pending
    return answerTo(day, read.reading)
  })
  expect(answers.slice(0, -1)).toEqual(Array(8).fill(undefined))
  expect(answers.at(-1)).toMatchObject({ text: '20300228' })
})

test('a number chooses only an option that exists, and otherwise is text where text is accepted', () => {
  const ten = {
    ...question,
    choices: Array.from({ length: 10 }, (_, i) => ({ text: String(i), run: () => {} })),
    onText: () => {},
  }
  expect(answer('10', ten)).toEqual({ choice: ten.choices[9] })
  expect(answer('1', ten)).toEqual({ choice: ten.choices[0] })
  for (const text of ['0', '11', '100']) expect(answer(text, ten)).toMatchObject({ text })
  expect(answer('0')).toBeUndefined()
})
