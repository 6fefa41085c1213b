import { sql } from 'kysely'
import type { Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import type { CellProblem, ProblemKind } from '../imports.ts'
import type { CheckedLine, Line } from './check-spreadsheet.ts'

export async function linesOf(db: Db, who: Who, id: number): Promise<Line[]> {
  const lines = await db
    .selectFrom('importRows')
    .select(['rowNo', 'cells', 'formulas'])
    .where('tenantId', '=', who.tenantId)
    .where('importId', '=', id)
    .orderBy('rowNo')
    .execute()
  return lines.map(({ rowNo, cells, formulas }) => ({ rowNo, cells: cells as string[], formulas }))
}

/** Stores the rows of a spreadsheet with what their check found. */
export async function insertLines(tx: Tx, who: Who, id: number, lines: Line[], results: CheckedLine[]) {
  const lineOf = new Map(lines.map((line) => [line.rowNo, line]))
  const rows = results.map(({ rowNo, verdict, problems, sameAsRow }) => {
    return { ...lineOf.get(rowNo), verdict, problems, sameAsRow }
  })
  await sql`
    insert into import_rows (tenant_id, import_id, row_no, cells, formulas, verdict, problems, same_as_row)
    select ${who.tenantId}, ${id}, (r->>'rowNo')::int, r->'cells', array(select jsonb_array_elements_text(r->'formulas')::int),
      (r->>'verdict')::import_verdict, r->'problems', (r->>'sameAsRow')::int
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r
    returning row_no`.execute(tx)
}

/** The rows that were left out, with their problems. */
export async function failedOf(db: Db, who: Who, id: number) {
  const rows = await db
    .selectFrom('importRows')
    .select(['rowNo', 'problems'])
    .where('tenantId', '=', who.tenantId)
    .where('importId', '=', id)
    .where('verdict', '=', 'failed')
    .orderBy('rowNo')
    .execute()
  return rows.map(({ rowNo, problems }) => ({ rowNo, problems: problems as CellProblem[] }))
}

export async function saveVerdicts(tx: Tx, who: Who, id: number, results: CheckedLine[]) {
  const rows = results.map(({ rowNo, verdict, problems, sameAsRow, madeId }) => ({
    rowNo,
    verdict,
    problems,
    sameAsRow,
    madeId: madeId ?? null,
  }))
  await sql`
    update import_rows i set verdict = (r->>'verdict')::import_verdict, problems = r->'problems',
      same_as_row = (r->>'sameAsRow')::int, made_id = (r->>'madeId')::bigint
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r
    where i.tenant_id = ${who.tenantId} and i.import_id = ${id} and i.row_no = (r->>'rowNo')::int`.execute(tx)
}

/** Imported rows with a warning. */
export const isWarned = sql<boolean>`verdict in ('new', 'update') and problems <> '[]'`

export async function countsOf(db: Db, who: Who, id: number) {
  const of = db.selectFrom('importRows').where('tenantId', '=', who.tenantId).where('importId', '=', id)
  const [verdicts, kinds] = await Promise.all([
    of
      .select(['verdict', sql<number>`count(*)::int`.as('count')])
      .select(sql<number>`(count(*) filter (where ${isWarned}))::int`.as('warned'))
      .groupBy('verdict')
      .execute(),
    of
      .innerJoinLateral(
        sql<{
          kind: ProblemKind
        }>`(select distinct coalesce(p->>'kind', 'form') as kind from jsonb_array_elements(problems) p)`.as(
          'found',
        ),
        (on) => on.onTrue(),
      )
      .select(['found.kind', sql<number>`count(*)::int`.as('count')])
      .where('verdict', '=', 'error')
      .groupBy('found.kind')
      .execute(),
  ])
  return {
    counts: Object.fromEntries(verdicts.map(({ verdict, count }) => [verdict, count])) as Record<
      string,
      number
    >,
    kinds: Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
    warnings: verdicts.reduce((sum, { warned }) => sum + warned, 0),
  }
}

/** The headers and column mapping of the user's last spreadsheet of this kind. */
export async function lastMapping(db: Db, who: Who, kind: string) {
  const last = await db
    .selectFrom('imports')
    .select(['heads', 'mapping'])
    .where('tenantId', '=', who.tenantId)
    .where('kind', '=', kind)
    .where('createdBy', '=', who.accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && { heads: last.heads as string[], mapping: last.mapping as Record<string, number> }
}
