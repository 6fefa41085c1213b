import { changed } from '../platform/audit/server/audit.ts'
import type { Tx } from '../platform/database/server/db.ts'
import type { ActionOf, StateOf } from '../platform/text/state-machine.ts'
import { tenantStates } from '../staff/states.ts'
import { type Company, inCompany, noteInAudit, zoneOfWarehouse } from './admin-context.ts'
import { type Command, type Office, type Options, UsageError } from './command.ts'
import { factsOf, listCompanies, showCompany } from './company-facts.ts'
import { createCompany, TRIAL_DAYS } from './create-company.ts'
import { endSupport } from './support.ts'
import { endFrom, parentFor, VERSIONS, versionFrom } from './terms.ts'

async function set(office: Office, code: string, options: Options) {
  const { version, parent, expires } = options
  if (version === undefined && parent === undefined && expires === undefined)
    throw new UsageError('tenant-set needs at least one of --version, --parent or --expires.')
  return inCompany(office, code, async (tx, company) => {
    const isNew = [
      version !== undefined || parent !== undefined
        ? await setVersion(tx, company, { version, parent })
        : false,
      expires !== undefined ? await setExpiry(tx, company, expires) : false,
    ].includes(true)
    const [facts] = await factsOf(tx, company.id)
    const parentage = facts?.parent ? ` of ${facts.parent}` : ''
    return `${company.code}${isNew ? '' : ' stays as it was'}: version ${facts?.version}${parentage}, ${facts?.status}, ${facts?.until}.`
  })
}

async function setVersion(
  tx: Tx,
  company: Company,
  input: { version: string | undefined; parent: string | undefined },
): Promise<boolean> {
  const version = input.version === undefined ? company.version : versionFrom(input.version)
  const parentId = await parentFor(tx, { version, parent: input.parent, self: company })
  if (version === 'satellite') await refuseWithSatellites(tx, company)
  const codeOf = async (id: number | null) =>
    id
      ? (await tx.selectFrom('tenants').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code
      : null
  const change = changed<Record<string, unknown>>(
    { version: company.version, parent: await codeOf(company.parentId) },
    { version, parent: await codeOf(parentId) },
  )
  if (Object.keys(change.after).length === 0) return false
  await tx
    .updateTable('tenants')
    .set({ systemVersion: version, parentTenantId: parentId })
    .where('id', '=', company.id)
    .execute()
  await noteInAudit(tx, company.id, 'company.version_set', {
    ...about(company),
    action: 'set_version',
    ...change,
  })
  return true
}

async function refuseWithSatellites(tx: Tx, { id, code }: Company) {
  const own = await tx
    .selectFrom('tenants')
    .select('code')
    .where('parentTenantId', '=', id)
    .orderBy('code')
    .execute()
  if (own.length > 0)
    throw new UsageError(
      `${code} has satellites of its own (${own.map((item) => item.code).join(', ')}) and cannot become one.`,
    )
}

async function setExpiry(tx: Tx, company: Company, typed: string): Promise<boolean> {
  const expiresAt = await endFrom(tx, typed, await zoneOfWarehouse(tx, company.id))
  if (expiresAt === company.expiresAt) return false
  await tx.updateTable('tenants').set({ expiresAt }).where('id', '=', company.id).execute()
  const change = { before: { expiresAt: company.expiresAt }, after: { expiresAt } }
  await noteInAudit(tx, company.id, 'company.expiry_set', {
    ...about(company),
    action: 'set_expiry',
    ...change,
  })
  return true
}

const about = ({ id, code }: Company) => ({ type: 'company', id, no: code })

const stateWords: Record<StateOf<typeof tenantStates>, string> = {
  trial: 'on trial',
  active: 'active',
  closed: 'closed',
}
const stepWords: Record<ActionOf<typeof tenantStates>, string> = {
  activate: 'activated',
  close: 'closed',
  reopen: 'reopened',
}

/** A transition of a company's life cycle. Closing ends all sessions at once. */
const step = (action: ActionOf<typeof tenantStates>) => (office: Office, code: string) =>
  inCompany(office, code, async (tx, company) => {
    const { from, to } = tenantStates.actions[action]
    const { status } = company
    if (!tenantStates.allows(status, action)) {
      const right = from.map((state) => stateWords[state]).join(' or ')
      throw new UsageError(
        `${company.code} is ${stateWords[status]} and cannot be ${stepWords[action]}: that is for a company that is ${right}.`,
      )
    }
    await tx.updateTable('tenants').set({ status: to }).where('id', '=', company.id).execute()
    const ended = to === 'closed' ? await turnOut(tx, company) : undefined
    await noteInAudit(tx, company.id, `company.${stepWords[action]}`, {
      ...about(company),
      action,
      before: { status },
      after: { status: to, ...(ended !== undefined && { ended }) },
    })
    const [facts] = await factsOf(tx, company.id)
    return [
      `${company.code} is ${stepWords[action]}.`,
      ...(ended !== undefined ? [`Sessions ended: ${ended}.`] : []),
      ...(facts?.status.endsWith('over')
        ? [`Its usage period ended on ${facts.expires}. Extend it with tenant-set --expires.`]
        : []),
    ].join(' ')
  })

async function turnOut(tx: Tx, company: Company): Promise<number> {
  await tx.deleteFrom('ssoCodes').where('tenantId', '=', company.id).execute()
  const ended = await tx.deleteFrom('sessions').where('tenantId', '=', company.id).returning('id').execute()
  await endSupport(tx, company)
  return ended.length
}

export const companyCommands: readonly Command[] = [
  {
    name: 'tenants',
    words: ['[CODE]'],
    does: 'Lists all companies, or shows one. Expiry dates are in warehouse time and include bonus days.',
    run: (office, [code]) => (code === undefined ? listCompanies(office) : showCompany(office, code)),
  },
  {
    name: 'tenant-new',
    needs: { company: 'NAME', 'login-name': 'NAME', email: 'ADDRESS' },
    may: { version: VERSIONS, parent: 'CODE', expires: 'YYYY-MM-DD|never', zone: 'ZONE', code: 'CODE' },
    does: `Creates a trial company, for ${TRIAL_DAYS} days unless --expires is given, and prints the link where its owner sets a password.`,
    run: (office, _, options) => createCompany(office, options),
  },
  {
    name: 'tenant-set',
    words: ['CODE'],
    may: { version: VERSIONS, parent: 'CODE', expires: 'YYYY-MM-DD|never' },
    does: 'Sets the system version (a satellite needs a parent; none shows everything) or the last day of the usage period.',
    run: (office, [code = ''], options) => set(office, code, options),
  },
  {
    name: 'tenant-activate',
    words: ['CODE'],
    does: 'Turns a trial company into a paying one.',
    run: (office, [code = '']) => step('activate')(office, code),
  },
  {
    name: 'tenant-close',
    words: ['CODE'],
    does: 'Closes a company: all its users are logged out immediately. No data is deleted.',
    run: (office, [code = '']) => step('close')(office, code),
  },
  {
    name: 'tenant-reopen',
    words: ['CODE'],
    does: 'Reopens a closed company.',
    run: (office, [code = '']) => step('reopen')(office, code),
  },
]
