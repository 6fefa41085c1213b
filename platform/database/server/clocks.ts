import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/** Clocks that differ by more are pointed out: links to files end by the server's clock, business time is the database's. */
const ALLOWED_MS = 2000
const EVERY_MS = 10 * 60_000

/** By how many milliseconds the database's clock is ahead of this server's; what the answer took to arrive does not count. */
async function clockAhead(pool: pg.Pool, now: () => number = Date.now): Promise<number> {
  const before = now()
  const { rows } = await pool.query<{ at: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
  )
  const after = now()
  const at = rows[0]?.at ?? before
  if (at < before) return at - before
  return at > after ? at - after : 0
}

/** Writes a warning to the log while the two clocks differ. */
export async function compareClocks(
  pool: pg.Pool,
  log: Pick<FastifyBaseLogger, 'warn'>,
  now?: () => number,
): Promise<void> {
  const ahead = await clockAhead(pool, now)
  if (Math.abs(ahead) > ALLOWED_MS)
    log.warn(
      { databaseAheadMs: Math.round(ahead) },
      'the clocks of the database and of this server differ; let a time server set both',
    )
}

/** Compares them now and every ten minutes, until the returned function is called. */
export function watchClocks(pool: pg.Pool, log: Pick<FastifyBaseLogger, 'warn'>): () => void {
  // Without a database there is nothing to compare with; what lacks it says so.
  const compare = () => void compareClocks(pool, log).catch(() => {})
  compare()
  const timer = setInterval(compare, EVERY_MS).unref()
  return () => clearInterval(timer)
}
