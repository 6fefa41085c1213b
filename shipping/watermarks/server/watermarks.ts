import { sql } from 'kysely'
import { suitsLabel } from '../../../channels/rules.ts'
import { changed, publishEvents, refuseStale, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { notFound, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { containing } from '../../../platform/database/server/search.ts'
import { pageOfQuery } from '../../../platform/lists/server/page.ts'
import { switchable } from '../../../platform/lists/server/switchable.ts'
import { canPrint } from '../../../platform/printing/server/paper.ts'
import type * as calls from '../contract.ts'
import { type TemplateRow, templateRow } from '../contract.ts'
import { sampleParcel } from '../sample-label.ts'
import { watermarkText } from '../text.ts'
import type { StampItem } from '../watermark.ts'
import { drawSampleLabel } from './sample-label.ts'
import { stampLabel } from './stamp.ts'

const channelsUsing = sql<string[]>`array(
  select c.channel_code from channels c
  where c.tenant_id = watermark_templates.tenant_id and c.watermark_template_id = watermark_templates.id order by 1)`

const listed = [
  'id',
  'templateName',
  'isEnabled',
  'labelSource',
  'labelFormat',
  'stampMode',
  'scalePercent',
  'lang',
  'items',
  channelsUsing.as('channels'),
  'updatedAt',
] as const

type Filters = Pick<InputOf<typeof calls.listTemplates>, 'search' | 'isEnabled'>

/** The templates that match a filter. */
function matching(db: Db, who: Who, input: Filters) {
  let row = db.selectFrom('watermarkTemplates').where('tenantId', '=', who.tenantId)
  if (input.search) row = row.where(sql`template_key`, 'like', containing(input.search.toLowerCase()))
  if (input.isEnabled) row = row.where('isEnabled', '=', input.isEnabled === '1')
  return row
}

export async function listTemplates(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listTemplates>,
): Promise<Page<TemplateRow>> {
  const match = matching(db, who, input)
  const { rows, total } = await pageOfQuery(
    match.select(listed).orderBy(input.sort, input.order).orderBy('id'),
    input,
  )
  return { rows: rows.map((row) => templateRow.parse(row)), total }
}

export async function getTemplate(
  db: Db,
  who: Who,
  { id }: { id: number },
): Promise<OutputOf<typeof calls.getTemplate>> {
  const row = await db
    .selectFrom('watermarkTemplates')
    .select([...listed, 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(watermarkText.notFound))
  return { ...templateRow.parse(row), rowVersion: row.rowVersion }
}

export async function channelStamp(
  db: Db,
  who: Who,
  input: { id: number },
): Promise<OutputOf<typeof calls.channelStamp>> {
  const { isEnabled, labelFormat, stampMode, scalePercent, lang, items } = await getTemplate(db, who, input)
  if (!isEnabled) return { labelFormat, stampMode: 'overlay', scalePercent: 100, lang, items: [] }
  return { labelFormat, stampMode, scalePercent, lang, items }
}

export async function templatesInUse(
  db: Db,
  who: Who,
  { ids, filters = {} }: InputOf<typeof calls.templatesInUse>,
) {
  let match = matching(db, who, filters).select('id')
  if (ids) match = match.where('id', '=', sql<number>`any(${ids}::bigint[])`)
  return db
    .selectFrom('channels')
    .select(sql<number>`count(*)`.as('channels'))
    .where('tenantId', '=', who.tenantId)
    .where('watermarkTemplateId', 'in', match)
    .executeTakeFirstOrThrow()
}

/** Text that the font has no glyphs for is refused at its field. */
function mustPrint(items: readonly StampItem[]) {
  items.forEach(({ text }, place) => {
    if (!canPrint(text ?? '')) refuseField(`items[${place}].text`, watermarkText.invalid)
  })
}

export async function createTemplate(tx: Tx, who: Who, given: InputOf<typeof calls.createTemplate>) {
  mustPrint(given.items)
  const { id } = await tx
    .insertInto('watermarkTemplates')
    .values({ tenantId: who.tenantId, ...given, items: JSON.stringify(given.items) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [
    { action: 'create', type: 'watermark_template', id, no: given.templateName, after: given },
  ])
  await publishEvents(tx, who, [{ kind: 'watermark_template.created', type: 'watermark_template', id }])
  return { id }
}

export async function editTemplate(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...given }: InputOf<typeof calls.editTemplate>,
) {
  mustPrint(given.items)
  const before = await tx
    .selectFrom('watermarkTemplates')
    .select([...listed, 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(watermarkText.notFound))
  if (before.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'watermark_template', id }, watermarkText.stale)
  await refuseOtherLabels(tx, who, id, given)
  await tx
    .updateTable('watermarkTemplates')
    .set({
      ...given,
      items: JSON.stringify(given.items),
      rowVersion: rowVersion + 1,
      updatedAt: sql<string>`business_now()`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  const { id: _, isEnabled: __, updatedAt: ___, channels: ____, ...shown } = templateRow.parse(before)
  await writeAudit(tx, who, [
    { action: 'edit', type: 'watermark_template', id, no: given.templateName, ...changed(shown, given) },
  ])
  await publishEvents(tx, who, [{ kind: 'watermark_template.edited', type: 'watermark_template', id }])
  return { rowVersion: rowVersion + 1 }
}

/** A channel whose labels its template no longer fits could not print any more. */
async function refuseOtherLabels(
  tx: Tx,
  who: Who,
  id: number,
  template: InputOf<typeof calls.createTemplate>,
) {
  const users = await tx
    .selectFrom('channels')
    .select(['channelCode', 'labelSource', 'labelFormat'])
    .where('tenantId', '=', who.tenantId)
    .where('watermarkTemplateId', '=', id)
    .orderBy('channelCode')
    .execute()
  const unfit = users.filter((channel) => !suitsLabel(template, channel))
  const [first] = unfit
  if (!first) return
  refuseField(
    first.labelFormat === template.labelFormat ? 'labelSource' : 'labelFormat',
    watermarkText.usedBy,
    { channels: unfit.map(({ channelCode }) => channelCode).join(', ') },
  )
}

export const switchTemplates = switchable({
  table: 'watermarkTemplates',
  type: 'watermark_template',
  no: sql`template_name`,
  notFound: watermarkText.notFound,
})

/** The sample label with the stamp: what a real label will look like. */
export async function sampleStamp(_: Who, layout: InputOf<typeof calls.sampleStamp>) {
  const pdf = await drawSampleLabel(layout.labelFormat)
  const { bytes } = await stampLabel({ pdf, template: layout, facts: sampleParcel })
  return { fileName: 'sample-label.pdf', base64: bytes.toString('base64') }
}
