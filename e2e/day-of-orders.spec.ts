import type { Locator, Page } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import { interceptOrders } from '../orders/contract.ts'
import { ordersDictionaries } from '../orders/dictionaries.ts'
import type { OrderException } from '../orders/exceptions.ts'
import { remedyPlaces } from '../orders/remedies.ts'
import { type OrderState, orderStateText } from '../orders/states.ts'
import { ordersText } from '../orders/text.ts'
import { dialogText } from '../platform/imports/web/import-text.ts'
import { listText } from '../platform/lists/lists.ts'
import { callText } from '../platform/text/common-text.ts'
import { type Language, type Params, say, type Text } from '../platform/text/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { labelsText } from '../shipping/labels/text.ts'
import { loadingText, outboundText } from '../shipping/outbound/text.ts'
import { returnsText } from '../shipping/returns/text.ts'
import { plainLabel } from '../testing/carrier-labels.ts'
import { freePrices, freightOf, freightRow, publishPrice } from '../testing/price-builders.ts'
import { readPaper } from '../testing/read-paper.ts'
import { printText } from '../warehouse/print-settings/text.ts'
import { check } from './barriers.ts'
import {
  call,
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  inCompany,
  logInBeside,
  newCompany,
  test,
  toast,
} from './desk.ts'

/**
 * Goods of two customers, of whom one has no money, and a channel for each way to fail: one that asks for a phone number, one for all
 * countries, one with prices by zone, one without a price, one without numbers and one whose labels the customer uploads.
 */
async function aWarehouse(tenantId: number) {
  const inHere = <R extends object>(text: string, values?: unknown[]) => inCompany<R>(tenantId, text, values)
  await inHere(`
    with zone as (
      insert into location_zones (tenant_id, zone_code, zone_name, quality) values (tenant_now(), 'GOOD', 'Good', 'good') returning id),
    bin as (
      insert into locations (tenant_id, location_code, zone_id, purpose) select tenant_now(), 'AT-' || sku, id, 'storage' from zone, unnest('{BOLT,NUT,PEG}'::text[]) sku),
    customer as (
      insert into customers (tenant_id, customer_code, customer_name, search_line, bill_amount_limit)
      values (tenant_now(), 'ACME', 'Acme', 'acme', 'none'), (tenant_now(), 'POOR', 'Poor', 'poor', 'balance') returning id, customer_code),
    schema as (
      insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values (tenant_now(), 'DE', 'DE', 'de') returning id),
    zones as (
      insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, zip_from, zip_to)
      select tenant_now(), id, 1, '1', 'DE', '10', '19' from schema),
    channel as (
      insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format,
        countries, need_phone, zone_schema_id, dim_divisor)
      select tenant_now(), c.code, c.code, c.code, lower(c.code), 'SELF', c.source::label_source,
        case when c.code = 'ZONED' then 'price_book' else 'flat' end::billing_method, 'pdf_100x150', c.countries, c.code = 'LOCAL',
        case when c.code = 'ZONED' then (select id from schema) end, case when c.code = 'ZONED' then 5000 end
      from (values ('LOCAL', 'self_built', '{DE}'::text[]), ('WORLD', 'self_built', '{DE,FR}'), ('ZONED', 'self_built', '{DE}'),
        ('EMPTY', 'self_built', '{DE}'), ('THEIRS', 'uploaded', '{DE}')) c (code, source, countries)
      returning id, channel_code),
    pools as (
      insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
      select tenant_now(), id, 'range', left(channel_code, 2), 6, 1, 1, 99, left(channel_code, 2) || '000001', left(channel_code, 2) || '000099'
      from channel where channel_code in ('LOCAL', 'WORLD', 'ZONED')),
    product as (
      insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line, declared_length, declared_width,
        declared_height, declared_weight)
      select tenant_now(), c.id, p.sku, p.sku, p.sku, lower(p.sku), 10, 8, 5, 0.5
      from (values ('ACME', 'BOLT'), ('ACME', 'NUT'), ('POOR', 'PEG')) p (owner, sku) join customer c on c.customer_code = p.owner
      returning id, customer_id)
    insert into batches (tenant_id, customer_id, product_id, putaway_date)
    select tenant_now(), customer_id, id, '2026-01-01' from product`)
  await inHere(`update products set audit_status = 'passed' where tenant_id = tenant_now()`)
  await inHere(`
    select post_stock('test', (select min(id) from accounts where tenant_id = tenant_now()), null, (
      select array_agg(row(p.id, p.sku, 1, 'receive', l.id, b.id, 'good', case p.sku when 'BOLT' then 100 else 1 end, 0, 0)::stock_line)
      from products p join batches b on b.tenant_id = p.tenant_id and b.product_id = p.id
      join locations l on l.tenant_id = p.tenant_id and l.location_code = 'AT-' || p.sku where p.tenant_id = tenant_now()))`)
  const owner = <R extends object>(text: string, values: unknown[] = [], company = tenantId) =>
    inCompany<R>(company, text, values)
  const price = async (code: string, content: Parameters<typeof freightOf>[0]) => {
    const [channel] = await inHere<{ id: string }>(
      'select id from channels where tenant_id = tenant_now() and channel_code = $1',
      [code],
    )
    await publishPrice(
      { owner },
      {
        ...{ tenantId, quoteCode: code, kind: 'freight' },
        ...{ channelId: Number(channel?.id), content: freightOf(content) },
      },
    )
  }
  await price('LOCAL', { flatPrice: '5.00' })
  await price('ZONED', { rows: [freightRow('1', '0', null, '4.00')] })
  await inHere(freePrices)
  await inHere(`
    with channel as (
      insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format,
        countries)
      values (tenant_now(), 'UNPRICED', 'UNPRICED', 'UNPRICED', 'unpriced', 'SELF', 'self_built', 'flat', 'pdf_100x150', '{DE}')
      returning id)
    insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
    select tenant_now(), id, 'range', 'UN', 6, 1, 1, 99, 'UN000001', 'UN000099' from channel`)
  await inHere(
    `with template as (
       insert into watermark_templates (tenant_id, template_name, label_format, stamp_mode, lang, items)
       values (tenant_now(), 'Fragile', 'pdf_100x150', 'overlay', 'en_US', $1) returning id)
     update channels set watermark_template_id = template.id from template where tenant_id = tenant_now()`,
    [
      JSON.stringify([
        { item: 'custom_text', xMm: 3, yMm: 130, wMm: 60, fontPt: 10, maxRows: 1, text: WATERMARK },
      ]),
    ],
  )
  return { inHere, price }
}

const WATERMARK = 'FRAGILE'
const ORDERS = 50
const SHIPPED = 30

/** What is wrong with some of the orders, and what the audit says to each. The others are right. */
const flaws: [OrderException, Record<string, string>][] = [
  ['address_invalid', { phone: '' }],
  ['channel_unavailable', { country: 'FR', postcode: '75001' }],
  ['stock_short', { sku: 'NUT', quantity: '5' }],
  ['no_price', { channelCode: 'UNPRICED' }],
  ['no_zone', { channelCode: 'ZONED', postcode: '80331' }],
  ['balance_short', { customerCode: 'POOR', sku: 'PEG' }],
  ['label_failed', { channelCode: 'EMPTY' }],
  ['label_waiting', { channelCode: 'THEIRS' }],
]

/** The spreadsheet: the orders with a flaw come last. */
async function sheetOf(words: (text: Text) => string) {
  const heads = ['customerCode', 'referenceNo', 'channelCode', 'sku', 'quantity', 'receiverName', 'phone']
  const columns = [...heads, 'country', 'city', 'postcode', 'address1']
  const right = {
    ...{ customerCode: 'ACME', channelCode: 'LOCAL', sku: 'BOLT', quantity: '1', receiverName: 'Anna B.' },
    ...{ phone: '+49 30 1234', country: 'DE', city: 'Berlin', postcode: '10115', address1: 'Torstr. 1' },
  }
  const rows = Array.from({ length: ORDERS }, (_, i) => {
    const [, flaw] = flaws[i - ORDERS + flaws.length] ?? []
    const row: Record<string, string> = { ...right, referenceNo: `WEB-${i + 1}`, ...flaw }
    return columns.map((column) => row[column] ?? '')
  })
  const titles = columns.map((column) =>
    column === 'sku' ? 'SKU' : words(ordersText[column as keyof typeof ordersText]),
  )
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'x', rows: [titles, ...rows] }] }))
}

const exceptions: readonly { value: string; text: Text }[] =
  ordersDictionaries.find(({ code }) => code === 'orderExceptionCode')?.items ?? []

const rowsOf = (page: Page) => page.locator('.ant-table-tbody tr.ant-table-row')

/** As a scanner does: all characters at once, then Enter. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

const places: { language: Language; width: number; height: number }[] = [
  { language: 'zh_CN', width: 1280, height: 800 },
  { language: 'en_US', width: 360, height: 740 },
]

for (const { language, width, height } of places) {
  const words = <T extends Text>(text: T, ...values: Params<T>) => say(text, language, ...values)
  const isPhone = width < 600

  test(`a day of orders: imported, audited, put right, printed, scanned out, one returned (${language})`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    const complaints = await complaintsOf(page)
    await page.addInitScript(() => {
      window.print = () => {}
    })
    const { owner, tenantId } = await newCompany()
    const { inHere, price } = await aWarehouse(tenantId)
    const drawer = page.getByRole('dialog').first()
    const dialog = page.getByRole('dialog').last()
    const done = toast(page, words(callText.done))
    /** What the database says: how many orders have each status. */
    const statuses = async () => {
      const rows = await inHere<{ status: string; count: number }>(
        'select status, count(*)::int as count from orders where tenant_id = tenant_now() group by 1',
      )
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    }
    /** What the list says. */
    const listed = async (status: OrderState, count: number) => {
      await page.goto(`/order/list?status=${status}`)
      await expect(page.getByText(words(webText.total, { total: count }), { exact: true })).toBeVisible()
      await expect(rowsOf(page)).toHaveCount(Math.min(count, 20))
    }
    /** On a phone the button that copies the number is in the middle of the row. */
    const openFirst = () => (isPhone ? rowsOf(page).locator('.phone-details') : rowsOf(page)).first().click()
    const fitsTheScreen = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const closeDrawer = async () => {
      await drawer
        .getByRole('button', { name: words(webText.close), exact: true })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }

    // Fifty orders come in a spreadsheet.
    await enter(page, { as: owner, language, theme: 'light', at: '/order/list' })
    await page
      .getByRole('button', { name: words(ordersText.import), exact: true })
      .last()
      .click()
    await dialog.getByLabel(words(dialogText.choose)).setInputFiles({
      name: 'orders.xlsx',
      mimeType: 'application/octet-stream',
      buffer: await sheetOf(words),
    })
    await dialog
      .getByRole('button', { name: { zh_CN: '导入 50 行', en_US: 'Import 50 rows' }[language] })
      .click()
    const made = dialog.getByRole('list', { name: words(dialogText.numbers) })
    await expect(made.getByRole('link')).toHaveCount(ORDERS)
    await listed('pending_audit', ORDERS)
    await fitsTheScreen()
    expect(await statuses()).toEqual({ pending_audit: ORDERS })

    // They are audited, and each flaw is a cause.
    await page.getByRole('checkbox', { name: words(webText.pickRow, { row: 1 }), exact: true }).check()
    await page.getByRole('button', { name: words(listText.pickMatching, { count: ORDERS }) }).click()
    await page
      .getByRole('region', { name: words(webText.bulkActions) })
      .getByRole('button', { name: words(ordersText.audit), exact: true })
      .click()
    const counts = words(webText.bulkCounts, { ok: ORDERS - flaws.length, failed: flaws.length })
    await expect(page.getByText(counts)).toBeVisible()
    expect(await statuses()).toEqual({
      audit_exception: flaws.length,
      pending_shipment: ORDERS - flaws.length,
    })
    // A carrier that did not answer, and one that refused later: none of these channels has one.
    for (const code of ['timeout', 'waybill_refused'])
      await inHere(
        `with late as (select min(id) as id from orders where tenant_id = tenant_now() and status = 'pending_shipment')
         update orders set status = 'audit_exception', exception_code = $1::order_exception,
           exception_facts = '{"text": "labelLate", "values": {"minutes": 10}}'
         where tenant_id = tenant_now() and id = (select id from late)`,
        [code],
      )
    await listed('audit_exception', flaws.length + 2)
    await fitsTheScreen()
    const causes = page.getByRole('group', { name: words(ordersText.causes) })
    const codes: OrderException[] = [...flaws.map(([code]) => code), 'timeout', 'waybill_refused']
    await expect(causes.getByRole('button')).toHaveCount(codes.length)
    await check(page, 'the exceptions')

    const cause = (code: OrderException) =>
      causes.getByRole('button', {
        name: `${exceptions.find(({ value }) => value === code)?.text[language]} 1`,
        exact: true,
      })
    const openOne = async (code: OrderException) => {
      await cause(code).click()
      await expect(rowsOf(page)).toHaveCount(1)
      await openFirst()
      await expect(
        drawer.getByText(words(orderStateText.audit_exception), { exact: true }).first(),
      ).toBeVisible()
    }
    const isReady = async () => {
      await expect(
        drawer.getByText(words(orderStateText.pending_shipment), { exact: true }).first(),
      ).toBeVisible()
      await closeDrawer()
    }
    const edit = async (code: OrderException, change: (form: Locator) => Promise<void>) => {
      await openOne(code)
      await drawer.getByRole('button', { name: words(webText.edit), exact: true }).click()
      await change(drawer)
      await drawer.getByRole('button', { name: words(webText.save), exact: true }).click()
      await drawer.getByRole('button', { name: words(ordersText.audit), exact: true }).click()
      await isReady()
    }
    const checkAgain = (of: Locator, name: string) => of.getByRole('button', { name, exact: true }).click()
    /** By the button beside the causes, once what was missing is there. */
    const checkAll = async (code: OrderException, fix?: Text) => {
      await cause(code).click()
      await expect(rowsOf(page)).toHaveCount(1)
      const fixes = page.getByRole('group', { name: words(ordersText.remedies), exact: true })
      const first = fixes.locator('.ant-btn').first()
      const again = words(ordersText.checkAllAgain, { count: 1 })
      await expect(first).toHaveText(fix ? words(fix) : again)
      await checkAgain(fixes, again)
      await expect(rowsOf(page)).toHaveCount(0)
    }

    await edit('address_invalid', async (form) => {
      await form.getByLabel(words(ordersText.phone)).fill('+49 30 1234')
    })
    await edit('stock_short', async (form) => {
      await form.getByLabel(words(ordersText.lineQuantity, { row: 1 })).fill('1')
    })
    await edit('no_zone', async (form) => {
      await form.getByLabel(words(ordersText.postcode)).fill('10117')
    })
    await openOne('channel_unavailable')
    await check(page, 'an exception')
    await drawer.getByRole('button', { name: words(ordersText.changeChannel), exact: true }).click()
    await fillAndEnter(dialog.getByLabel(words(ordersText.channel), { exact: true }), 'WORLD')
    await dialog.getByRole('button', { name: words(ordersText.changeChannel), exact: true }).click()
    await drawer.getByRole('button', { name: words(ordersText.audit), exact: true }).click()
    await isReady()
    await price('UNPRICED', { flatPrice: '3.00' })
    await checkAll('no_price', remedyPlaces.prices.label)
    await inHere(`
      insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
      select tenant_now(), id, 'range', 'EM', 6, 1, 1, 99, 'EM000001', 'EM000099' from channels
      where tenant_id = tenant_now() and channel_code = 'EMPTY'`)
    await checkAll('label_failed', remedyPlaces.numbers.label)
    await checkAll('timeout')
    await checkAll('waybill_refused')
    await openOne('balance_short')
    await inHere(
      `update customers set bill_amount_limit = 'none' where tenant_id = tenant_now() and customer_code = 'POOR'`,
    )
    await checkAgain(drawer, words(ordersText.checkAgain))
    await isReady()
    await openOne('label_waiting')
    await drawer.getByRole('button', { name: words(ordersText.uploadLabel), exact: true }).click()
    await dialog.getByLabel(words(ordersText.trackingNo)).fill('THEIRS-1')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'label.pdf', mimeType: 'application/pdf', buffer: await plainLabel() })
    await expect(dialog.getByText('label.pdf')).toBeVisible()
    await dialog.getByRole('button', { name: words(ordersText.uploadLabel), exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    // It is audited again by itself.
    await expect.poll(statuses).toEqual({ pending_shipment: ORDERS })
    await listed('pending_shipment', ORDERS)
    const [stock] = await inHere(
      'select sum(on_hand)::int as "onHand", sum(allocated)::int as allocated from stock where tenant_id = tenant_now()',
    )
    expect(stock).toEqual({ onHand: 102, allocated: ORDERS })

    // All waybills are printed, and one of them again.
    await page.goto('/order/list/print_label')
    await page
      .getByRole('button', { name: words(labelsText.printCountOf, { count: ORDERS }) })
      .first()
      .click()
    await dialog.getByRole('button', { name: words(labelsText.printCountOf, { count: ORDERS }) }).click()
    const asked = dialog.getByRole('region', { name: words(printText.didAll) })
    await expect(asked.getByRole('checkbox')).toHaveCount(ORDERS, { timeout: 60_000 })
    await check(page, 'the question')
    await asked.getByRole('button', { name: words(printText.yesAll) }).click()
    await expect(done).toBeVisible()
    expect(await statuses()).toEqual({ waybill_printed: ORDERS })
    await page.goto('/order/list/print_label?printStatus=printed')
    await page.getByRole('checkbox', { name: words(webText.pickRow, { row: 1 }), exact: true }).check()
    const reprint = words(labelsText.reprintCountOf, { count: 1 })
    await page.getByRole('button', { name: reprint }).last().click()
    await dialog.getByLabel(words(labelsText.reason)).fill('torn')
    const printed = page.waitForResponse(
      (answer) =>
        answer.url().includes('/file/open') && answer.headers()['content-type'] === 'application/pdf',
    )
    await dialog.getByRole('button', { name: reprint }).click()
    await expect(asked.getByText('R2')).toBeVisible({ timeout: 30_000 })
    // Chromium keeps no copy of a PDF that it shows.
    const file = await page.request.get((await printed).url())
    const [label] = await readPaper(await file.body())
    expect(label?.text).toContain(WATERMARK)
    expect(label?.codes).not.toEqual([])
    await asked.getByRole('button', { name: words(printText.yesAll) }).click()
    await expect(done).toBeVisible()
    const [prints] = await inHere(
      `select count(*) filter (where print_count = 1)::int as once, count(*) filter (where print_count = 2)::int as twice
       from waybills where tenant_id = tenant_now() and status = 'obtained'`,
    )
    expect(prints).toEqual({ once: ORDERS - 1, twice: 1 })

    // Thirty packages are scanned onto the truck; one of them twice, and one that was intercepted stays here.
    const packages = await inHere<{ id: string; no: string }>(
      `select o.id, w.tracking_no as no from waybills w join orders o on o.tenant_id = w.tenant_id and o.id = w.order_id
       where w.tenant_id = tenant_now() and w.status = 'obtained' and w.tracking_no like 'LO%' order by o.id limit ${SHIPPED + 1}`,
    )
    const [kept, ...leaving] = packages
    expect(leaving).toHaveLength(SHIPPED)
    const token = await logInBeside(page, owner)
    await call(page, interceptOrders.path, { token, data: { ids: [Number(kept?.id)], reason: 'x' } })
    await page.goto('/order/outbound')
    const next = page.locator('.station-next')
    const newest = page.locator('.station-scans li').first()
    await expect(next).toHaveText(words(loadingText.scanFirst))
    for (const [i, { no }] of leaving.entries()) {
      await scan(page, no)
      await expect(newest).toContainText(words(loadingText.added, { count: i + 1 }))
    }
    await scan(page, leaving[0]?.no ?? '')
    await expect(newest).toContainText(words(loadingText.again))
    await scan(page, kept?.no ?? '')
    await expect(page.locator('.outbound-alarm')).toBeVisible()
    await scan(page, 'CMD-OK')
    await expect(page.locator('.outbound-alarm')).toHaveCount(0)
    await fitsTheScreen()
    await page.keyboard.press('F9')
    await expect(next).toContainText(words(outboundText.shipEffect))
    await scan(page, 'CMD-OK')
    await expect(newest).toContainText(words(loadingText.shipped, { orders: SHIPPED }))
    expect(await statuses()).toEqual({ shipped: SHIPPED, waybill_printed: ORDERS - SHIPPED })
    const [left] = await inHere(
      `select (select sum(on_hand)::int from stock where tenant_id = tenant_now()) as "onHand",
         (select sum(allocated)::int from stock where tenant_id = tenant_now()) as allocated,
         (select count(*)::int from shipments where tenant_id = tenant_now()) as shipments,
         (select count(*)::int from billable_events where tenant_id = tenant_now()) as events,
         (select count(*)::int from fees where tenant_id = tenant_now() and amount = 5) as fees`,
    )
    expect(left).toEqual({
      ...{ onHand: 102 - SHIPPED, allocated: ORDERS - SHIPPED },
      ...{ shipments: SHIPPED, events: SHIPPED, fees: SHIPPED },
    })

    // One of them comes back.
    await listed('shipped', SHIPPED)
    await openFirst()
    const returns = drawer.getByRole('region', { name: words(returnsText.returns) })
    await returns.getByRole('button', { name: words(returnsText.openReturn) }).click()
    await dialog.getByLabel(/BOLT/).fill('2')
    await dialog.getByRole('button', { name: words(returnsText.openReturn) }).click()
    await expect(dialog.getByText(words(returnsText.tooMany, { sku: 'BOLT', max: 1 }))).toBeVisible()
    await dialog.getByLabel(/BOLT/).fill('1')
    await check(page, 'the return')
    await dialog.getByRole('button', { name: words(returnsText.openReturn) }).click()
    await expect(returns.getByRole('link')).toHaveCount(1)
    await check(page, 'a shipped order')
    await fitsTheScreen()
    await returns.getByRole('link').click()
    await expect(drawer.getByText('BOLT').first()).toBeVisible()
    const inbounds = await inHere(
      'select inbound_type as type, status from inbounds where tenant_id = tenant_now()',
    )
    expect(inbounds).toMatchObject([{ type: 'return' }])
    expect(complaints).toEqual([])
  })
}
