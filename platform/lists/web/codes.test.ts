import { expect, test } from 'vitest'
import { noticesFromNow } from '../../../testing/web/notices.ts'
import { renderHook } from '../../../testing/web/render-hook.ts'
import { MAX_CODE } from '../codes.ts'
import { useCodes } from './codes.tsx'

test('pasted codes that are too long or too many are refused with the limit, and filter nothing', () => {
  const messages = noticesFromNow()
  const filtered: unknown[] = []
  const { take } = renderHook(() => useCodes({ change: (filters) => void filtered.push(filters) }, undefined))
  take(['A-1', 'B'.repeat(MAX_CODE + 1)])
  take(Array.from({ length: 501 }, (_, at) => `C-${at}`))
  expect(messages).toMatchObject([
    { kind: 'error', text: '每个编码不能超过 80 个字符' },
    { kind: 'error', text: '一次最多 500 个编码，且总长不能超过网址的容量' },
  ])
  expect(filtered).toEqual([])
  take(['A-1', 'B'.repeat(MAX_CODE)])
  expect(filtered).toEqual([{ codes: ['A-1', 'B'.repeat(MAX_CODE)], search: undefined }])
})
