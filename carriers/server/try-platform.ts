import { sql } from 'kysely'
import { type Change, publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { notFound, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { type CarrierAdapter, CarrierFault, type Label, sampleShipment } from '../carrier.ts'
import type { KeptCall } from '../contract.ts'
import type * as platformContract from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import { keepFor, openLine, PATIENCE_MS } from './carrier-http.ts'
import { accountCurrency, type Carriers } from './carriers.ts'
import { checked } from './checked.ts'
import { credentialsIn } from './credentials.ts'
import { platformCarrier } from './platform.ts'
import { platformShape } from './platform-shape.ts'
import { sentenceOf } from './sentence.ts'

type Trial = { id: number; accountId: number | null }
type Tried = OutputOf<typeof platformContract.tryPlatform>
type TakenBack = OutputOf<typeof platformContract.voidTried>

/** Sends the sample parcel as an order would. */
export const tryPlatform =
  (carriers: Carriers) =>
  (who: Who, { service, ...input }: Trial & { service: string | null }): Promise<Tried> =>
    exchange(carriers, who, input, {
      speak: (carrier, clean) =>
        carrier
          .buy(sampleShipment, service ?? '', `TRY-${who.requestId}`)
          .then(readAsLabel(clean), (fault) => ({ ...problemIn(who, fault), label: null })),
      kind: 'platform.tried',
      noted: ({ problem, label }) => ({
        action: 'try',
        after: { isOk: problem === null, ...(label && { labelRef: label.ref }) },
      }),
    })

/** Voids what a test has bought and nothing else: labels of customers are not voided from here. */
export const voidTried =
  (carriers: Carriers) =>
  async (who: Who, { ref, ...of }: Trial & { ref: string }): Promise<TakenBack> => {
    await carriers.database.read(who.tenantId, async (db) => {
      await platformOf(db, who, of)
      if (!(await isOfTry(db, who, of.id, ref))) refuseField('ref', platformText.notTried)
    })
    return exchange(carriers, who, of, {
      speak: (carrier) =>
        carrier.void(ref).then(
          (done) => ({ problem: null, ...done }),
          (fault) => ({ ...problemIn(who, fault), outcome: null }),
        ),
      kind: 'platform.try_voided',
      noted: ({ problem, outcome }) => ({
        action: 'void_tried',
        after: { isOk: problem === null && outcome !== 'refused', labelRef: ref },
      }),
    })
  }

async function isOfTry(db: Db, who: Who, id: number, ref: string): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from audit_log where tenant_id = ${who.tenantId} and object_type = 'platform' and object_id = ${id}
      and action = 'try' and after->>'labelRef' = ${ref} limit 1`.execute(db)
  return rows.length > 0
}

type Operation<T> = {
  speak: (carrier: CarrierAdapter, clean: (words: string) => string) => Promise<T>
  kind: string
  noted: (result: T) => Pick<Change, 'action' | 'after'>
}

/** Calls a platform once, and returns the whole exchange, redacted. */
async function exchange<T>(
  { database, outbound, secrets }: Carriers,
  who: Who,
  { id, accountId }: Trial,
  { speak, kind, noted }: Operation<T>,
): Promise<T & { calls: KeptCall[] }> {
  const { shape, platformCode, warehouseCurrency, account } = await database.read(who.tenantId, (db) =>
    platformOf(db, who, { id, accountId }),
  )
  const calls: KeptCall[] = []
  const keepInLog = accountId === null ? undefined : keepFor(database, who.tenantId, accountId)
  const line = openLine({
    outbound,
    until: performance.now() + PATIENCE_MS,
    keep: async (call) => {
      calls.push(call)
      await keepInLog?.(call)
    },
    accountNo: account?.accountNo ?? null,
    carrier: account?.carrier ?? platformCode,
    credentials: account
      ? credentialsIn(secrets, { tenantId: who.tenantId, id: account.id, credentials: account.credentials })
      : {},
  })
  const result = await speak(
    checked(platformCarrier(line, shape, account?.currency ?? warehouseCurrency), line.clean),
    line.clean,
  )
  await database.write(who.tenantId, async (tx) => {
    await writeAudit(tx, who, [{ ...noted(result), type: 'platform', id, no: platformCode }])
    await publishEvents(tx, who, [{ kind, type: 'platform', id }])
  })
  return { calls, ...result }
}

async function platformOf(db: Db, who: Who, { id, accountId }: Trial) {
  const row = await db
    .selectFrom('platforms')
    .select('platformCode')
    .select(
      sql<string | null>`(select currency_code from warehouses where tenant_id = ${who.tenantId})`.as(
        'warehouseCurrency',
      ),
    )
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(platformText.notFound))
  const account =
    accountId === null
      ? undefined
      : await db
          .selectFrom('carrierAccounts')
          .select(['id', 'carrier', 'accountNo', 'credentials'])
          .select(accountCurrency(who.tenantId).as('currency'))
          .where('tenantId', '=', who.tenantId)
          .where('id', '=', accountId)
          .where('platformId', '=', id)
          .executeTakeFirst()
  if (accountId !== null && !account) return refuseField('accountId', platformText.otherPlatform)
  return { ...row, account, shape: await platformShape(db, who.tenantId, id) }
}

const readAsLabel =
  (clean: (words: string) => string) =>
  ({ trackingNo, ref, format, file, cost }: Label): Omit<Tried, 'calls'> => ({
    problem: null,
    words: null,
    label: { trackingNo: clean(trackingNo), ref: clean(ref), format, bytes: file.length, cost },
  })

function problemIn(who: Who, fault: unknown): Pick<Tried, 'problem' | 'words'> {
  if (!(fault instanceof CarrierFault)) throw fault
  return { problem: fault.problem, words: sentenceOf(who, fault) }
}
