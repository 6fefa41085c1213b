import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../platform/calls/call.ts'
import { notFound, Refusal, refuseField } from '../../platform/calls/refusal.ts'
import type { Server } from '../../platform/calls/server/serve.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { searchLine } from '../../platform/database/server/pinyin.ts'
import { sameTenant } from '../../platform/database/server/rows.ts'
import { searchPattern } from '../../platform/database/server/search.ts'
import { pageOfQuery } from '../../platform/lists/server/page.ts'
import { switchable } from '../../platform/lists/server/switchable.ts'
import type { Secrets } from '../../platform/server/secrets.ts'
import { copyFromMain } from '../../warehouse/server/satellites.ts'
import {
  CarrierFault,
  type CredentialName,
  type Credentials,
  credentialNames,
  sampleShipment,
  servicesIn,
} from '../carrier.ts'
import * as calls from '../contract.ts'
import {
  type AccountRow,
  accountCalls,
  carrierAccount,
  credentialProblems,
  platformChoices,
} from '../contract.ts'
import { HIDDEN } from '../redact.ts'
import { carrierText } from '../text.ts'
import { PATIENCE_MS } from './carrier-http.ts'
import type { Carriers } from './carriers.ts'
import { credentialsIn, sealed } from './credentials.ts'
import { sentenceOf, theirWords } from './sentence.ts'

export function accountRoutes({ answer, answerOutside }: Server, carriers: Carriers) {
  answer(calls.listAccounts, listAccounts)
  answer(carrierAccount, oneAccount)
  answer(platformChoices, choices)
  answer(accountCalls, callsOf)
  answer(calls.createAccount, createAccount(carriers.secrets))
  answer(calls.editAccount, editAccount(carriers.secrets))
  answer(calls.switchAccounts, switchAccounts)
  answerOutside(calls.testAccount, testAccount(carriers))
  answerOutside(calls.askServices, askServices(carriers))
}

const accountsOf = (db: Db, who: Who) =>
  db
    .selectFrom('carrierAccounts as a')
    .leftJoin('platforms as p', sameTenant('p.id', 'a.platformId'))
    .where('a.tenantId', '=', who.tenantId)

const listed = [
  'a.id',
  'a.accountName',
  'a.adapter',
  'a.carrier',
  'a.accountNo',
  'a.environment',
  'p.platformName',
  'a.isEnabled',
  'a.lastOkAt',
  'a.updatedAt',
] as const
const namesSet = sql<CredentialName[]>`a.credential_names`

export async function listAccounts(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listAccounts>,
): Promise<Page<AccountRow>> {
  let match = accountsOf(db, who)
  if (input.search) match = match.where('a.searchLine', 'like', searchPattern(input.search))
  if (input.adapter) match = match.where('a.adapter', '=', input.adapter)
  if (input.isEnabled) match = match.where('a.isEnabled', '=', input.isEnabled === '1')
  return pageOfQuery(
    match
      .select(listed)
      .select(namesSet.as('credentialNames'))
      .orderBy(`a.${input.sort}`, input.order)
      .orderBy('a.id'),
    input,
  )
}

async function oneAccount(
  db: Db,
  who: Who,
  { id }: { id: number },
): Promise<OutputOf<typeof carrierAccount>> {
  return accountsOf(db, who)
    .select(listed)
    .select(namesSet.as('credentialNames'))
    .select(['a.platformId', 'a.costCurrency', 'a.costRate', 'a.costRateOn', 'a.rowVersion'])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow(notFound(carrierText.notFound))
}

const choices = (db: Db, who: Who) =>
  db
    .selectFrom('platforms')
    .select(['id', 'platformName'])
    .where('tenantId', '=', who.tenantId)
    .where('isEnabled', '=', true)
    .orderBy('platformName')
    .orderBy('id')
    .execute()

/** The calls of an account. What was sent names recipients: it is for users who may edit orders. */
async function callsOf(db: Db, who: Who, { id }: { id: number }): Promise<OutputOf<typeof accountCalls>> {
  await oneAccount(db, who, { id })
  const rows = await db
    .selectFrom('carrierCalls')
    .select(['id', 'deed', 'method', 'url', 'status', 'ms', 'request', 'answer', 'problem', 'at'])
    .where('tenantId', '=', who.tenantId)
    .where('accountId', '=', id)
    .orderBy('id', 'desc')
    .execute()
  if (hasPermission(who.permissions, 'order:order:edit')) return rows
  return rows.map((row) => ({ ...row, url: hostOf(row.url), request: HIDDEN, answer: HIDDEN }))
}

/** The path of a platform's call may have fields of the recipient, as its query may. */
const hostOf = (url: string) => `${/^\w+:(\/\/[^/?#]*)?/.exec(url)?.[0] ?? ''}/${HIDDEN}`

const foundBy = (account: { accountName: string; carrier: string; accountNo: string | null }) =>
  searchLine(account.accountName, account.carrier, account.accountNo)

/** The typed credentials; an empty field is none. */
const typedIn = (given: Partial<Record<CredentialName, string | null>>): Credentials =>
  Object.fromEntries(credentialNames.flatMap((name) => (given[name] ? [[name, given[name]]] : [])))

const createAccount =
  (secrets: Secrets) =>
  async (tx: Tx, who: Who, input: InputOf<typeof calls.createAccount>): Promise<{ id: number }> => {
    const { apiKey, user, password, accessToken, ...facts } = input
    const typed = typedIn({ apiKey, user, password, accessToken })
    if (facts.platformId !== null) await assertPlatformExists(tx, who, facts.platformId)
    await refuseOwnCurrency(tx, who, facts.costCurrency)
    const { id } = await tx
      .insertInto('carrierAccounts')
      .values({
        tenantId: who.tenantId,
        ...facts,
        ...(facts.costRate !== null && { costRateOn: today }),
        searchLine: foundBy(facts),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await keepCredentials(tx, who, secrets, id, typed)
    // The audit log says which credentials were set, never their values.
    const after = { ...facts, credentialNames: namesOf(typed) }
    await writeAudit(tx, who, [
      { action: 'create', type: 'carrier_account', id, no: facts.accountName, after },
    ])
    await publishEvents(tx, who, [{ kind: 'carrier_account.created', type: 'carrier_account', id }])
    await copyFromMain(tx)
    return { id }
  }

const today = sql<string>`warehouse_today()`

async function refuseOwnCurrency(tx: Tx, who: Who, currency: string | null) {
  if (currency === null) return
  const { rows } =
    await sql`select 1 from warehouses where tenant_id = ${who.tenantId} and currency_code = ${currency}`.execute(
      tx,
    )
  if (rows.length > 0) refuseField('costCurrency', carrierText.ownCurrency)
}

async function assertPlatformExists(tx: Tx, who: Who, platformId: number) {
  const known = await choices(tx, who)
  if (!known.some(({ id }) => id === platformId)) refuseField('platformId', carrierText.needsPlatform)
}

const namesOf = (credentials: Credentials) => credentialNames.filter((name) => credentials[name])

async function keepCredentials(tx: Tx, who: Who, secrets: Secrets, id: number, credentials: Credentials) {
  const names = namesOf(credentials)
  if (names.length === 0) return
  await tx
    .updateTable('carrierAccounts')
    .set({
      credentials: sealed(secrets, { tenantId: who.tenantId, id }, credentials),
      credentialNames: names,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
}

const editAccount =
  (secrets: Secrets) =>
  async (tx: Tx, who: Who, input: InputOf<typeof calls.editAccount>): Promise<{ rowVersion: number }> => {
    const { id, rowVersion, apiKey, user, password, accessToken, ...facts } = input
    const typed = typedIn({ apiKey, user, password, accessToken })
    const before = await tx
      .selectFrom('carrierAccounts')
      .select(['adapter', 'accountName', 'carrier', 'accountNo', 'environment', 'costCurrency', 'costRate'])
      .select(['credentials', 'credentialNames', 'rowVersion'])
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound(carrierText.notFound))
    if (before.rowVersion !== rowVersion)
      await refuseStale(tx, who, { type: 'carrier_account', id }, carrierText.stale)
    const [wrong] = credentialProblems(before.adapter, typed, before.credentialNames)
    if (wrong) refuseField(wrong.name, wrong.text)
    await refuseOwnCurrency(tx, who, facts.costCurrency)
    const isSameRate =
      before.costCurrency === facts.costCurrency && Number(before.costRate) === Number(facts.costRate)
    await tx
      .updateTable('carrierAccounts')
      .set({
        ...facts,
        ...(!isSameRate && { costRateOn: facts.costRate === null ? null : today }),
        searchLine: foundBy(facts),
        rowVersion: rowVersion + 1,
        updatedAt: sql<string>`business_now()`,
      })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    if (namesOf(typed).length > 0) {
      const kept = readable(() =>
        credentialsIn(secrets, { tenantId: who.tenantId, id, credentials: before.credentials }),
      )
      await keepCredentials(tx, who, secrets, id, { ...kept, ...typed })
    }
    const { adapter: _, credentials: __, credentialNames: ___, rowVersion: ____, ...was } = before
    // 0.92 and the stored 0.920000 are the same rate.
    const { before: old, after } = changed(was, isSameRate ? { ...facts, costRate: was.costRate } : facts)
    const replaced = namesOf(typed)
    await writeAudit(tx, who, [
      {
        action: 'edit',
        type: 'carrier_account',
        id,
        no: facts.accountName,
        before: old,
        after: { ...after, ...(replaced.length > 0 && { credentialNames: replaced }) },
      },
    ])
    await publishEvents(tx, who, [{ kind: 'carrier_account.edited', type: 'carrier_account', id }])
    await copyFromMain(tx)
    return { rowVersion: rowVersion + 1 }
  }

/** Data encrypted with a lost key is lost too: credentials can be typed again without it. */
function readable(read: () => Credentials): Credentials {
  try {
    return read()
  } catch (fault) {
    if (fault instanceof Refusal && fault.detail.kind === 'encryption') return {}
    throw fault
  }
}

const switchRows = switchable({
  table: 'carrierAccounts',
  type: 'carrier_account',
  no: sql`account_name`,
  notFound: carrierText.notFound,
})

export async function switchAccounts(tx: Tx, who: Who, input: InputOf<typeof calls.switchAccounts>) {
  await copyFromMain(tx)
  return switchRows(tx, who, input)
}

const testAccount =
  ({ carrierOf, database }: Carriers) =>
  async (who: Who, { id }: { id: number }): Promise<OutputOf<typeof calls.testAccount>> => {
    const until = performance.now() + PATIENCE_MS
    const carrier = await carrierOf(who.tenantId, id, { until, mayBeDisabled: true })
    const result = await carrier.validateCredentials().then(
      ({ words }) => ({ problem: null, words: theirWords(who, words) }),
      (fault) => {
        if (fault instanceof CarrierFault) return { problem: fault.problem, words: sentenceOf(who, fault) }
        throw fault
      },
    )
    await database.write(who.tenantId, async (tx) => {
      const { accountName } = await oneAccount(tx, who, { id })
      const after = { isOk: result.problem === null }
      await writeAudit(tx, who, [{ action: 'test', type: 'carrier_account', id, no: accountName, after }])
      await publishEvents(tx, who, [{ kind: 'carrier_account.tested', type: 'carrier_account', id }])
    })
    return result
  }

const askServices =
  ({ carrierOf }: Carriers) =>
  async (who: Who, { id }: { id: number }): Promise<OutputOf<typeof calls.askServices>> => {
    const until = performance.now() + PATIENCE_MS
    const carrier = await carrierOf(who.tenantId, id, { until, mayBeDisabled: true })
    return carrier.quote(sampleShipment).then(
      (rates) => ({ problem: null, words: null, services: servicesIn(rates) }),
      (fault) => {
        if (!(fault instanceof CarrierFault)) throw fault
        return { problem: fault.problem, words: sentenceOf(who, fault), services: [] }
      },
    )
  }
