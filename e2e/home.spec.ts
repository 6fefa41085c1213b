import { homeText } from '../app/page-text.ts'
import { shellText } from '../app/text.ts'
import { storageText } from '../billing/rent/storage-text.ts'
import { billingWork } from '../billing/work.ts'
import { customersWork } from '../customers/work.ts'
import { beforeText, spanText, throughputText } from '../inventory/stock/throughput-text.ts'
import { stockWork } from '../inventory/stock/work.ts'
import { ordersWork } from '../orders/work.ts'
import { receivingWork } from '../receiving/work.ts'
import { checkLines, setUpCardText } from '../setup/card-text.ts'
import { staffText } from '../staff/text.ts'
import { enter, expect, heading, newCompany, scan, sideMenu, someOf, test, toast } from './desk.ts'

const queues = { ...receivingWork, ...stockWork, ...ordersWork, ...customersWork, ...billingWork }

test('Home starts with open work, and each number is the number of rows in its list', async ({ page }) => {
  test.slow()
  await enter(page, { language: 'en_US' })
  const work = page.getByRole('region', { name: homeText.work.en_US })
  await expect(work.getByRole('link')).toHaveCount(Object.keys(queues).length)
  for (const { title, to } of someOf(Object.values(queues))) {
    const link = work.locator(`a[href="${to}"]`)
    // The demo company works on meanwhile: orders that were short are audited again when goods arrive.
    await expect(async () => {
      await page.goto('/')
      await expect(link).toContainText(title.en_US)
      const count = (await link.locator('strong').innerText()).trim()
      await link.click()
      const total = page.locator('.ant-pagination-total-text').filter({ visible: true })
      await expect(total).toHaveText(`${count} in total`, { timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
  }
})

test('a number key opens a queue; charts show what came and went, and how full the warehouse is', async ({
  page,
}) => {
  await enter(page, { language: 'en_US' })
  const first = page.getByRole('region', { name: homeText.work.en_US }).getByRole('link').first()
  await expect(first).toHaveAttribute('aria-keyshortcuts', '1')
  const to = (await first.getAttribute('href')) ?? ''
  await page.keyboard.press('1')
  await expect(page).toHaveURL(to)
  await page.goto('/')

  const card = page.getByRole('region', { name: throughputText.title.en_US })
  await card.getByRole('button', { name: spanText[30].en_US }).click()
  await expect(card.getByText(beforeText[30].en_US).first()).toBeVisible()
  await expect(card.getByRole('img', { name: throughputText.title.en_US })).toBeVisible()
  const shipped = card.locator('p.throughput-shipped strong')
  const all = await shipped.innerText()
  expect(Number(all.replaceAll(',', ''))).toBeGreaterThan(0)
  await card.getByText(throughputText.asTable.en_US).click()
  const cells = await card.locator('td:last-child').allInnerTexts()
  expect(cells.reduce((sum, cell) => sum + Number(cell.replaceAll(',', '')), 0)).toBe(
    Number(all.replaceAll(',', '')),
  )
  const customer = card.getByRole('listitem').getByRole('button').first()
  await customer.click()
  await expect(customer).toHaveAttribute('aria-pressed', 'true')
  await expect(shipped).not.toHaveText(all)
  await card.getByRole('button', { name: throughputText.allCustomers.en_US }).click()
  await expect(shipped).toHaveText(all)

  const storage = page.getByRole('region', { name: storageText.title.en_US })
  await expect(storage.getByText('bins in use')).toBeVisible()
})

test('scan screens are on Home and in the menu; a scan on any page opens its document', async ({ page }) => {
  await enter(page, { language: 'en_US', at: '/inbound/list' })
  const row = page.getByRole('main').locator('.ant-table-row').first()
  const number = (await row.locator('.copied').innerText()).trim()
  await sideMenu(page).getByRole('link', { name: 'Receive by scanner' }).click()
  await expect(page).toHaveURL('/inbound/receive')
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Scan' }).click()
  await page.getByRole('menuitem', { name: 'Receive by scanner', exact: true }).click()
  await expect(page).toHaveURL('/inbound/receive')

  await page.goto('/setting/account')
  await expect(heading(page, staffText.staffTitle.en_US)).toBeVisible()
  await scan(page, number)
  await expect(page).toHaveURL(/\/inbound\/list\?open=\d+/)
  await expect(page.getByRole('dialog')).toContainText(number)
  await page.keyboard.press('Escape')

  await page.goto('/setting/account')
  await expect(heading(page, staffText.staffTitle.en_US)).toBeVisible()
  await scan(page, 'NOBODY-KNOWS-IT')
  await expect(toast(page, 'No document found for NOBODY-KNOWS-IT')).toBeVisible()
})

test('a number typed into the box on the top bar opens its document, which is looked for only then', async ({
  page,
}) => {
  await enter(page, { language: 'en_US', at: '/order/list' })
  const row = page.getByRole('main').locator('.ant-table-row').first()
  const number = (await row.locator('.copied').first().innerText()).trim()
  await page.goto('/setting/account')
  await expect(heading(page, staffText.staffTitle.en_US)).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/order/list')) asked.push(request.url())
  })
  await page.getByRole('button', { name: shellText.palette.en_US }).click()
  const field = page.getByRole('combobox', { name: shellText.palette.en_US })
  await field.fill(number)
  const option = page.getByRole('dialog').getByRole('option', { selected: true })
  await expect(option).toHaveText(`Open document ${number}`)
  expect(asked).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order\/list\?open=\d+/)
  await expect(page.getByRole('dialog')).toContainText(number)

  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await field.fill('UNKNOWN-17')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'No document found for UNKNOWN-17')).toBeVisible()

  // The code of a customer has no digit.
  await page.keyboard.press('Control+k')
  await field.fill('NORTHPEAK')
  await expect(option).toHaveText('Open document NORTHPEAK')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/query\/customer\?open=\d+/)
  await expect(page.getByRole('dialog')).toContainText('NORTHPEAK')
})

test('the checklist collapses once most of it is done, and users without the permission do not see it', async ({
  page,
  browser,
}) => {
  const { owner, staff } = await newCompany({ staff: 1 })
  await enter(page, { as: owner, language: 'en_US' })
  await expect(page.getByRole('heading', { name: setUpCardText.checklist.en_US })).toBeVisible()
  await expect(page.getByRole('link', { name: checkLines.customers.text.en_US })).toBeVisible()

  const context = await browser.newContext()
  const other = await context.newPage()
  await enter(other, { language: 'en_US' })
  await expect(other.getByRole('heading', { name: setUpCardText.checklist.en_US })).toBeVisible()
  await expect(other.getByRole('link', { name: checkLines.customers.text.en_US })).toBeHidden()
  await context.close()

  const third = await browser.newContext()
  const visitor = await third.newPage()
  await enter(visitor, { as: staff[0] ?? '', language: 'en_US' })
  await expect(visitor.getByRole('heading', { name: homeText.tasks.en_US })).toBeVisible()
  await expect(visitor.getByRole('region', { name: homeText.work.en_US })).toHaveCount(0)
  await expect(visitor.getByRole('main').getByRole('button', { name: 'Scan' })).toHaveCount(0)
  await third.close()
})
