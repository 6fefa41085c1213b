import { expect, test } from 'vitest'
import { aTenant, aUser, startTestServer } from '../../../testing/test-server.ts'
import { callLead, leadComing, openCalls, takeCall } from '../lead-calls.ts'

const server = await startTestServer()

async function aFloor() {
  const tenantId = await aTenant(server)
  const as = (permissions: string[]) => aUser(server, { tenantId, permissions })
  return {
    tenantId,
    receiver: await as(['inbound:order:receive']),
    leads: [await as(['floor:call:answer']), await as(['*'])],
  }
}
type Floor = Awaited<ReturnType<typeof aFloor>>

const call = async ({ receiver }: Floor, subject: string | null = 'IB260308-00001') => {
  return (await server.done(callLead, { station: 'receive', subject, reason: 'damaged' }, receiver)).id
}
const heard = ({ leads: [lead] }: Floor) => server.done(openCalls, {}, lead)

test('a call reaches every supervisor until one accepts, and the caller sees who', async () => {
  const floor = await aFloor()
  const id = await call(floor)
  const later = await call(floor, null)
  expect((await heard(floor)).map((item) => [item.id, item.subject, item.reason])).toEqual([
    [id, 'IB260308-00001', 'damaged'],
    [later, null, 'damaged'],
  ])
  expect((await server.send(leadComing, { id }, floor.receiver)).data).toEqual({ takenBy: null })
  const [first, second] = floor.leads
  expect(await server.send(takeCall, { id }, first)).toMatchObject({ success: true })
  expect(await server.send(takeCall, { id }, second)).toMatchObject({
    success: false,
    message: 'Someone is already on the way',
  })
  expect((await server.done(leadComing, { id }, floor.receiver)).takenBy).toEqual(expect.any(String))
  expect((await heard(floor)).map((item) => item.id)).toEqual([later])
})

test('when two supervisors accept at once, one is told that the other did', async () => {
  const floor = await aFloor()
  const id = await call(floor)
  const answers = await Promise.all(floor.leads.map((lead) => server.send(takeCall, { id }, lead)))
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
})

test('only supervisors get calls, no one can query another user’s call, and yesterday’s calls are closed', async () => {
  const floor = await aFloor()
  const id = await call(floor)
  for (const [what, input] of [
    [openCalls, {}],
    [takeCall, { id }],
  ] as const)
    expect(await server.send(what, input as never, floor.receiver)).toMatchObject({
      data: { kind: 'forbidden' },
    })
  expect(await server.send(leadComing, { id }, floor.leads[0])).toMatchObject({ data: { kind: 'not_found' } })
  await server.owner(`update lead_calls set called_at = called_at - interval '5 hours'`, [], floor.tenantId)
  expect(await heard(floor)).toEqual([])
})

test('a call and its acceptance are in the audit log with who and what, and at most fifty are shown', async () => {
  const floor = await aFloor()
  const id = await call(floor)
  const [lead] = floor.leads
  await server.send(takeCall, { id }, lead)
  const input = { station: 'receive', subject: 'IB260308-00001', reason: 'damaged' }
  expect(
    await server.owner(
      `select action, object_no as no, after from audit_log where object_type = 'lead_call' order by id`,
      [],
      floor.tenantId,
    ),
  ).toEqual([
    { action: 'call', no: 'IB260308-00001', after: input },
    { action: 'take', no: 'IB260308-00001', after: null },
  ])
  expect(
    await server.owner(
      `select kind, payload from events where object_type = 'lead_call' order by id`,
      [],
      floor.tenantId,
    ),
  ).toEqual([
    { kind: 'lead.called', payload: input },
    { kind: 'lead.coming', payload: {} },
  ])
  expect(await server.send(takeCall, { id: 999_999 }, lead)).toMatchObject({ data: { kind: 'not_found' } })
  await server.owner(
    `insert into lead_calls (tenant_id, called_by, station, reason, called_at)
     select tenant_id, called_by, station, reason, called_at - n * interval '1 minute'
     from lead_calls, generate_series(0, 50) n`,
    [],
    floor.tenantId,
  )
  const shown = await heard(floor)
  expect(shown).toHaveLength(50)
  // The longest waiting comes first.
  expect(shown.map(({ calledAt }) => calledAt)).toEqual(shown.map(({ calledAt }) => calledAt).sort())
  await server.owner(
    `update lead_calls set called_at = business_now() - interval '239 minutes'`,
    [],
    floor.tenantId,
  )
  // Of calls at one moment the first comes first.
  const calls = await server.owner<{ id: string }>(
    'select id from lead_calls where taken_at is null order by id',
    [],
    floor.tenantId,
  )
  expect((await heard(floor)).map((item) => item.id)).toEqual(calls.slice(0, 50).map((row) => Number(row.id)))
  await server.owner(
    `update lead_calls set called_at = business_now() - interval '241 minutes'`,
    [],
    floor.tenantId,
  )
  expect(await heard(floor)).toEqual([])
})
