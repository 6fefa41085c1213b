import { channelsText } from '../channels/text.ts'
import { customersText } from '../customers/text.ts'
import { inventoryText } from '../inventory/locations/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { productsText } from '../products/text.ts'
import { receivingText } from '../receiving/text.ts'
import { enter, expect, languages, test } from './desk.ts'

/** Where a form is opened by which button. */
const places = [
  ['/inbound/list', receivingText.newInbound],
  ['/query/customer', customersText.newCustomer],
  ['/query/productArchives', productsText.newProduct],
  ['/setting/channel', channelsText.newChannel],
  ['/setting/warehouse?view=locations', inventoryText.newLocation],
] as const

for (const language of languages) {
  test(`forms have columns on a wide screen, and Save is always in view (${language})`, async ({ page }) => {
    await enter(page, { language, at: '/setting/account' })
    for (const [at, button] of places) {
      await test.step(at, async () => {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.goto(at)
        await page.getByRole('main').getByRole('button', { name: button[language] }).first().click()
        const form = page.getByRole('dialog').filter({ visible: true })
        const save = form.getByRole('button', { name: webText.save[language], exact: true })
        await expect(save).toBeInViewport({ ratio: 1 })
        await expect(form.locator('.form-foot')).toBeInViewport({ ratio: 1 })
        await page.setViewportSize({ width: 360, height: 740 })
        await expect(save).toBeInViewport({ ratio: 1 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      })
    }
  })
}

test('a new inbound order has its fields in columns, and its first line is in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, { language: 'en_US', at: '/inbound/list' })
  await page.getByRole('button', { name: 'New inbound order' }).click()
  const form = page.getByRole('dialog', { name: 'New inbound order' })
  await expect(form.locator('.inbound-line').last()).toBeInViewport({ ratio: 1 })
  const tops = await form
    .locator('.form-fields > .ant-form-item:not(.is-wide)')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
  expect(new Set(tops.slice(0, 3)).size).toBe(1)
})
