import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { globalTables } from '../../db/global-tables.ts'
import type { DB } from '../../db/schema.ts'
import { csvOf } from '../../lib/csv.ts'
import type { Files } from '../../lib/server/files.ts'
import type { Outcome, Work } from '../../lib/server/tasks.ts'
import { fill, type Text } from '../../lib/text.ts'
import { bookText } from '../book-text.ts'
import { keepResults } from './book-results.ts'
import { receivingChecks } from './receiving-books.ts'
import { sealCheck, sealDays } from './seals.ts'
import { stockChecks } from './stock-books.ts'

/** A self-check: a question to the books whose right answer is no row. */
export type BookCheck = { code: string; title: Text; hits: (db: Kysely<DB>) => Promise<Hit[]> }

/** What does not agree, and the row of stock that it stops. */
export type Hit = { what: string; stockId?: number }

const ask =
  (text: string, values: unknown[] = []) =>
  async (db: Kysely<DB>) => {
    const [first = '', ...rest] = text.split('?')
    const statement = rest.reduce(
      (whole, part, i) => sql`${whole}${values[i]}${sql.raw(part)}`,
      sql.raw(first),
    )
    return (await (statement as ReturnType<typeof sql<{ what: string }>>).execute(db)).rows
  }

/** What must never be true, asked of the catalogue and of every row. */
export const bookChecks: BookCheck[] = [
  ...stockChecks,
  ...receivingChecks,
  sealCheck,
  {
    code: 'products',
    title: {
      zh_CN: '每个产品都有系统条码，搜索词都属于产品',
      en_US: 'Every product has its system barcode, every search word its product',
    },
    hits: ask(
      `select p.sku as what from products p where not exists (select 1 from product_barcodes b
         where b.tenant_id = p.tenant_id and b.product_id = p.id and b.type = 'system')
       union all
       select w.word from product_words w where not exists (select 1 from products p
         where p.tenant_id = w.tenant_id and p.id = w.product_id)`,
    ),
  },
  {
    code: 'row security',
    title: { zh_CN: '每张表都强制行级隔离', en_US: 'Every table keeps tenants apart' },
    hits: ask(
      `select c.relname as what from pg_class c
       where c.relnamespace = 'wms'::regnamespace and c.relkind in ('r', 'p')
         and not (c.relrowsecurity and (c.relforcerowsecurity or c.relname = any (?::text[]))
           and exists (select 1 from pg_policy p where p.polrelid = c.oid))`,
      [globalTables],
    ),
  },
  {
    code: 'references',
    title: { zh_CN: '外键都包含租户', en_US: 'Every reference names the tenant' },
    hits: ask(
      `select c.conname::text as what from pg_constraint c join pg_class t on t.oid = c.conrelid
       where c.contype = 'f' and c.connamespace = 'wms'::regnamespace and not t.relname = any (?::text[])
         and not exists (select 1 from unnest(c.conkey) n join pg_attribute a on a.attrelid = c.conrelid and a.attnum = n
           where a.attname = 'tenant_id')`,
      [globalTables],
    ),
  },
  {
    code: 'unique indexes',
    title: { zh_CN: '唯一索引都包含租户', en_US: 'Every unique index names the tenant' },
    hits: ask(
      `select i.indexrelid::regclass::text as what from pg_index i join pg_class c on c.oid = i.indrelid
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'wms'::regnamespace and i.indisunique and not c.relname = any (?::text[])
         and not a.attnum = any (i.indkey)`,
      [globalTables],
    ),
  },
  {
    code: 'append-only',
    title: { zh_CN: '审计、事件与库存流水只能追加', en_US: 'Trail, events and ledger can only grow' },
    hits: ask(
      `select c.relname || ' ' || p.privilege as what from pg_class c
       cross join (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) as p (privilege)
       where c.relnamespace = 'wms'::regnamespace and (c.relname in ('stock', 'stock_flows', 'audit_seals')
           or c.relname in ('audit_log', 'events') and p.privilege <> 'INSERT')
         and has_table_privilege('tally_app', c.oid, p.privilege)`,
    ),
  },
  {
    code: 'server role',
    title: { zh_CN: '服务账号权限最小', en_US: 'The server has no more power than it needs' },
    hits: ask(
      `select rolname::text as what from pg_roles
       where rolname = 'tally_app' and (rolsuper or rolbypassrls or rolcreaterole or rolreplication)`,
    ),
  },
  {
    code: 'answers',
    title: { zh_CN: '每个已执行的操作都有答复', en_US: 'Every command that ran has its answer' },
    hits: ask(`select tenant_id || '/' || key as what from wms.idempotency where answer is null`),
  },
  {
    code: 'sessions',
    title: { zh_CN: '停用账号没有会话', en_US: 'Nobody who is disabled is signed in' },
    hits: ask(
      `select a.login_account as what from wms.sessions s join wms.accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
       where not a.is_enabled`,
    ),
  },
  {
    code: 'permissions',
    title: { zh_CN: '每人的权限与其角色一致', en_US: 'Everybody may do what their roles say' },
    hits: ask(
      `select a.login_account as what from wms.accounts a
       where a.tenant_id is not null and a.permissions is distinct from coalesce((
         select array_agg(distinct p order by p) from wms.account_roles ar
         join wms.roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id cross join unnest(r.permissions) p
         where ar.tenant_id = a.tenant_id and ar.account_id = a.id), '{}')`,
    ),
  },
  {
    code: 'tasks',
    title: { zh_CN: '结束的任务都有结束时间', en_US: 'Every ended task says when' },
    hits: ask(
      `select tenant_id || '/' || id as what from wms.tasks
       where (status in ('done', 'partly_done', 'failed')) <> (finished_at is not null) and status <> 'cancelled'`,
    ),
  },
]

const AT_ONCE = 32

/** Every stored file is there with its size. */
export async function missingFiles(db: Kysely<DB>, files: Files): Promise<{ what: string }[]> {
  const kept = await db.selectFrom('files').select(['id', 'size', 'storageKey']).execute()
  const missing: { what: string }[] = []
  for (let from = 0; from < kept.length; from += AT_ONCE) {
    const checked = await Promise.all(
      kept.slice(from, from + AT_ONCE).map(async ({ id, size, storageKey }) => {
        const found = await files.sizeOf(storageKey)
        return found === size ? [] : [{ what: `file ${id}` }]
      }),
    )
    missing.push(...checked.flat())
  }
  return missing
}

const filesTitle: Text = { zh_CN: '每个文件都在', en_US: 'Every file is in its place' }

/** The task behind "check the books": every question in turn, the answers as a sheet to keep. */
export const checkBooksTask =
  (files: Files) =>
  async (work: Work<never>): Promise<Outcome> => {
    const { who, read, write, progress } = work
    const checks = [
      ...bookChecks,
      { code: 'files', title: filesTitle, hits: (db: Kysely<DB>) => missingFiles(db, files) },
    ]
    const results: { code: string; title: Text; what: string[] }[] = []
    for (const { code, title, hits } of checks) {
      const { isCancelAsked } = await progress(results.length, checks.length)
      if (isCancelAsked) return { end: 'cancel' }
      const found = await read((db) => hits(db))
      await write((tx) => keepResults(tx, who, code, found))
      results.push({ code, title, what: found.slice(0, 100).map((hit) => hit.what) })
    }
    // Only what agrees with its seals is sealed further.
    if (results.every(({ code, what }) => code !== 'seals' || what.length === 0)) await sealDays(work)
    await progress(checks.length, checks.length)
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

const sheetOf = (results: { code: string; title: Text; what: string[] }[]) =>
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
