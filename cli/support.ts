import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/server/db.ts'
import { only } from '../platform/database/server/rows.ts'
import { supportRole } from '../staff/roles/roles.ts'
import { foldAccount } from '../staff/rules.ts'
import { type Company, inCompany, momentIn, noteInAudit, zoneOfWarehouse } from './admin-context.ts'
import { aligned } from './columns.ts'
import { type Command, type Office, type Options, UsageError } from './command.ts'

const HOURS = 4
const MAX_HOURS = 72

/** A code that logs a user in once within sixty seconds; only its hash is stored. */
async function seedCode(tx: Tx, tenantId: number, accountId: number): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await sql`
    insert into sso_codes (code_hash, tenant_id, account_id, expires_at)
    values (${createHash('sha256').update(code).digest()}, ${tenantId}, ${accountId}, now() + interval '60 seconds')
  `.execute(tx)
  return code
}

/**
 * Logs the administrator in as a user. It is the only alternative to a grant, and the company sees it in its
 * audit log.
 */
async function mintCode({ database }: Office, typed: string): Promise<string> {
  const { rows } = await sql<{
    id: number
    tenantId: number | null
    loginAccount: string
    isEnabled: boolean
    isOver: boolean
    code: string | null
    standing: 'open' | 'lapsed' | 'closed' | null
  }>`
    select a.id, a.tenant_id, a.login_account, a.is_enabled, coalesce(a.ends_at <= now(), false) as is_over, t.code,
      case when t.id is not null then company_status(t) end as standing
    from accounts a left join tenants t on t.id = a.tenant_id
    where a.login_key = ${foldAccount(typed)}`.execute(database.gate)
  const [account] = rows
  if (!account?.tenantId) throw new UsageError(`Account "${typed}" not found in any company.`)
  const { id, tenantId, loginAccount } = account
  if (!account.isEnabled)
    throw new UsageError(`The account "${loginAccount}" is disabled. Its company must enable it first.`)
  if (account.isOver) throw new UsageError(`The account "${loginAccount}" has ended.`)
  refuseShut(account.code ?? '', account.standing)
  return database.write(tenantId, async (tx) => {
    const code = await seedCode(tx, tenantId, id)
    const change = { action: 'mint_sso_code', type: 'account', id, no: loginAccount }
    await noteInAudit(tx, tenantId, 'account.sso_code_minted', change)
    return code
  })
}

function refuseShut(code: string, standing: Company['standing'] | null) {
  if (standing === 'closed')
    throw new UsageError(`${code} is closed, so no one can log in. Reopen it with tenant-reopen.`)
  if (standing === 'lapsed')
    throw new UsageError(
      `The usage period of ${code} ended more than 30 days ago, so no one can log in. Extend it with tenant-set --expires.`,
    )
}

async function grant(office: Office, code: string, options: Options) {
  const reason = options.reason?.trim() ?? ''
  if (reason.length > 500) throw new UsageError('--reason is too long: up to 500 characters.')
  const hours = options.hours ?? String(HOURS)
  if (!/^[1-9]\d?$/.test(hours) || Number(hours) > MAX_HOURS)
    throw new UsageError(`--hours "${hours}" is not valid: enter a whole number from 1 to ${MAX_HOURS}.`)

  return inCompany(office, code, async (tx, company) => {
    refuseShut(company.code, company.standing)
    const zone = await zoneOfWarehouse(tx, company.id)
    const before = await supportAccount(tx, company)
    const { id, loginAccount, endsAt } = await openAccount(tx, company, {
      before,
      zone,
      hours: Number(hours),
    })
    await noteInAudit(tx, company.id, 'company.support_granted', {
      action: 'grant_support',
      type: 'account',
      id,
      no: loginAccount,
      before: { endsAt: before?.isOpen ? before.endsAt : null },
      after: { endsAt },
      reason,
    })
    const address = new URL(`/?token=${await seedCode(tx, company.id, id)}`, office.home)
    return [
      `Support can view ${company.code} until ${momentIn(zone, endsAt)} (${zone}) as ${loginAccount}. Open within 60 seconds, once only:`,
      address.href,
      `For another code: npm run admin -- sso-code ${loginAccount}`,
    ].join('\n')
  })
}

const supportAccount = (tx: Tx, { id }: Company) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'loginAccount', 'endsAt', sql<boolean>`ends_at > now()`.as('isOpen')])
    .where('tenantId', '=', id)
    .where('isSupport', '=', true)
    .forUpdate()
    .executeTakeFirst()

type Opened = { id: number; loginAccount: string; endsAt: string }

/** The support account of a company: no password, the read-only role, and an expiry. */
async function openAccount(
  tx: Tx,
  company: Company,
  { before, zone, hours }: { before: { id: number } | undefined; zone: string; hours: number },
): Promise<Opened> {
  const roleId = await seedSupportRole(tx, company)
  const name = supportRole.name.zh_CN
  const until = sql`now() + ${hours}::int * interval '1 hour'`
  const { rows } = before
    ? await sql<Opened>`
        update accounts set user_name = ${name}, email = null, phone = null, zone_code = ${zone}, is_enabled = true, ends_at = ${until},
          row_version = row_version + 1, updated_at = now()
        where tenant_id = ${company.id} and id = ${before.id} returning id, login_account, ends_at`.execute(
        tx,
      )
    : await sql<Opened>`
        insert into accounts (tenant_id, kind, login_account, user_name, zone_code, is_support, ends_at)
        values (${company.id}, 'staff', ${await freeLogin(tx, company)}, ${name}, ${zone}, true, ${until})
        returning id, login_account, ends_at`.execute(tx)
  const [opened] = rows
  if (!opened) throw new Error('no support account')
  await sql`
    insert into account_roles (tenant_id, account_id, role_id) values (${company.id}, ${opened.id}, ${roleId})
    on conflict do nothing`.execute(tx)
  return opened
}

/** Accounts are unique across all companies, and this name may be in use. */
async function freeLogin(tx: Tx, { code }: Company): Promise<string> {
  const plain = `support-${code.toLowerCase()}`
  const taken = await tx
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`login_key = ${plain}`)
    .executeTakeFirst()
  return taken ? `${plain}-${randomBytes(2).toString('hex')}` : plain
}

/** The role with the permissions of this version; a name the company uses itself is left to it. */
async function seedSupportRole(tx: Tx, { id }: Company): Promise<number> {
  const { code, name, permissions } = supportRole
  const { rows } = await sql<{ id: number }>`
    insert into roles as r (tenant_id, code, role_name, permissions, is_system)
    select ${id}, ${code}, ${name.zh_CN} || case when exists (
        select 1 from roles o where o.tenant_id = ${id} and o.role_key = ${name.zh_CN} and o.code <> ${code})
      then ' ' || left(gen_random_uuid()::text, 4) else '' end, ${permissions}::text[], true
    on conflict (tenant_id, code) do update set permissions = excluded.permissions, row_version = r.row_version + 1
    returning id`.execute(tx)
  const [role] = rows
  if (!role) throw new Error('no support role')
  return role.id
}

/** Ends an open grant with all its sessions; returns whether there was one. */
export async function endSupport(tx: Tx, company: Company): Promise<boolean> {
  const account = await supportAccount(tx, company)
  if (!account?.isOpen) return false
  const { id, loginAccount, endsAt } = account
  const { rows } = await sql<{ endsAt: string }>`
    update accounts set ends_at = now(), row_version = row_version + 1, updated_at = now()
    where tenant_id = ${company.id} and id = ${id} returning ends_at`.execute(tx)
  for (const table of ['sessions', 'ssoCodes'] as const)
    await tx.deleteFrom(table).where('tenantId', '=', company.id).where('accountId', '=', id).execute()
  await noteInAudit(tx, company.id, 'company.support_ended', {
    action: 'end_support',
    type: 'account',
    id,
    no: loginAccount,
    before: { endsAt },
    after: { endsAt: only(rows).endsAt },
  })
  return true
}

const end = (office: Office, code: string) =>
  inCompany(office, code, async (tx, company) => {
    if (await endSupport(tx, company)) return `Support access to ${company.code} has ended.`
    throw new UsageError(
      `No support access to ${company.code} is active. Run npm run admin -- support to list active access.`,
    )
  })

async function listGrants({ database }: Office): Promise<string> {
  const { rows: open } = await sql<{
    tenantId: number
    code: string
    id: number
    login: string
    endsAt: string
    sessions: number
  }>`
    select a.tenant_id, t.code, a.id, a.login_account as login, a.ends_at,
      (select count(*)::int from sessions s where s.tenant_id = a.tenant_id and s.account_id = a.id) as sessions
    from accounts a join tenants t on t.id = a.tenant_id
    where a.is_support and a.ends_at > now() order by a.ends_at`.execute(database.gate)
  if (open.length === 0) return 'No active support access.'
  const rows = []
  for (const { tenantId, code, id, login, endsAt, sessions } of open) {
    const [zone, why] = await database.read(
      tenantId,
      async (db) =>
        [
          await zoneOfWarehouse(db, tenantId),
          await db
            .selectFrom('auditLog')
            .select('reason')
            .where('tenantId', '=', tenantId)
            .where('objectType', '=', 'account')
            .where('objectId', '=', id)
            .where('action', '=', 'grant_support')
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirst(),
        ] as const,
    )
    rows.push([code, login, `${momentIn(zone, endsAt)} ${zone}`, sessions, why?.reason])
  }
  return aligned([['company', 'account', 'until', 'sessions', 'reason'], ...rows])
}

export const supportCommands: readonly Command[] = [
  {
    name: 'sso-code',
    words: ['ACCOUNT'],
    does: "Creates a one-time code: opening /?token=<code> within 60 s logs in as that account. It is recorded in the company's audit log.",
    run: (office, [account = '']) => mintCode(office, account),
  },
  {
    name: 'support',
    does: 'Lists active support access.',
    run: listGrants,
  },
  {
    name: 'support-grant',
    words: ['CODE'],
    needs: { reason: 'TEXT' },
    may: { hours: `1-${MAX_HOURS}` },
    does: `Gives support read-only access to a company for ${HOURS} hours, or as many as given. The reason is recorded in the company's audit log.`,
    run: (office, [code = ''], options) => grant(office, code, options),
  },
  {
    name: 'support-end',
    words: ['CODE'],
    does: 'Ends support access early, including its sessions.',
    run: (office, [code = '']) => end(office, code),
  },
]
