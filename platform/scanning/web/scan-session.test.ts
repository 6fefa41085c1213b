import { expect, test } from 'vitest'
import { CallFailed } from '../../calls/web/send.ts'
import { t } from '../../text/web/language.tsx'
import { callLead } from '../lead-calls.ts'
import { ScanQueue, type Waiting } from './queue.ts'
import { emptyScanState, ScanSession, type ScanState } from './scan-session.ts'
import { keptScans } from './store.ts'
import { scanText } from './text.ts'

type Scan = { kind: 'count' | 'undo'; code: string }
type State = ScanState & { isClosing: boolean }

/** A session whose scans are sent, refused or kept back, as the test says. */
async function aSession() {
  const sent: string[] = []
  const refused = new Set<string>()
  let isCut = false
  const queue = new ScanQueue<Scan, string>({
    store: keptScans('test'),
    send: async ({ scan, isTyped, by = '' }: Waiting<Scan>) => {
      if (isCut) return 'lost'
      sent.push([scan.kind, scan.code, by, ...(isTyped ? ['typed'] : [])].join(' '))
      return refused.has(scan.code) ? { refused: 'not here' } : { done: 'ok' }
    },
    onDone: ({ id }) => session.arrived(id),
    onRefused: (entry) => session.onRefused(entry),
    sleep: () => new Promise(() => {}),
  })
  const first: State = { ...emptyScanState, isClosing: false }
  const session = new ScanSession<State, Scan, string>(queue, first, { isClosing: false }, () => true)
  await queue.open()
  return {
    session,
    sent,
    refused,
    cut: (to: boolean) => {
      isCut = to
      if (!to) queue.wake()
    },
    count: (code: string) => session.put({ kind: 'count', code }, 'ok', `one ${code}`),
    undo: () => session.undo(({ scan: { code } }) => ({ kind: 'undo', code })),
    marks: () =>
      session.state.marks.map(({ tone, code, words, isWaiting }) =>
        [tone, code, words, ...(isWaiting ? ['waiting'] : [])].join(' | '),
      ),
  }
}
const failed = (kind: string, message: string) =>
  new CallFailed(callLead, {
    kind,
    message,
    title: '',
    code: 1,
    fields: [],
    url: undefined,
    isSignedOut: false,
    isUnsure: false,
  })
const settled = () => new Promise((wake) => setTimeout(wake, 5))

test('a scan shows its result at once and is pending until the server has it', async () => {
  const { session, count, marks, sent } = await aSession()
  session.person = 'Anna'
  await session.inTurn('', () => count('BOLT'), true)
  await session.inTurn('', () => count('NUT'))
  expect(marks()).toEqual(['ok | NUT | one NUT | waiting', 'ok | BOLT | one BOLT | waiting'])
  await settled()
  expect(marks()).toEqual(['ok | NUT | one NUT', 'ok | BOLT | one BOLT'])
  // Typed is only what was typed.
  expect(sent).toEqual(['count BOLT Anna typed', 'count NUT Anna'])
})

test('undo removes an unsent scan, reverses a sent one, and says when there is nothing left', async () => {
  const { session, count, undo, cut, sent, marks } = await aSession()
  const undone = t(scanText.undone)
  count('A')
  await settled()
  cut(true)
  count('B')
  await settled()
  count('C')
  await undo()
  expect([marks()[0], session.done.map(({ scan }) => scan.code)]).toEqual([
    `warning | C | ${undone}`,
    ['A', 'B'],
  ])
  // B may have arrived: only another scan reverses it.
  await undo()
  await undo()
  cut(false)
  await settled()
  expect(sent).toEqual(['count A ', 'count B ', 'undo B ', 'undo A '])
  await undo()
  expect(marks()[0]).toBe(`warning |  | ${t(scanText.nothingToUndo)}`)
})

test('a refused scan is reported on its own line, and can no longer be undone', async () => {
  const { session, count, refused, marks } = await aSession()
  refused.add('A')
  count('A')
  count('B')
  await settled()
  expect(marks()).toEqual(['ok | B | one B', `error | A | ${t(scanText.notCounted)}: not here`])
  expect(session.done.map(({ scan }) => scan.code)).toEqual(['B'])
})

test('work is done one after the other, and a failure ends only what failed', async () => {
  const { session, marks } = await aSession()
  const order: string[] = []
  const first = session.inTurn('A', async () => {
    await settled()
    order.push('first')
    session.set({ isClosing: true, isBusy: true })
    throw new TypeError('fetch failed')
  })
  const second = session.inTurn('B', () => {
    // What the first one left open was cleared.
    order.push(`second ${session.state.isClosing} ${session.state.isBusy}`)
    throw failed('stale', 'Changed meanwhile')
  })
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second false false'])
  expect(marks()).toEqual(['error | B | Changed meanwhile', `error | A | ${t(scanText.offline)}`])
  await session.beside('C', async () => {
    throw failed('network', 'no network')
  })
  await session.beside('D', async () => {
    throw new Error('paper jam')
  })
  expect(marks().slice(0, 2)).toEqual(['error | D | Error: paper jam', `error | C | ${t(scanText.offline)}`])
})

test('a question waits for its answer: a button, or text that can be read', async () => {
  const { session, marks } = await aSession()
  const scanned = (code: string) => ({ code, times: 1, isCounted: false })
  const asking = session.ask<number>('How many?', [{ text: 'One', command: 'ok', value: 1 }], {
    hint: 'A number',
    tone: 'error',
    read: async (text) => {
      if (text === 'x') throw failed('refused', 'Not a number')
      return text === '' ? undefined : Number(text)
    },
  })
  const { question } = session.state
  expect(question).toMatchObject({ words: 'How many?', hint: 'A number', tone: 'error' })
  expect(question?.choices).toMatchObject([{ text: 'One', command: 'ok' }])
  for (const text of ['x', '']) question?.onText?.(text, scanned(text))
  await settled()
  expect([session.state.question, marks()]).toEqual([question, ['error | x | Not a number']])
  question?.onText?.('0', scanned('0'))
  expect([await asking, session.state.question]).toEqual([0, undefined])

  const yes = session.askYes('Sure?')
  expect(session.state.question).toMatchObject({ tone: 'warning' })
  expect(session.state.question?.onText).toBeUndefined()
  session.state.question?.choices[1]?.run()
  expect(await yes).toBe(false)
})

test('a user who leaves an open question can scan again at once', async () => {
  const { session, marks, count } = await aSession()
  const asked = session.inTurn('A', async () => {
    await session.askYes('Sure?')
    count('A')
  })
  await settled()
  const left = session.state.question
  session.leave()
  await session.inTurn('B', () => count('B'))
  await asked
  expect([session.state.question, marks()]).toEqual([undefined, ['ok | B | one B | waiting']])

  const next = session.inTurn('C', async () => {
    if (await session.askYes('Really?')) count('C')
  })
  await settled()
  // A button that was still on the screen answers nothing any more.
  left?.choices[0]?.run()
  expect(session.state.question?.words).toBe('Really?')
  session.state.question?.choices[1]?.run()
  await next
  session.leave()
  expect(marks()).toHaveLength(1)
})

test('a lookup that ends after the user has left counts, asks and says nothing', async () => {
  const { session, marks, count } = await aSession()
  const asked: string[] = []
  session.listen(() => asked.push(session.state.question?.words ?? ''))
  const works: ((found: Promise<string>) => Promise<void>)[] = [
    async (found) => count(await session.busy(found)),
    async (found) => void (await session.askYes(await found)),
    async () => void (await session.busy(Promise.reject(new TypeError('fetch failed')))),
  ]
  for (const work of works) {
    const slow = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const looking = session.inTurn('A', () => {
      begun.resolve()
      return work(slow.promise)
    })
    await begun.promise
    session.leave()
    slow.resolve('A')
    await looking
  }
  expect([marks(), asked.filter(Boolean)]).toEqual([[], []])
  await session.inTurn('B', async () => count(await session.busy(Promise.resolve('B'))))
  expect(marks()).toEqual(['ok | B | one B | waiting'])
})

test('a slow lookup answers only the question it was scanned for', async () => {
  const { session } = await aSession()
  const slow = Promise.withResolvers<string>()
  const first = session.ask<string>('Which bin?', [{ text: 'None', value: 'none' }], {
    read: () => slow.promise,
  })
  session.state.question?.onText?.('A-01', { code: 'A-01', times: 1, isCounted: false })
  session.state.question?.choices[0]?.run()
  expect(await first).toBe('none')
  const second = session.ask<string>('Which order?', [{ text: 'This one', value: 'this' }])
  slow.resolve('A-01')
  await settled()
  expect(session.state.question?.words).toBe('Which order?')
  session.state.question?.choices[0]?.run()
  expect(await second).toBe('this')
})

test('the screen shows that it is looking something up, also when that fails', async () => {
  const { session } = await aSession()
  const seen: boolean[] = []
  const stop = session.listen(() => seen.push(session.current().isBusy))
  expect(session.isShown()).toBe(true)
  expect(await session.busy(Promise.resolve(7))).toBe(7)
  await expect(session.busy(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  stop()
  session.set({ isClosing: true })
  expect([seen, session.isShown()]).toEqual([[true, false, true, false], false])
})
