import { sql } from 'kysely'
import type { Database } from '../../platform/database/server/db.ts'
import {
  type OutAnswer,
  type Outbound,
  OutFault,
  type OutRequest,
} from '../../platform/outbound/server/outbound.ts'
import { CarrierFault, type Credentials } from '../carrier.ts'
import { isUnknownKey, type KeptCall } from '../contract.ts'
import { type Mask, maskedCredentials, maskOf, plain, redacted, redactedHeaders } from '../redact.ts'
import { lineTexts } from '../text.ts'

/** An account's HTTP client. Every call is timed, redacted and logged. */
export type Line = {
  accountNo: string | null
  carrier: string
  credentials: Credentials
  /** Sends a request built with the account's credentials, and logs the same request built without them. */
  send: (operation: string, requestWith: (credentials: Credentials) => OutRequest) => Promise<OutAnswer>
  /** A carrier's message without our credentials, which it may echo. */
  clean: (words: string) => string
  /** Logs a call to the built-in demo carrier. */
  note: (
    call: Pick<KeptCall, 'deed' | 'url' | 'status' | 'ms' | 'problem'> & { sent: unknown; received: unknown },
  ) => Promise<void>
}

/** The page waits ten seconds for a response; ours must be there before. */
export const PATIENCE_MS = 8000

type Keep = (call: KeptCall) => Promise<void>

export function openLine({
  outbound,
  keep,
  until = Number.POSITIVE_INFINITY,
  ...facts
}: {
  outbound: Outbound
  keep: Keep
  /** The deadline of the caller, by `performance.now()`. */
  until?: number
  accountNo: string | null
  carrier: string
  credentials: Credentials
}): Line {
  const mask = maskOf(facts.credentials)
  const masked = maskedCredentials(facts.credentials)

  return {
    ...facts,
    clean: (words) => mask.clean(plain(words)),
    async send(operation, requestWith) {
      const begun = performance.now()
      const request = requestWith(facts.credentials)
      const kept = { deed: operation, ...shownRequest(requestWith(masked), mask) }
      const since = () => Math.round(performance.now() - begun)
      try {
        const left = until - begun
        const answer = await outbound.send({
          ...request,
          ...(left < 5000 && { withinMs: Math.max(1, left) }),
        })
        await keep({
          ...kept,
          status: answer.status,
          ms: since(),
          answer: shown(answer, mask),
          problem: null,
        })
        return answer
      } catch (fault) {
        if (!(fault instanceof OutFault)) throw fault
        await keep({ ...kept, status: null, ms: since(), answer: '', problem: fault.kind })
        throw new CarrierFault('down', lineTexts[fault.kind], fault.wasSent)
      }
    },

    note: ({ sent, received, ...call }) =>
      keep({
        ...call,
        method: 'DEMO',
        request: redacted(JSON.stringify(sent), mask),
        answer: redacted(JSON.stringify(received), mask),
      }),
  }
}

/** An earlier carrier response may be part of a request, and may contain a secret. */
const shownRequest = ({ method, url, headers = {}, body = '' }: OutRequest, mask: Mask) => ({
  method,
  url: mask.clean(plain(url)),
  request: [redactedHeaders(headers, mask), redacted(body, mask)].filter(Boolean).join('\n\n'),
})

/** A file is logged as a file, without its bytes. */
function shown({ headers, body }: OutAnswer, mask: Mask): string {
  const type = headers['content-type'] ?? ''
  if (/json|text|xml/.test(type) || type === '') return redacted(body.toString('utf8'), mask)
  return `${mask.clean(plain(type))} (${body.length})`
}

/** The parsed response, where it is JSON. */
export function jsonIn({ body }: OutAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const KEPT = 50

const isFailed = (call: KeptCall) =>
  call.problem !== null || ((call.status ?? 0) >= 400 && !isUnknownKey(call))

/**
 * Logs a call of the account, deletes all but the last fifty, and counts it. Calls that end at the same time do
 * not wait for each other: each counts in a row of its day that no other one holds.
 */
export const keepFor =
  (database: Database, tenantId: number, accountId: number): Keep =>
  (call) =>
    database.write(tenantId, async (tx) => {
      await tx
        .insertInto('carrierCalls')
        .values({ tenantId, accountId, ...call })
        .execute()
      await sql`
        delete from carrier_calls where tenant_id = ${tenantId} and id in (
          select id from carrier_calls where tenant_id = ${tenantId} and account_id = ${accountId} and id <= (
            select id from carrier_calls where tenant_id = ${tenantId} and account_id = ${accountId}
            order by id desc offset ${KEPT} limit 1)
          for update skip locked)`.execute(tx)
      const failed = isFailed(call) ? 1 : 0
      await sql`
        with today as (select (business_now() at time zone 'UTC')::date as day),
        free as (
          select d.day, d.slot from carrier_days d, today
          where d.tenant_id = ${tenantId} and d.account_id = ${accountId} and d.day = today.day
          limit 1 for no key update of d skip locked),
        counted as (
          update carrier_days d set calls = d.calls + 1, failed = d.failed + ${failed} from free
          where d.tenant_id = ${tenantId} and d.account_id = ${accountId} and d.day = free.day and d.slot = free.slot
          returning 1)
        insert into carrier_days (tenant_id, account_id, day, calls, failed)
        select ${tenantId}, ${accountId}, today.day, 1, ${failed} from today
        where not exists (select 1 from counted)`.execute(tx)
    })
