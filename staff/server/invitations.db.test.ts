import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { aPerson, aSession, aTenant, startTestServer } from '../../testing/test-server.ts'
import { myFriends } from '../friends-contract.ts'
import { rolesToSeed } from '../roles/roles.ts'

const server = await startTestServer()

let count = 0
type Company = { tenantId: number; inviteCode: string; token: string }

async function codeOf(tenantId: number) {
  const [row] = await server.owner<{ invite_code: string }>('select invite_code from tenants where id = $1', [
    tenantId,
  ])
  return row?.invite_code ?? ''
}

/** A company that may invite others; no other has its address or phone. */
async function anInviter(over: { email?: string; phone?: string; bonus?: number } = {}): Promise<Company> {
  const tenantId = await aTenant(server, { expiresIn: '10 days' })
  await server.owner(
    'update tenants set contact_email = $2, contact_phone = $3, bonus_days = $4 where id = $1',
    [tenantId, over.email ?? `boss@inviter${++count}.example`, over.phone ?? null, over.bonus ?? 0],
  )
  const { id } = await aPerson(server, tenantId)
  return { tenantId, inviteCode: await codeOf(tenantId), token: await aSession(server, tenantId, id) }
}

/** Creates a company as registration does, with an invite code. */
async function aFriend(inviteCode: string, email = `boss@friend${++count}.example`): Promise<number> {
  const given = {
    email,
    companyName: `Friend ${++count}`,
    loginUrlName: `fr${count}`.padEnd(6, '0'),
    userName: 'Boss',
    zone: 'Asia/Shanghai',
    version: 'standard',
    inviteCode,
  }
  const [founded] = await server.owner<{ tenant_id: string }>(
    `select tenant_id from create_company($1::jsonb, $2::jsonb, '', '')`,
    [JSON.stringify(given), JSON.stringify(rolesToSeed)],
  )
  return Number(founded?.tenant_id)
}

/**
 * The last step of the setup, as the wizard does it: by the server's role, in the company's own transaction.
 */
const finish = (tenantId: number, phone: string | null = null) =>
  server.database.write(tenantId, (tx) =>
    sql`update warehouses set init_step = 6, phone = ${phone} where tenant_id = ${tenantId} returning 1`.execute(
      tx,
    ),
  )

const bonusOf = async ({ tenantId }: Company) =>
  Number(
    (
      await server.owner<{ bonus_days: number }>('select bonus_days from tenants where id = $1', [tenantId])
    )[0]?.bonus_days,
  )
const standing = async (friend: number) =>
  (
    await server.owner<{ status: string; fault: string | null; reward_days: number }>(
      'select status, fault, reward_days from invitations where invitee_tenant_id = $1',
      [friend],
    )
  )[0]
const rewarded = (days: number) => ({ status: 'rewarded', fault: null, reward_days: days })
const rejected = (fault: string) => ({ status: 'rejected', fault, reward_days: 0 })

describe('a friend who registered with an invite code', () => {
  test('earns the inviter ten days with the last step of the setup, not before', async () => {
    const inviter = await anInviter()
    const friend = await aFriend(inviter.inviteCode)
    expect(await standing(friend)).toEqual({ status: 'registered', fault: null, reward_days: 0 })
    for (const step of [2, 3, 4, 5])
      await server.owner('update warehouses set init_step = $2 where tenant_id = $1', [friend, step], friend)
    expect(await bonusOf(inviter)).toBe(0)
    await finish(friend)
    expect(await bonusOf(inviter)).toBe(10)
    expect(await standing(friend)).toEqual(rewarded(10))
  })

  test('earns them also when the database owner takes the step', async () => {
    const inviter = await anInviter()
    const friend = await aFriend(inviter.inviteCode)
    await server.owner('update warehouses set init_step = 6 where tenant_id = $1', [friend], friend)
    expect(await bonusOf(inviter)).toBe(10)
  })

  test('earns them once, however often the step is taken', async () => {
    const inviter = await anInviter()
    const friend = await aFriend(inviter.inviteCode)
    for (let i = 0; i < 3; i++) {
      await finish(friend)
      await server.owner('update warehouses set init_step = 5 where tenant_id = $1', [friend], friend)
    }
    await Promise.all([finish(friend), finish(friend)])
    expect(await bonusOf(inviter)).toBe(10)
  })

  test('leaves an audit row and an event at the inviter, and none at its own company', async () => {
    const inviter = await anInviter({ bonus: 20 })
    const friend = await aFriend(inviter.inviteCode)
    await finish(friend)
    const rows = (of: number) =>
      server.owner(
        `select login_account, object_type, object_id::int, before, after from audit_log where action = 'reward'`,
        [],
        of,
      )
    expect(await rows(inviter.tenantId)).toEqual([
      {
        login_account: 'system',
        object_type: 'company',
        object_id: inviter.tenantId,
        before: { bonusDays: 20 },
        after: { bonusDays: 30 },
      },
    ])
    expect(await rows(friend)).toEqual([])
    const events = (of: number) =>
      server.owner(`select 1 from events where kind = 'company.rewarded'`, [], of)
    expect([(await events(inviter.tenantId)).length, (await events(friend)).length]).toEqual([1, 0])
  })

  test('continues in its own company in the same transaction', async () => {
    const inviter = await anInviter()
    const friend = await aFriend(inviter.inviteCode)
    const seen = await server.database.write(friend, async (tx) => {
      await sql`update warehouses set init_step = 6 where tenant_id = ${friend}`.execute(tx)
      const { rows } = await sql<{ tenantId: number }>`select tenant_id from roles`.execute(tx)
      return new Set(rows.map((row) => row.tenantId))
    })
    expect([...seen]).toEqual([friend])
  })

  test('whose setup is rolled back earns nothing', async () => {
    const inviter = await anInviter()
    const friend = await aFriend(inviter.inviteCode)
    const broken = server.database.write(friend, async (tx) => {
      await sql`update warehouses set init_step = 6 where tenant_id = ${friend}`.execute(tx)
      throw new Error('broken')
    })
    await expect(broken).rejects.toThrow('broken')
    expect([await bonusOf(inviter), (await standing(friend))?.status]).toEqual([0, 'registered'])
  })
})

describe('sixty days', () => {
  test('are earned by six friends; the seventh is one too many', async () => {
    const inviter = await anInviter()
    for (let i = 1; i <= 6; i++) {
      await finish(await aFriend(inviter.inviteCode))
      expect(await bonusOf(inviter)).toBe(10 * i)
    }
    const seventh = await aFriend(inviter.inviteCode)
    await finish(seventh)
    expect([await bonusOf(inviter), await standing(seventh)]).toEqual([60, rejected('enough')])
  })

  test('are filled up by less than ten', async () => {
    const inviter = await anInviter({ bonus: 55 })
    const friend = await aFriend(inviter.inviteCode)
    await finish(friend)
    expect([await bonusOf(inviter), await standing(friend)]).toEqual([60, rewarded(5)])
  })

  test('are not exceeded by friends who finish at the same moment, and none of those is lost', async () => {
    const inviter = await anInviter()
    const friends: number[] = []
    for (let i = 0; i < 8; i++) friends.push(await aFriend(inviter.inviteCode))
    await Promise.all(friends.slice(0, 2).map((friend) => finish(friend)))
    expect(await bonusOf(inviter)).toBe(20)
    await Promise.all(friends.slice(2).map((friend) => finish(friend)))
    expect(await bonusOf(inviter)).toBe(60)
    const faults = await Promise.all(friends.map(async (friend) => (await standing(friend))?.fault))
    expect(faults.filter((fault) => fault === 'enough')).toHaveLength(2)
    const auditRows = await server.owner(
      `select 1 from audit_log where action = 'reward'`,
      [],
      inviter.tenantId,
    )
    expect(auditRows).toHaveLength(6)
  })
})

describe('an existing user', () => {
  test.each([
    ['the address of an account', 'same_email', 'known@first.example', 'known@first.example'],
    ['an address in capitals', 'same_email', 'known@second.example', 'KNOWN@second.example'],
    ['the domain of a company', 'same_domain', 'one@third.example', 'other@third.example'],
    ['a domain in capitals', 'same_domain', 'one@fourth.example', 'other@FOURTH.example'],
  ])('recognised by %s is not a friend', async (_, fault, here, coming) => {
    const inviter = await anInviter()
    if (fault === 'same_domain') await anInviter({ email: here })
    else {
      const { id } = await aPerson(server, await aTenant(server))
      await server.owner('update accounts set email = $2 where id = $1', [id, here])
    }
    const friend = await aFriend(inviter.inviteCode, coming)
    expect(await standing(friend)).toEqual(rejected(fault))
    await finish(friend)
    expect([await bonusOf(inviter), await standing(friend)]).toEqual([0, rejected(fault)])
  })

  test.each(['gmail.com', 'qq.com', '163.com', 'outlook.com'])(
    'is not recognised by %s alone: it is too common',
    async (domain) => {
      const inviter = await anInviter({ email: `boss${++count}@${domain}` })
      const friend = await aFriend(inviter.inviteCode, `friend${++count}@${domain}`)
      await finish(friend)
      expect(await standing(friend)).toEqual(rewarded(10))
    },
  )

  test('recognised by the phone in the setup is not a friend, in any format', async () => {
    const inviter = await anInviter({ phone: '138-0000-1234' })
    for (const phone of ['13800001234', '+86 138 0000 1234', '(138) 00001234']) {
      const friend = await aFriend(inviter.inviteCode)
      await finish(friend, phone)
      expect([phone, await standing(friend)]).toEqual([phone, rejected('same_phone')])
    }
    expect(await bonusOf(inviter)).toBe(0)
    const other = await aFriend(inviter.inviteCode)
    await finish(other, '13800001235')
    expect(await standing(other)).toEqual(rewarded(10))
  })

  test('recognised by the phone of an earlier friend is not a friend either', async () => {
    const inviter = await anInviter()
    const [first, second] = [await aFriend(inviter.inviteCode), await aFriend(inviter.inviteCode)]
    await finish(first, '020 5555 7777')
    await finish(second, '02055557777')
    expect([await standing(first), await standing(second)]).toEqual([rewarded(10), rejected('same_phone')])
  })
})

test('no company invites itself, and none is invited twice', async () => {
  const [item, two] = [await anInviter(), await anInviter()]
  const invite = (by: number, whom: number) =>
    server.owner('insert into invitations (tenant_id, invitee_tenant_id) values ($1, $2)', [by, whom])
  await expect(invite(item.tenantId, item.tenantId)).rejects.toMatchObject({
    constraint: 'nobody_invites_themselves',
  })
  const friend = await aFriend(item.inviteCode)
  await expect(invite(two.tenantId, friend)).rejects.toMatchObject({ constraint: 'invited_once' })
})

test('the server can neither create nor change an invitation, nor grant days', async () => {
  const inviter = await anInviter()
  for (const statement of [
    sql`insert into invitations (tenant_id, invitee_tenant_id) values (${inviter.tenantId}, 1)`,
    sql`update invitations set status = 'rewarded'`,
    sql`update tenants set bonus_days = 60 where id = ${inviter.tenantId}`,
    sql`select create_company('{}', '[]', '', '')`,
    sql`select store_password(1, 'x', false)`,
    sql`select log_before_login(1, 'x', 'x', '', '')`,
    sql`select use_code('reset', 'x', '')`,
    sql`select invitation_problem(1, '')`,
    sql`select * from verification_codes`,
  ]) {
    const tried = server.database.write(inviter.tenantId, (tx) => statement.execute(tx))
    await expect(tried).rejects.toMatchObject({ code: '42501' })
  }
})

test('reverting a decided invitation is refused by the database', async () => {
  const inviter = await anInviter()
  const friend = await aFriend(inviter.inviteCode)
  await finish(friend)
  const back = server.owner(`update invitations set status = 'registered' where invitee_tenant_id = $1`, [
    friend,
  ])
  await expect(back).rejects.toMatchObject({ constraint: 'state_step' })
})

test('a company sees only its own friends, latest first', async () => {
  const [item, two] = [await anInviter({ bonus: 10 }), await anInviter()]
  const [first, second] = [await aFriend(item.inviteCode), await aFriend(item.inviteCode)]
  await aFriend(two.inviteCode)
  await finish(first)
  const { data } = await server.send(myFriends, {}, { token: item.token })
  const names = await server.owner<{ company_name: string }>(
    'select company_name from tenants where id = any ($1) order by id desc',
    [[first, second]],
  )
  expect(data).toEqual({
    inviteCode: item.inviteCode,
    earnedDays: 20,
    mostDays: 60,
    friends: names.map(({ company_name }, i) => ({
      id: expect.any(Number),
      companyName: company_name,
      status: i === 0 ? 'registered' : 'rewarded',
      fault: null,
      rewardDays: i === 0 ? 0 : 10,
      createdAt: expect.stringMatching(/Z$/),
    })),
  })
  const none = await anInviter()
  expect((await server.send(myFriends, {}, { token: none.token })).data).toMatchObject({ friends: [] })
})

test('a company without a code, or with that of a closed one, earns nothing for anyone', async () => {
  const closed = await anInviter()
  await server.owner(`update tenants set status = 'closed' where id = $1`, [closed.tenantId])
  const friend = await aFriend(closed.inviteCode)
  expect(await standing(friend)).toBeUndefined()
  await finish(friend)
  expect(await bonusOf(closed)).toBe(0)
})

test('invite codes are ten letters and digits, each unique', async () => {
  const client = new pg.Client({ ...server.at.owner, options: '-c search_path=wms' })
  await client.connect()
  const { rows } = await client.query<{ invite_code: string }>('select invite_code from tenants')
  await client.end()
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ invite_code }) => !/^[A-Z0-9]{10}$/.test(invite_code))).toEqual([])
  expect(new Set(rows.map(({ invite_code }) => invite_code)).size).toBe(rows.length)
})
