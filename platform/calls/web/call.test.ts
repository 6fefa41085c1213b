import { expect, test } from 'vitest'
import { type Notice, onNotice } from '../../ui/web/notices.ts'
import { newQueryClient } from './call.ts'

/** The notification a user sees after a command returned this value or failed with this error. */
async function saidAfter(work: () => Promise<unknown>, meta = {}): Promise<Notice[]> {
  const messages: Notice[] = []
  const stop = onNotice((notice) => messages.push(notice))
  const client = newQueryClient()
  const command = client.getMutationCache().build(client, { mutationFn: work, meta })
  await command.execute(undefined).catch(() => {})
  stop()
  return messages
}

test('a successful command shows a success message', async () => {
  const messages = await saidAfter(async () => ({ ok: 2, failed: [] }))
  expect(messages).toEqual([{ kind: 'success', text: '操作成功' }])
})

test('a bulk action that failed for some rows does not show a success message', async () => {
  const failed = [{ id: 1, no: 'IN-1', reason: '状态已变化' }]
  expect(await saidAfter(async () => ({ ok: 1, failed }))).toEqual([
    { kind: 'warning', text: '操作部分成功' },
  ])
})

test('a command with a success message of its own shows that one', async () => {
  const said = { zh_CN: '已开始', en_US: 'Started' }
  expect(await saidAfter(async () => ({}), { said })).toEqual([{ kind: 'success', text: '已开始' }])
})

test('a quiet command leaves the message to its caller', async () => {
  expect(await saidAfter(async () => ({}), { quiet: true })).toEqual([])
})

test('a failure without an explanation from the server still has a title and a reason', async () => {
  const messages = await saidAfter(() => Promise.reject(new TypeError('x is not a function')))
  expect(messages).toEqual([{ kind: 'error', title: '操作失败', text: '服务器错误' }])
})
