import { feeText } from '../billing/fees/text.ts'
import { AGES } from '../billing/rent/storage-contract.ts'
import { storageText } from '../billing/rent/storage-text.ts'
import { rentDayText, rentText, snapshotStatusText } from '../billing/rent/text.ts'
import { billingText } from '../billing/text.ts'
import { whatIfText } from '../billing/what-if/text.ts'
import { type Params, say, type Text } from '../platform/text/text.ts'
import { handlingOf, publishPrice } from '../testing/price-builders.ts'
import { check, rounds } from './barriers.ts'
import {
  asCompany,
  asOwner,
  complaintsOf,
  enter,
  expect,
  heading,
  inCompany,
  newCompany,
  test,
} from './desk.ts'

/** Goods of 1 m³ that were put away three days ago, and twice as many the day after; rent costs 1.25 a day for each. */
const withGoods = (tenantId: number) =>
  asCompany(tenantId, async (owner) => {
    await owner.query(`update tenants set created_at = now() - interval '9 days' where id = ${tenantId}`)
    await owner.query(
      `with customer as (
         insert into customers (tenant_id, customer_code, customer_name, search_line) values (tenant_now(), 'ACME', 'Acme', 'acme') returning id),
       product as (
         insert into products (tenant_id, customer_id, sku, name_en, search_line, declared_length, declared_width, declared_height)
         select tenant_now(), id, 'BOLT', 'Bolt', 'bolt', case w.unit when 1 then 100 else 12 end, case w.unit when 1 then 100 else 12 end,
           case w.unit when 1 then 100 else 12 end from customer, warehouses w where w.tenant_id = tenant_now() returning id, customer_id),
       zone as (
         insert into location_zones (tenant_id, zone_code, zone_name, quality) values (tenant_now(), 'RENT', 'Rent', 'good') returning id),
       bin as (
         insert into locations (tenant_id, location_code, zone_id, purpose) select tenant_now(), 'RENT-01', id, 'storage' from zone returning id),
       batch as (
         insert into batches (tenant_id, customer_id, product_id, putaway_date)
         select tenant_now(), customer_id, id, warehouse_today() - 3 from product returning id, customer_id, product_id),
       goods as (
         insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality, on_hand, seq, changed_at)
         select tenant_now(), bin.id, b.customer_id, b.product_id, b.id, 'good', 20, 2, (warehouse_today() - 2 + time '12:00') at time zone w.time_zone
         from batch b, bin, warehouses w where w.tenant_id = tenant_now() returning *),
       quote as (
         insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, is_default)
         values (tenant_now(), 'RENT', 'Rent', 'rent', 'storage', true) returning id),
       version as (
         insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
         select tenant_now(), id, 1, '{"kind": "storage", "freeDays": 0, "tiers": [{"ageFrom": 1, "ageTo": null, "price": "1.25", "quality": "all"}]}',
           '2020-01-01', '2020-01-01', system_account(), system_account() from quote returning 1)
       insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id, customer_id,
         product_id, d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, actor_id, at)
       select g.tenant_id, g.id, n, 'init', 'test', n, 1, 'T', g.location_id, g.customer_id, g.product_id, 10, 0, 0, 10 * n, 0, 0,
         system_account(), (warehouse_today() - 4 + n + time '12:00') at time zone w.time_zone
       from goods g, warehouses w, generate_series(1, 2) n where w.tenant_id = tenant_now()`,
    )
  })

/** Waits until some nights are done and none is left. */
const nightsDone = (tenantId: number) =>
  expect(async () => {
    const left = await asCompany(tenantId, async (owner) => {
      const { rows } = await owner.query<{ status: string }>('select status from stock_snapshots')
      return rows.map(({ status }) => status)
    })
    expect([left.length > 1, left.every((status) => status === 'done')]).toEqual([true, true])
  }).toPass({ timeout: 90_000 })

/** Starts the scheduled run now, and waits for its end. */
const atNight = async (tenantId: number) => {
  await asOwner(async (owner) => {
    await owner.query('select graphile_worker.add_job($1, $2::json)', [
      'charge_rent_of_company',
      JSON.stringify({ tenantId, input: {} }),
    ])
  })
  await nightsDone(tenantId)
}

for (const { language, theme } of rounds) {
  const words = <T extends Text>(text: T, ...values: Params<T>) => say(text, language, ...values)

  test(`a night’s rent is seen on Home, opened to its customers and lines, and a failed night is run again (${language})`, async ({
    page,
  }) => {
    test.slow()
    const complaints = await complaintsOf(page)
    const company = await newCompany()
    await withGoods(company.tenantId)
    await enter(page, { as: company.owner, language, theme, at: '/query/cost?view=rent' })
    await expect(heading(page, words(billingText.costTitle))).toBeVisible()
    await expect(page.getByText(words(rentText.none))).toBeVisible()
    await check(page, 'no rent yet', '#content')

    await atNight(company.tenantId)
    await page.reload()
    await expect(page.getByText('25.00').first()).toBeVisible()
    await expect(page.getByText('12.50').first()).toBeVisible()
    await expect(page.getByText('+100.0%').first()).toBeVisible()
    await check(page, 'the nights', '#content')

    await page.getByRole('row').filter({ hasText: '+100.0%' }).getByRole('cell').first().click()
    const drawer = page.getByRole('dialog').first()
    await expect(drawer.getByText(words(rentDayText.charged), { exact: true })).toBeVisible()
    await drawer.getByRole('button', { name: words(rentText.showLines, { customer: 'ACME' }) }).click()
    await expect(drawer.getByText('BOLT')).toBeVisible()
    await expect(drawer.getByRole('cell', { name: '25.000000', exact: true })).toBeVisible()
    const sum = { sum: '25.000000', discount: '1.00', amount: '25.00' }
    await expect(drawer.getByText(words(rentText.sum, sum))).toBeVisible()
    await check(page, 'a night with its lines')
    await page.keyboard.press('Escape')

    const [fee] = await inCompany<{ id: string }>(company.tenantId, 'select id from fees where amount = 25')
    await page.goto(`/query/cost?open=${fee?.id}`)
    const why = page
      .getByRole('dialog')
      .first()
      .getByRole('region', { name: words(feeText.why) })
    await expect(why.getByText('20 ft³ × 1.25')).toBeVisible()
    await check(page, 'a fee of rent')
    await why.getByRole('link').click()
    await expect(drawer.getByText(words(rentDayText.charged), { exact: true })).toBeVisible()

    // A night that failed, as a fault of the server leaves it.
    await asCompany(company.tenantId, async (owner) => {
      await owner.query(
        `insert into stock_snapshots (tenant_id, charge_date, due_at)
         select tenant_now(), max(charge_date) + 1, now() - interval '1 minute' from stock_snapshots where tenant_id = tenant_now()`,
      )
      await owner.query(
        `update stock_snapshots set status = 'failed' where tenant_id = tenant_now() and status = 'running'`,
      )
    })
    await page.goto('/')
    const storage = page.getByRole('region', { name: words(storageText.title) })
    await expect(storage.getByRole('row')).toHaveCount(AGES.length)
    await expect(page.getByRole('link', { name: words(rentText.open) })).toBeVisible()
    await page.getByRole('link', { name: words(rentText.open) }).click()
    await page
      .getByRole('row')
      .filter({ hasText: words(snapshotStatusText.failed) })
      .getByRole('cell')
      .first()
      .click()
    await page
      .getByRole('dialog')
      .first()
      .getByRole('button', { name: words(rentText.runAgain) })
      .click()
    await expect(page.getByText(words(rentText.runStarted))).toBeVisible()
    await nightsDone(company.tenantId)
    await page.reload()
    await expect(page.getByText(words(snapshotStatusText.done)).first()).toBeVisible()
    await expect(page.getByText(words(snapshotStatusText.failed), { exact: true })).toHaveCount(0)
    expect(complaints).toEqual([])
  })
}

/** An inbound order that was received on a day and has no price yet. */
const withoutPrice = (tenantId: number, day: string) =>
  asCompany(tenantId, async (owner) => {
    await owner.query(
      `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts, group_id, is_group_known)
       select tenant_id, 'inbound', 1, 'IB-1', id, $1, 1, '{"boxSizes": [], "lines": []}', null, true from customers`,
      [day],
    )
    await owner.query(
      `update billable_events set status = 'open', gap = 'no_price', gap_detail = '{"kind": "operation"}', first_open_at = now() where source_no = 'IB-1'`,
    )
  })

test('the nights of a period are calculated with a draft that is twice as dear', async ({ page }) => {
  test.slow()
  const complaints = await complaintsOf(page)
  const { owner, tenantId } = await newCompany()
  await withGoods(tenantId)
  await atNight(tenantId)
  const [first] = await asOwner(async (db) => {
    await db.query(`select set_config('app.tenant_id', $1, false)`, [String(tenantId)])
    await db.query(
      `insert into quote_versions (tenant_id, quote_id, version_no, content, created_by)
       select tenant_id, quote_id, 2, jsonb_set(content, '{tiers,0,price}', '"2.50"'), created_by from quote_versions where tenant_id = $1`,
      [tenantId],
    )
    const { rows } = await db.query<{ no: string; day: string }>(
      `select source_no as no, charge_date::text as day from billable_events where tenant_id = $1 order by charge_date`,
      [tenantId],
    )
    return rows
  })
  await enter(page, { as: owner, language: 'en_US', at: '/setting/quote/storage_fee' })
  await page.getByRole('cell', { name: 'RENT' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'RENT' })
  await drawer.getByRole('row').filter({ hasText: 'V2' }).getByRole('button', { name: 'Simulate' }).click()
  await expect(page).toHaveURL(/what_if\?version=\d+/)
  await expect(page.getByText('RENT V2')).toBeVisible()
  await page.getByLabel('From').fill(first?.day ?? '')
  await page.getByLabel('To', { exact: true }).fill(first?.day ?? '')
  await page.getByRole('button', { name: 'Calculate' }).click()
  await expect(page.getByRole('row', { name: 'ACME Acme 1 12.50 25.00 12.50 0' })).toBeVisible()
  await expect(page.getByRole('row', { name: `${first?.no} ACME 12.50 25.00 12.50` })).toBeVisible()
  await check(page, 'what-if with its result', '#content')

  await withoutPrice(tenantId, first?.day ?? '')
  await page.getByLabel(whatIfText.forAll.en_US).check()
  await page.getByRole('button', { name: 'Calculate' }).click()
  const cells = 'ACME Acme 1 12.50 25.00 12.50 0 0 0.00 1'
  await expect(page.getByRole('row', { name: cells })).toBeVisible()
  await expect(page.getByText(whatIfText.noFirstPrices.en_US)).toBeVisible()
  const ground = {
    owner: <R extends object>(text: string, values?: unknown[]) => inCompany<R>(tenantId, text, values),
  }
  const content = await handlingOf(ground, tenantId, [['INB_HANDLING', 'inbound', '4.00']])
  await publishPrice(ground, { tenantId, quoteCode: 'HANDLING', kind: 'operation', content })
  await page.getByLabel(whatIfText.forAll.en_US).uncheck()
  await page.getByRole('button', { name: 'Calculate' }).click()
  await expect(page.getByRole('row', { name: 'ACME Acme 1 12.50 25.00 12.50 0 1 4.00 0' })).toBeVisible()
  const prices = page.getByRole('region', { name: whatIfText.firstPrices.en_US })
  await expect(prices.getByRole('row', { name: 'IB-1 ACME No price 4.00' })).toBeVisible()
  await check(page, 'what-if with first prices', '#content')
  expect(complaints).toEqual([])
})
