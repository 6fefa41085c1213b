import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { ordersText } from '../orders/text.ts'
import { dialogText } from '../platform/imports/web/import-text.ts'
import { webText } from '../platform/text/web/text.ts'
import { freePrices } from '../testing/price-builders.ts'
import { check, rounds } from './barriers.ts'
import {
  asOwner,
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  heading,
  newCompany,
  test,
  toast,
} from './desk.ts'

/** Three bolts in a bin, a customer who owns them, and a channel that asks for a phone number. */
const goodsFor = (tenantId: number) =>
  asOwner(async (owner) => {
    await owner.query('begin')
    await owner.query(`set local app.tenant_id = '${tenantId}'`)
    await owner.query(`
      with zone as (
        insert into location_zones (tenant_id, zone_code, zone_name, quality) values (tenant_now(), 'GOOD', 'Good', 'good') returning id),
      bin as (
        insert into locations (tenant_id, location_code, zone_id, purpose) select tenant_now(), 'A-01', id, 'storage' from zone),
      customer as (
        insert into customers (tenant_id, customer_code, customer_name, search_line)
        values (tenant_now(), 'ACME', 'Acme', 'acme') returning id),
      channel as (
        insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format,
          countries, need_phone)
        values (tenant_now(), 'LOCAL', '同城', 'Local', 'local', 'SELF', 'self_built', 'flat', 'pdf_100x150', '{DE}', true) returning id),
      pool as (
        insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
        select tenant_now(), id, 'range', 'LC', 8, 1, 1, 99, 'LC00000001', 'LC00000099' from channel),
      product as (
        insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line)
        select tenant_now(), id, 'BOLT', '螺栓', 'Bolt', 'bolt' from customer returning id, customer_id),
      words as (
        insert into product_words (tenant_id, word, product_id) select tenant_now(), 'bolt', id from product)
      insert into batches (tenant_id, customer_id, product_id, putaway_date)
      select tenant_now(), customer_id, id, '2026-01-01' from product`)
    await owner.query(`update products set audit_status = 'passed' where tenant_id = tenant_now()`)
    await owner.query(`
      select post_stock('test', (select min(id) from accounts where tenant_id = tenant_now()), null, array[
        row(1, 'T-1', 1, 'receive', (select id from locations where tenant_id = tenant_now() and location_code = 'A-01'),
          (select id from batches where tenant_id = tenant_now()), 'good', 3, 0, 0)::stock_line])`)
    await owner.query(freePrices)
    await owner.query('commit')
  })

for (const { language, theme } of rounds) {
  const words = <T extends Record<string, { zh_CN: string; en_US: string }>>(texts: T) =>
    new Proxy({} as Record<keyof T, string>, {
      get: (_, key: string) => texts[key]?.[language] ?? key,
    })
  const label = words(ordersText)
  const done = { zh_CN: '操作成功', en_US: 'Operation succeeded' }[language]

  test(`an order is entered, fails its audit, is corrected, passes and is voided (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await goodsFor(tenantId)
    await enter(page, { as: owner, language, theme, at: '/order/list' })
    await expect(heading(page, label.ordersTitle)).toBeVisible()
    await check(page, 'no orders')

    await page.getByRole('button', { name: label.newOrder }).first().click()
    const form = page.getByRole('dialog')
    await fillAndEnter(form.getByLabel(label.customer, { exact: true }), 'ACME')
    await form.getByLabel(label.referenceNo).fill('WEB-1')
    await fillAndEnter(form.getByLabel(label.channel, { exact: true }), 'LOCAL')
    await form.getByLabel(ordersText.lineProduct[language].replace('{row}', '1')).fill('bol')
    await page.getByTitle(/^BOLT/).click()
    await form.getByLabel(ordersText.lineQuantity[language].replace('{row}', '1')).fill('2')
    await form.getByLabel(label.receiverName).fill('Anna B.')
    await fillAndEnter(form.getByLabel(label.country, { exact: true }), 'DE')
    await form.getByLabel(label.city).fill('Berlin')
    await form.getByLabel(label.postcode).fill('101')
    await form.getByLabel(label.address1).fill('Torstr. 1')
    await check(page, 'the form')
    await form.getByRole('button', { name: webText.save[language], exact: true }).click()
    await expect(form.getByText(ordersText.postcodeForm[language].replace('{country}', 'DE'))).toBeVisible()
    await form.getByLabel(label.postcode).fill('10115')
    await form.getByRole('button', { name: webText.save[language], exact: true }).click()
    await expect(toast(page, done)).toBeVisible()

    await page.locator('.ant-table-tbody tr.ant-table-row').first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: label.audit, exact: true }).click()
    const noPhone = ordersText.phoneNeeded[language].replace('{channel}', 'LOCAL')
    await expect(drawer.getByText(noPhone).first()).toBeVisible()
    await check(page, 'an exception')
    await drawer.getByRole('button', { name: webText.edit[language], exact: true }).click()
    await drawer.getByLabel(label.phone).fill('+49 30 1234')
    await drawer.getByRole('button', { name: webText.save[language], exact: true }).click()
    await drawer.getByRole('button', { name: label.audit, exact: true }).click()
    await expect(drawer.getByText('A-01 × 2')).toBeVisible()
    await expect(drawer.getByText('LC00000001')).toBeVisible()
    await check(page, 'an order with its label')
    await drawer.getByRole('button', { name: webText.close[language], exact: true }).first().click()

    await page.getByRole('checkbox').nth(1).click()
    await page.getByRole('button', { name: label.more, exact: true }).click()
    await page.getByRole('menuitem', { name: label.void, exact: true }).click()
    const asked = page.getByRole('dialog')
    await asked.getByRole('button', { name: label.void, exact: true }).click()
    await expect(asked.getByText(label.reasonNeeded)).toBeVisible()
    await asked.getByLabel(label.reason).fill('sold out')
    await asked.getByRole('button', { name: label.void, exact: true }).click()
    await expect(toast(page, done)).toBeVisible()
    await page.locator('.ant-table-tbody tr.ant-table-row').first().click()
    await expect(drawer.getByText('sold out')).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`fifty orders are imported from a spreadsheet, one of them corrected before (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await goodsFor(tenantId)
    await enter(page, { as: owner, language, theme, at: '/order/list' })
    await page.getByRole('button', { name: label.import, exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: dialogText.template[language] }).click(),
    ])
    const book = await readXlsx(await readFile((await template.path()) ?? ''))
    const heads = (book.sheets[0]?.rows[0] ?? []).map(String)
    const cells: Record<string, string> = {
      [label.customerCode]: 'ACME',
      [label.channelCode]: 'LOCAL',
      SKU: 'BOLT',
      [label.quantity]: '1',
      [label.receiverName]: 'Anna B.',
      [label.country]: 'DE',
      [label.city]: 'Berlin',
      [label.address1]: 'Torstr. 1',
    }
    const rows = Array.from({ length: 50 }, (_, i) => {
      const row = {
        ...cells,
        [label.referenceNo]: `WEB-${i + 1}`,
        [label.postcode]: i === 4 ? '101' : '10115',
      }
      return heads.map((head) => new Map(Object.entries(row)).get(head.replace(' *', '')) ?? '')
    })
    await dialog.getByLabel(dialogText.choose[language]).setInputFiles({
      name: 'orders.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'x', rows: [heads, ...rows] }] })),
    })
    await expect(dialog.getByText(ordersText.postcodeForm[language].replace('{country}', 'DE'))).toBeVisible()
    await check(page, 'the check', '.ant-modal')
    const wrong = dialog.getByRole('textbox', { name: new RegExp(`^${label.postcode} 6`) })
    await wrong.fill('10117')
    await wrong.press('Enter')
    await dialog
      .getByRole('button', { name: { zh_CN: '导入 50 行', en_US: 'Import 50 rows' }[language] })
      .click()
    const made = dialog.getByRole('list', { name: dialogText.numbers[language] })
    await expect(made.getByRole('link')).toHaveCount(50)
    await dialog.getByRole('button', { name: dialogText.close[language], exact: true }).last().click()
    await expect(page.getByRole('cell', { name: 'WEB-50', exact: true })).toBeVisible()
    expect(complaints).toEqual([])
  })
}
