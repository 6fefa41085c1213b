import { expect, test } from 'vitest'
import { z } from 'zod'
import { noticesFromNow } from '../../../testing/web/notices.ts'
import { answerCalls, renderHook } from '../../../testing/web/render-hook.ts'
import { bulkResult, command, ids } from '../../calls/call.ts'
import { useBulk } from './BulkResult.tsx'

const voidAll = command('/gateway/test/void-all', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ ids, reason: z.string() }),
  output: bulkResult,
})
const input = { ids: [1], reason: 'Address is wrong' }
const answered = (data: object) => ({ success: true, code: 200, message: '', data })

test('a bulk action that was refused as a whole says so to the dialog that asked for its reason', async () => {
  const messages = noticesFromNow()
  answerCalls(() => ({ success: false, code: 500, message: 'Expired', data: null }))
  expect(await renderHook(() => useBulk(voidAll, { refreshes: [] })).send(input)).toBe(false)
  expect(messages).toMatchObject([{ kind: 'error', text: 'Expired' }])
})

test('a bulk action that was done for some rows, or started as a task, needs its dialog no more', async () => {
  answerCalls(() => answered({ ok: 0, failed: [{ id: 1, no: 'A', reason: 'Shipped' }] }))
  expect(await renderHook(() => useBulk(voidAll, { refreshes: [] })).send(input)).toBe(true)

  const all = { list: 'orders', filters: {} }
  answerCalls(() => answered({ taskId: 7 }))
  expect(await renderHook(() => useBulk(voidAll, { refreshes: [], all })).send(input)).toBe(true)
})

test('a task on all matching rows that could not be started keeps its dialog', async () => {
  answerCalls(() => ({ success: false, code: 500, message: 'Too many rows', data: null }))
  const all = { list: 'orders', filters: {} }
  expect(await renderHook(() => useBulk(voidAll, { refreshes: [], all })).send(input)).toBe(false)
})
