import { sql } from 'kysely'
import type { InputOf } from '../../../platform/calls/call.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { openPaper } from '../../../platform/printing/server/paper.ts'
import { type Outcome, startTask, type Work } from '../../../platform/tasks/server/tasks.ts'
import { fill, type Language } from '../../../platform/text/text.ts'
import { printedLogo } from '../../../warehouse/logos/server/logos.ts'
import { printHandover as call } from '../contract.ts'
import { handoverText, outboundText } from '../text.ts'
import { packagesOf } from './find.ts'
import { drawHandover, type Handover, SHEET, SHEET_DPI } from './handover-sheet.ts'

export async function startHandover(tx: Tx, who: Who, { ids }: InputOf<typeof call>) {
  const batches = await tx
    .selectFrom('shipmentBatches')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  if (batches.length < ids.length) refuseAs({ kind: 'not_found' }, outboundText.batchNotFound)
  return { taskId: await startTask(tx, who, call, 'print_handover', { ids, language: who.language }) }
}

/** Draws the sheets of batches that have left; they can be printed again at any time. */
export const printHandover =
  (files: Files) =>
  async ({ input, who, read, progress }: Work<never>): Promise<Outcome> => {
    const { ids, language } = input as { ids: number[]; language: Language }
    const [sheets, logo] = await Promise.all([
      read((db) => sheetsOf(db, who, ids)),
      printedLogo(files, read, who),
    ])
    const paper = openPaper(SHEET, handoverText.title[language], SHEET_DPI)
    for (const [i, sheet] of sheets.entries()) {
      const { isCancelAsked } = await progress(i, sheets.length)
      if (isCancelAsked) return { end: 'cancel' }
      drawHandover(paper, sheet, language, logo)
    }
    const bytes = await paper.whole()
    await progress(sheets.length, sheets.length)
    const [first, ...others] = sheets
    return {
      message: fill(outboundText.sheetCount, { count: sheets.length }),
      file: {
        name: first && others.length === 0 ? `handover-${first.batchNo}.pdf` : 'handover-sheets.pdf',
        mime: 'application/pdf',
        bytes,
      },
    }
  }

async function sheetsOf(db: Db, who: Pick<Who, 'tenantId'>, ids: readonly number[]): Promise<Handover[]> {
  const { rows } = await sql<Omit<Handover, 'packages'> & { id: number }>`
    select b.id, b.batch_no, b.carrier, b.truck_no, b.order_count, b.weight, w.warehouse_code || ' ' || w.warehouse_name as warehouse,
      to_char(b.created_at at time zone w.time_zone, 'YYYY-MM-DD HH24:MI') as time
    from shipment_batches b join warehouses w on w.tenant_id = b.tenant_id
    where b.tenant_id = ${who.tenantId} and b.id = any(${ids}::bigint[]) order by b.id`.execute(db)
  const byBatch = Map.groupBy(await packagesOf(db, who, ids), ({ batchId }) => batchId)
  return rows.map((batch) => ({ ...batch, packages: byBatch.get(batch.id) ?? [] }))
}
