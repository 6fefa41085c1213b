import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { ordersText } from '../orders/text.ts'
import { ruleText } from '../platform/calls/rules.ts'
import { dialogText } from '../platform/imports/web/import-text.ts'
import { webText } from '../platform/text/web/text.ts'
import { freePrices } from '../testing/price-builders.ts'
import { check, rounds } from './barriers.ts'
import {
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  heading,
  inCompany,
  newCompany,
  test,
  toast,
} from './desk.ts'
import { someBolts } from './goods.ts'

/** Three bolts, and a channel that asks for a phone number. */
async function goodsFor(tenantId: number) {
  await someBolts(tenantId, { pieces: 3, needsPhone: true })
  await inCompany(tenantId, freePrices)
}

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
    await expect(drawer.getByText('TN000001')).toBeVisible()
    await check(page, 'an order with its label')
    await drawer.getByRole('button', { name: webText.close[language], exact: true }).first().click()

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
