import type pg from 'pg'
import { globalTables } from '../../db/global-tables.ts'
import { zones } from '../zones.ts'
import { BadSettings } from './env.ts'

/** Why this database must not be served; an empty list lets the server start. */
export async function dangersOf(pool: pg.Pool): Promise<string[]> {
  const dangers: string[] = []
  const { rows: role } = await pool.query(`
    select r.rolname, r.rolsuper, r.rolbypassrls,
      exists (select 1 from pg_class c where c.relnamespace = 'wms'::regnamespace
        and pg_has_role(r.oid, c.relowner, 'member')) as owns,
      exists (select 1 from pg_roles s where (s.rolsuper or s.rolbypassrls) and s.oid <> r.oid
        and not r.rolsuper and pg_has_role(r.oid, s.oid, 'member')) as borrows
    from pg_roles r where r.rolname = current_user`)
  const { rolname, rolsuper, rolbypassrls, owns, borrows } = role[0]
  if (rolsuper) dangers.push(`the server's role ${rolname} is a superuser`)
  if (rolbypassrls) dangers.push(`the server's role ${rolname} bypasses row security`)
  if (borrows) dangers.push(`the server's role ${rolname} is a member of one that row security does not bind`)
  if (owns && !rolsuper) dangers.push(`the server's role ${rolname} owns the tables it serves`)

  const { rows: settings } = await pool.query(`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`)
  for (const { name } of settings)
    dangers.push(`${name} is off: a power cut would lose what was acknowledged`)

  const { rows: open } = await pool.query(
    `select c.relname from pg_class c
     where c.relnamespace = 'wms'::regnamespace and c.relkind in ('r', 'p')
       and not (c.relrowsecurity and (c.relforcerowsecurity or c.relname = any ($1)))`,
    [globalTables],
  )
  for (const { relname } of open) dangers.push(`table ${relname} lacks forced row security`)

  const { rows: version } = await pool.query(`select current_setting('server_version_num')::int as number`)
  if (version[0].number < 150_000) dangers.push(`PostgreSQL ${version[0].number} is older than 15`)
  return dangers
}

export async function refuseDangers(pool: pg.Pool) {
  const dangers = await dangersOf(pool)
  if (dangers.length > 0)
    throw new BadSettings(`The server does not start:\n${dangers.map((d) => `  ${d}`).join('\n')}`)
}

/** Zones in which Node and PostgreSQL disagree about an hour of the next two years; only worth a warning. */
export async function zonesThatDiffer(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ zone: string; at: string; offset: number }>(
    `select z.zone, d::text as at, extract(epoch from (d at time zone z.zone) - (d at time zone 'UTC'))::int / 60 as offset
     from unnest($1::text[]) as z (zone),
       generate_series(date_trunc('day', now()), now() + interval '730 days', interval '7 days') as d`,
    [zones.map((zone) => zone.id)],
  )
  const format = new Map(
    zones.map(({ id }) => [
      id as string,
      new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset', year: 'numeric' }),
    ]),
  )
  const offsetIn = (zone: string, at: string) => {
    const name =
      format
        .get(zone)
        ?.formatToParts(new Date(at))
        .find((part) => part.type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0
  }
  return [...new Set(rows.filter((row) => offsetIn(row.zone, row.at) !== row.offset).map((row) => row.zone))]
}
