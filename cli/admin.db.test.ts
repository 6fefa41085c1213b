import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { getDictItems } from '../app/contract.ts'
import { noSecrets, openSecrets } from '../platform/server/secrets.ts'
import { myTasks } from '../platform/tasks/tasks.ts'
import { listAudit } from '../staff/audit/contract.ts'
import { getStaffMember, listStaff, myProfile, saveMyProfile } from '../staff/contract.ts'
import { acceptWelcome, getUserInfo, login, singleSignOn } from '../staff/login/contract.ts'
import { allRights } from '../staff/roles/rights.ts'
import { exampleOf } from '../testing/example-input.ts'
import {
  aPerson,
  aSession,
  aTenant,
  PASSWORD,
  SIGNING_SECRET,
  startTestServer,
} from '../testing/test-server.ts'
import { topInfo } from '../warehouse/top-contract.ts'
import { administer } from './admin.ts'

const server = await startTestServer()
const root = join(import.meta.dirname, '..')

const urlOf = ({ host = '', port, user, password, database }: pg.ClientConfig) =>
  `postgres://${user}:${encodeURIComponent(`${password}`)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

const installed = {
  DATABASE_URL: urlOf(server.at.owner),
  APP_DATABASE_URL: urlOf(server.at.app),
  SIGNING_SECRET,
  PUBLIC_URL: 'https://wms.example.com',
}

type Said = { code: number; out: string; err: string }

/** The command as the administrator types it, in its own process, which costs half a second. */
const typed = (words: string[], env: Record<string, string> = installed): Promise<Said> =>
  new Promise((resolve) => {
    const file = join(root, 'cli/admin.ts')
    const plain = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }
    execFile(
      process.execPath,
      [file, ...words],
      { cwd: root, env: { ...plain, ...env } },
      (fault, out, err) =>
        resolve({ code: fault ? Number(fault.code) : 0, out: out.trimEnd(), err: err.trimEnd() }),
    )
  })

async function admin(...words: string[]): Promise<string> {
  const { isDone, says } = await administer(words, installed)
  if (!isDone) throw new Error(`${words.join(' ')}: ${says}`)
  return says
}

/** Each is refused in one or two lines with these words. */
async function refused(cases: [words: string[], says: string | RegExp][]) {
  for (const [words, says] of cases) {
    const answer = await administer(words, installed)
    expect([words, answer.isDone]).toEqual([words, false])
    expect(answer.says).toMatch(says)
    expect(answer.says.split('\n').length).toBeLessThanOrEqual(2)
  }
}

type Audit = {
  action: string
  object_type: string
  object_no: string
  before: object
  after: object
  reason: string
}

/** The administrator's entries in a company's audit log, in order; every row has its event. */
async function auditOf(tenantId: number): Promise<Audit[]> {
  const rows = await server.owner<Audit & { request_id: string }>(
    `select action, object_type, object_no, before, after, reason, request_id from audit_log
     where tenant_id = $1 and login_account = 'administrator' and ip = 'command line' and account_id = wms.system_account() order by id`,
    [tenantId],
    tenantId,
  )
  const events = await server.owner<{ request_id: string }>(
    'select request_id from events where tenant_id = $1',
    [tenantId],
    tenantId,
  )
  for (const { action, request_id } of rows)
    expect([action, events.filter((event) => event.request_id === request_id).length]).toEqual([action, 1])
  return rows.map(({ request_id: _, ...row }) => row)
}

const codeOf = async (tenantId: number) => {
  const [row] = await server.owner<{ code: string }>('select code from tenants where id = $1', [tenantId])
  return row?.code ?? ''
}

const idOf = async (code: string) => {
  const [row] = await server.owner<{ id: string }>('select id from tenants where code = $1', [code])
  return Number(row?.id)
}

async function aCompany(over: Parameters<typeof aTenant>[1] = {}) {
  const id = await aTenant(server, over)
  return { id, code: await codeOf(id) }
}

const signedOn = async (out: string) => {
  const token = /\?token=(\S+)/.exec(out)?.[1] ?? out
  const answer = await server.send(singleSignOn, { token })
  return { ...answer, token: (answer.data as { token?: string } | undefined)?.token }
}

test('help lists every command and needs no database', async () => {
  const { code, out } = await typed(['help'], {})
  expect(code).toBe(0)
  const named = [...out.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name)
  expect(named).toEqual([
    ...['tenants', 'tenant-new', 'tenant-set', 'tenant-activate', 'tenant-close', 'tenant-reopen'],
    ...['sso-code', 'support', 'support-grant', 'support-end', 'contacts', 'dict', 'dict-set', 'dict-reset'],
    'secret-key-forget',
  ])
})

test('without a database it says so, and creates none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-admin-'))
  const home = join(folder, 'data')
  const [none, away] = await Promise.all([
    typed(['tenants'], { DATA_DIR: home }),
    typed(['tenants'], { ...installed, DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }),
  ])
  expect(none).toMatchObject({ code: 1, out: '' })
  expect(none.err).toBe(
    `There is no database in ${home} yet.\nStart the server once (npm start), or set DATA_DIR or DATABASE_URL.`,
  )
  expect(existsSync(home)).toBe(false)
  expect(away).toMatchObject({ code: 1, out: '' })
  expect(away.err).toMatch(/^The database cannot be reached: .*$/)
  rmSync(folder, { recursive: true })
})

describe('companies', () => {
  test('are created with an owner who chooses a password and sets up the warehouse', async () => {
    const out = await admin(
      ...[
        'tenant-new',
        '--company',
        '海港仓储',
        '--login-name',
        'Harbor',
        '--email',
        'Boss@harbor.example.com',
      ],
      ...['--zone', 'America/New_York', '--expires', '2099-02-28'],
    )
    const [first, second, address = ''] = out.split('\n')
    expect(first).toBe('HARBOR was created, on trial until 2099-02-28.')
    expect(second).toContain('boss@harbor.example.com')
    expect(address).toMatch(/^https:\/\/wms\.example\.com\/welcome#/)

    const accepted = await server.send(acceptWelcome, {
      link: address.split('#')[1] ?? '',
      password: 'quay-Nine9',
    })
    expect(accepted).toMatchObject({ success: true, data: { companyCode: 'HARBOR', permissions: ['*'] } })
    const { token } = accepted.data as { token: string }
    expect((await server.send(topInfo, {}, { token })).data).toMatchObject({
      initStep: 1,
      timeZone: 'America/New_York',
      systemVersion: 'standard',
    })

    const tenantId = await idOf('HARBOR')
    expect(await auditOf(tenantId)).toMatchObject([
      { action: 'found', object_type: 'company', object_no: 'HARBOR', after: { companyName: '海港仓储' } },
    ])
    const [kept] = await server.owner<{ end: string; roles: number }>(
      `select (t.expires_at at time zone 'America/New_York')::text as end,
         (select count(*)::int from roles r where r.tenant_id = t.id and r.is_system) as roles from tenants t where t.id = $1`,
      [tenantId],
      tenantId,
    )
    expect(kept).toEqual({ end: '2099-02-28 23:59:59', roles: 9 })
  })

  test('are created for thirty days, without end, as a satellite or under a given code', async () => {
    const parent = await aCompany()
    const base = (n: number) => [
      'tenant-new',
      '--company',
      `New ${n}`,
      '--login-name',
      `newco${n}`,
      '--email',
      `it@new${n}.example.com`,
    ]
    const [trial, endless] = await Promise.all([
      admin(...base(1)),
      admin(
        ...base(2),
        '--version',
        'satellite',
        '--parent',
        parent.code.toLowerCase(),
        '--expires',
        'never',
        '--code',
        'New-2',
      ),
    ])
    const [day] = await server.owner<{ day: string }>(
      `select ((now() at time zone 'Asia/Shanghai')::date + 30)::text as day`,
    )
    expect(trial).toMatch(`NEWCO1 was created, on trial until ${day?.day}.`)
    expect(endless).toMatch('New-2 was created, on trial without end.')
    expect(
      await server.owner(
        'select system_version, parent_tenant_id::int as parent, expires_at, login_url_name from tenants where code = $1',
        ['New-2'],
      ),
    ).toEqual([
      { system_version: 'satellite', parent: parent.id, expires_at: null, login_url_name: 'newco2' },
    ])
  })

  test('are not created with used, missing or invalid values; nothing of them is left', async () => {
    const parent = await aCompany()
    const satellite = await aCompany({ version: 'satellite', parent: parent.id })
    const owner = await aPerson(server, parent.id, { account: 'somebody@taken.example.com' })
    const [{ name } = { name: '' }] = await server.owner<{ name: string }>(
      'select login_url_name as name from tenants where id = $1',
      [parent.id],
    )
    const given = (over: Record<string, string>) => [
      'tenant-new',
      ...Object.entries({
        company: 'Never',
        'login-name': 'never',
        email: 'it@never.example.com',
        ...over,
      }).flatMap(([option, value]) => [`--${option}`, value]),
    ]
    await refused([
      [given({ email: owner.loginAccount }), 'The account "somebody@taken.example.com" already exists.'],
      [given({ 'login-name': name }), `The login name "${name}" is already in use.`],
      [given({ code: parent.code }), `The code "${parent.code}" is already in use.`],
      [given({ 'login-name': 'no' }), /^--login-name "no" is not valid: /],
      [given({ email: 'nobody' }), /^--email "nobody" is not valid: /],
      [given({ code: 'a b' }), '--code "a b" is not valid: letters, digits and dashes'],
      [given({ version: 'satellite' }), 'A satellite needs a parent. Add --parent CODE.'],
      [given({ parent: parent.code }), 'Only a satellite has a parent.'],
      [given({ version: 'satellite', parent: 'NOBODY' }), 'Company "NOBODY" not found.'],
      [given({ version: 'satellite', parent: satellite.code }), `${satellite.code} is a satellite itself`],
      [given({ version: 'deluxe' }), 'Unknown version "deluxe". Available: standard, satellite, none.'],
      [given({ zone: 'Atlantis' }), 'Unknown time zone "Atlantis". Available: Europe/London'],
      [
        given({ expires: '2026-02-30' }),
        '--expires "2026-02-30" is not a date. Use a date such as 2027-12-31, or never.',
      ],
    ])
    expect(
      await server.owner(`select id from tenants where login_url_name = 'never' or company_name = 'Never'`),
    ).toEqual([])
    expect(
      await server.owner(`select id from accounts where login_account = 'it@never.example.com'`),
    ).toEqual([])
  })

  test('are listed with their identity and status, and nothing of goods or money', async () => {
    const parent = await aCompany({ expiresIn: '10 days' })
    const satellite = await aCompany({ version: 'satellite', parent: parent.id, expiresIn: '-3 days' })
    await aPerson(server, parent.id)
    await aPerson(server, parent.id)
    await server.owner('update tenants set bonus_days = 20 where id = $1', [parent.id])
    const [{ day } = { day: '' }] = await server.owner<{ day: string }>(
      `select ((now() + interval '30 days') at time zone 'Asia/Shanghai')::date::text as day`,
    )

    const [list, item] = await Promise.all([admin('tenants'), admin('tenants', parent.code.toLowerCase())])
    const [head = '', ...lines] = list.split('\n').map((line) => line.split(/ {2,}/))
    expect(head).toEqual([
      'code',
      'company',
      'login name',
      'version',
      'parent',
      'status',
      'expires',
      'bonus',
      'people',
      'created',
    ])
    const lineOf = (code: string) => lines.find(([first]) => first === code)
    expect(lineOf(parent.code)?.slice(3, 9)).toEqual(['standard', '–', 'trial', day, '+20 d', '2'])
    expect(lineOf(satellite.code)?.slice(3, 6)).toEqual(['satellite', parent.code, 'trial, over'])
    expect(item).toContain(`until ${day} with 20 bonus days`)
    expect(item).toMatch(new RegExp(`^satellites +${satellite.code}$`, 'm'))
    const facts = item.split('\n').map((line) => line.split(/ {2,}/)[0])
    expect(facts).toEqual([
      ...[
        'code',
        'company',
        'login name',
        'version',
        'parent',
        'satellites',
        'status',
        'usage period',
        'warehouse',
      ],
      ...['time zone', 'set-up', 'people', 'e-mail', 'phone', 'support until', 'created'],
    ])
    expect(list + item).not.toMatch(/USD|balance|amount|credit|stock|sku|quantity|order/i)
  })

  test('change their version and their end, and can read who did it in their own audit log', async () => {
    const parent = await aCompany()
    const company = await aCompany({ zone: 'America/Los_Angeles' })
    expect(
      await admin(
        'tenant-set',
        company.code,
        '--version',
        'satellite',
        '--parent',
        parent.code,
        '--expires',
        '2098-12-31',
      ),
    ).toBe(`${company.code}: version satellite of ${parent.code}, trial, until 2098-12-31.`)
    expect(await admin('tenant-set', company.code, '--expires', '2098-12-31')).toContain('stays as it was')
    expect(await admin('tenant-set', company.code, '--version', 'none', '--expires', 'never')).toBe(
      `${company.code}: version none, trial, without end.`,
    )
    const end = '2099-01-01T07:59:59Z'
    expect(await auditOf(company.id)).toEqual(
      [
        ['set_version', { version: 'standard', parent: null }, { version: 'satellite', parent: parent.code }],
        ['set_expiry', { expiresAt: null }, { expiresAt: end }],
        ['set_version', { version: 'satellite', parent: parent.code }, { version: null, parent: null }],
        ['set_expiry', { expiresAt: end }, { expiresAt: null }],
      ].map(([action, before, after]) => {
        return { action, object_type: 'company', object_no: company.code, before, after, reason: null }
      }),
    )
  })

  test('keep their version when the new one does not fit', async () => {
    const parent = await aCompany()
    const satellite = await aCompany({ version: 'satellite', parent: parent.id })
    const other = await aCompany()
    await refused([
      [['tenant-set', parent.code], 'tenant-set needs at least one of --version, --parent or --expires.'],
      [['tenant-set', 'NOBODY', '--expires', 'never'], 'Company "NOBODY" not found.'],
      [['tenant-set', other.code, '--version', 'satellite'], 'A satellite needs a parent'],
      [['tenant-set', other.code, '--parent', parent.code], 'Only a satellite has a parent.'],
      [['tenant-set', satellite.code, '--parent', satellite.code], 'cannot be its own parent'],
      [
        ['tenant-set', parent.code, '--version', 'satellite', '--parent', other.code],
        `${parent.code} has satellites of its own (${satellite.code}) and cannot become one.`,
      ],
      // The second half is invalid, so the first is not kept either.
      [
        ['tenant-set', other.code, '--version', 'none', '--expires', '2027-2-3'],
        '--expires "2027-2-3" is not a date.',
      ],
    ])
    for (const { id } of [parent, satellite, other]) expect(await auditOf(id)).toEqual([])
    expect(await server.owner('select system_version from tenants where id = $1', [other.id])).toEqual([
      { system_version: 'standard' },
    ])
  })

  test('that are closed lose all sessions at once, and can log in again when they are reopened', async () => {
    const company = await aCompany()
    const person = await aPerson(server, company.id)
    const token = await aSession(server, company.id, person.id)
    await aSession(server, company.id, person.id)
    const pair = { loginAccount: person.loginAccount, password: PASSWORD }
    expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ success: true })
    const code = await admin('sso-code', person.loginAccount)

    expect(await admin('tenant-activate', company.code)).toBe(`${company.code} is activated.`)
    expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ success: true })
    expect(await admin('tenant-close', company.code)).toBe(`${company.code} is closed. Sessions ended: 2.`)
    expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ success: false, code: 2 })
    expect(await server.send(singleSignOn, { token: code })).toMatchObject({ success: false })
    expect(await server.send(login, pair)).toMatchObject({ success: false })
    await refused([
      [['sso-code', person.loginAccount], `${company.code} is closed, so no one can log in.`],
      [['support-grant', company.code, '--reason', 'x'], `${company.code} is closed, so no one can log in.`],
      [
        ['tenant-close', company.code],
        'is closed and cannot be closed: that is for a company that is on trial or active.',
      ],
      [
        ['tenant-activate', company.code],
        'is closed and cannot be activated: that is for a company that is on trial.',
      ],
    ])

    expect(await admin('tenant-reopen', company.code)).toBe(`${company.code} is reopened.`)
    expect(await server.send(login, pair)).toMatchObject({ success: true })
    await refused([
      [
        ['tenant-reopen', company.code],
        'is active and cannot be reopened: that is for a company that is closed.',
      ],
    ])
    expect((await auditOf(company.id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['mint_sso_code', null, null],
      ['activate', { status: 'trial' }, { status: 'active' }],
      ['close', { status: 'active' }, { status: 'closed', ended: 2 }],
      ['reopen', { status: 'closed' }, { status: 'active' }],
    ])
  })
})

describe('a sign-on code', () => {
  test('is alone on its line, logs that user in once, and is logged', async () => {
    const company = await aCompany()
    const person = await aPerson(server, company.id)
    const { out, err } = await typed(['sso-code', ` ${person.loginAccount.toUpperCase()} `])
    expect(out).toMatch(/^[\w-]{43}$/)
    expect(err).toBe('')
    expect(await signedOn(out)).toMatchObject({ success: true, data: { loginAccount: person.loginAccount } })
    expect(await signedOn(out)).toMatchObject({ success: false })
    expect(await auditOf(company.id)).toMatchObject([
      { action: 'mint_sso_code', object_type: 'account', object_no: person.loginAccount },
    ])
  })

  test('is not issued for unknown or disabled users, or for a company that expired long ago', async () => {
    const company = await aCompany()
    const disabled = await aPerson(server, company.id, { isEnabled: false })
    const lapsed = await aCompany({ expiresIn: '-31 days' })
    const stranded = await aPerson(server, lapsed.id)
    await refused([
      [['sso-code', 'no-such-person'], 'Account "no-such-person" not found in any company.'],
      [['sso-code', disabled.loginAccount], `The account "${disabled.loginAccount}" is disabled.`],
      [['sso-code', stranded.loginAccount], `The usage period of ${lapsed.code} ended more than 30 days ago`],
    ])
    expect(
      await server.owner('select 1 from sso_codes where tenant_id = any ($1)', [[company.id, lapsed.id]]),
    ).toEqual([])
  })
})

describe('support', () => {
  test('can see everything and change nothing, until the grant ends', async () => {
    const company = await aCompany()
    const person = await aPerson(server, company.id)
    const granted = await admin('support-grant', company.code.toLowerCase(), '--reason', ' 面单打印失败 ')
    expect(granted).toContain('https://wms.example.com/?token=')
    const { data, token } = await signedOn(granted)
    const login = `support-${company.code.toLowerCase()}`
    expect(data).toMatchObject({ loginAccount: login })
    const { permissions } = data as { permissions: string[] }
    expect(permissions.length).toBeGreaterThan(10)
    expect(permissions.filter((right) => !right.endsWith(':view'))).toEqual([])
    expect(allRights.map(({ code }) => code)).toEqual(expect.arrayContaining(permissions))

    const asSupport = { token }
    expect(await server.send(listStaff, { page: 1, size: 20 }, asSupport)).toMatchObject({ success: true })
    expect(await server.send(getStaffMember, { id: person.id }, asSupport)).toMatchObject({ success: true })
    expect(await server.send(listAudit, { page: 1, size: 20 }, asSupport)).toMatchObject({ success: true })

    const commands = server.server.calls.filter(
      (call) => call.kind === 'command' && call.permission !== 'public',
    )
    // Users who may see an object may also print its label.
    const guarded = commands.filter(
      ({ permission }) => permission !== 'signed_in' && !permission.endsWith(':view'),
    )
    expect(guarded.length).toBeGreaterThan(10)
    for (const call of guarded) {
      const answer = await server.send(call, exampleOf(call), asSupport)
      expect([call.path, answer.success, answer.data]).toEqual([call.path, false, { kind: 'forbidden' }])
    }
    const { rowVersion, userName } = await server.done(myProfile, {}, asSupport)
    expect(userName).toBe('技术支持')
    const profile = { userName: 'Boss', phone: null, email: null, rowVersion }
    expect(await server.send(saveMyProfile, profile, asSupport)).toMatchObject({ success: false })

    expect(await admin('support')).toMatch(new RegExp(`^${company.code} +${login} .* 1 +面单打印失败$`, 'm'))
    expect(await admin('support-end', company.code)).toBe(`Support access to ${company.code} has ended.`)
    expect(await server.send(myTasks, {}, asSupport)).toMatchObject({ success: false, code: 2 })
    await refused([
      [['support-end', company.code], `No support access to ${company.code} is active.`],
      [['sso-code', login], `The account "${login}" has ended.`],
    ])
    expect(
      (await auditOf(company.id)).map(({ action, object_no, reason }) => [action, object_no, reason]),
    ).toEqual([
      ['grant_support', login, '面单打印失败'],
      ['end_support', login, null],
    ])
  })

  test('ends by itself, and the next grant opens the same account again', async () => {
    const company = await aCompany()
    const first = await admin('support-grant', company.code, '--reason', 'first', '--hours', '1')
    const { token } = await signedOn(first)
    expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ success: true })
    await server.owner(
      `update accounts set ends_at = now() - interval '1 second' where tenant_id = $1 and is_support`,
      [company.id],
    )
    expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ success: false, code: 2 })

    const second = await signedOn(
      await admin('support-grant', company.code, '--reason', 'second', '--hours', '72'),
    )
    expect(second).toMatchObject({ success: true })
    const accounts = await server.owner<{ hours: number }>(
      `select round(extract(epoch from ends_at - now()) / 3600)::int as hours from accounts where tenant_id = $1 and is_support`,
      [company.id],
    )
    expect(accounts).toEqual([{ hours: 72 }])
    expect(await admin('tenant-close', company.code)).toBe(`${company.code} is closed. Sessions ended: 2.`)
    expect((await auditOf(company.id)).map(({ action }) => action)).toEqual([
      'grant_support',
      'grant_support',
      'end_support',
      'close',
    ])
  })

  test('is one account, however many open it at once, and one of many closes a company', async () => {
    const company = await aCompany()
    const grants = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        administer(['support-grant', company.code, '--reason', `reason ${n}`], installed),
      ),
    )
    expect(grants.map(({ isDone }) => isDone)).toEqual([true, true, true, true])
    expect(
      await server.owner(`select id from accounts where tenant_id = $1 and kind = 'staff'`, [company.id]),
    ).toHaveLength(1)
    const closings = await Promise.all(
      [1, 2, 3].map(() => administer(['tenant-close', company.code], installed)),
    )
    expect(closings.filter(({ isDone }) => isDone)).toHaveLength(1)
    const actions = (await auditOf(company.id)).map(({ action }) => action)
    expect(actions).toEqual([...Array.from(grants, () => 'grant_support'), 'end_support', 'close'])
  })

  test('finds a free name where its own is in use', async () => {
    const company = await aCompany()
    const plain = `support-${company.code.toLowerCase()}`
    await aPerson(server, await aTenant(server), { account: plain })
    await server.owner(
      `insert into roles (tenant_id, code, role_name, permissions) values ($1, 'own_a', '技术支持', '{}')`,
      [company.id],
      company.id,
    )
    const { data } = await signedOn(await admin('support-grant', company.code, '--reason', 'x'))
    expect(data).toMatchObject({ loginAccount: expect.stringMatching(new RegExp(`^${plain}-[0-9a-f]{4}$`)) })
  })

  test('needs a company, a reason and a sensible duration', async () => {
    const { code } = await aCompany()
    const lapsed = await aCompany({ expiresIn: '-31 days' })
    await refused([
      [['support-grant', code], 'support-grant needs --reason.'],
      [['support-grant', 'NOBODY', '--reason', 'x'], 'Company "NOBODY" not found.'],
      [
        ['support-grant', code, '--reason', 'x', '--hours', '73'],
        '--hours "73" is not valid: enter a whole number from 1 to 72.',
      ],
      [['support-grant', code, '--reason', 'x', '--hours', '1.5'], '--hours "1.5" is not valid'],
      [
        ['support-grant', lapsed.code, '--reason', 'x'],
        `The usage period of ${lapsed.code} ended more than 30 days ago`,
      ],
    ])
  })
})

describe('the installation', () => {
  const contactsSeen = async () => {
    const tenantId = await aTenant(server)
    const token = await aSession(server, tenantId, (await aPerson(server, tenantId)).id)
    return (await server.done(topInfo, {}, { token })).contacts
  }

  test('shows the renewal contact; a cleared value falls back to the settings', async () => {
    const out = await admin('contacts', '--phone', '021-5555 0100', '--chat', 'https://chat.example.com/us')
    expect(out).toMatch(/^phone +021-5555 0100 +set here$/m)
    expect(out).toMatch(/^email +– +not shown$/m)
    expect(await contactsSeen()).toEqual({
      phone: '021-5555 0100',
      email: 'service@example.com',
      chat: 'https://chat.example.com/us',
    })
    await admin('contacts', '--phone', '')
    expect(await contactsSeen()).toMatchObject({ phone: '400-800-1234', chat: 'https://chat.example.com/us' })
    await refused([
      [['contacts', '--email', 'nobody'], /^--email "nobody" is not valid: /],
      [['contacts', '--phone', 'call me'], /^--phone "call me" is not valid: /],
    ])
    expect((await typed(['contacts'], { ...installed, CONTACT_PHONE: '400-1' })).out).toMatch(
      /^phone +400-1 +setting CONTACT_PHONE$/m,
    )
  })

  test('forgets the key of the carrier credentials, so that the next start may use another', async () => {
    const log = { error: () => {} }
    const open = (word: string) => openSecrets(server.at.owner, { word, folder: undefined, log })
    await open('the first key of this installation')
    expect(await open('another key of this installation')).toBe(noSecrets)
    expect(await admin('secret-key-forget')).toMatch(/^The key was removed\./)
    expect(await admin('secret-key-forget')).toMatch(/^No key is stored/)
    expect(await open('another key of this installation')).not.toBe(noSecrets)
  })

  test('gives dictionary items custom labels, and restores the product’s', async () => {
    const tenantId = await aTenant(server)
    const token = await aSession(server, tenantId, (await aPerson(server, tenantId)).id)
    const seen = async () => {
      const answer = await server.send(
        getDictItems,
        { dictCode: 'metricUnit' },
        { token, headers: { 'x-language': 'en_US' } },
      )
      return (answer.data as { itemText: string }[]).map(({ itemText }) => itemText)
    }
    const original = await seen()
    expect(await admin('dict')).toMatch(/^metricUnit +1 2$/m)
    expect(await admin('dict-set', 'metricUnit', '1', '--en', 'Kilos')).toBe(
      'metricUnit 1 now reads 公制(KG/CM) / Kilos.',
    )
    expect(await admin('dict-set', 'metricUnit', '1', '--zh', '公斤')).toBe(
      'metricUnit 1 now reads 公斤 / Kilos.',
    )
    expect(await seen()).toEqual(['Kilos', original[1]])
    expect(await admin('dict', 'metricUnit')).toMatch(
      /^1 +公斤 +Kilos +own, for 公制\(KG\/CM\) \/ Metric \(KG\/CM\)$/m,
    )
    expect(await admin('dict-reset', 'metricUnit', '1')).toContain('reads as the product has it again')
    expect(await seen()).toEqual(original)
    await refused([
      [['dict', 'nothing'], 'Dictionary "nothing" not found.'],
      [
        ['dict-set', 'metricUnit', '3', '--en', 'x'],
        'The dictionary metricUnit has no item "3". It has: 1, 2.',
      ],
      [['dict-set', 'metricUnit', '1'], 'dict-set needs the text'],
      [
        ['dict-set', 'metricUnit', '1', '--en', ' '],
        '--en " " is not valid: 1 to 100 characters in one line.',
      ],
      [['dict-reset', 'metricUnit'], 'dict-reset needs ITEM.'],
    ])
  })
})
