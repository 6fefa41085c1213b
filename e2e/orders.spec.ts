import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { countOrders } from '../orders/contract.ts'
import { ordersText } from '../orders/text.ts'
import { ordersWork } from '../orders/work.ts'
import { ruleText } from '../platform/calls/rules.ts'
import { dialogText } from '../platform/imports/web/import-text.ts'
import { columnText } from '../platform/lists/column-text.ts'
import { webText } from '../platform/text/web/text.ts'
import { outboundText } from '../shipping/outbound/text.ts'
import { freePrices } from '../testing/price-builders.ts'
import { check, rounds } from './barriers.ts'
import {
  asCompany,
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  heading,
  inCompany,
  newCompany,
  strike,
  test,
  toast,
} from './desk.ts'
import { someBolts } from './goods.ts'

/** Three bolts, and a channel that asks for a phone number. */
async function goodsFor(tenantId: number) {
  await someBolts(tenantId, { pieces: 3, needsPhone: true })
  await inCompany(tenantId, freePrices)
}

/** As if a carrier had refused to void the label of the only order. */
const refusedLabel = (tenantId: number) =>
  asCompany(tenantId, async (owner) => {
    await owner.query(
      `insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, tracking_no)
       select tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, 'requesting', 'TN900001' from waybills`,
    )
    for (const [from, to] of [
      ['requesting', 'obtained'],
      ['obtained', 'voiding'],
      ['voiding', 'void_failed'],
    ])
      await owner.query(
        `update waybills set status = $2, obtained_at = now(), fail_facts = '{"text": "voidTooLate", "values": {}}' where status = $1`,
        [from, to],
      )
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
    // The address is what is wrong: editing comes first.
    await expect(drawer.locator('.ant-btn-primary').first()).toHaveText(webText.edit[language])
    await drawer.getByRole('button', { name: webText.edit[language], exact: true }).click()
    await drawer.getByLabel(label.phone).fill('+49 30 1234')
    await drawer.getByRole('button', { name: webText.save[language], exact: true }).click()
    await drawer.getByRole('button', { name: label.audit, exact: true }).click()
    await expect(drawer.getByText('A-01 × 2')).toBeVisible()
    await expect(drawer.getByText('TN000001')).toBeVisible()
    await check(page, 'an order with its label')
    await drawer.getByRole('button', { name: webText.close[language], exact: true }).first().click()

    await expect(drawer).toHaveCount(0)
    await strike(page, 's')
    await expect(heading(page, outboundText.title[language])).toBeVisible()
    await page.goBack()
    await page.getByRole('checkbox').nth(1).click()
    await page.getByRole('button', { name: label.more, exact: true }).click()
    await page.getByRole('menuitem', { name: label.void, exact: true }).click()
    const asked = page.getByRole('dialog')
    await asked.getByRole('button', { name: label.void, exact: true }).click()
    await expect(asked.getByText(ruleText.needed[language])).toBeVisible()
    await asked.getByLabel(label.reason).fill('sold out')
    await asked.getByRole('button', { name: label.void, exact: true }).click()
    await expect(toast(page, done)).toBeVisible()
    await page.locator('.ant-table-tbody tr.ant-table-row').first().click()
    await expect(drawer.getByText('sold out').first()).toBeVisible()

    await refusedLabel(tenantId)
    await page.goto('/')
    const refused = ordersWork.voidsRefused.title[language]
    const count = page.locator('.work .figure.is-trouble').filter({ hasText: refused })
    await expect(count).toContainText('1')
    await count.click()
    const view = page.getByRole('navigation', { name: label.refusedVoid }).getByRole('button')
    await expect(view).toHaveText(`${refused}1`)
    await page.locator('.ant-table-tbody tr.ant-table-row').click()
    await check(page, 'a refused void')
    await drawer.getByRole('button', { name: label.acknowledge }).click()
    await asked.last().getByLabel(webText.reason[language]).fill('claim 17')
    await check(page, 'an acknowledgement')
    await asked.last().getByRole('button', { name: label.acknowledge }).click()
    await expect(drawer.getByText(/claim 17/)).toHaveCount(2)
    await expect(drawer.getByRole('region', { name: label.waybills }).getByText(/claim 17/)).toBeVisible()
    await expect(drawer.getByText(label.acknowledge_refused_void)).toBeVisible()
    await expect(drawer.getByRole('button', { name: label.acknowledge })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.locator('.ant-table-tbody tr.ant-table-row')).toHaveCount(0)
    await expect(view).toHaveText(`${refused}0`)
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

test('the counts of the order list follow what others do, while it is looked at', async ({ page }) => {
  await page.clock.install()
  const { owner, tenantId } = await newCompany()
  await goodsFor(tenantId)
  const oneMore = (no: string) =>
    inCompany(
      tenantId,
      `insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, city, address1,
         piece_class, sku_count, piece_count, created_by)
       select tenant_now(), '${no}', c.id, '${no}', h.id, 'Anna B.', 'DE', 'Berlin', 'Torstr. 1', 'ss', 1, 1,
         (select min(id) from accounts where tenant_id = tenant_now())
       from customers c, channels h where c.tenant_id = tenant_now() and h.tenant_id = tenant_now()`,
    )
  await enter(page, { as: owner, language: 'en_US', theme: 'light', at: '/order/list' })
  const pending = page
    .getByRole('navigation', { name: columnText.status.en_US, exact: true })
    .getByRole('button', { name: /^Pending audit/ })
  await expect(pending).toHaveText('Pending audit0')
  await oneMore('OB-1')
  await page.clock.fastForward(61_000)
  await expect(pending).toHaveText('Pending audit1')

  const isHidden = (hidden: boolean) =>
    page.evaluate(
      (value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      },
      hidden ? 'hidden' : 'visible',
    )
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith(countOrders.path)) sent += 1
  })
  await isHidden(true)
  await page.clock.fastForward(300_000)
  expect(sent).toBe(0)
  await isHidden(false)
  await page.clock.fastForward(61_000)
  await expect.poll(() => sent).toBeGreaterThan(0)
})
