import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { t } from '../../text/web/language.tsx'
import { ScanQueue } from './queue.ts'
import { emptyScanState, ScanSession, type ScanState } from './scan-session.ts'
import { keptScans } from './store.ts'
import { scanText } from './text.ts'
import { resumeWork } from './use-resume.ts'

type State = ScanState & { job: string | undefined }

/** A session with one job, such as an open order. */
class Job extends ScanSession<State, { kind: 'count'; code: string }, string> {
  kept = () => this.state.job
  isOver = (job: string) => job === 'over'
  resume = async (job: string) => {
    this.set({ job })
    return job
  }
  close() {
    this.leave()
    this.set({ job: undefined })
  }
}

const MINUTES = 60_000
let screens = 0

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** A screen whose page can be closed, and which can be hidden and shown again. */
function aScreen() {
  const screen = `job-${++screens}`
  const open = async () => {
    const queue = new ScanQueue<{ kind: 'count'; code: string }, string>({
      store: keptScans(screen),
      send: async () => ({ done: 'ok' }),
      onDone: () => {},
      onRefused: () => {},
    })
    await queue.open()
    return new Job(queue, { ...emptyScanState, job: undefined }, {}, () => true)
  }
  /** Longer than another tab may take to answer. */
  const settled = () => new Promise((wake) => setTimeout(wake, 250))
  const show = async (session: Job) => {
    const hide = resumeWork(screen, session, false)
    await settled()
    return hide
  }
  return { open, show, begin: (session: Job) => resumeWork(screen, session, false), settled }
}

test('work is resumed after a reload, and after a while only if the user wants it', async () => {
  const { open, show, settled } = aScreen()
  const first = await open()
  const hide = await show(first)
  first.set({ job: 'A' })
  hide()
  const second = await open()
  ;(await show(second))()
  expect([second.state.job, second.state.marks[0]?.words]).toEqual(['A', t(scanText.resumed, { no: 'A' })])

  vi.setSystemTime(Date.now() + 16 * MINUTES)
  const third = await open()
  const hideThird = await show(third)
  expect([third.state.question?.words, third.state.job]).toEqual([t(scanText.resumeAsk), undefined])
  third.state.question?.choices[1]?.run()
  await settled()
  hideThird()
  const fourth = await open()
  ;(await show(fourth))()
  expect([third.state.job, fourth.state.job, fourth.state.question]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('work of a while ago is resumed without a question, and of work that was over long ago nothing is left', async () => {
  const { open, show } = aScreen()
  const first = await open()
  const hide = await show(first)
  first.set({ job: 'A' })
  hide()
  vi.setSystemTime(Date.now() + 15 * MINUTES)
  const second = await open()
  const hideSecond = await show(second)
  expect([second.state.job, second.state.question]).toEqual(['A', undefined])
  // It is open here, so another tab leaves it alone.
  const tab = await open()
  ;(await show(tab))()
  expect([tab.state.job, tab.state.question, tab.state.marks]).toEqual([undefined, undefined, []])
  second.set({ job: 'over' })
  hideSecond()
  vi.setSystemTime(Date.now() + 16 * MINUTES)
  const third = await open()
  ;(await show(third))()
  expect([third.state.job, third.state.question, third.state.marks]).toEqual([undefined, undefined, []])
})

test('a session that is still open keeps what happened while its screen was hidden', async () => {
  const { open, show, begin, settled } = aScreen()
  const session = await open()
  const hide = await show(session)
  session.set({ job: 'A' })
  hide()
  session.set({ job: 'B' })
  ;(await show(session))()
  expect([session.state.job, session.state.marks]).toEqual(['B', []])

  // After a reload, a scan that came before the stored work was loaded is newer.
  const after = await open()
  const hideAfter = begin(after)
  after.set({ job: 'C' })
  await settled()
  expect(after.state.job).toBe('C')
  hideAfter()
  const last = await open()
  ;(await show(last))()
  expect(last.state.job).toBe('C')
})

test('starting over ends the open session, and continuing leaves it as it is', async () => {
  const { open, show, settled } = aScreen()
  const session = await open()
  const hide = await show(session)
  session.set({ job: 'A' })
  hide()
  vi.setSystemTime(Date.now() + 16 * MINUTES)
  const hideAgain = await show(session)
  expect(session.state.question?.words).toBe(t(scanText.resumeAsk))
  session.state.question?.choices[0]?.run()
  await settled()
  expect([session.state.job, session.state.marks]).toEqual(['A', []])
  hideAgain()
  vi.setSystemTime(Date.now() + 16 * MINUTES)
  const hideLast = await show(session)
  session.state.question?.choices[1]?.run()
  await settled()
  expect(session.state.job).toBeUndefined()
  hideLast()
  const next = await open()
  ;(await show(next))()
  expect(next.state.job).toBeUndefined()
})
