import type { Page } from '@playwright/test'
import { moneyText } from '../billing/money/text.ts'
import { costText, feeStateText } from '../orders/cost/text.ts'
import { remedyPlaces } from '../orders/remedies.ts'
import { ordersText } from '../orders/text.ts'
import { columnText } from '../platform/lists/column-text.ts'
import { inUnit } from '../platform/lists/columns.ts'
import { type Params, say, type Text } from '../platform/text/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { documentText } from '../shipping/documents/text.ts'
import { labelsText } from '../shipping/labels/text.ts'
import { outboundText } from '../shipping/outbound/text.ts'
import { auditText } from '../staff/audit/text.ts'
import { freightOf, handlingOf, publishPrice } from '../testing/price-builders.ts'
import { printText } from '../warehouse/print-settings/text.ts'
import { check, rounds } from './barriers.ts'
import {
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

/** Bolts in a bin, a customer without money, and a channel: an order costs 1.20 for handling and 5.00 for freight. */
async function goodsWithPrices(tenantId: number) {
  const { channelId } = await someBolts(tenantId)
  const owner = <R extends object>(text: string, values: unknown[] = [], company = tenantId) =>
    inCompany<R>(company, text, values)
  await publishPrice(
    { owner },
    {
      ...{ tenantId, quoteCode: 'OP', kind: 'operation' },
      content: await handlingOf({ owner }, tenantId, [['OUT_HANDLING', 'order', '1.20']]),
    },
  )
  await publishPrice(
    { owner },
    {
      ...{ tenantId, quoteCode: 'FR', kind: 'freight', channelId },
      content: freightOf({ flatPrice: '5.00' }),
    },
  )
}

const rowsOf = (page: Page) => page.locator('.ant-table-tbody tr.ant-table-row')

for (const { language, theme } of rounds) {
  const words = <T extends Text>(text: T, ...values: Params<T>) => say(text, language, ...values)
  const done = { zh_CN: '操作成功', en_US: 'Operation succeeded' }[language]

  test(`an order without money is held, released by a payment, printed, shipped and charged (${language})`, async ({
    page,
  }) => {
    test.slow()
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await goodsWithPrices(tenantId)
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await enter(page, { as: owner, language, theme, at: '/order/list' })

    // The form says what the order costs and that the customer can't pay it.
    await page
      .getByRole('button', { name: words(ordersText.newOrder) })
      .first()
      .click()
    const form = page.getByRole('dialog')
    const estimate = form.getByRole('region', { name: words(costText.estimate) })
    await expect(estimate.getByText(words(costText.notYet))).toBeVisible()
    await fillAndEnter(form.getByLabel(words(ordersText.customer), { exact: true }), 'ACME')
    await form.getByLabel(words(ordersText.referenceNo)).fill('WEB-1')
    await fillAndEnter(form.getByLabel(words(ordersText.channel), { exact: true }), 'LOCAL')
    await form.getByLabel(words(ordersText.lineProduct, { row: 1 })).fill('bol')
    await page.getByTitle(/^BOLT/).click()
    await form.getByLabel(words(ordersText.lineQuantity, { row: 1 })).fill('2')
    await form.getByLabel(words(ordersText.receiverName)).fill('Anna B.')
    await fillAndEnter(form.getByLabel(words(ordersText.country), { exact: true }), 'DE')
    await form.getByLabel(words(ordersText.city)).fill('Berlin')
    await form.getByLabel(words(ordersText.postcode)).fill('10115')
    await form.getByLabel(words(ordersText.address1)).fill('Torstr. 1')
    await expect(estimate.getByText(words(costText.shortNew, { short: '6.20' }))).toBeVisible()
    await expect(estimate.getByText(/^6\.20/)).toBeVisible()
    await check(page, 'the form with its estimate')
    await form.getByRole('button', { name: words(webText.save), exact: true }).click()
    await expect(toast(page, done)).toBeVisible()

    // The audit holds it back.
    await rowsOf(page).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: words(ordersText.audit), exact: true }).click()
    const short = words(ordersText.balanceShortIn, { estimate: '6.20', short: '6.20', currency: 'USD' })
    await expect(drawer.getByText(short).first()).toBeVisible()
    await expect(estimate.getByText(words(costText.short, { short: '6.20' }))).toBeVisible()
    await check(page, 'an order without money')

    // The customer pays.
    await drawer.getByRole('link', { name: words(remedyPlaces.collections.label), exact: true }).click()
    await expect(heading(page, words(moneyText.title))).toBeVisible()
    await page.keyboard.press('n')
    await form.getByLabel(words(columnText.customer), { exact: true }).click()
    await page.getByTitle('ACME Acme').last().click()
    await form.getByLabel(words(inUnit(columnText.amount, 'USD')), { exact: true }).fill('10')
    await form.getByLabel(words(moneyText.bankName)).fill('First Bank')
    await form.getByRole('button', { name: words(webText.save) }).click()
    await expect(form).toHaveCount(0)
    await page
      .getByText(/^CP\d{6}-00001$/)
      .first()
      .click()
    await drawer
      .first()
      .getByRole('button', { name: words(moneyText.confirm) })
      .click()
    await drawer
      .last()
      .getByRole('button', { name: words(moneyText.confirm) })
      .click()
    await expect(drawer.first().getByRole('button', { name: words(moneyText.reverse) })).toBeVisible()

    // The order is released by itself, with its money held.
    await expect(async () => {
      await page.goto('/order/list?status=pending_shipment')
      await expect(rowsOf(page)).toHaveCount(1, { timeout: 5000 })
    }).toPass()
    await rowsOf(page).first().click()
    await expect(estimate.getByText(words(costText.held))).toBeVisible()
    await check(page, 'an order whose money is held')

    // It is printed and shipped.
    await page.goto('/order/list/print_label')
    await expect(rowsOf(page)).toHaveCount(1)
    await strike(page, 'Enter')
    await drawer.getByRole('button', { name: words(labelsText.printCountOf, { count: 1 }) }).click()
    const asked = drawer.getByRole('region', { name: words(printText.didAll) })
    await expect(asked.getByRole('checkbox')).toHaveCount(1, { timeout: 30_000 })
    await asked.getByRole('button', { name: words(printText.yesAll) }).click()
    await expect(toast(page, done)).toBeVisible()
    await page.goto('/order/list/batch_shipment')
    await expect(heading(page, words(outboundText.title))).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(1)
    await page.getByRole('checkbox', { name: words(webText.pickAll) }).check()
    await page.getByRole('button', { name: words(outboundText.shipCount, { count: 1 }) }).click()
    await drawer.getByRole('button', { name: words(outboundText.ship), exact: true }).click()
    await expect(rowsOf(page)).toHaveCount(0)

    // It was charged, and what is left is in the account.
    await page.goto('/order/list?status=shipped')
    await rowsOf(page).first().click()
    const fees = drawer.getByRole('region', { name: words(costText.charged) })
    await expect(fees.getByText('1.20')).toBeVisible()
    await expect(fees.getByText('5.00')).toBeVisible()
    await expect(fees.getByText(/^6\.20/)).toBeVisible()
    await expect(fees.getByText(words(feeStateText.settled))).toHaveCount(2)
    const activity = drawer.getByRole('region', { name: words(auditText.timeline) })
    await expect(activity.getByRole('listitem')).toHaveCount(5)
    const documents = drawer.getByRole('region', { name: words(documentText.title) })
    await expect(documents.getByRole('link', { name: /^SB\d{6}-00001$/ })).toBeVisible()
    await check(page, 'a charged order')
    const [account] = await inCompany<{ balance: string; frozen: string }>(
      tenantId,
      'select balance, frozen from customer_accounts where tenant_id = tenant_now()',
    )
    expect(account).toEqual({ balance: '3.80', frozen: '0.00' })
    await page.setViewportSize({ width: 360, height: 740 })
    await check(page, 'a charged order on a phone', '.order-cost')
    expect(complaints).toEqual([])
  })
}
