import { sql } from 'kysely'
import { publishEvents, refuseStale, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { fill } from '../../../platform/text/text.ts'
import { warehouseToday } from '../../../warehouse/server/today.ts'
import { isHandlingFee } from '../../fee-types/rules.ts'
import { priceAgainFrom } from '../../fees/server/price-again.ts'
import type { BillOrderType } from '../../pricing/price-types.ts'
import { errorsIn, problemText } from '../content-problems.ts'
import type * as calls from '../contract.ts'
import type { VersionContent } from '../contract.ts'
import { quoteText } from '../text.ts'
import { heldQuote, pricedBy, versionHead } from './quotes.ts'

type Full = OutputOf<typeof calls.getVersion>

export async function oneVersion(db: Db, who: Who, { id }: { id: number }): Promise<Full> {
  const { rows } = await sql<Full>`
    select ${versionHead}, v.quote_id, q.quote_code, q.quote_name, q.channel_id, h.channel_code, v.content, ${pricedBy}
    from quote_versions v
    join quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id
    left join channels h on h.tenant_id = q.tenant_id and h.id = q.channel_id
    left join accounts a on a.tenant_id = v.tenant_id and a.id = v.published_by
    where v.tenant_id = ${who.tenantId} and v.id = ${id}`.execute(db)
  return rows[0] ?? refuseAs({ kind: 'not_found' }, quoteText.versionNotFound)
}

/** A version with its quote, both locked: the quote first, as every change of a version does. */
async function held(tx: Tx, who: Who, id: number, rowVersion?: number) {
  const { rows } = await sql<{
    quoteId: number
  }>`select quote_id from quote_versions where tenant_id = ${who.tenantId} and id = ${id}`.execute(tx)
  const quoteId = rows[0]?.quoteId ?? refuseAs({ kind: 'not_found' }, quoteText.versionNotFound)
  const quote = await heldQuote(tx, who, quoteId)
  const version = await oneVersion(tx, who, { id })
  if (rowVersion !== undefined && version.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'quote_version', id }, quoteText.stale)
  return { quote, version, no: `${quote.quoteCode} V${version.versionNo}` }
}

/**
 * A fee type decides for which documents a rule is; the page that sent the rule may have an old list of them. Only types that handling is
 * charged under have rules. They are locked, so that none is disabled before a version that charges them is published.
 */
async function checkFeeTypes(tx: Tx, who: Who, content: VersionContent) {
  if (content.kind !== 'operation' || content.rules.length === 0) return
  const ids = content.rules.map(({ feeTypeId }) => feeTypeId)
  const { rows } = await sql<{ code: string; orderType: BillOrderType | null; bizType: string }>`
    with held as (
      select id, fee_code, order_type, biz_type from fee_types
      where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) and is_enabled order by id for share)
    select r."feeCode" as code, f.order_type, f.biz_type
    from jsonb_to_recordset(${JSON.stringify(content.rules)}::jsonb) as r ("feeTypeId" bigint, "feeCode" text, "billOrderType" text)
    left join held f on f.id = r."feeTypeId" and f.fee_code = r."feeCode" and f.order_type::text = r."billOrderType"`.execute(
    tx,
  )
  for (const { code, orderType, bizType } of rows) {
    if (orderType === null) refuseField('content', fill(quoteText.feeTypeGone, { code }))
    else if (!isHandlingFee({ orderType, bizType }))
      refuseField('content', fill(quoteText.notHandling, { code }))
  }
}

async function writeVersion(
  tx: Tx,
  who: Who,
  quote: Awaited<ReturnType<typeof heldQuote>>,
  content: VersionContent,
  note: string | null,
) {
  if (content.kind !== quote.kind) refuseField('content', quoteText.otherKind)
  const { rows } = await sql<{ id: number; versionNo: number }>`
    insert into quote_versions (tenant_id, quote_id, version_no, content, note, created_by)
    select ${who.tenantId}, ${quote.id}, coalesce(max(version_no), 0) + 1, ${JSON.stringify(content)}::jsonb, ${note}, ${who.accountId}
    from quote_versions where tenant_id = ${who.tenantId} and quote_id = ${quote.id}
    returning id, version_no`.execute(tx)
  const [made] = rows
  if (!made) throw new Error('no version was written')
  return { id: made.id, no: `${quote.quoteCode} V${made.versionNo}` }
}

export async function createVersion(
  tx: Tx,
  who: Who,
  { quoteId, content, note }: InputOf<typeof calls.createVersion>,
) {
  const quote = await heldQuote(tx, who, quoteId)
  await checkFeeTypes(tx, who, content)
  const { id, no } = await writeVersion(tx, who, quote, content, note)
  await writeAudit(tx, who, [{ action: 'create', type: 'quote_version', id, no, after: { content, note } }])
  await publishEvents(tx, who, [{ kind: 'quote_version.created', type: 'quote_version', id }])
  return { id }
}

/** What is wrong with a copy by now is corrected in it: it is checked when it is saved and published. */
export async function copyVersion(tx: Tx, who: Who, { id: from }: { id: number }) {
  const { quote, version, no: copied } = await held(tx, who, from)
  const { id, no } = await writeVersion(tx, who, quote, version.content, version.note)
  await writeAudit(tx, who, [{ action: 'copy', type: 'quote_version', id, no, after: { copyOf: copied } }])
  await publishEvents(tx, who, [{ kind: 'quote_version.created', type: 'quote_version', id }])
  return { id }
}

/** Writes columns of a version; its row version goes up. */
async function update(tx: Tx, who: Who, id: number, set: Record<string, unknown>) {
  await tx
    .updateTable('quoteVersions')
    .set((is) => ({
      ...set,
      rowVersion: is('rowVersion', '+', 1),
      updatedAt: sql<string>`business_now()`,
    }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
}

export async function editVersion(
  tx: Tx,
  who: Who,
  { id, rowVersion, content, note }: InputOf<typeof calls.editVersion>,
) {
  const { quote, version, no } = await held(tx, who, id, rowVersion)
  if (version.status !== 'draft' && version.status !== 'pending') refuse(quoteText.inForce)
  if (content.kind !== quote.kind) refuseField('content', quoteText.otherKind)
  await checkFeeTypes(tx, who, content)
  if (version.status === 'pending') refuseIncomplete(content, version)
  await update(tx, who, id, { content: JSON.stringify(content), note })
  const before = { content: version.content, note: version.note }
  await writeAudit(tx, who, [
    { action: 'edit', type: 'quote_version', id, no, before, after: { content, note } },
  ])
  await publishEvents(tx, who, [{ kind: 'quote_version.edited', type: 'quote_version', id }])
  return { rowVersion: rowVersion + 1 }
}

/** Prices with a gap are not put into force. */
function refuseIncomplete(content: VersionContent, { zones, channel }: Full) {
  const [problem] = errorsIn(content, zones, channel?.billingMethod)
  if (problem) refuseField('content', problemText(problem, content.kind))
}

const isLater = async (tx: Tx, at: string) =>
  (await sql<{ is: boolean }>`select ${at}::timestamptz > business_now() as is`.execute(tx)).rows[0]?.is ===
  true

export async function publishVersion(
  tx: Tx,
  who: Who,
  { id, rowVersion, effectiveFrom, inactiveAt }: InputOf<typeof calls.publishVersion>,
) {
  const { quote, version, no } = await held(tx, who, id, rowVersion)
  if (version.status !== 'draft') refuse(quoteText.alreadyPublished)
  if (!(await isLater(tx, effectiveFrom))) refuseField('effectiveFrom', quoteText.startLater)
  if (inactiveAt && Date.parse(inactiveAt) <= Date.parse(effectiveFrom))
    refuseField('inactiveAt', quoteText.endAfterStart)
  await checkFeeTypes(tx, who, version.content)
  refuseIncomplete(version.content, version)
  const { rows } = await sql<{ id: number; versionNo: number; inactiveAt: string | null }>`
    select id, version_no, inactive_at from quote_versions
    where tenant_id = ${who.tenantId} and quote_id = ${quote.id} and published_at is not null
      and effective_from < ${effectiveFrom} and (inactive_at is null or inactive_at > ${effectiveFrom})`.execute(
    tx,
  )
  const [ended] = rows
  if (ended) await update(tx, who, ended.id, { inactiveAt: effectiveFrom })
  await update(tx, who, id, {
    effectiveFrom,
    inactiveAt,
    publishedAt: sql`business_now()`,
    publishedBy: who.accountId,
    endedVersionId: ended?.id ?? null,
    endedWas: ended?.inactiveAt ?? null,
  })
  const after = {
    effectiveFrom,
    inactiveAt,
    ...(ended && { endedVersion: `${quote.quoteCode} V${ended.versionNo}` }),
  }
  await writeAudit(tx, who, [{ action: 'publish', type: 'quote_version', id, no, after }])
  await publishEvents(tx, who, [{ kind: 'quote_version.published', type: 'quote_version', id }])
  await priceAgainFrom(tx, effectiveFrom)
  return { rowVersion: rowVersion + 1 }
}

export async function withdrawVersion(
  tx: Tx,
  who: Who,
  { id, rowVersion }: InputOf<typeof calls.withdrawVersion>,
) {
  const { quote, version, no } = await held(tx, who, id, rowVersion)
  if (version.status !== 'pending') refuse(quoteText.onlyPending)
  const { effectiveFrom, inactiveAt } = version
  const { rows } = await sql<{ endedVersionId: number | null; endedWas: string | null }>`
    select ended_version_id, ended_was from quote_versions where tenant_id = ${who.tenantId} and id = ${id}`.execute(
    tx,
  )
  await update(tx, who, id, {
    effectiveFrom: null,
    inactiveAt: null,
    publishedAt: null,
    publishedBy: null,
    endedVersionId: null,
    endedWas: null,
  })
  const { endedVersionId, endedWas } = only(rows)
  // A later version that ended this one has now ended the one before it.
  await sql`update quote_versions set ended_version_id = ${endedVersionId}::bigint, ended_was = ${endedWas}::timestamptz
    where tenant_id = ${who.tenantId} and ended_version_id = ${id}`.execute(tx)
  // One that was put before it has noted its start as the old end.
  await sql`update quote_versions set ended_was = ${endedWas}::timestamptz
    where tenant_id = ${who.tenantId} and ended_version_id = ${endedVersionId}::bigint and ended_was = ${effectiveFrom}::timestamptz`.execute(
    tx,
  )
  // The version before it gets its old end back, or lasts until the next one starts, unless it was given another end since.
  if (endedVersionId !== null)
    await sql`
      update quote_versions set row_version = row_version + 1, updated_at = business_now(), inactive_at = least(${endedWas}::timestamptz, (
        select min(n.effective_from) from quote_versions n where n.tenant_id = ${who.tenantId} and n.quote_id = ${quote.id}
          and n.published_at is not null and n.effective_from > ${effectiveFrom}))
      where tenant_id = ${who.tenantId} and id = ${endedVersionId} and inactive_at = ${effectiveFrom}`.execute(
      tx,
    )
  await writeAudit(tx, who, [
    { action: 'withdraw', type: 'quote_version', id, no, before: { effectiveFrom, inactiveAt } },
  ])
  await publishEvents(tx, who, [{ kind: 'quote_version.withdrawn', type: 'quote_version', id }])
  return { rowVersion: rowVersion + 1 }
}

export async function endVersion(
  tx: Tx,
  who: Who,
  { id, rowVersion, inactiveAt }: InputOf<typeof calls.endVersion>,
) {
  const { version, no } = await held(tx, who, id, rowVersion)
  if (version.status !== 'pending' && version.status !== 'effective') refuse(quoteText.notPublished)
  if (inactiveAt && !(await isLater(tx, inactiveAt))) refuseField('inactiveAt', quoteText.endLater)
  if (inactiveAt && Date.parse(inactiveAt) <= Date.parse(version.effectiveFrom ?? ''))
    refuseField('inactiveAt', quoteText.endAfterStart)
  await update(tx, who, id, { inactiveAt })
  const times = { before: { inactiveAt: version.inactiveAt }, after: { inactiveAt } }
  await writeAudit(tx, who, [{ action: 'edit', type: 'quote_version', id, no, ...times }])
  await publishEvents(tx, who, [{ kind: 'quote_version.edited', type: 'quote_version', id }])
  return { rowVersion: rowVersion + 1 }
}

export async function deleteVersion(
  tx: Tx,
  who: Who,
  { id, rowVersion }: InputOf<typeof calls.deleteVersion>,
) {
  const { version, no } = await held(tx, who, id, rowVersion)
  if (version.status !== 'draft') refuse(quoteText.onlyDraft)
  await tx.deleteFrom('quoteVersions').where('tenantId', '=', who.tenantId).where('id', '=', id).execute()
  const before = { content: version.content, note: version.note }
  await writeAudit(tx, who, [{ action: 'delete', type: 'quote_version', id, no, before }])
  await publishEvents(tx, who, [{ kind: 'quote_version.deleted', type: 'quote_version', id }])
  return {}
}

export async function setFuelRates(tx: Tx, who: Who, input: InputOf<typeof calls.setFuelRates>) {
  const quote = await heldQuote(tx, who, input.quoteId)
  if (quote.rowVersion !== input.rowVersion)
    await refuseStale(tx, who, { type: 'quote', id: quote.id }, quoteText.stale)
  if (quote.kind !== 'freight') refuse(quoteText.fuelOfFreight)
  const days = input.rates.map(({ startsOn }) => startsOn)
  if (new Set(days).size < days.length) refuseField('rates', quoteText.sameDay)
  const today = await warehouseToday(tx)
  if (days.some((day) => day <= today)) refuseField('rates', quoteText.fuelLater)
  const { rows: before } = await sql<{ startsOn: string; percent: string }>`
    delete from fuel_rates where tenant_id = ${who.tenantId} and quote_id = ${quote.id} and starts_on > warehouse_today()
    returning starts_on::text, percent`.execute(tx)
  if (input.rates.length > 0)
    await tx
      .insertInto('fuelRates')
      .values(
        input.rates.map((rate) => ({
          tenantId: who.tenantId,
          quoteId: quote.id,
          ...rate,
          createdBy: who.accountId,
        })),
      )
      .execute()
  const rowVersion = quote.rowVersion + 1
  await tx
    .updateTable('quotes')
    .set({ rowVersion, updatedAt: sql<string>`business_now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', quote.id)
    .execute()
  await writeAudit(tx, who, [
    {
      action: 'edit',
      type: 'quote',
      id: quote.id,
      no: quote.quoteCode,
      before: { fuelRates: before },
      after: { fuelRates: input.rates },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'quote.edited', type: 'quote', id: quote.id }])
  return { rowVersion }
}
