import { expect, test } from 'vitest'
import { RESEND_DAYS } from '../../calls/key-days.ts'
import { CallFailed, newId } from '../../calls/web/send.ts'
import { t } from '../../text/web/language.tsx'
import { callLead } from '../lead-calls.ts'
import { keptScans } from './store.ts'
import { scanText } from './text.ts'
import { newScanLine } from './use-queue.ts'

type Scan = { kind: string; code: string; undone?: { id: string } }

const failed = (kind: string, isSignedOut = false) =>
  new CallFailed(callLead, {
    kind,
    isSignedOut,
    message: `message of ${kind}`,
    title: '',
    code: 1,
    fields: [],
    url: undefined,
    isUnsure: false,
  })
const settled = () => new Promise((wake) => setTimeout(wake, 5))

let lines = 0
/** A queue whose scans fail in this way, and how often they were sent. */
async function aLine(reason: unknown) {
  const sent: unknown[] = []
  const { queue, hearers } = newScanLine<Scan, string>(
    { store: keptScans(`line-${++lines}`), sleep: () => new Promise(() => {}) },
    async (scan, how) => {
      sent.push([scan.code, how])
      throw reason
    },
  )
  const refused: (string | undefined)[] = []
  hearers.add({ onDone: () => {}, onRefused: ({ why }) => void refused.push(why) })
  await queue.open()
  return { queue, sent, refused }
}

test.each([
  ['network', failed('network')],
  ['unavailable', failed('unavailable')],
  ['in_progress', failed('in_progress')],
  ['timeout', failed('timeout')],
  ['anything that is no answer', new TypeError('fetch failed')],
])('a scan without an answer (%s) is sent again with its key', async (_, reason) => {
  const { queue, sent, refused } = await aLine(reason)
  await queue.add('key-a', { kind: 'count', code: 'A' }, Date.now(), { isTyped: true })
  for (let i = 0; i < 4; i++) {
    await settled()
    queue.wake()
  }
  await settled()
  expect(sent).toEqual(Array(5).fill(['A', { key: 'key-a', isTyped: true }]))
  expect([queue.line().isCut, queue.line().entries.length, refused]).toEqual([true, 1, []])
})

test('a refused scan is set aside with the reason at once, one that the server fails on after three attempts', async () => {
  for (const [kind, times] of [
    ['refused', 1],
    ['fault', 3],
  ] as const) {
    const { queue, sent, refused } = await aLine(failed(kind))
    await queue.add('key-a', { kind: 'count', code: 'A' }, Date.now())
    for (let i = 0; i < 4; i++) {
      await settled()
      queue.wake()
    }
    await settled()
    expect([sent.length, refused]).toEqual([times, [`message of ${kind}`]])
    expect(queue.line().entries).toMatchObject([{ state: 'refused' }])
  }
})

test('the scans of a user who was logged out wait', async () => {
  const { queue, sent, refused } = await aLine(failed('refused', true))
  await queue.add('key-a', { kind: 'count', code: 'A' }, Date.now())
  await settled()
  queue.wake()
  await settled()
  expect([sent.length, refused]).toEqual([1, []])
  expect(queue.line().entries).toMatchObject([{ state: 'waiting' }])
})

test('a scan that reverses one of long ago is not sent', async () => {
  const { queue, sent, refused } = await aLine(failed('network'))
  const undone = { id: newId(Date.now() - 30 * 86_400_000) }
  await queue.add('key-a', { kind: 'undo', code: 'A', undone }, Date.now())
  await settled()
  expect([sent, refused]).toEqual([[], [t(scanText.tooOld, { days: RESEND_DAYS })]])
})
