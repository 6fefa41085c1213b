import { expect, test } from 'vitest'
import { preference } from '../../ui/web/session.ts'
import { forgetUnfinished, keepUnfinished, unfinishedOf } from './unfinished-uploads.ts'

const HOUR = 60 * 60 * 1000

test('an upload that broke off is found again for a day, until it is over', () => {
  keepUnfinished('a', 'first', 0)
  keepUnfinished('b', 'second', 5 * HOUR)
  expect([unfinishedOf('a', 23 * HOUR), unfinishedOf('b', 23 * HOUR)]).toEqual(['first', 'second'])
  expect([unfinishedOf('a', 24 * HOUR), unfinishedOf('b', 24 * HOUR)]).toEqual([undefined, 'second'])
  expect(unfinishedOf('c', 0)).toBeUndefined()

  forgetUnfinished('b', 25 * HOUR)
  expect(unfinishedOf('b', 25 * HOUR)).toBeUndefined()
  expect(preference('uploads')).toBeUndefined()
})

test('only what is younger than a day takes up room', () => {
  keepUnfinished('a', 'first', 0)
  keepUnfinished('b', 'second', 30 * HOUR)
  expect(Object.keys(JSON.parse(preference('uploads') ?? ''))).toEqual(['b'])
})
