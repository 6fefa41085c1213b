import { expect, test } from 'vitest'
import { aDatabase } from '../../../testing/database.ts'
import { aStore } from '../../../testing/stock-builders.ts'
import { companyTerms } from './price-book.ts'

const scratch = await aDatabase()

test('of two accounts with one currency the rate of the later day counts, whichever was added first', async () => {
  const store = await aStore(scratch)
  for (const [name, rate, day] of [
    ['first', '1.10', '2026-02-01'],
    ['second', '1.05', '2026-01-01'],
    ['third', '1.00', '2026-01-01'],
  ])
    await scratch.owner(
      `insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, search_line, cost_currency, cost_rate, cost_rate_on)
       values ($1, 'demo', 'DEMO', $2, 'sandbox', $2, 'EUR', $3, $4)`,
      [store.tenantId, name, rate, day],
      store.tenantId,
    )
  const { rates } = await store.write((tx) => companyTerms(tx, store.who))
  expect(rates).toEqual({ EUR: '1.100000' })
})
