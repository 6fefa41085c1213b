import { expect, test } from 'vitest'
import { preference } from '../../ui/web/session.ts'
import { forgetUnfinished, keepUnfinished, unfinishedOf } from './unfinished-uploads.ts'

const HOUR = 60 * 60 * 1000

test('an interrupted upload is found again for a day, until it is finished', () => {
  keepUnfinished('a', 'first', 0)
  keepUnfinished('b', 'second', 5 * HOUR)
  expect([unfinishedOf('a', 23 * HOUR), unfinishedOf('b', 23 * HOUR)]).toEqual(['first', 'second'])
  expect([unfinishedOf('a', 24 * HOUR), unfinishedOf('b', 24 * HOUR)]).toEqual([undefined, 'second'])
  expect(unfinishedOf('c', 0)).toBeUndefined()

  forgetUnfinished('b', 25 * HOUR)
  expect(unfinishedOf('b', 25 * HOUR)).toBeUndefined()
  expect(preference('uploads')).toBeUndefined()
})

test('only uploads younger than a day use the quota', () => {
  keepUnfinished('a', 'first', 0)
  keepUnfinished('b', 'second', 30 * HOUR)
  expect(Object.keys(JSON.parse(preference('uploads') ?? ''))).toEqual(['b'])
})
