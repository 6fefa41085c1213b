import { sql } from 'kysely'
import { feeChecks } from '../billing/fees/server/checks.ts'
import { moneyChecks } from '../billing/money/server/checks.ts'
import { rentChecks } from '../billing/rent/server/checks.ts'
import { chargeRent } from '../billing/rent/server/nights.ts'
import { type Database, openDatabase, type Tx } from '../platform/database/server/db.ts'
import { openLog } from '../platform/server/log.ts'
import { wrongBy } from './books.ts'
import type { TestDatabase } from './database.ts'
import { aLedger } from './money-builders.ts'

/** A tier of a rent card. */
type Tier = [ageFrom: number, ageTo: number | null, price: string]

/** The card of the examples in USD per m³ and day. */
export const usCard: Tier[] = [
  [1, 30, '0'],
  [31, 60, '0.50'],
  [61, 90, '1.00'],
  [91, 180, '1.50'],
  [181, 270, '3.00'],
  [271, 360, '4.00'],
  [361, null, '5.00'],
]

const log = openLog('silent')

/**
 * A warehouse whose clock the test moves: goods are put away and nights are charged at the time it shows. Customer, products and prices
 * are as the test says.
 */
export async function aRentedStore(
  server: Pick<TestDatabase, 'database' | 'owner' | 'at' | 'closeWith'>,
  { zone = 'America/New_York', unit = 1 }: { zone?: string; unit?: 1 | 2 } = {},
) {
  const owner = openDatabase(server.at.owner, 'owner', { max: 10 }, 20)
  server.closeWith(() => owner.close())
  let now = '2026-01-01T12:00:00Z'
  const moved: Pick<Database, 'write'> = {
    write: <T>(tenantId: number, work: (tx: Tx) => Promise<T>) =>
      owner.write(tenantId, async (tx) => {
        await sql`select set_config('app.business_now', ${now}, true)`.execute(tx)
        return work(tx)
      }),
  }
  const ledger = await aLedger({ ...server, database: { ...server.database, ...moved } })
  const { tenantId, asOwner, customerId } = ledger
  // Unit and currency are set once.
  await asOwner('alter table warehouses disable trigger user')
  await asOwner(
    `with company as (update tenants set created_at = '2020-01-01' where id = $1)
     update warehouses set time_zone = $2, unit = $3 where tenant_id = $1`,
    [tenantId, zone, unit],
  )
  await asOwner('alter table warehouses enable trigger user')
  const setSizes = (sku: string, ...sides: (number | null)[]) =>
    asOwner(
      'update products set declared_length = $2, declared_width = $3, declared_height = $4 where sku = $1',
      [sku, ...sides],
    )

  let quotes = 0
  /** A quote for rent, by default for every customer from the beginning. */
  const quote = async (isDefault = true) => {
    const no = ++quotes
    const [row] = await asOwner<{ id: string }>(
      `insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, is_default)
       values ($1, $2, 'Rent', 'rent', 'storage', $3) returning id`,
      [tenantId, `RENT-${no}`, isDefault],
    )
    return Number(row?.id)
  }
  const version = async (
    quoteId: number,
    tiers: Tier[],
    {
      from = '2020-01-01',
      to = null,
      freeDays = 0,
    }: { from?: string; to?: string | null; freeDays?: number } = {},
  ) => {
    const content = {
      kind: 'storage',
      freeDays,
      tiers: tiers.map(([ageFrom, ageTo, price]) => ({ ageFrom, ageTo, price, quality: 'all' })),
    }
    const [row] = await asOwner<{ id: string }>(
      `insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, inactive_at, published_at, published_by, created_by)
       select $1, $2, 1 + count(*), $3, $4::timestamptz, $5::timestamptz, $4::timestamptz, system_account(), system_account()
       from quote_versions where quote_id = $2 returning id`,
      [tenantId, quoteId, JSON.stringify(content), from, to],
    )
    return Number(row?.id)
  }
  const price = async (tiers: Tier[], over: Parameters<typeof version>[2] = {}) =>
    version(await quote(), tiers, over)

  const at = (instant: string) => {
    now = instant
  }
  /** Puts goods into a bin at the time of the clock. */
  const store = async (sku: string, pieces: number, putawayDate: string, bin = 'A-01') =>
    ledger.move({ flow: 'init', batchId: await ledger.batch(sku, { putawayDate }), onHand: pieces }, bin)

  /** Charges what is due at the time of the clock. */
  const run = (database = moved) => chargeRent({ database, log }, tenantId)
  const nights = () =>
    asOwner<{ day: string; status: string; due: string; lines: number }>(
      `select charge_date::text as day, status::text, to_char(due_at, 'YYYY-MM-DD HH24:MI') as due, line_count as lines
       from stock_snapshots order by charge_date`,
    )
  const days = async (customer = customerId) =>
    (
      await asOwner<{ day: string; amount: string | null }>(
        'select charge_date::text as day, amount from rent_days where customer_id = $1 order by charge_date',
        [customer],
      )
    ).map(({ day, amount }) => [day, amount])
  /** The fees for rent, each with its amount, status, date and how many days it is for. */
  const fees = async (customer = customerId) =>
    (
      await asOwner<Record<string, string>>(
        `select f.amount, f.status::text, f.charge_date::text as day, (select count(*) from rent_days d where d.fee_id = f.id)::int as days
         from fees f where f.customer_id = $1 and f.order_type = 'storage' order by f.id`,
        [customer],
      )
    ).map((fee) => Object.values(fee))
  /** What the checks of money, fees and rent report. */
  const wrong = () =>
    moved.write(tenantId, (tx) => wrongBy([...moneyChecks, ...feeChecks, ...rentChecks], tx, { tenantId }))
  return {
    ...ledger,
    bin: ledger.at,
    moved,
    at,
    setSizes,
    quote,
    version,
    price,
    store,
    run,
    nights,
    days,
    fees,
    wrong,
  }
}

export type RentedStore = Awaited<ReturnType<typeof aRentedStore>>
