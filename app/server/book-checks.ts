import { type Kysely, sql } from 'kysely'
import { globalTables } from '../../db/global-tables.ts'
import type { DB } from '../../db/schema.ts'
import type { BookCheck, Hit } from '../../platform/book-checks/server/book-check.ts'
import { inOneStatement, inParts } from '../../platform/book-checks/server/book-parts.ts'
import { keepResults } from '../../platform/book-checks/server/book-results.ts'
import { isDatabaseAway } from '../../platform/calls/server/reply.ts'
import type { Files } from '../../platform/files/server/files.ts'
import type { Outcome, Work } from '../../platform/tasks/server/tasks.ts'
import { csvOf } from '../../platform/text/csv.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { bookText } from '../book-text.ts'
import { sealCheck, sealDays } from './seals.ts'
import { slices } from './slices.ts'

/** Commands without a response, one day at a time; none is kept for more than a week. */
const withoutAnswer: BookCheck['hits'] = async (db, tenantId) => {
  const hits: Hit[] = []
  for (let day = 0; day <= 8; day++) {
    const { rows } = await sql<Hit>`
      select tenant_id || '/' || key as what from idempotency
      where tenant_id = ${tenantId} and answer is null
        and at <= now() - ${day} * interval '1 day' and (${day} = 8 or at > now() - ${day + 1} * interval '1 day')`.execute(
      db,
    )
    hits.push(...rows)
  }
  return hits
}

/** Invariants of the catalogue and of every row. */
export const bookChecks: BookCheck[] = [
  ...slices.flatMap(({ checks = [] }) => checks),
  sealCheck,
  {
    code: 'row security',
    title: { zh_CN: '每张表都强制行级隔离', en_US: 'Every table enforces row-level tenant isolation' },
    hits: inOneStatement(
      () => sql`
        select c.relname as what from pg_class c
        where c.relnamespace = 'wms'::regnamespace and c.relkind in ('r', 'p')
          and not (c.relrowsecurity and (c.relforcerowsecurity or c.relname = any (${globalTables}::text[]))
            and exists (select 1 from pg_policy p where p.polrelid = c.oid))`,
    ),
  },
  {
    code: 'references',
    title: { zh_CN: '外键都包含租户', en_US: 'Every foreign key includes the tenant' },
    hits: inOneStatement(
      () => sql`
        select c.conname::text as what from pg_constraint c join pg_class t on t.oid = c.conrelid
        where c.contype = 'f' and c.connamespace = 'wms'::regnamespace and not t.relname = any (${globalTables}::text[])
          and not exists (select 1 from unnest(c.conkey) n join pg_attribute a on a.attrelid = c.conrelid and a.attnum = n
            where a.attname = 'tenant_id')`,
    ),
  },
  {
    code: 'unique indexes',
    title: { zh_CN: '唯一索引都包含租户', en_US: 'Every unique index includes the tenant' },
    hits: inOneStatement(
      () => sql`
        select i.indexrelid::regclass::text as what from pg_index i join pg_class c on c.oid = i.indrelid
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'wms'::regnamespace and i.indisunique and not c.relname = any (${globalTables}::text[])
          and not a.attnum = any (i.indkey)`,
    ),
  },
  {
    code: 'append-only',
    title: {
      zh_CN: '审计、事件、库存流水与账户流水只能追加',
      en_US: 'Audit log, events, stock and money ledgers are append-only',
    },
    hits: inOneStatement(
      () => sql`
        select c.relname || ' ' || p.privilege as what from pg_class c
        cross join (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) as p (privilege)
        where c.relnamespace = 'wms'::regnamespace and (c.relname in ('stock', 'stock_flows', 'customer_accounts', 'balance_flows', 'audit_seals')
            or c.relname in ('audit_log', 'events') and p.privilege <> 'INSERT')
          and has_table_privilege('tally_app', c.oid, p.privilege)`,
    ),
  },
  {
    code: 'server role',
    title: { zh_CN: '服务账号权限最小', en_US: 'The server role has only the privileges it needs' },
    hits: inOneStatement(
      () => sql`
        select rolname::text as what from pg_roles
        where rolname = 'tally_app' and (rolsuper or rolbypassrls or rolcreaterole or rolreplication)`,
    ),
  },
  {
    code: 'answers',
    title: { zh_CN: '每个已执行的操作都有答复', en_US: 'Every executed command has a stored response' },
    hits: withoutAnswer,
  },
  {
    code: 'tasks',
    title: { zh_CN: '结束的任务都有结束时间', en_US: 'Every finished task has an end time' },
    hits: inParts(
      'tasks',
      (among) => sql<Hit>`
        select tenant_id || '/' || id as what from tasks where ${among('tasks.tenant_id', 'tasks.id')}
          and (status in ('done', 'partly_done', 'failed')) <> (finished_at is not null) and status <> 'cancelled'`,
    ),
  },
]

const AT_ONCE = 32

/** Every stored file of a company exists with its size. */
async function missingFiles(db: Kysely<DB>, tenantId: number, files: Files): Promise<Hit[]> {
  const missing: Hit[] = []
  for (let after = 0; ; ) {
    const some = await db
      .selectFrom('files')
      .select(['id', 'size', 'storageKey'])
      .where('tenantId', '=', tenantId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const checked = await Promise.all(
      some.map(async ({ id, size, storageKey }) => {
        const match = await files.sizeOf(storageKey)
        if (match === size) return []
        const where = files.isShared ? 'in the bucket' : 'on this server'
        return [{ what: `file ${id}: ${match === undefined ? `not ${where}` : `damaged ${where}`}` }]
      }),
    )
    missing.push(...checked.flat())
    const last = some.at(-1)
    if (!last) return missing
    after = last.id
  }
}

/** Whether every stored file exists, as a check like the others. */
export const filesCheck = (files: Files): BookCheck => ({
  code: 'files',
  title: { zh_CN: '每个文件都在', en_US: 'Every file is present' },
  hits: (db, tenantId) => missingFiles(db, tenantId, files),
})

/** A lost connection says nothing about the ledgers; a failed statement does. */
const isLost = (fault: unknown) => isDatabaseAway(fault) && (fault as { code?: string }).code !== '57014'

const NOT_CHECKED: Hit = { what: 'could not be checked' }

type CheckResult = { code: string; title: Text; what: string[]; fault?: unknown }

/**
 * Runs every check of one company, stores the results, and seals finished days.
 *
 * A check that fails to run is stored as such and does not stop the others. Sealing continues only where
 * everything matches its seals. Stops early, without sealing, once `isEnough` says so.
 */
export async function checkCompany(
  { who, read, write }: Pick<Work<never>, 'who' | 'read' | 'write'>,
  checks: BookCheck[],
  isEnough: (input: number) => Promise<boolean> = async () => false,
): Promise<{ isWhole: boolean; results: CheckResult[] }> {
  const results: CheckResult[] = []
  for (const { code, title, hits } of checks) {
    if (await isEnough(results.length)) return { isWhole: false, results }
    const match = await read((db) => hits(db, who.tenantId)).then(
      (rows) => ({ rows }),
      (fault: unknown) => {
        if (isLost(fault)) throw fault
        return { rows: [NOT_CHECKED], fault }
      },
    )
    await write((tx) => keepResults(tx, who, code, match.rows))
    const what = match.rows.slice(0, 100).map((hit) => hit.what)
    results.push({ code, title, what, ...('fault' in match && { fault: match.fault }) })
  }
  if (results.every(({ code, what }) => code !== sealCheck.code || what.length === 0))
    await sealDays({ who, read, write })
  return { isWhole: true, results }
}

/** The task behind "check the ledgers": every check in turn, with a downloadable report. */
export const checkBooksTask =
  (files: Files) =>
  async (work: Work<never>): Promise<Outcome> => {
    const checks = [...bookChecks, filesCheck(files)]
    const { isWhole, results } = await checkCompany(work, checks, async (input) => {
      const { isCancelAsked } = await work.progress(input, checks.length)
      return isCancelAsked
    })
    if (!isWhole) return { end: 'cancel' }
    await work.progress(checks.length, checks.length)
    const failures = results.flatMap(({ title, what }) => what.map((no) => ({ no, reason: title })))
    const message = failures.length
      ? fill(bookText.hits, { count: failures.length })
      : fill(bookText.clean, { count: checks.length })
    return {
      message,
      failures,
      file: { name: 'books.csv', mime: 'text/csv; charset=utf-8', bytes: sheetOf(results) },
    }
  }

const sheetOf = (results: CheckResult[]) =>
  Buffer.from(
    csvOf(
      results.map(({ code, title, what }) => [
        code,
        title.zh_CN,
        title.en_US,
        what.length ? what.join(' ') : 'OK',
      ]),
    ),
  )
