import type { Page } from '@playwright/test'
import { channelsText } from '../channels/text.ts'
import { customersText } from '../customers/text.ts'
import { inventoryText } from '../inventory/locations/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { productsText } from '../products/text.ts'
import { receivingText } from '../receiving/text.ts'
import { blankCustomer } from '../testing/blank-inputs.ts'
import { call, enter, expect, languages, logInBeside, newCompany, test, toast } from './desk.ts'

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

/** A company with one customer, whose edit form is open. */
async function editedCustomer(page: Page) {
  const { owner } = await newCompany()
  const token = await logInBeside(page, owner)
  const customer = { ...blankCustomer, customerCode: 'ACME', contact: 'Ann' }
  const { data } = await call<{ id: number }>(page, '/gateway/wms/customer/create', { token, data: customer })
  await enter(page, { as: owner, language: 'en_US', at: `/query/customer?open=${data.id}` })
  const drawer = page.getByRole('dialog')
  const edit = () => drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  await edit()
  return {
    drawer,
    edit,
    id: data.id,
    phone: drawer.getByLabel('Phone'),
    save: () => drawer.getByRole('button', { name: 'Save', exact: true }).click(),
    changeBeside: (rowVersion: number, contact: string) =>
      call(page, '/gateway/wms/customer/edit', {
        token,
        data: { ...blankCustomer, id: data.id, rowVersion, contact },
      }),
  }
}

test('a form does not overwrite what was saved elsewhere while it was open, nor does its draft after a reload', async ({
  page,
}) => {
  const { drawer, edit, phone, save, changeBeside } = await editedCustomer(page)
  page.on('dialog', (dialog) => dialog.accept())
  await phone.fill('555 1')
  expect((await changeBeside(1, 'Bob')).success).toBe(true)
  const changed = drawer.getByRole('alert').filter({ hasText: 'Someone else changed this' })
  await expect(async () => {
    // Coming back to the page loads its data again, if it is older than a few seconds.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(changed).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(drawer.getByLabel('Contact')).toHaveValue('Bob')
  await save()
  await expect(toast(page, 'This customer was changed by someone else')).toBeVisible()

  await page.reload()
  await edit()
  await expect(phone).toHaveValue('555 1')
  await expect(changed).toBeVisible()
  await save()
  await expect(toast(page, 'This customer was changed by someone else')).toBeVisible()
  await changed.getByRole('button', { name: 'Discard changes' }).click()
  await expect(phone).toHaveValue('')
  await expect(changed).toHaveCount(0)

  await phone.fill('555 2')
  expect((await changeBeside(2, 'Cid')).success).toBe(true)
  await save()
  await changed.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(changed).toHaveCount(0)
  await save()
  await expect(drawer.getByText('555 2')).toBeVisible()
  await expect(drawer.getByText('Cid')).toBeVisible()
})

test('cancelled input does not come back, and closing a form asks before it discards input', async ({
  page,
}) => {
  const { drawer, edit, phone } = await editedCustomer(page)
  await phone.fill('555 1')
  await drawer.getByRole('button', { name: 'Cancel', exact: true }).click()
  await edit()
  await expect(phone).toHaveValue('')

  await phone.fill('555 2')
  const asked: string[] = []
  page.once('dialog', async (dialog) => {
    asked.push(dialog.message())
    await dialog.dismiss()
  })
  await drawer.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => asked).toEqual(['Discard your changes?'])
  await expect(phone).toHaveValue('555 2')

  page.once('dialog', (dialog) => dialog.accept())
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await page.getByRole('cell', { name: 'ACME' }).first().click()
  await expect(phone).toHaveValue('')

  // Nothing typed, nothing asked.
  await drawer.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(drawer).toHaveCount(0)
})
