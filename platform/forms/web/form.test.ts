import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { answerCalls, renderHook } from '../../../testing/web/render-hook.ts'
import { command, nothing } from '../../calls/call.ts'
import { type Notice, onNotice } from '../../ui/web/notices.ts'
import { preference } from '../../ui/web/session.ts'
import { useForm } from './form.ts'

const hire = command('/gateway/test/hire-by-form', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ name: z.string() }),
  output: nothing,
})

/** A filled form that is sent, and the tab is switched or the form closed before the answer. */
async function sent(answer: object, { isFront }: { isFront: boolean }) {
  const messages: Notice[] = []
  onTestFinished(onNotice((message) => messages.push(message)))
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
