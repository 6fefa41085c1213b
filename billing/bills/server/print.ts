import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { InputOf } from '../../../platform/calls/call.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { figureOf } from '../../../platform/lists/columns.ts'
import { openPaper } from '../../../platform/printing/server/paper.ts'
import { workbooks } from '../../../platform/server/lazy-packages.ts'
import { type Outcome, startTask, type Work } from '../../../platform/tasks/server/tasks.ts'
import { fill, type Language } from '../../../platform/text/text.ts'
import { printedLogo } from '../../../warehouse/logos/server/logos.ts'
import { printBills as call } from '../contract.ts'
import { rowsOf, type Statement, sumsOf, titleOf } from '../statement.ts'
import { billText } from '../text.ts'
import { endOfBill, startOfBill } from './billable-fees.ts'
import { drawStatement, SHEET, SHEET_DPI } from './statement-paper.ts'

type Input = Pick<InputOf<typeof call>, 'ids' | 'format'>

export async function startPrint(tx: Tx, who: Who, { ids, format }: InputOf<typeof call>) {
  const { rows } = await sql<{ count: number }>`
    select count(*) from bills where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])`.execute(tx)
  if (only(rows).count < new Set(ids).size) refuseAs({ kind: 'not_found' }, billText.notFound)
  const { language } = who
  return { taskId: await startTask(tx, who, call, 'print_bills', { ids, format, language }) }
}

/** Draws statements, or writes them into a spreadsheet; both have the same lines. */
export const printBills =
  (files: Files) =>
  async ({ input, who, read, snapshot, progress }: Work<never>): Promise<Outcome> => {
    const { ids, format, language } = input as Input & { language: Language }
    const logo = format === 'pdf' ? await printedLogo(files, read, who) : undefined
    const paper = openPaper(SHEET, billText.bill[language], SHEET_DPI)
    const sheets: Sheet[] = []
    const numbers: string[] = []
    for (const [i, id] of ids.entries()) {
      if ((await progress(i, ids.length)).isCancelAsked) return { end: 'cancel' }
      const statement = await snapshot((db) => statementOf(db, who, id))
      if (!statement) continue
      numbers.push(statement.billNo)
      if (format === 'pdf') drawStatement(paper, statement, language, logo)
      else sheets.push(sheetOf(statement, language))
      await nextTurn()
    }
    await progress(ids.length, ids.length)
    const bytes =
      format === 'pdf' ? await paper.whole() : Buffer.from(await workbooks().writeXlsx({ sheets }))
    const [first = 'bills', ...others] = numbers
    return {
      message: fill(billText.statementCount, { count: numbers.length }),
      file: { name: `${others.length === 0 ? first : 'bills'}.${format}`, mime: mimes[format], bytes },
    }
  }

const mimes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type Sheet = {
  name: string
  rows: (string | number | null)[][]
  columns: { width: number; numFmt?: string }[]
}

/** A sheet with the rows of the paper: amounts are numbers in the fifth column, as long as a spreadsheet can hold them exactly. */
export function sheetOf(of: Statement, language: Language): Sheet {
  const facts: [string, string][] = [
    [billText.billNo[language], of.billNo],
    [billText.period[language], `${of.periodFrom} – ${of.periodTo}`],
    [billText.currency[language], of.currency],
    [billText.from[language], of.company.join(', ')],
    [billText.to[language], of.customer.join(', ')],
  ]
  return {
    name: of.billNo,
    columns: [22, 14, 32, 14]
      .map((width) => ({ width }) as Sheet['columns'][number])
      .concat({ width: 16, numFmt: '0.00' }),
    rows: [
      [titleOf(of, language)],
      ...facts,
      [],
      ...sumsOf(of, language).map(([title, amount]) => [title, null, null, null, figureOf(amount)]),
      [],
      ...rowsOf(of, language).map(({ kind, cells, amount }) =>
        kind === 'head'
          ? [...cells]
          : [
              ...Array.from({ length: 4 }, (_, i) => cells[i] || null),
              amount === undefined ? null : figureOf(amount),
            ],
      ),
    ],
  }
}

/** A bill with its lines and the payments of its period that its totals count: later ones are on the next. Needs a snapshot to add up. */
export async function statementOf(
  db: Db,
  { tenantId }: Pick<Who, 'tenantId'>,
  id: number,
): Promise<Statement | undefined> {
  type Head = Omit<Statement, 'lines' | 'collections' | 'company' | 'customer'> & {
    company: (string | null)[]
    customer: (string | null)[]
  }
  const [{ rows }, lines, collections] = await Promise.all([
    sql<Head>`
      select b.bill_no, b.settlement_mode as mode, b.status, b.period_from, b.period_to, b.opening_balance, b.payments, b.other_changes, b.total,
        b.closing_balance, b.charged_events, b.free_events, b.waived_events, b.open_events, b.waiting_events,
        to_char(b.issued_at at time zone w.time_zone, 'YYYY-MM-DD') as issued_on, coalesce(w.currency_code, '') as currency,
        array[t.company_name, w.warehouse_code || ' ' || w.warehouse_name, w.address1, w.address2,
          concat_ws(' ', w.city, w.state_code, w.zip, w.country_code), w.phone, w.email] as company,
        array[c.customer_code || ' ' || c.customer_name, c.contact, c.address, c.country_code, c.phone, c.email] as customer
      from bills b join warehouses w on w.tenant_id = b.tenant_id join tenants t on t.id = b.tenant_id
      join customers c on c.tenant_id = b.tenant_id and c.id = b.customer_id
      where b.tenant_id = ${tenantId} and b.id = ${id}`.execute(db),
    sql<Statement['lines'][number]>`
      select f.fee_no, f.order_type, f.source_no, f.charge_date, t.name_zh, t.name_en, f.amount
      from bill_lines l join fees f on f.tenant_id = l.tenant_id and f.id = l.fee_id
      join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
      where l.tenant_id = ${tenantId} and l.bill_id = ${id} order by f.order_type, f.charge_date, f.id`.execute(
      db,
    ),
    sql<Statement['collections'][number]>`
      select f.source_no as collection_no, to_char(f.at at time zone w.time_zone, 'YYYY-MM-DD') as day,
        (case f.log_type when 'in' then f.amount else -f.amount end)::numeric(18, 2) as amount
      from bills b join warehouses w on w.tenant_id = b.tenant_id
      join balance_flows f on f.tenant_id = b.tenant_id and f.customer_id = b.customer_id and f.source_type = 'collection'
        and f.log_type in ('in', 'out') and f.at >= ${startOfBill}
        and f.at < ${endOfBill} and f.at <= b.refreshed_at
      where b.tenant_id = ${tenantId} and b.id = ${id} order by f.seq`.execute(db),
  ])
  const [head] = rows
  if (!head) return undefined
  const nonEmpty = (words: (string | null)[]) => words.filter((word): word is string => Boolean(word?.trim()))
  return {
    ...head,
    company: nonEmpty(head.company),
    customer: nonEmpty(head.customer),
    lines: lines.rows,
    collections: collections.rows,
  }
}
