import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLabels } from '../../../app/audit-labels.ts'
import { taskKinds } from '../../../app/server/task-kinds.ts'
import type { SentTo } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { handleOn, openClient } from '../../../platform/database/server/db.ts'
import { exportList } from '../../../platform/lists/lists.ts'
import { openWorkers } from '../../../platform/tasks/server/workers.ts'
import { myTasks, retryTask, type TaskRow } from '../../../platform/tasks/tasks.ts'
import { sampleOf } from '../../../testing/random.ts'
import { aPerson, aTenant, aUser, PASSWORD, startTestServer } from '../../../testing/test-server.ts'
import { auditColumns } from '../../columns.ts'
import {
  changePassword,
  createRole,
  createStaff,
  editStaff,
  resetStaffPassword,
  saveMyProfile,
} from '../../contract.ts'
import { login } from '../../login/contract.ts'
import { auditEntry, listAudit } from '../contract.ts'
import { auditPage } from './audit-list.ts'

const server = await startTestServer()
const english = { 'x-language': 'en_US' }
const aClerk = (tenantId: number, permissions = ['*']) => aUser(server, { tenantId, permissions })
type Clerk = { token: string; headers: Record<string, string> }

type Entry = { at: string; account?: string; action?: string; type?: string; no?: string; reason?: string }
const insertEntries = (tenantId: number, entries: Entry[]) =>
  server.owner(
    `insert into audit_log (tenant_id, at, account_id, login_account, ip, request_id, action, object_type, object_id, object_no, reason, before, after)
     select $1, (e->>'at')::timestamptz, system_account(), coalesce(e->>'account', 'somebody'), '10.0.0.1', 'r', coalesce(e->>'action', 'edit'),
       coalesce(e->>'type', 'account'), 1, coalesce(e->>'no', 'X-1'), e->>'reason', '{"userName": "=old"}', '{"userName": "new"}'
     from jsonb_array_elements($2::jsonb) e`,
    [tenantId, JSON.stringify(entries)],
    tenantId,
  )
const page = (who: Clerk, input: SentTo<typeof listAudit>) => server.done(listAudit, input, who)
const numbers = async (who: Clerk, input: SentTo<typeof listAudit>) =>
  (await page(who, input)).rows.map((row) => row.objectNo)

describe('the audit log', async () => {
  const tenantId = await aTenant(server)
  const clerk = await aClerk(tenantId)
  await insertEntries(tenantId, [
    { at: '2026-01-05T10:00:00Z', no: 'IB-100', account: 'anna', action: 'create', type: 'role' },
    { at: '2026-01-05T11:00:00Z', no: 'IB-101', account: 'Anna.B', action: 'edit' },
    { at: '2026-01-05T11:00:00Z', no: 'ib_102', account: 'carl', action: 'edit' },
    { at: '2026-01-06T09:00:00Z', no: 'OB-100', account: 'carl', action: 'delete', type: 'role' },
    { at: '2026-01-07T09:00:00Z', no: '50%', account: 'd_e', action: 'edit' },
  ])
  await insertEntries(await aTenant(server), [{ at: '2026-01-05T10:30:00Z', no: 'IB-100', account: 'anna' }])
  const january = { from: '2026-01-01', to: '2026-01-31' }
  const utcish = { ...clerk, headers: { ...english, 'x-timezone': 'Europe/London' } }

  test.each([
    ['nothing asked', {}, ['50%', 'OB-100', 'ib_102', 'IB-101', 'IB-100']],
    ['the beginning of a number', { search: 'ib' }, ['ib_102', 'IB-101', 'IB-100']],
    ['a whole number', { search: ' IB-100 ' }, ['IB-100']],
    ['a number with a sign that SQL knows', { search: '50%' }, ['50%']],
    ['such a sign alone', { search: '%' }, []],
    ['another', { search: 'ib_' }, ['ib_102']],
    ['a person', { person: 'ANNA' }, ['IB-101', 'IB-100']],
    ['a person with such a sign', { person: 'd_' }, ['50%']],
    ['the end of a name', { person: 'b' }, []],
    ['a type', { type: 'role' }, ['OB-100', 'IB-100']],
    ['an action', { action: 'edit' }, ['50%', 'ib_102', 'IB-101']],
    ['type and action together', { type: 'role', action: 'create' }, ['IB-100']],
    ['all together', { search: 'ob-1', person: 'carl', type: 'role', action: 'delete' }, ['OB-100']],
    ['an unknown action', { action: 'fly' }, []],
    ['the oldest first', { order: 'asc' }, ['IB-100', 'IB-101', 'ib_102', 'OB-100', '50%']],
    ['one day', { from: '2026-01-05', to: '2026-01-05' }, ['ib_102', 'IB-101', 'IB-100']],
    ['days the wrong way round', { from: '2026-01-07', to: '2026-01-05' }, []],
  ] as const)(
    'with %s shows these entries, newest first, of this company alone',
    async (_, input, expected) => {
      const match = await page(utcish, { ...january, ...input })
      expect(match.rows.map((row) => row.objectNo)).toEqual(expected)
      expect(match.total).toBe(expected.length)
    },
  )

  test('is paged without losing or repeating an entry', async () => {
    const seen: string[] = []
    for (let at = 1; at <= 3; at++) seen.push(...(await numbers(utcish, { ...january, page: at, size: 2 })))
    expect(seen).toEqual(['50%', 'OB-100', 'ib_102', 'IB-101', 'IB-100'])
    expect(await page(utcish, { ...january, page: 4, size: 2 })).toEqual({ rows: [], total: 5 })
  })

  test('shows one entry by its number, and none of another company', async () => {
    const [row] = (await page(utcish, { ...january, search: 'OB-100' })).rows
    expect((await server.send(auditEntry, { id: row?.id ?? 0 }, clerk)).data).toEqual(row)
    const stranger = await aClerk(await aTenant(server))
    expect(await server.send(auditEntry, { id: row?.id ?? 0 }, stranger)).toMatchObject({
      data: { kind: 'not_found' },
    })
  })

  test.each([
    { from: '2026-02-30' },
    { from: '05/01/2026' },
    { to: 'today' },
    { to: '2026-01-05T00:00:00Z' },
    { search: 'x'.repeat(101) },
    { type: 'x'.repeat(41) },
    { page: 0 },
    { size: 201 },
    { page: 10_001 },
    { sort: 'ip' },
    { tenantId: 1 },
  ])('refuses %j', async (input) => {
    expect(await server.send(listAudit, input as never, clerk)).toMatchObject({
      status: 200,
      data: { kind: 'validation' },
    })
  })

  test.each(['0000-01-01', '0001-01-01', '9999-12-31'])(
    'returns a result for the extreme date %s without a fault',
    async (day) => {
      for (const input of [{ from: day }, { to: day }, { from: day, to: day }]) {
        expect((await server.send(listAudit, input, clerk)).status, JSON.stringify(input)).toBe(200)
        expect((await exported(input, clerk)).status).toBe(200)
      }
    },
  )
})

describe('a day of the audit log', async () => {
  const tenantId = await aTenant(server)
  const clerk = await aClerk(tenantId)
  const instants = {
    // New York clocks go from 02:00 to 03:00 on 8 March: that day has 23 hours.
    '2026-03-08T04:59:59Z': 'the seventh',
    '2026-03-08T05:00:00Z': 'the eighth begins',
    '2026-03-08T06:30:00Z': 'before the hour that is not there',
    '2026-03-08T07:30:00Z': 'after it',
    '2026-03-09T03:59:59.999Z': 'the eighth ends',
    '2026-03-09T04:00:00Z': 'the ninth',
    // And back on 1 November: 25 hours.
    '2026-11-01T03:59:59Z': 'October',
    '2026-11-01T04:00:00Z': 'November begins',
    '2026-11-01T05:30:00Z': 'the hour',
    '2026-11-01T06:30:00Z': 'the hour again',
    '2026-11-02T04:59:59Z': 'the first ends',
    '2026-11-02T05:00:00Z': 'the second',
  }
  await insertEntries(
    tenantId,
    Object.entries(instants).map(([at, no]) => ({ at, no })),
  )
  const on = (zone: string, day: string) =>
    numbers({ ...clerk, headers: { ...english, 'x-timezone': zone } }, { from: day, to: day, order: 'asc' })

  test('is a day in the reader’s time zone, also when daylight saving starts or ends', async () => {
    expect(await on('America/New_York', '2026-03-08')).toEqual([
      'the eighth begins',
      'before the hour that is not there',
      'after it',
      'the eighth ends',
    ])
    expect(await on('America/New_York', '2026-11-01')).toEqual([
      'November begins',
      'the hour',
      'the hour again',
      'the first ends',
    ])
    expect(await on('Asia/Shanghai', '2026-03-09')).toEqual(['the eighth ends', 'the ninth'])
  })

  test('without a time zone in the request is a day of the account’s time zone', async () => {
    await server.owner(`update accounts set zone_code = 'America/New_York' where tenant_id = $1`, [tenantId])
    const results = await numbers(clerk, { from: '2026-03-07', to: '2026-03-07' })
    expect(results).toEqual(['the seventh'])
  })
})

test('no entry contains a secret, nor a field that did not change', async () => {
  const tenantId = await aTenant(server)
  const boss = await aClerk(tenantId)
  const [role] = await server.owner<{ id: string }>('select min(id) as id from roles', [], tenantId)
  const roleIds = [Number(role?.id)]
  const secrets = ['Canary1Pass', 'Canary2Pass', 'Canary3Pass']
  const person = { loginAccount: 'someone', userName: 'Canary', phone: '13800000000', email: '', roleIds }
  const { id } = await server.done(createStaff, { ...person, password: secrets[0] ?? '' }, boss)
  await server.send(resetStaffPassword, { id, password: secrets[1] ?? '' }, boss)
  const { token } = await server.done(login, { loginAccount: 'someone', password: secrets[1] ?? '' })
  await server.send(
    changePassword,
    { oldPassword: secrets[1] ?? '', newPassword: secrets[2] ?? '' },
    { token },
  )
  const [{ row_version: rowVersion } = { row_version: 0 }] = await server.owner<{ row_version: number }>(
    'select row_version from accounts where id = $1',
    [id],
  )
  const edited = { id, rowVersion, userName: 'Canary', phone: '13900000000', email: null, roleIds }
  expect(await server.send(editStaff, edited, boss)).toMatchObject({ success: true })
  await server.send(saveMyProfile, { userName: 'Boss', phone: null, email: null, rowVersion: 1 }, boss)
  await server.send(createRole, { roleName: 'x', permissions: [], secondPersonAbove: null }, boss)

  const { rows } = await page(boss, {})
  expect(rows.map((row) => row.action)).toEqual([
    'create',
    'edit',
    'edit',
    'change_password',
    'log_in',
    'reset_password',
    'create',
  ])
  expect(rows[2]).toMatchObject({ before: { phone: '13800000000' }, after: { phone: '13900000000' } })
  expect(Object.keys(rows[2]?.after ?? {})).toEqual(['phone'])
  expect(Object.keys(rows[1]?.before ?? {})).toEqual(['userName'])
  const message = JSON.stringify(rows)
  for (const secret of [...secrets, PASSWORD, token, 'argon2', 'hash', 'secret'])
    expect(message).not.toContain(secret)
})

const exported = (filters: object, who: Clerk) =>
  server.send(
    exportList,
    {
      list: 'trail',
      filters: { ...filters },
      columns: auditColumns(auditLabels).map(({ key }) => key),
      format: 'csv',
    },
    who,
  )

describe('the export of the audit log', async () => {
  const tenantId = await aTenant(server)
  const clerk = await aClerk(tenantId)
  const workers = await openWorkers({
    at: server.at.app,
    database: server.database,
    files: server.files,
    kinds: taskKinds(server.files),
    log: server.log,
    crontab: '',
    clock: {},
    jobs: {},
  })
  beforeAll(() =>
    insertEntries(tenantId, [
      { at: '2026-03-08T06:30:00Z', no: '=cmd|A0', account: 'anna', action: 'edit', reason: '+1, "quoted"' },
      { at: '2026-03-08T07:30:00Z', no: 'R-2', account: 'anna', action: 'delete', type: 'role' },
      { at: '2026-03-09T07:30:00Z', no: 'R-3', account: 'anna' },
      { at: '2026-03-08T07:31:00Z', no: 'R-4', account: 'carl' },
    ]),
  )
  afterAll(() => workers.stop())

  const tasks = async (who: Clerk) => (await server.send(myTasks, {}, who)).data as TaskRow[]
  async function until(who: Clerk, id: number, is: (task: TaskRow) => boolean) {
    for (let i = 0; i < 400; i++) {
      const task = (await tasks(who)).find((item) => item.id === id)
      if (task && is(task)) return task
      await new Promise((wake) => setTimeout(wake, 20))
    }
    throw new Error(`task ${id} never got there`)
  }
  const isOver = ({ status }: TaskRow) => !['waiting', 'running'].includes(status)
  const start = async (input: object, who: Clerk) =>
    ((await exported(input, who)).data as { taskId: number }).taskId
  const query = { person: 'anna', from: '2026-03-08', to: '2026-03-08' }
  const inNewYork = { 'x-timezone': 'America/New_York' }

  test('is the filtered list as a spreadsheet, in the user’s time zone and language, and contains no formulas', async () => {
    const who = { ...clerk, headers: { ...english, ...inNewYork } }
    const task = await until(who, await start(query, who), isOver)
    expect(task).toMatchObject({ kind: 'export_list', status: 'done', message: '2 rows exported' })
    const sheet = await server.server.http.inject({ url: task.fileUrl ?? '' })
    expect(sheet.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(sheet.body.split('\r\n')).toEqual([
      '\uFEFFTime (America/New_York),User,Action,Object,Number or name,Before,After,Reason,IP address,Request',
      '2026-03-08 03:30:00,anna,Delete,Role,R-2,Name: =old,Name: new,,10.0.0.1,r',
      `2026-03-08 01:30:00,anna,Edit,Staff account,'=cmd|A0,Name: =old,Name: new,"'+1, ""quoted""",10.0.0.1,r`,
      '',
    ])
  })

  test('is in Chinese for a Chinese request', async () => {
    const who = { ...clerk, headers: { 'x-language': 'zh_CN', 'x-timezone': 'Asia/Shanghai' } }
    const task = await until(who, await start({ search: 'R-2' }, who), isOver)
    expect(task.message).toBe('已导出 1 行')
    const { body } = await server.server.http.inject({ url: task.fileUrl ?? '' })
    expect(body).toMatch(/^\uFEFF时间 \(Asia\/Shanghai\),操作人,/)
    expect(body).toContain('2026-03-08 15:30:00,anna,删除,角色,R-2,姓名：=old,姓名：new')
  })

  test('without entries is a spreadsheet with its header', async () => {
    const task = await until(clerk, await start({ search: 'nothing-like-it' }, clerk), isOver)
    const { body } = await server.server.http.inject({ url: task.fileUrl ?? '' })
    expect(body.split('\r\n')).toHaveLength(2)
  })

  test('contains every entry once where several pages are read', async () => {
    const big = await aTenant(server)
    const who = await aClerk(big)
    await server.owner(
      `insert into audit_log (tenant_id, at, account_id, login_account, ip, request_id, action, object_type, object_id, object_no)
       select $1, timestamptz '2026-02-01' + (n / 7) * interval '1 second', system_account(), 'x', '', '', 'edit', 'account', 1, 'N-' || n
       from generate_series(1, 4500) n`,
      [big],
      big,
    )
    const task = await until(who, await start({ search: 'N-' }, who), isOver)
    const { body } = await server.server.http.inject({ url: task.fileUrl ?? '' })
    const match = body.match(/N-\d+/g) ?? []
    expect([match.length, new Set(match).size]).toEqual([4500, 4500])
  })

  test('of many more entries than it shows counts up to the paging limit and uses an index', async () => {
    const big = await aTenant(server)
    const { id } = await aPerson(server, big)
    await server.owner(
      `insert into audit_log (tenant_id, at, account_id, login_account, ip, request_id, action, object_type, object_id, object_no)
       select $1, timestamptz '2026-02-01' + n * interval '1 second', $2, 'person' || n % 500, '', '', 'edit', 'account', 1, 'IN26-' || n
       from generate_series(1, $3::int) n`,
      [big, id, sampleOf(100_000)],
      big,
    )
    await server.owner('analyze wms.audit_log')
    const client = openClient(server.at.app)
    await client.connect()
    try {
      await client.query(`begin; set local app.tenant_id = '${big}'`)
      const messages: { text: string; values: unknown[] }[] = []
      const ask = client.query.bind(client)
      client.query = ((statement: { text: string; values: unknown[] }) => {
        messages.push({ text: statement.text, values: statement.values })
        return ask(statement)
      }) as typeof client.query
      const auditLog = (input: object) =>
        auditPage(handleOn(client), { tenantId: big, zone: 'UTC' } as Who, {
          page: 1,
          size: 20,
          sort: 'at',
          order: 'desc',
          ...input,
        })

      expect((await auditLog({})).total).toBe(10_001)
      for (const [input, index] of [
        [{ search: 'IN26-7712' }, 'audit_by_object_key'],
        [{ search: 'nothing of the kind' }, 'audit_by_object_key'],
        [{ person: 'person77' }, 'audit_by_login_key'],
        [{ person: 'nobody' }, 'audit_by_login_key'],
      ] as const) {
        messages.length = 0
        await auditLog(input)
        for (const { text, values } of messages.slice()) {
          const { rows } = await ask<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
          expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
        }
      }
    } finally {
      await client.end()
    }
  })

  /** Without retries left, as after a server crash. */
  async function aFailedExport({ id: accountId, loginAccount }: { id: number; loginAccount: string }) {
    const input = {
      list: 'trail',
      asked: {},
      columns: ['at'],
      format: 'csv',
      who: { tenantId, accountId, zone: 'Asia/Shanghai', language: 'en_US' },
      permission: 'setting:audit:export',
      whenExpired: 'allowed',
      loginAccount,
      ip: '',
    }
    const [task] = await server.owner<{ id: string }>(
      `insert into tasks (tenant_id, kind, input, created_by, request_id)
       values ($1, 'export_list', $2, $3, 'r') returning id`,
      [tenantId, JSON.stringify(input), accountId],
      tenantId,
    )
    const step = (change: string) =>
      server.owner(`update tasks set ${change} where id = $1`, [task?.id], tenantId)
    await step(`status = 'running'`)
    await step(`status = 'failed', finished_at = now()`)
    return Number(task?.id)
  }

  test('that was aborted can be retried only by a user who still may', async () => {
    const person = await aClerk(tenantId, ['setting:audit:view', 'setting:audit:export'])
    const id = await aFailedExport(person)
    const rights = (permissions: string[]) =>
      server.owner(
        `update roles set permissions = $2 where id = (select role_id from account_roles where account_id = $1)`,
        [person.id, permissions],
        tenantId,
      )
    await rights(['setting:audit:view'])
    expect(await server.send(retryTask, { id }, person)).toMatchObject({
      message: expect.stringContaining('You don’t have the “Export audit log” permission'),
      data: { kind: 'forbidden' },
    })
    expect((await tasks(person)).find((task) => task.id === id)).toMatchObject({ status: 'failed' })
    await rights(['setting:audit:export'])
    expect(await server.send(retryTask, { id }, person)).toMatchObject({ success: true })
    expect(await until(person, id, isOver)).toMatchObject({ status: 'done' })
  })
})
