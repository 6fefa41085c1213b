import { check } from './barriers.ts'
import { complaintsOf, enter, expect, heading, languages, newCompany, test } from './desk.ts'

const words = {
  zh_CN: {
    title: '仓租',
    fresh: '新建报价',
    code: '报价代码',
    name: '报价名称',
    asDefault: '默认报价',
    save: '保存',
    newVersion: '新版本',
    addTier: '添加区间',
    price: (row: number) => `单价（每体积单位每天），第 ${row} 行`,
    ageFrom: (row: number) => `库龄从（天），第 ${row} 行`,
    ageTo: (row: number) => `到（天），第 ${row} 行`,
    gap: '第 2 行：与上一区间之间有空档',
    complete: '价格完整，可以发布',
    total: '120 天合计 75.00',
    saveDraft: '保存草稿',
    draft: '草稿',
    publish: '发布',
    from: '生效时间',
    past: '生效时间须晚于当前时间',
    pending: '待生效',
    withdraw: '撤回',
    ok: '确 定',
    prices: '客户价格',
    assign: '分配报价',
    missing: '无报价客户',
    noneMissing: '每个客户都有报价',
  },
  en_US: {
    title: 'Storage rent',
    fresh: 'New quote',
    code: 'Quote code',
    name: 'Quote name',
    asDefault: 'Default quote',
    save: 'Save',
    newVersion: 'New version',
    addTier: 'Add tier',
    price: (row: number) => `Price per volume unit and day, row ${row}`,
    ageFrom: (row: number) => `Age from (days), row ${row}`,
    ageTo: (row: number) => `to (days), row ${row}`,
    gap: 'Row 2: There is a gap before this tier',
    complete: 'The prices are complete',
    total: '75.00 for 120 days',
    saveDraft: 'Save draft',
    draft: 'Draft',
    publish: 'Publish',
    from: 'Effective from',
    past: 'The start must be later than now',
    pending: 'Scheduled',
    withdraw: 'Withdraw',
    ok: 'OK',
    prices: 'Customer price',
    assign: 'Assign quote',
    missing: 'Customers without a price',
    noneMissing: 'Every customer has prices',
  },
}

for (const language of languages) {
  const label = words[language]

  test(`storage prices are entered, checked, published and withdrawn (${language})`, async ({ page }) => {
    const complaints = await complaintsOf(page)
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/setting/quote/storage_fee' })
    await expect(heading(page, label.title)).toBeVisible()
    await page.getByRole('button', { name: label.fresh }).first().click()
    const form = page.getByRole('dialog', { name: label.fresh })
    await form.getByLabel(label.code).fill('RENT-1')
    await form.getByLabel(label.name).fill('Rent')
    await form.getByLabel(label.asDefault).check()
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(form).toBeHidden()

    await page.getByRole('cell', { name: 'RENT-1' }).click()
    const drawer = page.getByRole('dialog', { name: 'RENT-1' })
    await drawer.getByRole('button', { name: label.newVersion }).click()
    const editor = page.getByRole('dialog').last()
    await editor.getByRole('button', { name: label.addTier }).click()
    await editor.getByLabel(label.ageTo(1)).fill('45')
    await editor.getByLabel(label.price(1)).fill('0.5')
    await editor.getByRole('button', { name: label.addTier }).click()
    await editor.getByLabel(label.ageFrom(2)).fill('50')
    await editor.getByLabel(label.price(2)).fill('0.70')
    await expect(editor.getByText(label.gap)).toBeVisible()
    await check(page, 'a storage version with a gap')
    await editor.getByLabel(label.ageFrom(2)).fill('46')
    await expect(editor.getByText(label.complete)).toBeVisible()
    await expect(editor.getByText(label.total)).toBeVisible()
    await editor.getByRole('button', { name: label.saveDraft }).click()
    await expect(drawer.getByText(label.draft)).toBeVisible()

    await drawer.getByRole('button', { name: label.publish }).click()
    const publish = page.getByRole('dialog').last()
    await publish.getByLabel(label.from).fill('2026-01-01T00:00')
    await publish.getByRole('button', { name: label.publish }).click()
    await expect(publish.getByText(label.past)).toBeVisible()
    await publish.getByLabel(label.from).fill('2031-01-01T00:00')
    await publish.getByRole('button', { name: label.publish }).click()
    await expect(drawer.getByText(label.pending)).toBeVisible()
    await drawer.getByRole('button', { name: label.withdraw }).click()
    await page.getByRole('button', { name: label.ok, exact: true }).click()
    await expect(drawer.getByText(label.draft)).toBeVisible()

    await page.goto('/setting/quote/customer_price?view=missing')
    await expect(page.getByText(label.noneMissing)).toBeVisible()
    expect(complaints).toEqual([])
  })
}
