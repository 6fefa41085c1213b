import { sql } from 'kysely'
import type { Tx } from '../../database/server/db.ts'
import type { Signer } from '../../server/signer.ts'
import { callText } from '../../text/common-text.ts'
import { Refusal } from '../refusal.ts'
import type { Who } from '../who.ts'

/** A client's idempotency key for one user action; optional in the API, always sent by the page. */
export function keyOf(header: unknown): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[A-Za-z0-9_-]{16,64}$/.test(header)) return header
  throw new Refusal(callText.wrongForm, {
    kind: 'validation',
    fields: [{ path: 'x-idempotency-key', rule: 'pattern', message: callText.wrongForm }],
  })
}

/**
 * Runs a command once per key.
 *
 * Inserting the key's row is the first statement of the transaction: a duplicate waits on it. If the first
 * commits, the duplicate gets the same response; if it rolls back, the duplicate runs. Only successful
 * results are stored.
 */
export async function once<T>(
  tx: Tx,
  who: Who,
  request: { key: string | undefined; route: string; body: unknown; signer: Signer },
  work: () => Promise<T>,
): Promise<T> {
  const { key, route } = request
  if (!key) return work()
  // HMAC instead of a plain hash: a body may contain a password, which a copy of the database would otherwise
  // reveal.
  const hash = Buffer.from(request.signer.sign(`body.${JSON.stringify(request.body) ?? ''}`))

  if (await isFirst(tx, who, key, route, hash)) {
    const answer = await work()
    await tx
      .updateTable('idempotency')
      .set({ answer: JSON.stringify({ answer }) })
      .where('tenantId', '=', who.tenantId)
      .where('actorId', '=', who.accountId)
      .where('key', '=', key)
      .execute()
    return answer
  }
  const earlier = await tx
    .selectFrom('idempotency')
    .select(['route', 'requestHash', 'answer'])
    .where('tenantId', '=', who.tenantId)
    .where('actorId', '=', who.accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (earlier.route !== route || !hash.equals(earlier.requestHash)) {
    throw new Refusal(callText.otherRequest, { kind: 'idempotency_mismatch' }, 422)
  }
  return (earlier.answer as { answer: T }).answer
}

async function isFirst(tx: Tx, who: Who, key: string, route: string, hash: Buffer): Promise<boolean> {
  try {
    const { rows } = await sql`
      insert into idempotency (tenant_id, actor_id, key, route, request_hash)
      values (${who.tenantId}, ${who.accountId}, ${key}, ${route}, ${hash})
      on conflict do nothing returning 1
    `.execute(tx)
    return rows.length === 1
  } catch (fault) {
    if ((fault as { code?: string }).code !== '55P03') throw fault
    throw new Refusal(callText.inProgress, { kind: 'in_progress' }, 409, 1)
  }
}
