import type pg from 'pg'
import { searchLine } from '../platform/database/server/pinyin.ts'

/** Accounts with the carrier that needs no network: the demo can buy labels from the first minute. */
const demoAccounts = [
  { name: '演示承运商 · 标准', carrier: 'DEMO', no: 'D-1001' },
  { name: '演示承运商 · 备用', carrier: 'DEMO', no: 'D-1002' },
] as const

export async function seedCarriers(client: pg.Client, tenantId: number): Promise<void> {
  const rows = demoAccounts.map((account) => ({
    ...account,
    search: searchLine(account.name, account.carrier, account.no),
  }))
  await client.query(
    `insert into carrier_accounts (tenant_id, adapter, carrier, account_name, account_no, environment, search_line, last_ok_at)
     select $1, 'demo', a->>'carrier', a->>'name', a->>'no', 'sandbox', a->>'search', business_now()
     from jsonb_array_elements($2::jsonb) a returning id`,
    [tenantId, JSON.stringify(rows)],
  )
  // A week of calls: the first account has a good one, the second had an outage.
  await client.query(
    `insert into carrier_days (tenant_id, account_id, day, calls, failed)
     select $1, a.id, (business_now() at time zone 'UTC')::date - n, 80 + n * 7 % 23, case when a.account_no = 'D-1001' then n % 2 else n * 3 end
     from carrier_accounts a cross join generate_series(0, 6) n where a.tenant_id = $1`,
    [tenantId],
  )
}
