import { describe, expect, test } from 'vitest'
import { listSources } from '../../../app/server/slices.ts'
import { copyChannels } from '../../../channels/contract.ts'
import { createCustomer, listCustomers, switchCustomers } from '../../../customers/contract.ts'
import { aHouse, aPerson, aSession, aTenant, type House } from '../../../testing/test-server.ts'
import { worked } from '../../../testing/work.ts'
import type { Page } from '../../calls/call.ts'
import { actOnAll, listText } from '../lists.ts'

async function aDesk(house: House, permissions = ['*']) {
  const tenantId = await aTenant(house)
  const person = await aPerson(house, tenantId, { permissions })
  const token = await aSession(house, tenantId, person.id)
  return { tenantId, personId: person.id, token, headers: { 'x-language': 'en_US' } }
}

type Desk = Awaited<ReturnType<typeof aDesk>>

/** Customers in bulk: the first hundred of them already off. */
const fill = (house: House, { tenantId }: Desk, count: number) =>
  house.owner(
    `insert into customers (tenant_id, customer_code, customer_name, search_line, is_enabled)
     select $1, 'K-' || lpad(n::text, 5, '0'), 'Shop ' || n, 'shop ' || n, n > 100 from generate_series(1, $2::int) n`,
    [tenantId, count],
    tenantId,
  )

const off = { list: 'customers', filters: {}, path: switchCustomers.path, input: { isEnabled: false } }

async function enabled(house: House, desk: Desk, search?: string) {
  const input = { isEnabled: '1' as const, ...(search && { search }) }
  return ((await house.send(listCustomers, input, desk)).data as Page<unknown>).total
}

describe('all rows that match', async () => {
  const house = await aHouse()

  test('are worked on by a task, those of this moment and no other, and each that was not done is named', async () => {
    const desk = await aDesk(house)
    await fill(house, desk, 730)
    const begun = await house.send(actOnAll, { ...off, filters: { search: 'Shop' } }, desk)
    await house.send(
      createCustomer,
      {
        customerCode: 'LATE',
        customerName: 'Shop late',
        mnemonic: null,
        groupId: null,
        contact: null,
        phone: null,
        email: null,
        countryCode: null,
        address: null,
        salesRepId: null,
        remark: null,
      },
      desk,
    )
    const task = await worked(house, desk, (begun.data as { taskId: number }).taskId)
    expect(task).toMatchObject({ status: 'partly_done', done: 730, total: 730 })
    expect(task.failures).toHaveLength(100)
    expect(task.failures[0]).toEqual({
      id: expect.any(Number),
      no: 'K-00100',
      reason: 'Status unchanged',
    })
    expect(task.message).toBe('630 succeeded, 100 failed')
    expect(await enabled(house, desk)).toBe(1)
    expect(await enabled(house, desk, 'late')).toBe(1)
  })

  test('of which a part was done before the server died are not done again', async () => {
    const desk = await aDesk(house)
    await fill(house, desk, 250)
    const begun = await house.send(actOnAll, { ...off, filters: { isEnabled: '1' } }, desk)
    const { taskId } = begun.data as { taskId: number }
    // As a server leaves it that was killed after its first part.
    await house.owner(
      `with part as (select array(select jsonb_array_elements_text(input->'ids')::bigint from tasks where id = $1 limit 100) as ids)
       update customers set is_enabled = false from part where id = any (part.ids)`,
      [taskId],
      desk.tenantId,
    )
    await house.owner(
      `update tasks set status = 'running', input = jsonb_set(input, '{ids}',
         (select jsonb_agg(one order by place) from jsonb_array_elements(input->'ids') with ordinality x(one, place) where place > 100))
       where id = $1`,
      [taskId],
      desk.tenantId,
    )
    const task = await worked(house, desk, taskId)
    expect(task).toMatchObject({ status: 'done', failures: [], message: '150 succeeded, 0 failed' })
    expect(await enabled(house, desk)).toBe(0)
  })

  test('are nobody’s who could not do it with one, and no list’s that knows no such thing', async () => {
    const sees = await aDesk(house, ['query:customer:view'])
    expect(await house.send(actOnAll, off, sees)).toMatchObject({ data: { kind: 'forbidden' } })
    const blind = await aDesk(house, [switchCustomers.permission])
    expect(await house.send(actOnAll, off, blind)).toMatchObject({ data: { kind: 'forbidden' } })
    const desk = await aDesk(house)
    expect(await house.send(actOnAll, off, desk)).toMatchObject({
      success: false,
      message: 'Invalid order size',
    })
    await fill(house, desk, 3)
    for (const bad of [
      { ...off, list: 'constructor' },
      { ...off, list: 'trail' },
      { ...off, path: copyChannels.path },
      { ...off, path: listCustomers.path },
    ]) {
      expect(await house.send(actOnAll, bad, desk)).toMatchObject({ data: { kind: 'not_found' } })
    }
    const wrong: object[] = [
      { ...off, input: {} },
      { ...off, input: { isEnabled: 'perhaps' } },
      { ...off, input: { isEnabled: false, ids: [1], more: 1 } },
      { ...off, filters: { nothing: 1 } },
      { ...off, filters: { search: [['x']] } },
    ]
    for (const bad of wrong) {
      expect(await house.send(actOnAll, bad as typeof off, desk)).toMatchObject({
        data: { kind: 'validation' },
      })
    }
  })

  test('are refused when there are more than anybody looks through', async () => {
    const desk = await aDesk(house)
    await fill(house, desk, 10_001)
    expect(await house.send(actOnAll, off, desk)).toMatchObject({
      success: false,
      message: listText.tooManyMatch.en_US.replace('{most}', '10000'),
    })
  })

  test('have an act for each thing a list can do with those picked', () => {
    const acts = Object.entries(listSources).flatMap(([list, { acts = [] }]) =>
      acts.map(({ call }) => `${list} ${call.path.split('/').at(-1)}`),
    )
    expect(acts.sort()).toEqual([
      'carrier_accounts switch',
      'channels copy',
      'channels switch',
      'customers switch',
      'inbounds confirm',
      'inbounds void',
      'locations switch',
      'platforms switch',
      'products approve',
      'products switch',
      'staff switch',
      'states switch',
      'watermarks switch',
      'zone_schemas switch',
    ])
    for (const { call } of Object.values(listSources).flatMap(({ acts = [] }) => acts))
      expect(house.server.calls).toContain(call)
  })
})
