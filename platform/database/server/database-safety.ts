import type pg from 'pg'
import { globalTables } from '../../../db/global-tables.ts'
import { BadSettings } from '../../../postgres/bad-settings.ts'
import { type ZoneSteps, zones } from '../../text/time-zones.ts'

/** The reasons this database must not be served; an empty list lets the server start. */
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
  if (borrows) dangers.push(`the server's role ${rolname} is a member of a role that bypasses row security`)
  if (owns && !rolsuper) dangers.push(`the server's role ${rolname} owns the tables it serves`)

  const { rows: settings } = await pool.query(`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`)
  for (const { name } of settings) dangers.push(`${name} is off: a power cut would lose acknowledged data`)

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

/** Times from two years back to two years ahead are shown with the database's offsets. */
const SPAN = `interval '730 days'`
const minutesAhead = (at: string) =>
  `extract(epoch from (${at} at time zone z.zone) - (${at} at time zone 'UTC'))::int / 60`

/**
 * The time zones in which Node and PostgreSQL disagree in any week of these years, with PostgreSQL's offsets to
 * the hour.
 */
export async function zonesThatDiffer(pool: pg.Pool): Promise<Record<string, ZoneSteps>> {
  const { rows: weeks } = await pool.query<{ zone: string; at: number; minutes: number }>(
    `select z.zone, extract(epoch from d)::float8 * 1000 as at, ${minutesAhead('d')} as minutes
     from unnest($1::text[]) as z (zone),
       generate_series(date_trunc('day', now()) - ${SPAN}, now() + ${SPAN}, interval '7 days') as d
     order by 1, 2`,
    [zones.map((zone) => zone.id)],
  )
  const differing = new Set(
    weeks
      .filter(({ zone, at, minutes }) => minutesInNode(zone, new Date(at)) !== minutes)
      .map(({ zone }) => zone),
  )
  const shown = Object.groupBy(
    weeks.filter(({ zone }) => differing.has(zone)),
    ({ zone }) => zone,
  )
  const changing = Object.values(shown).flatMap((own = []) =>
    own.filter(({ minutes }, week) => minutes !== (own[week + 1]?.minutes ?? minutes)),
  )
  const { rows: changes } = await pool.query<{ zone: string; from: number; minutes: number }>(
    `select zone, extract(epoch from at)::float8 * 1000 as from, minutes
     from (
       select z.zone, d as at, ${minutesAhead('d')} as minutes, lag(${minutesAhead('d')}) over (partition by z.zone, z.week order by d) as before
       from unnest($1::text[], $2::float8[]) as z (zone, week),
         generate_series(to_timestamp(z.week / 1000), to_timestamp(z.week / 1000) + interval '7 days', interval '1 hour') as d) hours
     where before <> minutes
     order by 1, 2`,
    [changing.map(({ zone }) => zone), changing.map(({ at }) => at)],
  )
  return Object.fromEntries(
    Object.entries(shown).map(([zone, own = []]) => [
      zone,
      [
        ...own.slice(0, 1).map(({ at, minutes }) => ({ from: at, minutes })),
        ...changes.filter((change) => change.zone === zone).map(({ from, minutes }) => ({ from, minutes })),
        ...own.slice(-1).map(({ at }) => ({ from: at, minutes: null })),
      ],
    ]),
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()

function minutesInNode(zone: string, at: Date): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(at)) ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0
}
