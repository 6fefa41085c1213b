import type { Page } from '@playwright/test'
import { stockText } from '../inventory/stock/text.ts'
import { enter, expect, languages, someOf, test } from './desk.ts'
import { lists, stubRareLists } from './every-list.ts'

test.use({ viewport: { width: 1280, height: 800 } })

const rows = (page: Page) => page.getByRole('main').locator('.ant-table-row').filter({ visible: true })

// Each list in one language, and in the other journey in the other.
for (const [shift, first] of languages.entries()) {
  test(`every list marks the column it is sorted by, and no search hint is cut off (${first} first)`, async ({
    page,
  }) => {
    test.slow()
    await stubRareLists(page)
    await enter(page, { at: '/setting/account' })
    for (const [place, [at, columns]] of someOf([...lists.entries()])) {
      const language = languages[(place + shift) % 2] ?? 'zh_CN'
      await page.evaluate((lang) => localStorage.setItem('lang', lang), language)
      await test.step(`${at} (${language})`, async () => {
        await page.goto(at)
        await expect(rows(page).first()).toBeVisible()
        const marked = page.getByRole('main').locator('th[aria-sort]').filter({ visible: true })
        await expect(marked).toHaveCount(1)
        const title = await marked.innerText()
        expect(columns.filter(({ sortKey }) => sortKey).map((column) => column.title[language])).toContain(
          title,
        )
        expect.soft(await cutOff(page), `${at} (${language})`).toEqual([])
      })
    }
  })
}

/** The hints of fields that are wider than their field. */
const cutOff = (page: Page) =>
  page
    .locator('main .list-filters')
    .filter({ visible: true })
    .evaluateAll((groups) => {
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) throw new Error('nothing to measure with')
      return groups.flatMap((group) => [
        ...[...group.querySelectorAll<HTMLInputElement>('input[placeholder]')].flatMap((input) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(input)
          pen.font = font
          const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
          return pen.measureText(input.placeholder).width > room + 0.5 ? [input.placeholder] : []
        }),
        ...[...group.querySelectorAll('.ant-select-placeholder')].flatMap((hint) =>
          hint.scrollWidth > hint.clientWidth ? [hint.textContent] : [],
        ),
      ])
    })

test('every drawer has the same width and fills a phone', async ({ page }) => {
  await enter(page, { language: 'en_US', at: '/setting/account' })
  for (const at of [
    '/inbound/list',
    '/query/stock?mode=location',
    '/setting/channel',
    '/setting/account',
    '/setting/audit',
  ]) {
    await test.step(at, async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(at)
      await rows(page).first().click()
      const drawer = page.locator('.ant-drawer-content-wrapper')
      await expect(drawer).toBeVisible()
      expect((await drawer.boundingBox())?.width).toBe(960)
      await page.setViewportSize({ width: 360, height: 740 })
      expect((await drawer.boundingBox())?.width).toBe(360)
    })
  }
})

for (const language of languages) {
  test(`the stock drawer shows product, customer and quantity (${language})`, async ({ page }) => {
    await enter(page, { language, at: '/query/stock' })
    const row = rows(page).first()
    await expect(row.locator('td').nth(4)).toHaveText(/\d/)
    const [, sku = '', customer = '', product = '', onHand = '', available = ''] = await row
      .locator('td')
      .allInnerTexts()
      .then((cells) => ['', ...cells.map((cell) => cell.trim())])
    await row.click()
    const drawer = page.getByRole('dialog', { name: `${sku} · ${product}` })
    await expect(drawer.locator('.drawer-owner')).toHaveText(customer)
    await expect(drawer.locator('.drawer-totals dd').nth(0)).toHaveText(onHand)
    await expect(drawer.locator('.drawer-totals dd').nth(1)).toHaveText(available)

    const move = drawer.getByRole('button', { name: stockText.move[language], exact: true })
    await expect(move).toBeDisabled()
    await expect(drawer.getByText(stockText.tickRows[language])).toBeVisible()
    await drawer.locator('tbody').getByRole('checkbox').first().check()
    await expect(drawer.getByText(stockText.tickRows[language])).toBeHidden()
    await expect(drawer.getByRole('button', { name: stockText.adjust[language] })).toBeEnabled()
  })
}
