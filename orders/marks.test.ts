import { expect, test } from 'vitest'
import { marksIn } from './marks.ts'

test('marking orders changes only what was touched', () => {
  expect(marksIn({ priority: undefined, way: 'keep', tags: ['typed before'] })).toBeUndefined()
  expect(marksIn({ priority: '0', way: 'keep', tags: [] })).toEqual({ priority: 0 })
  expect(marksIn({ priority: undefined, way: 'add', tags: ['VIP'] })).toEqual({ addTags: ['VIP'] })
  expect(marksIn({ priority: undefined, way: 'add', tags: [] })).toBeUndefined()
  expect(marksIn({ priority: '7', way: 'replace', tags: [] })).toEqual({ priority: 7, tags: [] })
})
