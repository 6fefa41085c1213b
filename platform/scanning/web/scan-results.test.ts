import { expect, test } from 'vitest'
import { type Mark, withMark } from './scan-results.ts'

const mark = (id: string, words = ''): Mark => ({ id, code: id, words, tone: 'ok', isWaiting: true })

test('the last five scans are shown, newest first', () => {
  const marks = ['1', '2', '3', '4', '5', '6'].reduce<Mark[]>((now, id) => withMark(now, mark(id)), [])
  expect(marks.map(({ id }) => id)).toEqual(['6', '5', '4', '3', '2'])
})

test('the server’s result replaces the line of its scan', () => {
  const marks = withMark(withMark([mark('1')], mark('2')), mark('1', 'refused'))
  expect(marks.map(({ id, words }) => [id, words])).toEqual([
    ['2', ''],
    ['1', 'refused'],
  ])
})
