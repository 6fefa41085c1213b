import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { only } from '../platform/database/server/rows.ts'
import { rolesToSeed } from '../staff/roles/roles.ts'
import { accountEmail, companyName, loginUrlName, nameOfFounder } from '../staff/rules.ts'
import { linkTo, welcomePath } from '../staff/server/welcome-links.ts'
import { checked } from './admin-context.ts'
import { type Office, type Options, UsageError } from './command.ts'
import { factsOf } from './company-facts.ts'
import { dayAhead, endFrom, parentFor, versionFrom, zoneFrom } from './terms.ts'

export const TRIAL_DAYS = 30

const companyCode = z.string().regex(/^[A-Za-z0-9-]{1,35}$/)

/** Creates a company with an owner who has no password yet, and the link to choose one. */
export async function createCompany(office: Office, options: Options): Promise<string> {
  const { company = '', email = '', version: typedVersion, parent, expires, zone: typedZone, code } = options
  const title = checked('company', companyName, company)
  const version = typedVersion === undefined ? 'standard' : versionFrom(typedVersion)
  const zone = zoneFrom(typedZone ?? 'Asia/Shanghai')
  const name = checked('login-name', loginUrlName, options['login-name'] ?? '')
  const { gate } = office.database
  const given = {
    actor: 'administrator',
    companyName: title,
    loginUrlName: name,
    email: checked('email', accountEmail, email),
    userName: nameOfFounder(title),
    zone,
    version,
    parentId: await parentFor(gate, { version, parent }),
    expiresAt: await endFrom(gate, expires ?? (await dayAhead(gate, zone, TRIAL_DAYS)), zone),
    ...(code !== undefined && {
      code: checked('code', companyCode, code, 'letters, digits and dashes, 35 at most'),
    }),
  }
  const { rows: free } = await sql<{ isFree: boolean }>`select is_name_free(${name}) as is_free`.execute(gate)
  if (!free[0]?.isFree)
    throw new UsageError(`The login name "${name}" is already in use. Choose another --login-name.`)

  const { rows } = await sql<{ link: string; tenantId: number }>`
    with created as (
      select f.account_id, f.tenant_id from create_company(
        ${JSON.stringify(given)}::jsonb, ${JSON.stringify(rolesToSeed)}::jsonb, 'command line', ${randomUUID()}) f)
    insert into password_links (tenant_id, account_id) select f.tenant_id, f.account_id from created f
    returning id as link, tenant_id`
    .execute(gate)
    .catch(nameTheTaken(given))
  const made = only(rows)
  const [facts] = await office.database.read(made.tenantId, (db) => factsOf(db, made.tenantId))
  return [
    `${facts?.code} was created, on trial ${facts?.until}.`,
    `Its owner ${given.email} must set a password within 7 days at`,
    new URL(welcomePath(linkTo(office.signer, made.link)), office.home).href,
  ].join('\n')
}

/** Errors only the database can detect, since two may run at once, as messages. */
const nameTheTaken =
  (given: { email: string; loginUrlName: string; code?: string }) =>
  (fault: Error & { constraint?: string }): never => {
    const words = {
      account_taken: `The account "${given.email}" already exists. Choose another --email.`,
      login_url_name_taken: `The login name "${given.loginUrlName}" is already in use. Choose another --login-name.`,
      tenant_code_taken: `The code "${given.code ?? given.loginUrlName.toUpperCase()}" is already in use. Choose another with --code.`,
    }[fault.constraint ?? '']
    throw words ? new UsageError(words) : fault
  }
