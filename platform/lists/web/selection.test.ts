import { expect, test } from 'vitest'
import { noticesFromNow } from '../../../testing/web/notices.ts'
import { renderHook } from '../../../testing/web/render-hook.ts'
import { useOneCall } from './selection.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

test('an action that is one call for all selected rows says how many it takes, instead of being refused', () => {
  const messages = noticesFromNow()
  const started: number[] = []
  const inOneCall = renderHook(useOneCall)
  for (const count of [1, 500, 501]) inOneCall(rows(count), (ids) => started.push(ids.length))
  expect(started).toEqual([1, 500])
  expect(messages).toMatchObject([{ kind: 'warning', text: '已选 501 条，此操作一次最多 500 条' }])
})
