import type { Page } from '@playwright/test'
import { columnText } from '../platform/lists/column-text.ts'
import { listText } from '../platform/lists/lists.ts'
import { fill } from '../platform/text/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { blankBin } from '../testing/blank-inputs.ts'
import { call, closeByKey, enter, expect, languages, logInBeside, newCompany, test, toast } from './desk.ts'

const AT = '/setting/account'
const rows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row')
const heads = (page: Page) => page.getByRole('main').locator('thead').first().locator('th')
const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /^(更多|More)$/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

for (const language of languages)
  test(`a view is saved without page and open row, changed, overwritten, shared and deleted (${language})`, async ({
    page,
    browser,
  }) => {
    const name = '同事'
    const { owner, staff } = await newCompany({ staff: 25 })
    await enter(page, { as: owner, at: `${AT}?search=-p&page=2`, language })
    await expect(rows(page)).toHaveCount(5)
    await rows(page).first().getByRole('cell').nth(3).click()
    await expect(page).toHaveURL(/open=/)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await closeByKey(page, dialog)
    await menu(page, listText.saveView[language])
    await dialog.getByRole('textbox', { name: listText.viewName[language] }).fill('同事')
    await dialog.getByRole('checkbox', { name: listText.shareView[language] }).check()
    await dialog.getByRole('button', { name: webText.save[language], exact: true }).click()
    const view = (of: Page) =>
      of.getByRole('navigation', { name: webText.views[language] }).getByRole('link', { name: /^同事/ })
    await expect(view(page)).toHaveAttribute('aria-current', 'true')
    const address = `${AT}?search=-p&saved=${encodeURIComponent('同事')}`
    await expect(page).toHaveURL(address)
    await expect(rows(page)).toHaveCount(20)

    // One more filter: still this view, with a dot until it is saved.
    await page.getByRole('combobox', { name: columnText.status[language] }).click()
    await page.getByTitle(columnText.enabled[language], { exact: true }).click()
    await expect(view(page).getByRole('img', { name: listText.edited[language] })).toBeVisible()
    await menu(page, fill(listText.overwriteView, { name })[language])
    await expect(toast(page, listText.viewSaved[language])).toBeVisible()
    await expect(view(page).getByRole('img')).toHaveCount(0)
    await page.getByRole('button', { name: listText.more[language], exact: true }).click()
    await expect(page.getByRole('menuitem', { name: listText.saveView[language] })).toBeVisible()
    await expect(
      page.getByRole('menuitem', { name: fill(listText.overwriteView, { name })[language] }),
    ).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: webText.clearFilters[language] }).click()
    await expect(page).toHaveURL(AT)

    const theirs = await browser.newContext()
    const other = await theirs.newPage()
    await enter(other, { as: staff[0] ?? '', at: AT, language })
    await expect(view(other)).toHaveAttribute('title', /共享|Shared by/)
    await view(other).click()
    await expect(other).toHaveURL(/isEnabled=1&search=-p&saved=.+&by=\d+$/)
    await expect(view(other)).toHaveAttribute('aria-current', 'true')
    await menu(other, listText.saveView[language])
    // Shared with them, and not theirs to change.
    await expect(other.getByRole('dialog').getByText('同事')).toBeVisible()
    await expect(
      other.getByRole('button', { name: fill(listText.removeView, { name })[language] }),
    ).toHaveCount(0)
    await expect(
      other.getByRole('checkbox', { name: fill(listText.shareThis, { name })[language] }),
    ).toHaveCount(0)

    await menu(page, listText.saveView[language])
    await page.getByRole('button', { name: fill(listText.removeView, { name })[language] }).click()
    await expect(
      page.getByRole('button', { name: fill(listText.removeView, { name })[language] }),
    ).toHaveCount(0)
    await other.goto(AT)
    await expect(rows(other)).toHaveCount(20)
    await expect(view(other)).toHaveCount(0)
    await theirs.close()
  })

test('each user orders, pins and resizes columns and chooses the row height, until reset', async ({
  page,
  browser,
}) => {
  const { owner, staff } = await newCompany({ staff: 1 })
  await enter(page, { as: owner, at: AT })
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: '刷新' }).hover()
  await expect(page.getByRole('tooltip', { name: '刷新 (Shift R)' })).toBeVisible()
  const made = await heads(page).allInnerTexts()
  const dialog = page.getByRole('dialog')
  await menu(page, '列设置')
  await dialog.getByRole('radio', { name: '宽松' }).check()
  await expect(dialog.getByRole('button', { name: '固定 登录账号' })).toBeDisabled()
  await dialog.getByRole('button', { name: '固定 状态' }).click()
  await dialog.getByRole('spinbutton', { name: '姓名 的宽度' }).fill('333')
  await dialog.getByRole('button', { name: '下移 姓名' }).click()
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  const ordered = async () => {
    await expect(heads(page).nth(2)).toHaveText('状态')
    await expect(heads(page).nth(2)).toHaveCSS('position', 'sticky')
    await expect(heads(page).nth(3)).not.toHaveCSS('position', 'sticky')
    const name = page.getByRole('columnheader', { name: '姓名' })
    expect((await name.boundingBox())?.width).toBeGreaterThanOrEqual(333)
    await expect(page.locator('.ant-table-small')).toHaveCount(0)
  }
  await ordered()
  await page.reload()
  await ordered()

  const theirs = await browser.newContext()
  const other = await theirs.newPage()
  await enter(other, { as: staff[0] ?? '', at: AT })
  await expect(other.locator('.ant-table-small')).toHaveCount(1)
  // Without the permission to edit users they have no checkboxes.
  expect(await heads(other).allInnerTexts()).toEqual(made.slice(1))
  await theirs.close()

  await menu(page, '列设置')
  await dialog.getByRole('button', { name: '恢复默认' }).click()
  await expect(page.locator('.ant-table-small')).toHaveCount(1)
  expect(await heads(page).allInnerTexts()).toEqual(made)
})

test('many pasted codes find their bins, and those not found are named', async ({ page }) => {
  const { owner } = await newCompany()
  const token = await logInBeside(page, owner)
  const zone = { zoneCode: 'GOOD', zoneName: 'Good', quality: 'good', purpose: 'storage', isEnabled: true }
  const { data } = await call<{ id: number }>(page, '/gateway/wms/location/save-zone', { token, data: zone })
  for (const locationCode of ['A-01', 'A-02', 'A-03'])
    await call(page, '/gateway/wms/location/create', {
      token,
      data: { ...blankBin, locationCode, zoneId: data.id },
    })
  await enter(page, { as: owner, at: '/setting/warehouse?view=locations' })
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('searchbox').evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'a-01\nA-03\tZ-99')
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('1 个编码未找到：Z-99')).toBeVisible()
  await expect(page.locator('.list-chips')).toContainText('3 个编码')
  await expect(rows(page)).toHaveCount(2)
})
