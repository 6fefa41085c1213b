import { sql } from 'kysely'
import type { InputOf } from '../../platform/calls/call.ts'
import { refuse, refuseAs } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { only, sameTenant } from '../../platform/database/server/rows.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { labelsOfKind } from '../../platform/printing/server/labels.ts'
import { openPaper } from '../../platform/printing/server/paper.ts'
import { type Outcome, startTask, type Work } from '../../platform/tasks/server/tasks.ts'
import { fill, type Language } from '../../platform/text/text.ts'
import { printedLogo } from '../../warehouse/logos/server/logos.ts'
import { printBoxLabels, printReceivingSheets } from '../contract.ts'
import { receivingDictionaries } from '../dictionaries.ts'
import { receivingText } from '../text.ts'
import { type BoxLabel, drawBox } from './box-label.ts'
import { drawSheet, SHEET, SHEET_DPI, type Sheet, type SheetLine } from './receiving-sheet.ts'

type Ours = Pick<Who, 'tenantId'>

const linesOf = async (tx: Tx, who: Who, ids: number[]) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from inbound_lines
    where tenant_id = ${who.tenantId} and inbound_id = any(${ids}::bigint[])`.execute(tx)
  return only(rows).count
}

type Which = Pick<InputOf<typeof printBoxLabels>, 'ids' | 'boxNo'>
type Box = BoxLabel & { id: number }

/** The boxes of some orders, or the box of one order with this number; or these boxes themselves. */
async function boxesIn(
  db: Db,
  who: Ours,
  { ids, boxNo }: Which | { ids: undefined; boxNo: undefined },
  boxIds?: number[],
) {
  const { rows } = await sql<Box>`select x.* from (
    select b.id, b.box_no, i.inbound_no, c.customer_code, i.reference_no,
      row_number() over (partition by i.id order by b.id) as place, count(*) over (partition by i.id) as of,
      coalesce((select jsonb_agg(jsonb_build_object('sku', p.sku, 'expected', l.expected) order by l.id)
        from inbound_lines l join products p on p.tenant_id = l.tenant_id and p.id = l.product_id
        where l.tenant_id = b.tenant_id and l.inbound_id = b.inbound_id and l.box_id = b.id and not l.is_extra), '[]') as contents
    from inbound_boxes b
    join inbounds i on i.tenant_id = b.tenant_id and i.id = b.inbound_id
    join customers c on c.tenant_id = i.tenant_id and c.id = i.customer_id
    where b.tenant_id = ${who.tenantId} and ${
      boxIds
        ? sql`b.inbound_id = any(array(select inbound_id from inbound_boxes where tenant_id = ${who.tenantId} and id = any(${boxIds}::bigint[])))`
        : sql`b.inbound_id = any(${ids}::bigint[])`
    }
    order by i.id, b.id) x where ${boxIds ? sql`x.id = any(${boxIds}::bigint[])` : sql`${boxNo ?? null}::text is null or lower(x.box_no) = lower(${boxNo ?? null})`}`.execute(
    db,
  )
  return rows
}

export const boxLabels = labelsOfKind<Box, Which>({
  call: printBoxLabels,
  task: 'print_box_labels',
  file: 'boxes',
  title: receivingText.printLabels,
  none: receivingText.noBoxLabels,
  find: boxesIn,
  byIds: (db, who, boxIds) => boxesIn(db, who, { ids: undefined, boxNo: undefined }, boxIds),
  words: ({ inboundNo, boxNo }) => `${inboundNo} · ${boxNo}`,
  draw: drawBox,
})

/** The maximum number of lines in one PDF of receiving sheets. */
const MAX_SHEET_LINES = 5000

export async function startSheets(tx: Tx, who: Who, { ids }: InputOf<typeof printReceivingSheets>) {
  const lines = await linesOf(tx, who, ids)
  if (lines === 0) refuseAs({ kind: 'not_found' }, receivingText.notFound)
  if (lines > MAX_SHEET_LINES) refuse(receivingText.tooManyLines, { max: MAX_SHEET_LINES })
  const { language } = who
  return {
    taskId: await startTask(tx, who, printReceivingSheets, 'print_receiving_sheets', { ids, language }),
  }
}

export const printSheets =
  (files: Files) =>
  async ({ input, who, read, progress }: Work<never>): Promise<Outcome> => {
    const { ids, language } = input as { ids: number[]; language: Language }
    const [sheets, logo] = await Promise.all([
      read((db) => sheetsIn(db, who, ids, language)),
      printedLogo(files, read, who),
    ])
    const paper = openPaper(SHEET, receivingText.sheetTitle[language], SHEET_DPI)
    for (const [i, sheet] of sheets.entries()) {
      const { isCancelAsked } = await progress(i, sheets.length)
      if (isCancelAsked) return { end: 'cancel' }
      drawSheet(paper, sheet, language, logo)
    }
    const bytes = await paper.whole()
    await progress(sheets.length, sheets.length)
    const [only, ...others] = sheets
    return {
      message: fill(receivingText.sheetCount, { count: sheets.length }),
      file: {
        name: only && others.length === 0 ? `receiving-${only.inboundNo}.pdf` : 'receiving-sheets.pdf',
        mime: 'application/pdf',
        bytes,
      },
    }
  }

const wordOf = (code: string, value: string | null, language: Language) => {
  const items =
    receivingDictionaries.find((receivingDictionary) => receivingDictionary.code === code)?.items ?? []
  return items.find((item) => item.value === value)?.text[language] ?? ''
}

async function sheetsIn(db: Db, who: Ours, ids: number[], language: Language): Promise<Sheet[]> {
  const heads = await db
    .selectFrom('inbounds as i')
    .innerJoin('customers as c', sameTenant('c.id', 'i.customerId'))
    .select(['i.id', 'i.inboundNo', 'i.inboundType', 'i.referenceNo', 'i.containerNo', 'i.trackingNos'])
    .select(['i.eta', 'i.transport', 'i.remark', 'c.customerCode', 'c.customerName'])
    .select(
      sql<number>`(select count(*) from inbound_boxes b where b.tenant_id = i.tenant_id and b.inbound_id = i.id)`.as(
        'boxes',
      ),
    )
    .where('i.tenantId', '=', who.tenantId)
    .where('i.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('i.id')
    .execute()
  const { rows: lines } = await sql<SheetLine & { inboundId: number }>`
    select l.inbound_id, b.box_no, p.sku, p.name_zh, p.name_en, c.barcode, l.expected, l.expiry_date, l.lot
    from inbound_lines l
    join products p on p.tenant_id = l.tenant_id and p.id = l.product_id
    left join inbound_boxes b on b.tenant_id = l.tenant_id and b.id = l.box_id
    -- What is printed on the goods; our own code only where they have none.
    left join lateral (
      select g.barcode from product_barcodes g where g.tenant_id = p.tenant_id and g.product_id = p.id
      order by g.type = 'system', g.pack_quantity > 1, not g.is_default, g.id limit 1) c on true
    where l.tenant_id = ${who.tenantId} and l.inbound_id = any(${ids}::bigint[]) and not l.is_extra
    order by l.inbound_id, b.id, l.id`.execute(db)
  const byInbound = Map.groupBy(lines, ({ inboundId }) => inboundId)
  return heads.map((head) => ({
    inboundNo: head.inboundNo,
    customer: `${head.customerCode} ${head.customerName}`,
    boxes: head.boxes,
    lines: byInbound.get(head.id) ?? [],
    facts: [
      { title: receivingText.inboundType, value: wordOf('inboundType', head.inboundType, language) },
      { title: receivingText.referenceNo, value: head.referenceNo ?? '' },
      { title: receivingText.transport, value: wordOf('inboundTransport', head.transport, language) },
      { title: receivingText.eta, value: head.eta ?? '' },
      { title: receivingText.containerNo, value: head.containerNo ?? '' },
      { title: receivingText.trackingNos, value: head.trackingNos.join(', ') },
      { title: receivingText.remark, value: head.remark ?? '' },
    ],
  }))
}
