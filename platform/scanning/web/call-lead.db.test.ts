import { expect, test, vi } from 'vitest'
import { aTenant, aUser, startTestServer } from '../../../testing/test-server.ts'
import { answerQuestion, openTestPage } from '../../../testing/web/test-page.ts'
import { t } from '../../text/web/language.tsx'
import { callReasonText, leadComing, leadText, openCalls, takeCall } from '../lead-calls.ts'
import { leadAction } from './call-lead.ts'
import { ScanQueue } from './queue.ts'
import { emptyScanState, type LineScan, ScanSession, type ScanState } from './scan-session.ts'
import { keptScans } from './store.ts'
import { scanText } from './text.ts'

const server = await startTestServer()
const page = openTestPage(server)

test('a station asks for the reason, calls for its order, and says who is on the way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const tenantId = await aTenant(server)
    const [receiver, lead] = await Promise.all(
      ['inbound:order:receive', 'floor:call:answer'].map((permission) =>
        aUser(server, { tenantId, permissions: [permission] }),
      ),
    )
    if (!receiver || !lead) throw new Error('no receiver or no lead')
    page.logIn(receiver.token, tenantId)
    const heard = () => server.done(openCalls, {}, lead)
    const queue = new ScanQueue<LineScan, unknown>({
      store: keptScans('lead'),
      send: async () => 'lost',
      onDone: () => {},
      onRefused: () => {},
    })
    const session = new ScanSession<ScanState, LineScan, unknown>(queue, emptyScanState, {}, () => true)
    const stop = session.listen(() => {})
    const marks = () => session.state.marks.map(({ tone, code, words }) => [tone, code, words])
    const call = async (subject: string | undefined, reply: number) => {
      leadAction(session, 'count', subject).run()
      const question = session.inTurn('', () => {})
      const choices = (await vi.waitUntil(() => session.state.question)).choices.map(({ text }) => text)
      expect([await answerQuestion(session, reply), choices]).toEqual([
        t(leadText.why),
        [...Object.values(callReasonText).map((reason) => t(reason)), t(scanText.cancel)],
      ])
      await question
    }
    await call('IB-1', 5)
    expect([marks(), await heard()]).toEqual([[], []])
    await call(undefined, 3)
    await call('IB-1', 0)
    expect(marks()).toEqual([
      ['step', 'IB-1', t(leadText.called)],
      ['step', '', t(leadText.called)],
    ])
    const [first, second] = await heard()
    expect([first, second]).toMatchObject([
      { station: 'count', subject: null, reason: 'machine' },
      { station: 'count', subject: 'IB-1', reason: 'missing' },
    ])
    await server.done(takeCall, { id: second?.id ?? 0 }, lead)
    const { takenBy } = await server.done(leadComing, { id: second?.id ?? 0 }, receiver)
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitUntil(() => session.state.marks.length === 3)
    expect(marks()[0]).toEqual(['step', '', t(leadText.coming, { name: takenBy ?? '' })])
    stop()
  } finally {
    vi.useRealTimers()
  }
})
