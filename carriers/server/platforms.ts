import { sql } from 'kysely'
import {
  changed,
  publishEvents,
  refuseStale,
  writeAudit,
  writeChanges,
} from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../platform/calls/call.ts'
import { notFound, refuseAs, refuseField } from '../../platform/calls/refusal.ts'
import type { Server } from '../../platform/calls/server/serve.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { searchLine } from '../../platform/database/server/pinyin.ts'
import { searchPattern } from '../../platform/database/server/search.ts'
import { pageOfQuery } from '../../platform/lists/server/page.ts'
import { switchable } from '../../platform/lists/server/switchable.ts'
import type { Outbound } from '../../platform/outbound/server/outbound.ts'
import * as platformContract from '../platform-contract.ts'
import {
  type PlatformFacts,
  type PlatformRow,
  type PlatformShape,
  platform,
  shapeOf,
} from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import type { Carriers } from './carriers.ts'
import { shapeColumns } from './platform-shape.ts'
import { tryPlatform, voidTried } from './try-platform.ts'

export function platformRoutes({ answer, answerOutside }: Server, carriers: Carriers) {
  answer(platformContract.listPlatforms, listPlatforms)
  answer(platform, onePlatform)
  answer(platformContract.createPlatform, createPlatform(carriers.outbound))
  answer(platformContract.editPlatform, editPlatform(carriers.outbound))
  answer(platformContract.switchPlatforms, switchPlatforms)
  answerOutside(platformContract.tryPlatform, tryPlatform(carriers))
  answerOutside(platformContract.voidTried, voidTried(carriers))
}

const accountCount = sql<number>`(
  select count(*) from carrier_accounts a where a.tenant_id = platforms.tenant_id and a.platform_id = platforms.id)`
const listed = ['id', 'platformCode', 'platformName', 'address', 'isEnabled', 'updatedAt'] as const

export async function listPlatforms(
  db: Db,
  who: Who,
  input: InputOf<typeof platformContract.listPlatforms>,
): Promise<Page<PlatformRow>> {
  let row = db.selectFrom('platforms').where('tenantId', '=', who.tenantId)
  if (input.search) row = row.where('searchLine', 'like', searchPattern(input.search))
  if (input.isEnabled) row = row.where('isEnabled', '=', input.isEnabled === '1')
  return pageOfQuery(
    row.select(listed).select(accountCount.as('accountCount')).orderBy(input.sort, input.order).orderBy('id'),
    input,
  )
}

async function onePlatform(db: Db, who: Who, { id }: { id: number }): Promise<OutputOf<typeof platform>> {
  const [row, accounts] = await Promise.all([
    db
      .selectFrom('platforms')
      .select(listed)
      .select([accountCount.as('accountCount'), shapeColumns.as('shape'), 'rowVersion'])
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('carrierAccounts')
      .select(['id', 'accountName'])
      .where('tenantId', '=', who.tenantId)
      .where('platformId', '=', id)
      .orderBy('accountName')
      .execute(),
  ])
  return row ? { ...row, accounts } : refuseAs({ kind: 'not_found' }, platformText.notFound)
}

/** A platform's columns from the input. */
function columnsOf(platformCode: string, facts: PlatformFacts) {
  const { address, headers, requests, answers } = shapeOf(facts)
  return {
    platformName: facts.platformName,
    address,
    headers: JSON.stringify(headers),
    requests: JSON.stringify(requests),
    answers: JSON.stringify(answers),
    searchLine: searchLine(platformCode, facts.platformName),
  }
}

const createPlatform =
  (outbound: Outbound) =>
  async (
    tx: Tx,
    who: Who,
    input: InputOf<typeof platformContract.createPlatform>,
  ): Promise<{ id: number }> => {
    const { platformCode, ...facts } = input
    if (!outbound.mayReach(facts.address)) refuseField('address', platformText.addressForm)
    const { id } = await tx
      .insertInto('platforms')
      .values({ tenantId: who.tenantId, platformCode, ...columnsOf(platformCode, facts) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(tx, who, [{ action: 'create', type: 'platform', id, no: platformCode, after: input }])
    await publishEvents(tx, who, [{ kind: 'platform.created', type: 'platform', id }])
    return { id }
  }

const editPlatform =
  (outbound: Outbound) =>
  async (
    tx: Tx,
    who: Who,
    input: InputOf<typeof platformContract.editPlatform>,
  ): Promise<{ rowVersion: number }> => {
    const { id, rowVersion, ...facts } = input
    const before = await tx
      .selectFrom('platforms')
      .select(['platformCode', 'platformName', 'address', 'rowVersion'])
      .select(shapeColumns.as('shape'))
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound(platformText.notFound))
    if (before.rowVersion !== rowVersion)
      await refuseStale(tx, who, { type: 'platform', id }, platformText.stale)
    if (!outbound.mayReach(facts.address)) refuseField('address', platformText.addressForm)
    await tx
      .updateTable('platforms')
      .set({
        ...columnsOf(before.platformCode, facts),
        rowVersion: rowVersion + 1,
        updatedAt: sql<string>`business_now()`,
      })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    // The database has the fields in an order of its own; in the same order, those that stay are the same.
    const named = ({ platformName }: { platformName: string }, shape: PlatformShape) => ({
      platformName,
      ...platformContract.platformShape.parse(shape),
    })
    const { platformCode } = before
    await writeAudit(tx, who, [
      {
        action: 'edit',
        type: 'platform',
        id,
        no: platformCode,
        ...changed<Record<string, unknown>>(named(before, before.shape), named(facts, shapeOf(facts))),
      },
    ])
    await publishEvents(tx, who, [{ kind: 'platform.edited', type: 'platform', id }])
    if (new URL(before.address).origin !== new URL(facts.address).origin) await forgetCredentials(tx, who, id)
    return { rowVersion: rowVersion + 1 }
  }

/** Credentials belong to one host. Pointing them to another would reveal them. */
async function forgetCredentials(tx: Tx, who: Who, platformId: number) {
  const emptied = await tx
    .updateTable('carrierAccounts')
    .set((is) => ({ credentials: null, credentialNames: [], rowVersion: is('rowVersion', '+', 1) }))
    .where('tenantId', '=', who.tenantId)
    .where('platformId', '=', platformId)
    .where('credentials', 'is not', null)
    .returning(['id', 'accountName'])
    .execute()
  await writeChanges(
    tx,
    who,
    emptied.map(({ id, accountName }) => ({
      action: 'forget_credentials',
      event: 'carrier_account.credentials_forgotten',
      type: 'carrier_account',
      id,
      no: accountName,
      reason: platformText.moved,
    })),
  )
}

export const switchPlatforms = switchable({
  table: 'platforms',
  type: 'platform',
  no: sql`platform_code`,
  notFound: platformText.notFound,
})
