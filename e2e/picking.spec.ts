import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createOrder } from '../orders/contract.ts'
import { ordersText, pickStatusText, pieceClassText } from '../orders/text.ts'
import type { SentTo } from '../platform/calls/call.ts'
import { callText } from '../platform/text/common-text.ts'
import { say } from '../platform/text/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { pickingStateText } from '../shipping/picking/states.ts'
import { pickingText } from '../shipping/picking/text.ts'
import { freePrices } from '../testing/price-builders.ts'
import { readPaper } from '../testing/read-paper.ts'
import { printText } from '../warehouse/print-settings/text.ts'
import { check, rounds } from './barriers.ts'
import {
  asCompany,
  call,
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  heading,
  logInBeside,
  newCompany,
  test,
  toast,
} from './desk.ts'

/** Bolts in A-01 and nuts in B-01, which pickers pass first; a channel that needs no label. */
async function goodsFor(tenantId: number) {
  return asCompany(tenantId, async (owner) => {
    await owner.query(`
      with zone as (
        insert into location_zones (tenant_id, zone_code, zone_name, quality) values (tenant_now(), 'GOOD', 'Good', 'good') returning id),
      bins as (
        insert into locations (tenant_id, location_code, zone_id, purpose, route_seq)
        select tenant_now(), x.code, id, 'storage', x.seq from zone, (values ('A-01', 20), ('B-01', 10)) x (code, seq)),
      customer as (
        insert into customers (tenant_id, customer_code, customer_name, search_line)
        values (tenant_now(), 'ACME', 'Acme', 'acme') returning id),
      channel as (
        insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
        values (tenant_now(), 'PICKUP', '自提', 'Pickup', 'pickup', 'SELF', 'none', 'none', 'pdf_a4', '{DE}')),
      product as (
        insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line)
        select tenant_now(), id, x.sku, x.zh, x.en, lower(x.sku)
        from customer, (values ('BOLT', '螺栓', 'Bolt'), ('NUT', '螺母', 'Nut')) x (sku, zh, en) returning id, customer_id)
      insert into batches (tenant_id, customer_id, product_id, putaway_date)
      select tenant_now(), customer_id, id, '2026-01-01' from product`)
    await owner.query(`update products set audit_status = 'passed' where tenant_id = tenant_now()`)
    await owner.query(`
      select post_stock('test', (select min(id) from accounts where tenant_id = tenant_now()), null, array(
        select row(1, 'T-1', p.id, 'receive', l.id, b.id, 'good', 20, 0, 0)::stock_line
        from products p join batches b on b.tenant_id = p.tenant_id and b.product_id = p.id
        join locations l on l.tenant_id = p.tenant_id and l.location_code = case p.sku when 'BOLT' then 'A-01' else 'B-01' end
        where p.tenant_id = tenant_now()))`)
    const { rows } = await owner.query<{ customer: string; channel: string; bolt: string; nut: string }>(`
      select (select id from customers where tenant_id = tenant_now()) as customer, (select id from channels where tenant_id = tenant_now()) as channel,
        (select id from products where tenant_id = tenant_now() and sku = 'BOLT') as bolt,
        (select id from products where tenant_id = tenant_now() and sku = 'NUT') as nut`)
    await owner.query(freePrices)
    const ids = rows[0]
    if (!ids) throw new Error('no goods')
    return ids
  })
}

/** Orders that wait for shipment: one piece, two pieces of two SKUs, and one piece again. */
async function ordersFor(page: Page, { owner, tenantId }: { owner: string; tenantId: number }) {
  const goods = await goodsFor(tenantId)
  const token = await logInBeside(page, owner)
  const facts = (referenceNo: string, ...products: string[]): SentTo<typeof createOrder> => ({
    customerId: Number(goods.customer),
    referenceNo,
    platform: null,
    platformOrderNo: null,
    shopName: null,
    channelId: Number(goods.channel),
    receiverName: 'Anna B.',
    company: null,
    phone: null,
    email: null,
    taxNo: null,
    countryCode: 'DE',
    stateCode: null,
    city: 'Berlin',
    postcode: '10115',
    address1: 'Torstr. 1',
    address2: null,
    address3: null,
    doorplate: null,
    addressKind: 'residential',
    signature: false,
    insuredValue: null,
    remark: null,
    pickRemark: null,
    priority: 0,
    tags: [],
    lines: products.map((id) => ({ productId: Number(id), quantity: 1, declaredValue: null })),
  })
  const ids: number[] = []
  for (const order of [
    facts('WEB-1', goods.bolt),
    facts('WEB-2', goods.bolt, goods.nut),
    facts('WEB-3', goods.bolt),
  ]) {
    const { data, message } = await call<{ id: number } | null>(page, createOrder.path, {
      data: order,
      token,
    })
    if (!data) throw new Error(message)
    ids.push(data.id)
  }
  const audited = await call<{ ok: number }>(page, '/gateway/wms/order/audit', { data: { ids }, token })
  expect(audited.data.ok).toBe(3)
}

const row = (page: Page, text: string) =>
  page.locator('.ant-table-tbody tr.ant-table-row').filter({ hasText: text, visible: true })
const dialog = (page: Page) => page.getByRole('dialog')
const popup = (page: Page) => page.locator('.ant-popconfirm:visible')

for (const { language, theme } of rounds) {
  const done = callText.done[language]
  const text = pickingText
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  test(`picking lists are created by hand and by rule, merged, printed, assigned and completed (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const company = await newCompany()
    await ordersFor(page, company)
    await enter(page, { as: company.owner, language, theme, at: '/order/list?status=pending_shipment' })
    await expect(heading(page, ordersText.ordersTitle[language])).toBeVisible()

    // Two selected orders: one list for both, or a list for each class; these are merged.
    for (const reference of ['WEB-1', 'WEB-2']) await row(page, reference).getByRole('checkbox').check()
    await button(page, text.create[language]).click()
    const willCreate = (orders: number, lists: number) => say(text.willCreate, language, { orders, lists })
    await expect(dialog(page).getByText(willCreate(2, 2))).toBeVisible()
    await dialog(page).getByLabel(text.isMixed[language]).check()
    await expect(dialog(page).getByText(willCreate(2, 1))).toBeVisible()
    await dialog(page).getByLabel(text.isMixed[language]).uncheck()
    await check(page, 'the dialog', '.ant-modal')
    await dialog(page).getByRole('button', { name: text.create[language], exact: true }).click()
    const made = dialog(page).getByRole('list', { name: text.title[language] }).getByRole('link')
    await expect(made).toHaveCount(2)
    await made.first().click()
    await expect(heading(page, text.title[language])).toBeVisible()
    await dialog(page).getByRole('button', { name: webText.close[language], exact: true }).first().click()
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('checkbox').first().check()
    await button(page, text.merge[language]).click()
    await expect(dialog(page).getByText(text.mergeHint[language])).toBeVisible()
    await dialog(page).getByRole('button', { name: text.merge[language], exact: true }).click()
    await expect(dialog(page).getByText(say(text.made, language, { count: 1 }))).toBeVisible()
    const pickingNo = /PK\d{6}-\d{5}/.exec(await made.innerText())?.[0] ?? ''

    // The paper has the number as a barcode; what came out of the printer is being picked.
    await dialog(page).getByRole('button', { name: text.print[language], exact: true }).click()
    const drawer = page.locator('.ant-drawer:visible')
    await expect(drawer.getByText(say(text.paperCount, language, { count: 1 }))).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: printText.download[language] }).click(),
    ])
    const pages = await readPaper(await readFile(await download.path()), 150)
    expect(pages.map(({ codes, width }) => [codes, Math.round(width)])).toEqual([[[pickingNo], 210]])
    await expect(drawer.getByText(text.didAllPrint[language])).toBeVisible()
    await drawer.getByRole('button', { name: printText.yesAll[language] }).click()
    await expect(drawer).toHaveCount(0)
    await made.click()

    await expect(heading(page, text.title[language])).toBeVisible()
    const opened = dialog(page)
    await expect(opened.getByText(pickingStateText.picking[language]).first()).toBeVisible()
    const bins = opened.getByRole('table').first().locator('tbody b')
    await expect(bins).toHaveText(['B-01', 'A-01'])
    await expect(opened.getByText('1×1').first()).toBeVisible()
    await check(page, 'a list', '.ant-drawer')
    await opened.getByRole('button', { name: webText.close[language], exact: true }).first().click()
    await expect(dialog(page)).toHaveCount(0)

    // By rule: the count follows the rule before anything is created.
    await button(page, text.create[language]).first().click()
    await expect(dialog(page).getByText(willCreate(1, 1))).toBeVisible()
    await fillAndEnter(dialog(page).getByLabel(text.pieceClass[language]), pieceClassText.mm[language])
    await expect(dialog(page).getByText(text.noneMatch[language])).toBeVisible()
    await expect(
      dialog(page).getByRole('button', { name: text.create[language], exact: true }),
    ).toBeDisabled()
    await fillAndEnter(dialog(page).getByLabel(text.pieceClass[language]), pieceClassText.ss[language])
    await expect(dialog(page).getByText(willCreate(1, 1))).toBeVisible()
    await dialog(page).getByRole('button', { name: text.create[language], exact: true }).click()
    await expect(dialog(page).getByText(say(text.made, language, { count: 1 }))).toBeVisible()
    await dialog(page).getByRole('button', { name: webText.close[language], exact: true }).last().click()
    const open = row(page, 'PK').filter({ hasNotText: pickingStateText.cancelled[language] })
    await expect(open).toHaveCount(2)
    await expect(row(page, 'PK')).toHaveCount(4)
    const selectOpen = async () => {
      for (const list of await open.all()) await list.getByRole('checkbox').check()
    }

    // Both are assigned and completed at once.
    await selectOpen()
    await button(page, text.assign[language]).click()
    await dialog(page).getByLabel(text.picker[language]).click()
    await page.locator('.ant-select-item-option').first().click()
    await dialog(page).getByRole('button', { name: text.assign[language], exact: true }).click()
    await expect(toast(page, done)).toBeVisible()
    await expect(row(page, pickingStateText.picking[language])).toHaveCount(2)
    await selectOpen()
    await button(page, text.complete[language]).click()
    await popup(page).getByRole('button', { name: text.complete[language] }).click()
    await expect(row(page, pickingStateText.picked[language])).toHaveCount(2)

    // What is picked can no longer be cancelled: the result says so for each.
    await selectOpen()
    await button(page, text.cancel[language]).click()
    await popup(page).getByRole('button', { name: text.cancel[language] }).click()
    await expect(page.getByText(callText.actionFailed[language]).first()).toBeVisible()
    await expect(
      page.getByText(
        say(text.notNow, language, { no: pickingNo, status: pickingStateText.picked[language] }),
      ),
    ).toBeVisible()
    await check(page, 'the result')

    // A number that does not exist is named and stays in the field; one that does is opened.
    const search = page
      .getByPlaceholder(text.search[language])
      .or(page.getByLabel(text.search[language]))
      .first()
    await fillAndEnter(search, 'PK000000-00000')
    await expect(page.getByText(text.notFound[language]).first()).toBeVisible()
    await expect(search).toHaveValue('PK000000-00000')
    await fillAndEnter(search, pickingNo.toLowerCase())
    await expect(dialog(page).getByText(pickStatusText.picked[language]).first()).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`on a phone a picking list is created, opened, split and cancelled (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const complaints = await complaintsOf(page)
    const company = await newCompany()
    await ordersFor(page, company)
    await enter(page, { as: company.owner, language, theme, at: '/order/list/picking_list' })
    await expect(page.getByText(text.noLists[language])).toBeVisible()
    await button(page, text.create[language]).first().click()
    await expect(
      dialog(page).getByText(say(text.willCreate, language, { orders: 3, lists: 2 })),
    ).toBeVisible()
    await dialog(page).getByLabel(text.perList[language]).fill('0')
    await dialog(page).getByRole('button', { name: text.create[language], exact: true }).click()
    await expect(dialog(page).getByText('500').first()).toBeVisible()
    await dialog(page).getByLabel(text.perList[language]).fill('2')
    await check(page, 'the dialog on a phone', '.ant-modal')
    await dialog(page).getByRole('button', { name: text.create[language], exact: true }).click()
    const made = dialog(page).getByRole('list', { name: text.title[language] }).getByRole('link')
    await expect(made).toHaveCount(2)
    await made.first().click()
    const drawer = dialog(page)
    await expect(drawer.getByText(pickingStateText.waiting[language]).first()).toBeVisible()

    // A list of two orders is split into two lists of one.
    await drawer.getByRole('button', { name: text.split[language], exact: true }).click()
    const asked = page.locator('.ant-modal:visible')
    await asked.getByLabel(text.perList[language]).fill('1')
    await expect(asked.getByText(say(text.willSplit, language, { orders: 2, lists: 2 }))).toBeVisible()
    await check(page, 'splitting on a phone', '.ant-modal')
    await asked.getByRole('button', { name: text.split[language], exact: true }).click()
    const parts = asked.getByRole('list', { name: text.title[language] }).getByRole('link')
    await expect(parts).toHaveCount(2)
    await parts.first().click()
    await expect(drawer.getByText(pickingStateText.waiting[language]).first()).toBeVisible()
    await check(page, 'a list on a phone', '.ant-drawer')
    await drawer.getByRole('button', { name: text.cancel[language], exact: true }).click()
    await popup(page).getByRole('button', { name: text.cancel[language] }).click()
    await expect(toast(page, done)).toBeVisible()
    await expect(drawer.getByText(pickingStateText.cancelled[language]).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(complaints).toEqual([])
  })
}
