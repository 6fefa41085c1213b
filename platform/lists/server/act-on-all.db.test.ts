import { describe, expect, test } from 'vitest'
import { listSources } from '../../../app/server/slices.ts'
import { copyChannels } from '../../../channels/contract.ts'
import { createCustomer, listCustomers, switchCustomers } from '../../../customers/contract.ts'
import { blankCustomer } from '../../../testing/blank-inputs.ts'
import { aUser, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { worked } from '../../../testing/work.ts'
import type { Page } from '../../calls/call.ts'
import type { Server } from '../../calls/server/serve.ts'
import { actOnAll, listText } from '../lists.ts'
import { startOnAll } from './bulk.ts'
import { bulkAct } from './list-sources.ts'

const aDesk = (server: TestServer, permissions = ['*']) => aUser(server, { permissions })

type Desk = Awaited<ReturnType<typeof aDesk>>

/** Bulk customers: the first hundred are already disabled. They are counted for the planner, as the database does within a minute. */
async function fill(server: TestServer, { tenantId }: Desk, count: number) {
  await server.owner(
    `insert into customers (tenant_id, customer_code, customer_name, search_line, is_enabled)
     select $1, 'K-' || lpad(n::text, 5, '0'), 'Shop ' || n, 'shop ' || n, n > 100 from generate_series(1, $2::int) n`,
    [tenantId, count],
    tenantId,
  )
  await server.owner('analyze customers, customer_accounts')
}

const off = { list: 'customers', filters: {}, path: switchCustomers.path, input: { isEnabled: false } }

async function enabled(server: TestServer, desk: Desk, search?: string) {
  const input = { isEnabled: '1' as const, ...(search && { search }) }
  return ((await server.send(listCustomers, input, desk)).data as Page<unknown>).total
}

/** The same list with an action that stays open after the usage period, as shipping does. */
const openSwitch = { ...switchCustomers, path: '/gateway/test/open-switch', whenExpired: 'allowed' } as const
const openOnAll = { ...actOnAll, path: '/gateway/test/open-on-all' } as const
const also = ({ answer, may }: Server) => {
  const { customers } = listSources
  const acts = [bulkAct(openSwitch, async () => ({ ok: 0, failed: [] }))]
  if (customers) answer(openOnAll, startOnAll({ customers: { ...customers, acts } }, may))
}

describe('an action on all matching rows', async () => {
  const server = await startTestServer({ also })

  test('runs as a task over the rows that matched at the start, and names each failure', async () => {
    const desk = await aDesk(server)
    await fill(server, desk, 730)
    const begun = await server.send(actOnAll, { ...off, filters: { search: 'Shop' } }, desk)
    const late = { ...blankCustomer, customerCode: 'LATE', customerName: 'Shop late' }
    await server.send(createCustomer, late, desk)
    const task = await worked(server, desk, (begun.data as { taskId: number }).taskId)
    expect(task).toMatchObject({ status: 'partly_done', done: 730, total: 730 })
    expect(task.failures).toHaveLength(100)
    expect(task.failures[0]).toEqual({
      id: expect.any(Number),
      no: 'K-00100',
      reason: 'Status unchanged',
    })
    expect(task.message).toBe('630 succeeded, 100 failed')
    expect(await enabled(server, desk)).toBe(1)
    expect(await enabled(server, desk, 'late')).toBe(1)
  })

  test('names a selected row of another company as it names one that does not exist, and leaves it alone', async () => {
    const [desk, other] = [await aDesk(server), await aDesk(server)]
    await fill(server, other, 101)
    const [theirs] = (await server.done(listCustomers, { isEnabled: '1' }, other)).rows
    const { taskId } = await server.done(actOnAll, { ...off, ids: [theirs?.id ?? 0, 999_999_999] }, desk)
    const { failures } = await worked(server, desk, taskId)
    expect(failures.map(({ id, no, reason }) => [id, no, reason])).toEqual([
      [theirs?.id, String(theirs?.id), 'Customer not found'],
      [999_999_999, '999999999', 'Customer not found'],
    ])
    expect(await enabled(server, other)).toBe(1)
  })

  test('that was partly done before the server died does not repeat that part', async () => {
    const desk = await aDesk(server)
    await fill(server, desk, 250)
    const { taskId } = await server.done(actOnAll, { ...off, filters: { isEnabled: '1' } }, desk)
    // The state after a server was killed behind its first part.
    await server.owner(
      `with part as (select array(select jsonb_array_elements_text(input->'ids')::bigint from tasks where id = $1 limit 100) as ids)
       update customers set is_enabled = false from part where id = any (part.ids)`,
      [taskId],
      desk.tenantId,
    )
    await server.owner(
      `update tasks set status = 'running', input = jsonb_set(input, '{ids}',
         (select jsonb_agg(one order by place) from jsonb_array_elements(input->'ids') with ordinality x(one, place) where place > 100))
       where id = $1`,
      [taskId],
      desk.tenantId,
    )
    const task = await worked(server, desk, taskId)
    expect(task).toMatchObject({ status: 'done', failures: [], message: '150 succeeded, 0 failed' })
    expect(await enabled(server, desk)).toBe(0)
  })

  test('is done in parts of five hundred, each as a whole', async () => {
    const desk = await aDesk(server)
    await fill(server, desk, 1130)
    await worked(
      server,
      desk,
      (await server.done(actOnAll, { ...off, filters: { isEnabled: '1' } }, desk)).taskId,
    )
    const parts = await server.owner<{ rows: number }>(
      `select count(*)::int as rows from audit_log where action = 'disable' group by xmin order by min(id)`,
      [],
      desk.tenantId,
    )
    expect(parts.map(({ rows }) => rows)).toEqual([500, 500, 30])
  })

  test('is open after the usage period only where the action itself is', async () => {
    const desk = await aDesk(server)
    await fill(server, desk, 200)
    await server.owner(`update tenants set expires_at = now() - interval '1 day' where id = $1`, [
      desk.tenantId,
    ])
    expect(await server.send(actOnAll, off, desk)).toMatchObject({ data: { kind: 'expired' } })
    const begun = await server.send(openOnAll, { ...off, path: openSwitch.path }, desk)
    expect(begun).toMatchObject({ success: true })
    const [task] = await server.owner<{ whenExpired: string }>(
      `select input->>'whenExpired' as "whenExpired" from tasks`,
      [],
      desk.tenantId,
    )
    expect(task).toEqual({ whenExpired: 'allowed' })
  })

  test('needs the permission for a single row, and a list that has the action', async () => {
    const sees = await aDesk(server, ['query:customer:view'])
    expect(await server.send(actOnAll, off, sees)).toMatchObject({ data: { kind: 'forbidden' } })
    const blind = await aDesk(server, [switchCustomers.permission])
    expect(await server.send(actOnAll, off, blind)).toMatchObject({ data: { kind: 'forbidden' } })
    const desk = await aDesk(server)
    expect(await server.send(actOnAll, off, desk)).toMatchObject({
      success: false,
      message: 'Invalid order size',
    })
    await fill(server, desk, 3)
    for (const bad of [
      { ...off, list: 'constructor' },
      { ...off, list: 'trail' },
      { ...off, path: copyChannels.path },
      { ...off, path: listCustomers.path },
    ]) {
      expect(await server.send(actOnAll, bad, desk)).toMatchObject({ data: { kind: 'not_found' } })
    }
    const wrong: object[] = [
      { ...off, input: {} },
      { ...off, input: { isEnabled: 'perhaps' } },
      { ...off, input: { isEnabled: false, ids: [1], more: 1 } },
      { ...off, filters: { nothing: 1 } },
      { ...off, filters: { search: [['x']] } },
    ]
    for (const bad of wrong) {
      expect(await server.send(actOnAll, bad as typeof off, desk)).toMatchObject({
        data: { kind: 'validation' },
      })
    }
  })

  test('is refused when more rows match than a list can show', async () => {
    const desk = await aDesk(server)
    await fill(server, desk, 10_001)
    expect(await server.send(actOnAll, off, desk)).toMatchObject({
      success: false,
      message: listText.tooManyMatch.en_US.replace('{max}', '10000'),
    })
  })

  test('exists for every bulk action of a list', () => {
    const acts = Object.entries(listSources).flatMap(([list, { acts = [] }]) =>
      acts.map(({ call }) => `${list} ${call.path.split('/').at(-1)}`),
    )
    expect(acts.sort()).toEqual([
      'bills delete',
      'bills issue',
      'bills refresh',
      'bills void',
      'carrier_accounts switch',
      'channels copy',
      'channels switch',
      'collections confirm',
      'collections delete',
      'customer_prices delete',
      'customer_prices end',
      'customers switch',
      'fee_requests approve-request',
      'fee_requests refuse-request',
      'fee_types switch',
      'fees rerate',
      'fees settle',
      'fees void',
      'inbounds confirm',
      'inbounds void',
      'labels cancel-print',
      'locations switch',
      'open_events price',
      'open_events waive',
      'orders acknowledge-refused',
      'orders answer-intercept',
      'orders assign-channel',
      'orders audit',
      'orders force',
      'orders intercept',
      'orders mark',
      'orders reissue',
      'orders void',
      'outbound ship',
      'picking_lists assign',
      'picking_lists cancel',
      'picking_lists complete',
      'platforms switch',
      'products approve',
      'products switch',
      'quotes switch',
      'staff switch',
      'states switch',
      'watermarks switch',
      'zone_schemas switch',
    ])
    for (const { call } of Object.values(listSources).flatMap(({ acts = [] }) => acts))
      expect(server.server.calls).toContain(call)
  })
})
