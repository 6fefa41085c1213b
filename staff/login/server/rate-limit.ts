import { sql } from 'kysely'
import { Refusal } from '../../../platform/calls/refusal.ts'
import type { PublicDb, Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { fill } from '../../../platform/text/text.ts'

/** Counts an attempt for every key, in alphabetical order, on all servers; refused above a limit. */
export async function consumeAttempt(publicDb: PublicDb | Tx, limits: Record<string, number>, span?: string) {
  const wait = await countTry(publicDb, limits, span)
  if (wait === 0) return
  const text = fill(callText.tooMany, { minutes: Math.ceil(wait / 60) })
  throw new Refusal(text, { kind: 'rate_limit' }, 429, wait)
}

/** The same without a refusal: how many seconds to wait, 0 for none. */
export async function countTry(publicDb: PublicDb | Tx, limits: Record<string, number>, span = '15 minutes') {
  const { rows } = await sql<{ wait: number }>`
    select consume_attempt(${Object.keys(limits)}::text[], ${Object.values(limits)}::int[], ${span}::interval) as wait
  `.execute(publicDb)
  return only(rows).wait
}

/** The owner of one IPv6 address has a whole /64; it counts as one. */
export const networkOf = (ip: string) => {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array(zeros).fill('0'), ...last].slice(0, 4).join(':')
}
