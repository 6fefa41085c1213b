import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { noticesFromNow } from '../../../testing/web/notices.ts'
import { answerCalls, renderHook } from '../../../testing/web/render-hook.ts'
import type { Notice } from '../../ui/web/notices.ts'
import { command } from '../call.ts'
import { newQueryClient, useCommand } from './call.ts'

/** The notification a user sees after a command returned this value or failed with this error. */
async function saidAfter(work: () => Promise<unknown>, meta = {}): Promise<Notice[]> {
  const messages = noticesFromNow()
  const client = newQueryClient()
  const command = client.getMutationCache().build(client, { mutationFn: work, meta })
  await command.execute(undefined).catch(() => {})
  return messages
}

test('a successful command shows a success message', async () => {
  const messages = await saidAfter(async () => ({ ok: 2, failed: [] }))
  expect(messages).toEqual([{ kind: 'success', text: '操作成功' }])
})

test('a bulk action that failed for some rows names them and does not show a success message', async () => {
  const failed = [1, 2, 3, 4].map((id) => ({ id, no: `IN-${id}`, reason: '状态已变化' }))
  expect(await saidAfter(async () => ({ ok: 2, failed: failed.slice(0, 1) }))).toEqual([
    { kind: 'warning', title: '操作部分成功', text: 'IN-1 状态已变化' },
  ])
  expect(await saidAfter(async () => ({ ok: 2, failed }))).toMatchObject([
    { text: 'IN-1 状态已变化 · IN-2 状态已变化 · IN-3 状态已变化 …' },
  ])
})

test('a bulk action that failed for all rows does not show a partial success', async () => {
  const failed = [{ id: 1, no: 'IN-1', reason: '状态已变化' }]
  expect(await saidAfter(async () => ({ ok: 0, failed }))).toEqual([
    { kind: 'error', title: '操作失败', text: 'IN-1 状态已变化' },
  ])
})

test('a command with a success message of its own shows that one', async () => {
  const successText = { zh_CN: '已开始', en_US: 'Started' }
  expect(await saidAfter(async () => ({}), { successText })).toEqual([{ kind: 'success', text: '已开始' }])
})

test('a quiet command leaves the message to its caller', async () => {
  expect(await saidAfter(async () => ({}), { quiet: true })).toEqual([])
})

test('a failure without an explanation from the server still has a title and a reason', async () => {
  const messages = await saidAfter(() => Promise.reject(new TypeError('x is not a function')))
  expect(messages).toEqual([{ kind: 'error', title: '操作失败', text: '服务器错误' }])
})

const start = command('/gateway/test/start', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ no: z.number() }),
  output: z.object({ taskId: z.number() }),
})

const answered = ({ no }: { no: number }) => ({ success: true, code: 200, message: '', data: { taskId: no } })

test('an answer that arrives while its tab is hidden still reaches the page', async () => {
  answerCalls((body) => answered(body as { no: number }))
  const { mutate } = renderHook(() => useCommand(start, { quiet: true }))
  const taskId = await new Promise((onSuccess) => mutate({ no: 4 }, { onSuccess }))
  expect(taskId).toEqual({ taskId: 4 })
})

test('a refusal that arrives while its tab is hidden still reaches the page', async () => {
  answerCalls(() => ({ success: false, code: 500, message: 'No', data: null }))
  const { mutate } = renderHook(() => useCommand(start, { ownErrors: true }))
  const error = await new Promise((onError) => mutate({ no: 4 }, { onError }))
  expect(error).toMatchObject({ message: 'No' })
})

test('only the newest of several calls reaches the page', async () => {
  let release = () => {}
  const first = new Promise<void>((resolve) => {
    release = resolve
  })
  answerCalls(async (body) => {
    const { no } = body as { no: number }
    if (no === 1) await first
    return answered({ no })
  })
  const { mutate, mutateAsync } = renderHook(() => useCommand(start, { quiet: true }))
  const onSuccess = vi.fn()
  mutate({ no: 1 }, { onSuccess })
  await new Promise((done) => mutate({ no: 2 }, { onSuccess: (answer) => done(onSuccess(answer)) }))
  release()
  await mutateAsync({ no: 3 })
  await new Promise((later) => setTimeout(later, 20))
  expect(onSuccess.mock.calls).toEqual([[{ taskId: 2 }]])
})

test('an answer for a dialog that was closed does not close the next one', async () => {
  answerCalls((body) => answered(body as { no: number }))
  const { mutate, mutateAsync } = renderHook(() => useCommand(start, { quiet: true }), { isFront: true })
  const onSuccess = vi.fn()
  mutate({ no: 1 }, { onSuccess })
  await mutateAsync({ no: 2 })
  await new Promise((later) => setTimeout(later, 20))
  expect(onSuccess).not.toHaveBeenCalled()
})
