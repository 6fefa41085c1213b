import { expect, onTestFinished, test, vi } from 'vitest'
import { type Notice, onNotice } from '../../../platform/ui/web/notices.ts'
import { answerCalls, renderHook } from '../../../testing/web/render-hook.ts'
import { useCreateBills } from './CreateBills.tsx'

const clash = { id: 4, no: 'ACME', reason: 'Already on B-1' }

test.each([
  ['some', 1, ['success', 'warning'], true],
  ['all', 0, ['error'], false],
] as const)(
  'creating bills names the customers that got none when %s were refused',
  async (_, ok, kinds, closes) => {
    const messages: Notice[] = []
    onTestFinished(onNotice((message) => messages.push(message)))
    const data = { ok, failed: [clash], taskId: null }
    answerCalls(() => ({ success: true, code: 200, message: '', data }))
    const onClose = vi.fn()
    renderHook(() => useCreateBills(onClose)).create({
      from: '2026-02-01',
      to: '2026-02-28',
      customerIds: [4, 5],
    })
    await vi.waitFor(() => expect(messages.map(({ kind }) => kind)).toEqual(kinds))
    expect(messages.at(-1)?.text).toBe('ACME Already on B-1')
    expect(onClose.mock.calls).toHaveLength(closes ? 1 : 0)
  },
)
