import type { FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { noticesFromNow } from '../../../testing/web/notices.ts'
import { answerCalls, renderHook } from '../../../testing/web/render-hook.ts'
import { bulkResult, command, ids, nothing } from '../../calls/call.ts'
import { preference } from '../../ui/web/session.ts'
import { useAsk, useForm } from './form.ts'

const hire = command('/gateway/test/hire-by-form', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ name: z.string() }),
  output: nothing,
})

/** A filled form that is sent, and the tab is switched or the form closed before the answer. */
async function sent(answer: object, { isFront }: { isFront: boolean }) {
  const messages = noticesFromNow()
  answerCalls(() => answer)
  const onDone = vi.fn()
  const form = renderHook(
    () =>
      useForm(hire, {
        draft: 'hire',
        initial: { name: 'Li' },
        toInput: ({ name }) => ({ name }),
        onDone: () => onDone(),
      }),
    { isFront },
  )
  form.fields.change({ name: 'Lei' })
  expect(preference('draft:hire')).toBe('{"name":"Lei"}')
  form.submit()
  await vi.waitFor(() => expect(messages).toHaveLength(1))
  await new Promise((later) => setTimeout(later, 20))
  const draft = preference('draft:hire')
  form.fields.clear()
  return { messages, draft, isDone: onDone.mock.calls.length > 0 }
}

const saved = { success: true, code: 200, message: '', data: null }
const refused = {
  success: false,
  code: 500,
  message: 'Taken',
  data: { kind: 'refused', fields: [{ path: 'name', rule: 'custom', message: 'Taken' }] },
}

test('a form that is saved while its tab is hidden is emptied and closes', async () => {
  const { messages, draft, isDone } = await sent(saved, { isFront: false })
  expect(messages).toMatchObject([{ kind: 'success' }])
  expect(draft).toBeUndefined()
  expect(isDone).toBe(true)
})

test('a form that is refused while its tab is hidden keeps its input, and a message says so', async () => {
  const { messages, draft, isDone } = await sent(refused, { isFront: false })
  expect(messages).toMatchObject([{ kind: 'error', text: 'Taken' }])
  expect(draft).toBe('{"name":"Lei"}')
  expect(isDone).toBe(false)
})

test('a form that was left before it was saved loses its draft and closes nothing else', async () => {
  const { draft, isDone } = await sent(saved, { isFront: true })
  expect(draft).toBeUndefined()
  expect(isDone).toBe(false)
})

test('a form that was left before it was refused says so in a message', async () => {
  const { messages } = await sent(refused, { isFront: true })
  expect(messages).toMatchObject([{ kind: 'error', text: 'Taken' }])
})

const unblock = command('/gateway/test/unblock-by-form', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ ids, reason: z.string() }),
  output: bulkResult,
})

/** A dialog that unblocks two accounts, in which those of these ids fail. */
async function unblocked(failing: number[]) {
  const messages = noticesFromNow()
  const failed = failing.map((id) => ({ id, no: `A-${id}`, reason: 'Not blocked' }))
  answerCalls(() => ({ success: true, code: 200, message: '', data: { ok: 2 - failed.length, failed } }))
  const onDone = vi.fn()
  const form = renderHook(() =>
    useForm(unblock, {
      draft: 'unblock',
      initial: { reason: 'Old' },
      toInput: ({ reason }) => ({ ids: [1, 2], reason }),
      onDone: () => onDone(),
    }),
  )
  form.fields.change({ reason: 'Checked' })
  form.submit()
  await vi.waitFor(() => expect(messages).toHaveLength(1))
  await new Promise((later) => setTimeout(later, 20))
  const draft = preference('draft:unblock')
  form.fields.clear()
  return { messages, draft, isDone: onDone.mock.calls.length > 0 }
}

test('a form whose rows were all refused keeps its input and names them', async () => {
  const { messages, draft, isDone } = await unblocked([1, 2])
  expect(messages).toMatchObject([{ kind: 'error', text: 'A-1 Not blocked · A-2 Not blocked' }])
  expect(draft).toBe('{"reason":"Checked"}')
  expect(isDone).toBe(false)
})

test('a form that was done for one of its rows closes and names the other', async () => {
  const { messages, draft, isDone } = await unblocked([2])
  expect(messages).toMatchObject([{ kind: 'warning', text: 'A-2 Not blocked' }])
  expect(draft).toBeUndefined()
  expect(isDone).toBe(true)
})

/** A dialog whose reason is sent by its caller, in a tab that is hidden or, in front, after the dialog was closed. */
function asked({ isFront = false } = {}) {
  const answer = Promise.withResolvers<boolean>()
  const onSubmit = vi.fn(() => answer.promise)
  const onClose = vi.fn()
  const form = renderHook(() => useAsk({ initial: { reason: 'Wrong' }, onSubmit, onClose }), { isFront })
  form.onSubmit({ preventDefault: () => {} } as FormEvent)
  const settle = async (isAccepted: boolean) => {
    answer.resolve(isAccepted)
    await new Promise((later) => setTimeout(later))
  }
  return { onSubmit, onClose, settle }
}

test('a dialog that asks for a reason stays open until the server has accepted it', async () => {
  const { onSubmit, onClose, settle } = asked()
  expect(onSubmit.mock.calls).toEqual([[{ reason: 'Wrong' }]])
  expect(onClose).not.toHaveBeenCalled()
  await settle(true)
  expect(onClose).toHaveBeenCalledOnce()
})

test('a dialog whose call failed stays open with its reason', async () => {
  const { onClose, settle } = asked()
  await settle(false)
  expect(onClose).not.toHaveBeenCalled()
})

test('a dialog that was closed before the answer closes no other', async () => {
  const { onClose, settle } = asked({ isFront: true })
  await settle(true)
  expect(onClose).not.toHaveBeenCalled()
})
