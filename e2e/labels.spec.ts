import type { Locator, Page } from '@playwright/test'
import { labelsText } from '../shipping/labels/text.ts'
import { shippingText } from '../shipping/text.ts'
import { freePrices } from '../testing/price-builders.ts'
import { printText } from '../warehouse/print-settings/text.ts'
import { check, rounds } from './barriers.ts'
import { asCompany, complaintsOf, enter, expect, heading, newCompany, strike, test, toast } from './desk.ts'

/** Orders that have passed their audit, with numbers of a self-built channel as their labels. */
const ordersFor = (tenantId: number, count: number) =>
  asCompany(tenantId, async (owner) => {
    await owner.query(`
      with customer as (
        insert into customers (tenant_id, customer_code, customer_name, search_line)
        values (tenant_now(), 'ACME', 'Acme', 'acme') returning id),
      product as (
        insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line)
        select tenant_now(), id, 'BOLT', '螺栓', 'Bolt', 'bolt' from customer returning id, customer_id)
      insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
      values (tenant_now(), 'LOCAL', '同城', 'Local', 'local', 'SELF', 'self_built', 'flat', 'pdf_100x150', '{DE}')`)
    await owner.query(
      `insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, city, postcode, address1,
         piece_class, sku_count, piece_count, created_by)
       select tenant_now(), 'OB-' || n, c.id, 'WEB-' || n, h.id, '李雷', 'DE', 'Berlin', '10115', 'Torstr. 1', 'ss', 1, 1,
         (select min(id) from accounts where tenant_id = tenant_now())
       from customers c, channels h, generate_series(1, $1::int) n where c.tenant_id = tenant_now() and h.tenant_id = tenant_now()`,
      [count],
    )
    for (const status of ['under_audit', 'pending_shipment'])
      await owner.query(`update orders set status = $1::order_status where tenant_id = tenant_now()`, [
        status,
      ])
    await owner.query(`
      insert into order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity)
      select o.tenant_id, o.id, 1, o.customer_id, p.id, 1 from orders o join products p on p.tenant_id = o.tenant_id
      where o.tenant_id = tenant_now()`)
    await owner.query(
      `insert into packages (tenant_id, order_id) select tenant_id, id from orders where tenant_id = tenant_now()`,
    )
    await owner.query(`
      insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, tracking_no)
      select p.tenant_id, p.id, o.id, o.channel_id, 'self_built', 'pdf_100x150', 'SELF', 'requesting', 'TH' || o.id
      from packages p join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id where p.tenant_id = tenant_now()`)
    await owner.query(
      `update waybills set status = 'obtained', obtained_at = now() where tenant_id = tenant_now()`,
    )
    await owner.query(freePrices)
  })

const rowsOf = (page: Page) => page.locator('.ant-table-tbody tr.ant-table-row')

const addressOf = (preview: Locator) =>
  preview.evaluate((shown) => shown.getAttribute('src') ?? shown.getAttribute('href'))

for (const { language, theme } of rounds) {
  const say = (text: { zh_CN: string; en_US: string }, values: Record<string, string | number> = {}) =>
    text[language]
      .replace(/\{(\w+)\|([^{}|]*)\|([^{}|]*)\}/g, (_, name, one, many) =>
        String(values[name]) === '1' ? one : many,
      )
      .replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
  const printed = { zh_CN: '已打印', en_US: 'Printed' }[language]
  const done = { zh_CN: '操作成功', en_US: 'Operation succeeded' }[language]

  test(`labels are printed, confirmed and reprinted (${language})`, async ({ page }) => {
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await ordersFor(tenantId, 3)
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await enter(page, { as: owner, language, theme, at: '/order/list/print_label' })
    await expect(heading(page, say(shippingText.labelsTitle))).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(3)
    await check(page, 'the labels to print')

    await strike(page, 'Enter')
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('region', { name: say(printText.drawerPreview) })).toBeVisible()
    await check(page, 'the options')
    await drawer.getByRole('button', { name: say(labelsText.printCountOf, { count: 3 }) }).click()

    const asked = drawer.getByRole('region', { name: say(printText.didAll) })
    await expect(asked.getByRole('checkbox')).toHaveCount(3, { timeout: 30_000 })
    await check(page, 'the question')
    await asked.getByRole('checkbox').last().uncheck()
    await asked.getByRole('button', { name: say(labelsText.confirmCount, { count: 2 }) }).click()
    await expect(toast(page, done)).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(1)

    await page
      .getByRole('navigation', { name: say(shippingText.printStatus) })
      .getByRole('button', { name: new RegExp(`^${printed}`) })
      .click()
    await expect(rowsOf(page)).toHaveCount(2)
    await page.getByRole('checkbox').nth(1).click()
    await page
      .getByRole('button', { name: say(labelsText.reprintCountOf, { count: 1 }) })
      .last()
      .click()
    await drawer.getByLabel(say(labelsText.reason)).fill('torn')
    await drawer.getByRole('button', { name: say(labelsText.reprintCountOf, { count: 1 }) }).click()
    await expect(asked.getByText('R2')).toBeVisible({ timeout: 30_000 })
    await asked.getByRole('button', { name: say(printText.yesAll) }).click()
    await expect(toast(page, done)).toBeVisible()

    await rowsOf(page).first().click()
    await expect(drawer.getByRole('region', { name: say(labelsText.log) }).getByText('torn')).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`labels are downloaded as a ZIP, and those left out are tried again (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await ordersFor(tenantId, 2)
    const nameOfFirst = (name: string) =>
      asCompany(tenantId, (company) =>
        company.query(
          `update orders set receiver_name = $1 where order_no = 'OB-1' and tenant_id = tenant_now()`,
          [name],
        ),
      )
    await nameOfFirst('\u{1F600}')
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await enter(page, { as: owner, language, theme, at: '/order/list/print_label' })
    await page.getByRole('button', { name: say(labelsText.printCountOf, { count: 2 }) }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('combobox', { name: say(labelsText.file) }).click()
    await page.getByTitle(say(labelsText.fileEach)).click()
    const download = page.waitForEvent('download')
    await drawer.getByRole('button', { name: say(labelsText.printCountOf, { count: 2 }) }).click()
    expect((await download).suggestedFilename()).toMatch(/^labels-\d+\.zip$/)
    const asked = drawer.getByRole('region', { name: say(printText.didAll) })
    await expect(asked.getByRole('checkbox')).toHaveCount(1)
    await expect(drawer.getByText(say(labelsText.zipHint))).toBeVisible()
    await check(page, 'the ZIP')

    await nameOfFirst('李雷')
    await drawer.getByRole('button', { name: say(labelsText.printAgain, { count: 1 }) }).click()
    await drawer.getByRole('button', { name: say(labelsText.printCountOf, { count: 1 }) }).click()
    await expect(asked.getByText('OB-1')).toBeVisible({ timeout: 30_000 })
    await asked.getByRole('button', { name: say(printText.yesAll) }).click()
    const toConfirm = page.getByRole('button', { name: say(labelsText.toConfirm), exact: true })
    await expect(toConfirm).toHaveCount(1)
    await toConfirm.click()
    await asked.getByRole('button', { name: say(printText.yesAll) }).click()
    await expect(page.getByText(say(labelsText.allPrinted))).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`an unconfirmed print is confirmed after a reload, on a phone (${language})`, async ({ page }) => {
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await ordersFor(tenantId, 1)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await enter(page, { as: owner, language, theme, at: '/order/list/print_label' })
    await page.getByRole('button', { name: say(labelsText.printCountOf, { count: 1 }) }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: say(labelsText.printCountOf, { count: 1 }) }).click()
    const asked = drawer.getByRole('region', { name: say(printText.didAll) })
    await expect(asked.getByRole('checkbox')).toHaveCount(1, { timeout: 30_000 })
    await page.reload()
    await page.getByRole('button', { name: say(labelsText.toConfirm), exact: true }).click()
    await expect(asked.getByRole('checkbox')).toBeChecked()
    await check(page, 'the question on a phone')
    await asked.getByRole('button', { name: say(printText.yesAll) }).click()
    await expect(page.getByText(say(labelsText.allPrinted))).toBeVisible()
    await check(page, 'all printed')
    expect(complaints).toEqual([])
  })

  test(`labels are not printed again when the user comes back to the tab (${language})`, async ({ page }) => {
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await ordersFor(tenantId, 1)
    await page.addInitScript(() => {
      window.print = () => {}
      document.addEventListener('DOMContentLoaded', () => {
        const { body } = document
        new MutationObserver((changes) => {
          const frames = changes.flatMap(({ addedNodes }) =>
            [...addedNodes].filter((node) => node instanceof Element && node.matches('.print-frame')),
          )
          body.dataset.prints = String(Number(body.dataset.prints ?? 0) + frames.length)
        }).observe(body, { childList: true })
      })
    })
    await enter(page, { as: owner, language, theme, at: '/order/list/print_label' })
    await page.getByRole('button', { name: say(labelsText.printCountOf, { count: 1 }) }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: say(labelsText.printCountOf, { count: 1 }) }).click()
    const body = page.locator('body')
    await expect(body).toHaveAttribute('data-prints', '1', { timeout: 30_000 })
    const preview = drawer.locator('.print-preview').locator('iframe, a')
    await expect(preview).toBeVisible()
    const before = await addressOf(preview)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.keyboard.press('Alt+1')
    await expect(page).toHaveURL('/')
    await page.keyboard.press('Alt+2')
    await expect(preview).toBeVisible()
    await expect.poll(() => addressOf(preview), 'the address of before is revoked').not.toBe(before)
    // The file is not fetched again: its link is valid for a minute only.
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url.includes('/file/open'))).toEqual([])
    await expect(body).toHaveAttribute('data-prints', '1')
    expect(complaints).toEqual([])
  })
}
