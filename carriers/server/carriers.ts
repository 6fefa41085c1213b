import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { refuseAs } from '../../platform/calls/refusal.ts'
import type { Database, Db } from '../../platform/database/server/db.ts'
import type { Outbound } from '../../platform/outbound/server/outbound.ts'
import type { Secrets } from '../../platform/server/secrets.ts'
import {
  type CarrierAdapter,
  CarrierFault,
  type Label,
  type Manifest,
  type Parcel,
  type Shipment,
} from '../carrier.ts'
import type { PlatformShape } from '../platform-contract.ts'
import { carrierText } from '../text.ts'
import { keepFor, openLine } from './carrier-http.ts'
import { checked } from './checked.ts'
import { credentialsIn } from './credentials.ts'
import { demoCarrier } from './demo.ts'
import { EASYPOST_URL, easyPost } from './easypost.ts'
import { platformCarrier } from './platform.ts'
import { platformShape } from './platform-shape.ts'

export type Carriers = ReturnType<typeof openCarriers>

const MAX_FAULTS = 5
const PAUSE_SECONDS = 30

/**
 * The carriers of all accounts.
 *
 * An account whose carrier did not respond five times in a row is paused for half a minute (circuit breaker):
 * users are told at once instead of waiting for each parcel. The count is in the database, so that all servers
 * pause together.
 */
export function openCarriers({
  database,
  outbound,
  secrets,
  easyPostUrl = EASYPOST_URL,
  wait = sleep,
}: {
  database: Database
  outbound: Outbound
  secrets: Secrets
  easyPostUrl?: string
  wait?: (ms: number) => Promise<unknown>
}) {
  /** One operation of an account, unless its carrier is paused. */
  async function unlessPaused<T>(account: Account, work: () => Promise<T>): Promise<T> {
    const before = await database.read(account.tenantId, (db) => faultsOf(db, account))
    if (before?.isPaused) throw new CarrierFault('down', carrierText.paused)
    return counted(account, work, before !== undefined)
  }

  async function counted<T>(account: Account, work: () => Promise<T>, hadFaults = true): Promise<T> {
    const responded = () => hadFaults && forgetFaults(database, account)
    try {
      const done = await work()
      await responded()
      return done
    } catch (fault) {
      if (!(fault instanceof CarrierFault)) throw fault
      await (fault.problem === 'down' ? countFault(database, account) : responded())
      throw fault
    }
  }

  /** The carrier of an account. None of this runs inside a transaction: the other side may be slow. */
  async function carrierOf(
    tenantId: number,
    accountId: number,
    {
      until = Number.POSITIVE_INFINITY,
      mayBeDisabled = false,
    }: { until?: number; mayBeDisabled?: boolean } = {},
  ): Promise<CarrierAdapter> {
    const account = await database.read(tenantId, (db) => accountOf(db, tenantId, accountId))
    if (!account) return refuseAs({ kind: 'not_found' }, carrierText.notFound)
    if (!account.isEnabled && !mayBeDisabled) return refuseAs({ kind: 'disabled' }, carrierText.isDisabled)
    const line = openLine({
      outbound,
      until,
      keep: keepFor(database, tenantId, accountId),
      accountNo: account.accountNo,
      carrier: account.carrier,
      credentials: credentialsIn(secrets, { tenantId, id: accountId, credentials: account.credentials }),
    })
    const bare = () => {
      if (account.adapter === 'demo') return demoCarrier(line, { database, tenantId, accountId, wait })
      if (account.adapter === 'easypost') return easyPost(line, easyPostUrl, wait)
      if (!account.platform) throw new Error('a platform account without a platform')
      return platformCarrier(line, account.platform, account.currency)
    }
    return watched(checked(bare(), line.clean), { tenantId, accountId })
  }

  /**
   * The same carrier with its failures counted. A connection test always goes through: it shows when the
   * carrier is back.
   */
  function watched(carrier: CarrierAdapter, account: Account): CarrierAdapter {
    const held = <T>(work: () => Promise<T>) => unlessPaused(account, work)
    const noted = async <T>(work: Promise<T>) => {
      const done = await work
      await sawOk(account)
      return done
    }
    const { manifest } = carrier
    return {
      ...carrier,
      validateCredentials: () => noted(counted(account, carrier.validateCredentials)),
      quote: (shipment) => held(() => carrier.quote(shipment)),
      // One purchase at a time is guarded by the claim on the waybill, for all servers alike.
      buy: (shipment, service, key) => noted(held(() => carrier.buy(shipment, service, key))),
      find: (key) => held(() => carrier.find(key)),
      void: (ref) => held(() => carrier.void(ref)),
      track: (refs) => held(() => carrier.track(refs)),
      ...(manifest && {
        manifest: {
          // One at a time, guarded by the claim on the manifest of the batch, for all servers alike.
          make: (parcels, reference) => noted(held(() => manifest.make(parcels, reference))),
          find: (parcels) => held(() => manifest.find(parcels)),
        },
      }),
    }
  }

  /** Once a minute is enough, and an account that is being edited is left alone. */
  const sawOk = ({ tenantId, accountId }: Account) =>
    database.write(tenantId, (tx) =>
      sql`
        update carrier_accounts set last_ok_at = business_now() where tenant_id = ${tenantId} and id = (
          select a.id from carrier_accounts a where a.tenant_id = ${tenantId} and a.id = ${accountId}
            and (a.last_ok_at is null or a.last_ok_at < business_now() - interval '1 minute')
          for no key update skip locked)`.execute(tx),
    )

  return { carrierOf, outbound, secrets, database }
}

/** Which account of which company. */
type Account = { tenantId: number; accountId: number }

async function faultsOf(
  db: Db,
  { tenantId, accountId }: Account,
): Promise<{ isPaused: boolean } | undefined> {
  return db
    .selectFrom('carrierFaults')
    .select(sql<boolean>`coalesce(paused_until > now(), false)`.as('isPaused'))
    .where('tenantId', '=', tenantId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

const countFault = (database: Database, { tenantId, accountId }: Account) =>
  database.write(tenantId, (tx) =>
    sql`
      insert into carrier_faults as f (tenant_id, account_id, faults) values (${tenantId}, ${accountId}, 1)
      on conflict (tenant_id, account_id) do update set faults = f.faults + 1,
        paused_until = case when f.faults + 1 >= ${MAX_FAULTS} then now() + ${PAUSE_SECONDS} * interval '1 second' end`.execute(
      tx,
    ),
  )

const forgetFaults = (database: Database, { tenantId, accountId }: Account) =>
  database.write(tenantId, (tx) =>
    tx
      .deleteFrom('carrierFaults')
      .where('tenantId', '=', tenantId)
      .where('accountId', '=', accountId)
      .execute(),
  )

type AccountRow = {
  adapter: 'demo' | 'easypost' | 'platform'
  carrier: string
  accountNo: string | null
  credentials: Buffer | null
  isEnabled: boolean
  /** What its carrier bills in. */
  currency: string | null
  platform: PlatformShape | null
}

/** The currency in which the carrier of an account bills: its own, else the warehouse's. */
export const accountCurrency = (tenantId: number) =>
  sql<
    string | null
  >`coalesce(cost_currency, (select currency_code from warehouses where tenant_id = ${tenantId}))`

async function accountOf(db: Db, tenantId: number, id: number): Promise<AccountRow | undefined> {
  const row = await db
    .selectFrom('carrierAccounts')
    .select(['adapter', 'carrier', 'accountNo', 'credentials', 'isEnabled', 'platformId'])
    .select(accountCurrency(tenantId).as('currency'))
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { platformId, ...account } = row
  return { ...account, platform: platformId === null ? null : await platformShape(db, tenantId, platformId) }
}

/**
 * Buys one label under one key, and after a lost response looks it up before a second one could be bought.
 *
 * After an error with `isUnknown` it may have been bought anyway: call `find` before the next attempt.
 */
export async function buyOnce(
  carrier: CarrierAdapter,
  { shipment, service, key }: { shipment: Shipment; service: string; key: string },
): Promise<Label> {
  const { find, capabilities } = carrier
  return orFind(carrier.buy(shipment, service, key), capabilities.find ? () => find(key) : undefined)
}

/** Makes one manifest, with the same care. */
export const makeManifestOnce = (
  { make, find }: NonNullable<CarrierAdapter['manifest']>,
  parcels: readonly Parcel[],
  reference: string,
): Promise<Manifest> => orFind(make(parcels, reference), () => find(parcels))

/** After a lost response, looks up what became of the work. */
async function orFind<T>(work: Promise<T>, find: (() => Promise<T | undefined>) | undefined): Promise<T> {
  try {
    return await work
  } catch (fault) {
    if (!(fault instanceof CarrierFault) || !fault.isUnknown || !find) throw fault
    const match = await find().catch((again) => {
      if (again instanceof CarrierFault) throw fault
      throw again
    })
    if (match) return match
    throw fault
  }
}
