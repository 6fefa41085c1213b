import { devices, type Locator, type Page } from '@playwright/test'
import { listText } from '../platform/lists/lists.ts'
import { webText } from '../platform/text/web/text.ts'
import { check } from './barriers.ts'
import { enter, expect, languages, someOf, tabBar, test } from './desk.ts'
import { lists, stubRareLists } from './every-list.ts'

const WIDTH = 360
test.use({ viewport: { width: WIDTH, height: 740 }, hasTouch: true, userAgent: devices['Pixel 7'].userAgent })

/** Whether all of it is visible without horizontal scrolling. */
async function expectInSight(what: Locator) {
  for (const one of await what.all()) {
    const box = await one.boundingBox()
    if (!box) throw new Error(`${await one.innerHTML()} takes no room`)
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(WIDTH)
  }
}

const firstRow = (page: Page) =>
  page.getByRole('main').locator('.ant-table-row').filter({ visible: true }).first()

test('on a phone every list shows number, quantity and status without scrolling', async ({ page }) => {
  test.slow()
  await stubRareLists(page)
  await enter(page, { at: '/setting/account' })
  for (const [place, [at, columns]] of someOf([...lists.entries()])) {
    const language = languages[place % 2] ?? 'zh_CN'
    await page.evaluate((lang) => localStorage.setItem('lang', lang), language)
    await test.step(`${at} (${language})`, async () => {
      await page.goto(at)
      const row = firstRow(page)
      await expect(row).toBeVisible()
      expect((await row.boundingBox())?.y).toBeLessThanOrEqual(240)
      await expectInSight(row)
      await expectInSight(row.locator('.phone-title'))
      for (const [role, cells] of [
        ['status', row.locator('.phone-status > span')],
        ['quantity', row.locator('.phone-quantities > span')],
      ] as const) {
        const shown = columns.filter(({ phone, isExtra }) => phone === role && !isExtra)
        await expect(cells).toHaveCount(shown.length)
        await expectInSight(cells)
      }
      const title = page.getByRole('main').getByRole('heading', { level: 1 }).filter({ visible: true })
      expect(await title.evaluate((h1) => h1.scrollWidth - h1.clientWidth)).toBe(0)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(WIDTH)
    })
  }
})

test('on a phone an order that failed its audit says why', async ({ page }) => {
  await enter(page, { at: '/order/list?status=audit_exception' })
  const note = firstRow(page).locator('.phone-note')
  await expect(note).not.toBeEmpty()
  await expectInSight(note)
})

test('on a phone the second line of a long name is not cut off', async ({ page }) => {
  await enter(page, { language: 'en_US', at: '/query/customer' })
  await expect(firstRow(page)).toBeVisible()
  const details = page.getByRole('main').locator('.phone-details').filter({ visible: true })
  // What is left of the first 13 pixels is clipped away: there are the dots between details.
  const lines = await details.evaluateAll((boxes) =>
    boxes.map((box) => {
      const range = document.createRange()
      const edge = box.getBoundingClientRect().left + 13
      return [...box.querySelectorAll('span')].flatMap((span) => {
        range.selectNodeContents(span)
        return [...range.getClientRects()].map(({ left }) => Math.round(left - edge))
      })
    }),
  )
  expect(Math.max(...lines.map(({ length }) => length))).toBeGreaterThan(1)
  expect(lines.flat().filter((left) => left < 0)).toEqual([])
})

test('on a phone filters, views and sorting are behind one button, and rows are selected and opened by touch', async ({
  page,
}) => {
  await enter(page, { language: 'en_US', at: '/inbound/list' })
  await expect(firstRow(page)).toBeVisible()
  await page.getByRole('button', { name: webText.filters.en_US }).click()
  const drawer = page.getByRole('dialog', { name: webText.filters.en_US })
  await check(page, 'filters on a phone', '.ant-drawer')
  await drawer.getByRole('combobox', { name: listText.sortBy.en_US }).click()
  await page.getByText('Inbound no. ↑', { exact: true }).click()
  await expect(page).toHaveURL(/sort=inboundNo&order=asc/)
  await drawer.getByRole('button', { name: /^Receiving/ }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/status=receiving/)
  await expect(page.getByRole('button', { name: `${webText.filters.en_US} · 1` })).toBeVisible()

  const row = firstRow(page)
  await expect(row.locator('.phone-status')).toContainText('Receiving')
  await row.getByRole('checkbox').check()
  await expect(page.getByRole('region', { name: webText.bulkActions.en_US })).toBeInViewport()
  const number = await row.locator('.phone-title').innerText()
  await row.locator('.phone-details').click()
  await expect(page.getByRole('dialog')).toContainText(number.trim())
})

test('on a phone the current tab can be closed, and Home stays in reach', async ({ page }) => {
  await enter(page, { language: 'en_US', at: '/' })
  for (const at of ['/query/customer', '/query/stock', '/setting/account', '/inbound/list']) {
    await page.getByRole('button', { name: 'Menu' }).first().click()
    await page.locator(`.ant-drawer a[href="${at}"]`).click()
    await expect(page.locator('.ant-drawer-open')).toHaveCount(0)
  }
  const front = tabBar(page).locator('.tab.is-front')
  const close = front.getByRole('button')
  await expect(close).toBeInViewport({ ratio: 1 })
  const box = await close.boundingBox()
  if (!box) throw new Error('no button')
  const under = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.className,
    [box.x + box.width / 2, box.y + box.height / 2] as const,
  )
  expect(under).toBe('tab-close')
  await close.click()
  await expect(page).not.toHaveURL(/inbound/)
  await tabBar(page).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

test('on a phone the two main buttons of every scan screen are in thumb reach', async ({ page }) => {
  await enter(page, { language: 'en_US', at: '/inbound/list?status=receiving' })
  const no = (await firstRow(page).locator('.phone-title').innerText()).trim()
  for (const at of [
    '/inbound/receive',
    `/inbound/receive?scan=${no}`,
    '/order/outbound',
    '/stock/move',
    '/stock/count',
  ]) {
    await test.step(at, async () => {
      await page.goto(at)
      const main = page.locator('.station-main button')
      await expect(main).toHaveCount(2)
      for (const button of await main.all()) {
        await expect(button).toBeInViewport({ ratio: 1 })
        await expect.poll(async () => (await button.boundingBox())?.y ?? 0).toBeGreaterThan(740 / 2)
      }
      const open = page.locator('.station')
      await open.evaluate((station) => station.scrollTo(0, station.scrollHeight))
      for (const button of await main.all()) await expect(button).toBeInViewport({ ratio: 1 })
    })
  }
})
