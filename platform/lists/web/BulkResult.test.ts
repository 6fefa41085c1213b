import { expect, test } from 'vitest'
import { z } from 'zod'
import { noticesFromNow } from '../../../testing/web/notices.ts'
import { answerCalls, renderHook } from '../../../testing/web/render-hook.ts'
import { bulkResult, command, ids } from '../../calls/call.ts'
import { actOnAll } from '../lists.ts'
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

test('more selected rows than one call takes are sent together where they have to be done in order, and else in parts', async () => {
  const sent: [path: string, rows: number][] = []
  answerCalls((body, path) => {
    sent.push([path, (body as { ids: number[] }).ids.length])
    return answered({ taskId: 7, ok: 1, failed: [] })
  })
  const many = { ...input, ids: Array.from({ length: 501 }, (_, at) => at + 1) }
  const inTurn = 'orders'
  expect(await renderHook(() => useBulk(voidAll, { refreshes: [], inTurn })).send(many)).toBe(true)
  expect(sent).toEqual([[actOnAll.path, 501]])
  await renderHook(() => useBulk(voidAll, { refreshes: [], inTurn })).send(input)
  await renderHook(() => useBulk(voidAll, { refreshes: [] })).send(many)
  expect(sent.slice(1)).toEqual([1, 500, 1].map((rows) => [voidAll.path, rows]))
})

test('a task on all matching rows that could not be started keeps its dialog', async () => {
  answerCalls(() => ({ success: false, code: 500, message: 'Too many rows', data: null }))
  const all = { list: 'orders', filters: {} }
  expect(await renderHook(() => useBulk(voidAll, { refreshes: [], all })).send(input)).toBe(false)
})
