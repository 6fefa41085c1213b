import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { refuseAs } from '../../platform/calls/refusal.ts'
import type { Database, Db } from '../../platform/database/server/db.ts'
import type { Outbound } from '../../platform/outbound/server/outbound.ts'
import type { Secrets } from '../../platform/server/secrets.ts'
import { type CarrierAdapter, CarrierFault, type Label, type Shipment } from '../carrier.ts'
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
const PAUSE_MS = 30_000

/**
 * The carriers of all accounts.
 *
 * An account whose carrier did not respond five times in a row is paused for half a minute (circuit breaker):
 * users are told at once instead of waiting for each parcel.
 */
export function openCarriers({
  database,
  outbound,
  secrets,
  easyPostUrl = EASYPOST_URL,
  now = Date.now,
  wait = sleep,
}: {
  database: Database
  outbound: Outbound
  secrets: Secrets
  easyPostUrl?: string
  now?: () => number
  wait?: (ms: number) => Promise<unknown>
}) {
  const faults = new Map<string, { count: number; until: number }>()

  const buying = new Map<string, Promise<Label>>()

  /** Concurrent requests for the same label share one purchase: two calls could buy two. */
  function together(purchase: string, buy: () => Promise<Label>): Promise<Label> {
    const underWay = buying.get(purchase)
    if (underWay) return underWay
    const begun = buy().finally(() => buying.delete(purchase))
    buying.set(purchase, begun)
    return begun
  }

  /** One operation of an account, unless its carrier is paused. */
  async function unlessPaused<T>(account: string, work: () => Promise<T>): Promise<T> {
    const before = faults.get(account)
    if (before && before.until > now()) throw new CarrierFault('down', carrierText.paused)
    return counted(account, work)
  }

  async function counted<T>(account: string, work: () => Promise<T>): Promise<T> {
    try {
      const done = await work()
      faults.delete(account)
      return done
    } catch (fault) {
      if (!(fault instanceof CarrierFault)) throw fault
      if (fault.problem !== 'down') faults.delete(account)
      else {
        const count = (faults.get(account)?.count ?? 0) + 1
        faults.set(account, { count, until: count >= MAX_FAULTS ? now() + PAUSE_MS : 0 })
      }
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
      if (account.adapter === 'easypost') return easyPost(line, easyPostUrl)
      if (!account.platform) throw new Error('a platform account without a platform')
      return platformCarrier(line, account.platform)
    }
    return watched(checked(bare(), line.clean), `${tenantId}:${accountId}`, () => sawOk(tenantId, accountId))
  }

  /**
   * The same carrier with its failures counted. A connection test always goes through: it shows when the
   * carrier is back.
   */
  function watched(carrier: CarrierAdapter, account: string, onOk: () => Promise<void>): CarrierAdapter {
    const held = <T>(work: () => Promise<T>) => unlessPaused(account, work)
    const noted = async <T>(work: Promise<T>) => {
      const done = await work
      await onOk()
      return done
    }
    return {
      ...carrier,
      validateCredentials: () => noted(counted(account, carrier.validateCredentials)),
      quote: (shipment) => held(() => carrier.quote(shipment)),
      buy: (shipment, service, key) =>
        together(`${account}:${key}`, () => noted(held(() => carrier.buy(shipment, service, key)))),
      find: (key) => held(() => carrier.find(key)),
      void: (ref) => held(() => carrier.void(ref)),
      track: (refs) => held(() => carrier.track(refs)),
    }
  }

  const sawOk = (tenantId: number, accountId: number) =>
    database.write(tenantId, async (tx) => {
      await tx
        .updateTable('carrierAccounts')
        .set({ lastOkAt: sql<string>`business_now()` })
        .where('tenantId', '=', tenantId)
        .where('id', '=', accountId)
        .execute()
    })

  return { carrierOf, outbound, secrets, database }
}

type Account = {
  adapter: 'demo' | 'easypost' | 'platform'
  carrier: string
  accountNo: string | null
  credentials: Buffer | null
  isEnabled: boolean
  platform: PlatformShape | null
}

async function accountOf(db: Db, tenantId: number, id: number): Promise<Account | undefined> {
  const row = await db
    .selectFrom('carrierAccounts')
    .select(['adapter', 'carrier', 'accountNo', 'credentials', 'isEnabled', 'platformId'])
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
  try {
    return await carrier.buy(shipment, service, key)
  } catch (fault) {
    if (!(fault instanceof CarrierFault) || !fault.isUnknown || !carrier.capabilities.find) throw fault
    const match = await carrier.find(key).catch((again) => {
      if (again instanceof CarrierFault) throw fault
      throw again
    })
    if (match) return match
    throw fault
  }
}
