import { expect, test } from 'vitest'
import { type Notice, onNotice } from '../../ui/web/notices.ts'
import { newQueryClient } from './call.ts'

/** What the operator reads after a command that came back with this, or failed with that. */
async function saidAfter(work: () => Promise<unknown>, meta = {}): Promise<Notice[]> {
  const messages: Notice[] = []
  const stop = onNotice((notice) => messages.push(notice))
  const client = newQueryClient()
  const command = client.getMutationCache().build(client, { mutationFn: work, meta })
  await command.execute(undefined).catch(() => {})
  stop()
  return messages
}

test('a command that went well says so', async () => {
  const messages = await saidAfter(async () => ({ ok: 2, failed: [] }))
  expect(messages).toEqual([{ kind: 'success', text: '操作成功' }])
})

test('a bulk action that could not do all of it does not say that it is done', async () => {
  const failed = [{ id: 1, no: 'IN-1', reason: '状态已变化' }]
  expect(await saidAfter(async () => ({ ok: 1, failed }))).toEqual([
    { kind: 'warning', text: '操作部分成功' },
  ])
})

test('a quiet command leaves the words to whoever sent it', async () => {
  expect(await saidAfter(async () => ({}), { quiet: true })).toEqual([])
})

test('a failure that no server explained still has a title and a reason', async () => {
  const messages = await saidAfter(() => Promise.reject(new TypeError('x is not a function')))
  expect(messages).toEqual([{ kind: 'error', title: '操作失败', text: '服务器错误' }])
})
