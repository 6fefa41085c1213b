import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { z } from 'zod'
import { copyIn, copyOut } from './copy.ts'

export const tablesBackup = z.strictObject({
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()), part: z.string(), rows: z.int() }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
type TablesBackup = z.infer<typeof tablesBackup>

const schemas = `('wms'::regnamespace, 'graphile_worker'::regnamespace)`

type Table = { name: string; columns: string[]; isForced: boolean }

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as "isForced",
       array(select quote_ident(a.attname) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relnamespace in ${schemas} and c.relkind = 'r' order by 1`,
  )
  return rows
}

/**
 * Every company of the installation, closed ones included. The table of companies is visible to its owner.
 */
export async function companiesOf(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>('select id from wms.tenants order by id')
  return rows.map(({ id }) => Number(id))
}

export const actFor = (client: pg.Client, tenantId: number) =>
  client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)])

/**
 * Starts the transaction a backup reads in: all tables at one moment, while others keep writing.
 *
 * The tables are first locked against schema changes; the snapshot starts with the first query after that.
 */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  const tables = await tablesOf(client)
  await client.query('begin isolation level repeatable read')
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
}

/** Writes the rows of every table within the snapshot, as the owner of the tables. */
export async function writeTables(
  client: pg.Client,
  write: (part: string, content: Readable) => Promise<void>,
): Promise<TablesBackup> {
  const companies = await companiesOf(client)
  const tables: TablesBackup['tables'] = []
  for (const { name, columns, isForced } of await tablesOf(client)) {
    const part = `tables/${name}.gz`
    const counted = { rows: 0 }
    await write(part, Readable.from(rowsOf(client, { name, columns, isForced }, companies, counted)))
    tables.push({ name, columns, part, rows: counted.rows })
  }
  return { tables, sequences: await sequencesOf(client) }
}

/**
 * Row security is forced on the owner too, so it reads company by company. The explicit condition is for an
 * owner who is a superuser and would otherwise get every row each time.
 */
async function* rowsOf(
  client: pg.Client,
  { name, columns, isForced }: Table,
  companies: number[],
  counted: { rows: number },
) {
  const list = columns.join(', ')
  const count = (rows: number) => {
    counted.rows += rows
  }
  if (!isForced) yield* copyOut(client, `copy (select ${list} from ${name}) to stdout`, count)
  else
    for (const id of companies) {
      await actFor(client, id)
      yield* copyOut(client, `copy (select ${list} from ${name} where tenant_id = ${id}) to stdout`, count)
    }
}

/** Sequences are not transactional. Read last, they are at or beyond what the rows have used. */
async function sequencesOf(client: pg.Client): Promise<TablesBackup['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relnamespace in ${schemas} and c.relkind = 'S' order by 1`,
  )
  const sequences: TablesBackup['sequences'] = []
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    sequences.push(...at.map((item) => ({ name, ...item })))
  }
  return sequences
}

/**
 * Loads the rows of a backup into an empty database of the same schema, all or nothing.
 *
 * Triggers, row security and foreign keys are disabled during the load, so that table order does not matter
 * and no superuser is needed. Restoring the foreign keys checks every row.
 */
export async function loadTables(client: pg.Client, folder: string, backup: TablesBackup): Promise<void> {
  await client.query('begin')
  try {
    const undo = await openTables(client)
    // The queue tracks its own schema version.
    const tables = backup.tables.filter(({ name }) => name !== 'graphile_worker.migrations')
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { name, columns, part, rows } of tables) {
      const source = createReadStream(join(folder, part)).pipe(createGunzip())
      const loaded = await copyIn(client, `copy ${name} (${columns.join(', ')}) from stdin`, source)
      if (loaded !== rows) throw new Error(`${name}: ${loaded} of ${rows} rows came in`)
    }
    for (const { name, value, isCalled } of backup.sequences)
      await client.query('select setval($1, $2, $3)', [name, value, isCalled])
    for (const statement of undo) await client.query(statement)
    await client.query('commit')
  } catch (fault) {
    await client.query('rollback')
    throw fault
  }
  await client.query('analyze')
}

/** Disables whatever blocks loading, and returns the statements that restore it. */
async function openTables(client: pg.Client): Promise<string[]> {
  await client.query('set local search_path = pg_catalog')
  const { rows } = await client.query<{ open: string; close: string }>(
    `select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as open,
       format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as close, 1 as step, k.oid
     from pg_constraint k where k.connamespace in ${schemas} and k.contype = 'f'
     union all
     select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname),
       format('alter table %s enable %s trigger %I', t.tgrelid::regclass, case when t.tgenabled = 'A' then 'always' end, t.tgname), 2, t.oid
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace in ${schemas} and not t.tgisinternal and t.tgenabled in ('O', 'A')
     union all
     select format('alter table %s no force row level security', c.oid::regclass),
       format('alter table %s force row level security', c.oid::regclass), 3, c.oid
     from pg_class c where c.relnamespace in ${schemas} and c.relforcerowsecurity
     order by step, oid`,
  )
  for (const { open } of rows) await client.query(open)
  return rows.map(({ close }) => close)
}
