import { sql } from 'kysely'
import { refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Tx } from '../../database/server/db.ts'
import { systemName } from '../../text/common-text.ts'
import type { Text } from '../../text/text.ts'
import { minuteIn } from '../../text/time-zones.ts'

/**
 * One change of one object. `before` and `after` hold the changed fields only. A reason that a person typed is a string; one that the
 * product gives is a text, which each reader gets in their own language.
 */
export type Change = {
  action: string
  type: string
  id: number
  no: string
  before?: object
  after?: object
  reason?: string | Text
}

/** Where the log has a reason in both languages: in a field beside the changed ones. */
const BECAUSE = 'because'

/** The reason of an entry of the log, for a reader. */
export const reasonFor = ({ language }: Pick<Who, 'language'>) =>
  sql<string | null>`coalesce(reason, "after" -> ${BECAUSE}::text ->> ${language}::text)`

/** The changed fields of an entry of the log. */
export const changedAfter = sql<Record<string, unknown> | null>`"after" - ${BECAUSE}::text`

/** The fields that differ, as stored in the audit log. */
export function changed<T extends Record<string, unknown>>(before: T, after: T) {
  const differ = Object.keys(after).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const only = (whole: T) => Object.fromEntries(differ.map((field) => [field, whole[field]]))
  return { before: only(before), after: only(after) }
}

/**
 * Refuses a change by a user who has not seen the latest version; the refusal names who changed it and when.
 */
export async function refuseStale(
  tx: Tx,
  who: Pick<Who, 'tenantId' | 'zone'>,
  { type, id }: Pick<Change, 'type' | 'id'>,
  text: Text,
): Promise<never> {
  const { rows } = await sql<{ person: string | null; at: string }>`
    select coalesce(a.user_name, nullif(l.login_account, 'system')) as person, l.at
    from audit_log l left join accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id and a.kind <> 'system'
    where l.tenant_id = ${who.tenantId} and l.object_type = ${type} and l.object_id = ${id} and l.before is not null
    order by l.id desc limit 1`.execute(tx)
  const [last] = rows
  if (!last) return refuseAs({ kind: 'stale' }, text)
  const at = minuteIn(who.zone, new Date(last.at))
  return refuseAs(
    { kind: 'stale' },
    {
      zh_CN: `${text.zh_CN}（${last.person ?? systemName.zh_CN}，${at}）`,
      en_US: `${text.en_US} (${last.person ?? systemName.en_US}, ${at})`,
    },
  )
}

/**
 * The account a change is logged under; a task uses the account of the user who started it. No account means
 * the system itself, or an administrator on the command line.
 */
export type Actor = Pick<Who, 'tenantId' | 'loginAccount' | 'requestId' | 'ip'> & {
  accountId: number | null
  isTyped?: boolean
}

/**
 * Writes the audit rows of a command in the command's own transaction: who changed what, from which value to
 * which.
 */
export async function writeAudit(tx: Tx, who: Actor, changes: Change[]) {
  if (changes.length === 0) return
  const afterOf = ({ after, reason }: Change) =>
    who.isTyped || typeof reason === 'object'
      ? {
          ...after,
          ...(who.isTyped && { isTyped: true }),
          ...(typeof reason === 'object' && { [BECAUSE]: reason }),
        }
      : after
  await sql`
    insert into audit_log
      (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no, before, after, reason)
    select ${who.tenantId}, coalesce(${who.accountId}::bigint, system_account()), ${who.loginAccount}, ${who.ip}, ${who.requestId}, t.*
    from unnest(
      ${changes.map((c) => c.action)}::text[], ${changes.map((c) => c.type)}::text[], ${changes.map((c) => c.id)}::bigint[],
      ${changes.map((c) => c.no)}::text[], ${changes.map((c) => json(c.before))}::jsonb[],
      ${changes.map((c) => json(afterOf(c)))}::jsonb[],
      ${changes.map(({ reason }) => (typeof reason === 'string' ? reason : null))}::text[]
    ) as t
    returning id
  `.execute(tx)
}

/** An event for other systems, published in the transaction that makes it true. */
type NewEvent = {
  kind: string
  type: string
  id: number
  payload?: object | undefined
  /** Whom it concerns, where the caller knows; otherwise it is looked up, event by event. */
  customerId?: number | undefined
}

export async function publishEvents(tx: Tx, who: Actor, events: NewEvent[]) {
  if (events.length === 0) return
  await sql`
    insert into events (tenant_id, request_id, kind, object_type, object_id, payload, customer_id)
    select ${who.tenantId}, ${who.requestId}, t.kind, t.object_type, t.object_id, t.payload,
      coalesce(t.customer_id, customer_of(t.object_type, t.object_id))
    from unnest(
      ${events.map((h) => h.kind)}::text[], ${events.map((h) => h.type)}::text[],
      ${events.map((h) => h.id)}::bigint[], ${events.map((h) => json(h.payload ?? {}))}::jsonb[],
      ${events.map((h) => h.customerId ?? null)}::bigint[]
    ) as t (kind, object_type, object_id, payload, customer_id)
    returning id
  `.execute(tx)
}

/** Writes the audit rows of changes and publishes the event of each. */
export async function writeChanges(
  tx: Tx,
  who: Actor,
  changes: (Change & { event: string } & Pick<NewEvent, 'payload' | 'customerId'>)[],
) {
  await writeAudit(tx, who, changes)
  await publishEvents(
    tx,
    who,
    changes.map(({ event, type, id, payload, customerId }) => ({
      kind: event,
      type,
      id,
      payload,
      customerId,
    })),
  )
}

const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
