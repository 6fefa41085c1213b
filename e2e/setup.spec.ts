import type { Page } from '@playwright/test'
import { asCompany, enter, expect, fillAndEnter, heading, languages, newCompany, test } from './desk.ts'

const words = {
  zh_CN: {
    home: '首页',
    setUp: '初始设置',
    stepOf: (n: number) => `第 ${n} 步，共 5 步`,
    yourName: '您的姓名',
    twoSteps: '两步：先收货，再上架',
    oneStep: '一步：收货即上架',
    name: '仓库名称',
    stepWarehouse: /^.?仓库$/,
    stepLocations: /^.?库位$/,
    country: '国家/地区',
    america: 'US 美国',
    state: '州/省',
    city: '城市',
    zip: '邮编',
    address1: '地址 1',
    contact: '联系人',
    phone: '电话',
    next: '保存并继续',
    needed: '必填',
    unit: '计量单位',
    imperial: '英制(LB/IN)',
    currency: '币种',
    again: '请再输入一次币种和单位',
    forGood: '确认，以后不再修改',
    different: '与所选的币种和单位不一致',
    later: '以后再设置',
    checklist: '设置清单',
    finish: '完成初始设置',
    platform: '自建平台：由您描述的 HTTP 接口出单',
    newPlatform: '新建平台',
    carrierWay: '承运商：由 EasyPost 或演示承运商出单',
    newAccount: '新建账号',
    accountName: '账号名称',
    carrier: '承运商',
    password: '密码',
    save: '保存',
    test: '测试连接',
    refused: '承运商拒绝了账号凭证',
    channelCode: '渠道代码',
    channelName: '渠道名称',
    service: '服务代码',
    serviceNeeded: '承运商 API 渠道需要服务代码',
    samples: '填入示例数据',
    unfinished: '初始设置尚未完成',
  },
  en_US: {
    home: 'Home',
    setUp: 'Setup',
    stepOf: (n: number) => `Step ${n} of 5`,
    create: (n: number) => `Create ${n} and continue`,
    aisles: 'Aisles',
    channelCode: 'Channel code',
    channelName: 'Channel name',
    next: 'Save and continue',
    platform: 'Self-built platform: an HTTP API that you describe creates the label',
    newPlatform: 'New platform',
    carrierWay: 'Carrier: EasyPost or the demo carrier creates the label',
    newAccount: 'New account',
    accountName: 'Account name',
    carrier: 'Carrier',
    password: 'Password',
    save: 'Save',
    test: 'Test connection',
    refused: 'The carrier rejected the credentials',
    service: 'Service code',
    serviceNeeded: 'A carrier API channel requires a service code',
    channels: 'Create a logistics channel',
    customerCode: 'Customer code',
    customerName: 'Customer name',
    withLogin: 'Create a login as well',
    account: 'Login account',
    generate: 'Generate',
    saveAndFinish: 'Save and finish',
    handed: 'Done',
    finished: 'Setup is complete',
    toHome: 'Go to Home',
    checklist: 'Setup checklist',
    customers: 'Create a customer',
    products: 'Create or import products',
    samples: 'Load sample data',
    unfinished: 'Setup is not complete',
  },
}

/** A company on its first day: a warehouse without details. */
async function freshCompany() {
  const company = await newCompany({ staff: 1 })
  await asCompany(company.tenantId, async (db) => {
    await db.query('alter table warehouses disable trigger set_once')
    await db.query(
      'update warehouses set currency_code = null, unit = null, init_step = 1 where tenant_id = $1',
      [company.tenantId],
    )
    await db.query('alter table warehouses enable trigger set_once')
  })
  return company
}

const named = (label: string) => new RegExp(`^(\\* )?${label.replace(/[/()]/g, '\\$&')}$`)
const field = (page: Page, label: string) => page.getByRole('textbox', { name: named(label) })
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

async function choose(page: Page, label: string, option: string) {
  await fillAndEnter(page.getByRole('combobox', { name: named(label) }), option)
}

/** Nothing extends beyond the edge of the screen. */
const fits = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0)

test('a company starts its setup in Chinese, postpones it, and finishes in English on another device', async ({
  page,
  browser,
}) => {
  const { owner } = await freshCompany()
  const zh = words.zh_CN
  await enter(page, { as: owner, language: 'zh_CN' })
  await expect(page).toHaveURL('/setup')
  await expect(heading(page, zh.setUp)).toBeVisible()
  await expect(page.getByText(zh.stepOf(1))).toBeVisible()

  await press(page, zh.next)
  await expect(page.getByText(zh.needed).first()).toBeVisible()
  await field(page, zh.yourName).fill('李安')
  await expect(page.getByRole('radio', { name: zh.oneStep })).toBeChecked()
  await page.getByRole('radio', { name: zh.twoSteps }).check()
  await field(page, zh.name).fill('洛杉矶仓')
  await choose(page, zh.country, zh.america)
  await page.getByRole('combobox', { name: named(zh.state) }).fill('CA')
  for (const [label, value] of [
    [zh.city, 'Ontario'],
    [zh.zip, '91761'],
    [zh.address1, '4300 E Jurupa St'],
    [zh.contact, '安'],
    [zh.phone, '+1 909 555 0199'],
  ] as const)
    await field(page, label).fill(value)
  await press(page, zh.next)
  await expect(page.getByText(zh.stepOf(2))).toBeVisible()
  await expect(page.getByRole('banner').getByText('洛杉矶仓')).toBeVisible()

  await choose(page, zh.unit, zh.imperial)
  await choose(page, zh.currency, 'USD')
  await field(page, zh.again).fill('USD')
  await press(page, zh.forGood)
  await expect(page.getByText(zh.different)).toBeVisible()
  await field(page, zh.again).fill('usd lb/in')
  // The next step is shown even if the top bar is loaded long after the form.
  await page.route('**/home/top-info*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await press(page, zh.forGood)
  await expect(page.getByText(zh.stepOf(3))).toBeVisible()
  await expect(page.getByRole('banner').getByText('USD')).toBeVisible()

  // The selection is kept when the step is opened again.
  await page.getByRole('button', { name: zh.stepWarehouse }).click()
  await expect(field(page, zh.yourName)).toHaveValue('李安')
  await expect(page.getByRole('radio', { name: zh.twoSteps })).toBeChecked()
  await page.getByRole('button', { name: zh.stepLocations }).click()
  await expect(page.getByText(zh.stepOf(3))).toBeVisible()

  await press(page, zh.later)
  await expect(heading(page, zh.home)).toBeVisible()
  const card = page.getByRole('region', { name: zh.checklist })
  await card.getByRole('link', { name: zh.finish }).click()
  await expect(page.getByText(zh.stepOf(3))).toBeVisible()
  await page.context().close()

  const en = words.en_US
  const other = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const phone = await other.newPage()
  await enter(phone, { as: owner, language: 'en_US' })
  await expect(phone).toHaveURL('/setup')
  await expect(phone.getByText(en.stepOf(3))).toBeVisible()
  await fits(phone)
  await field(phone, en.aisles).fill('A')
  await press(phone, en.create(80))
  await expect(phone.getByText(en.stepOf(4))).toBeInViewport()
  await fits(phone)
  await field(phone, en.channelCode).fill('VAN')
  await field(phone, en.channelName).fill('Own van')
  await press(phone, en.next)
  await expect(phone.getByText(en.stepOf(5))).toBeInViewport()
  await expect(phone.getByRole('button', { name: en.samples })).toBeVisible()

  await field(phone, en.customerCode).fill('ACME')
  await field(phone, en.customerName).fill('Acme Ltd.')
  await phone.getByRole('checkbox', { name: en.withLogin }).check()
  await field(phone, en.account).fill(`${owner}-acme`)
  await press(phone, en.generate)
  await press(phone, en.saveAndFinish)
  await expect(phone.getByText(`${owner}-acme`)).toBeVisible()
  await press(phone, en.handed)
  await expect(phone.getByRole('heading', { name: en.finished })).toBeVisible()
  await expect(phone.locator('.setup-dot').last()).toHaveText('✓')
  await press(phone, en.toHome)
  const list = phone.getByRole('region', { name: en.checklist })
  await list.locator('summary').click()
  await expect(list.getByRole('listitem').filter({ hasText: en.customers })).toContainText('Done')
  await expect(list.getByRole('listitem').filter({ hasText: en.channels })).toContainText('Done')
  await list.getByRole('link', { name: en.products }).click()
  await expect(phone).toHaveURL('/query/productArchives')
  await other.close()
})

for (const language of languages) {
  const label = words[language]

  test(`the setup can create a carrier channel and sample data; users without the permission see that it is under way (${language})`, async ({
    page,
    browser,
  }) => {
    const { owner, staff, tenantId } = await freshCompany()
    await asCompany(tenantId, async (db) => {
      await db.query(
        `update warehouses set currency_code = 'USD', unit = 1, country_code = 'US', init_step = 4 where tenant_id = $1`,
        [tenantId],
      )
    })
    await enter(page, { as: owner, language, at: '/setup' })
    await expect(page.getByText(label.stepOf(4))).toBeVisible()
    await page.getByRole('radio', { name: label.platform }).check()
    await expect(page.getByRole('button', { name: label.newPlatform })).toBeVisible()
    await expect(page.getByRole('button', { name: label.newAccount })).toHaveCount(0)
    await page.getByRole('radio', { name: label.carrierWay }).check()
    await press(page, label.newAccount)
    const form = page.getByRole('dialog', { name: label.newAccount })
    await form.getByLabel(label.accountName).fill('Trial')
    await form.getByLabel(label.carrier, { exact: true }).fill('UPS')
    await form.getByLabel(label.password).fill('DEMO-AUTH')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(page.getByRole('main').getByText('Trial · UPS')).toBeVisible()
    await expect(field(page, label.carrier)).toHaveValue('UPS')
    await press(page, label.test)
    await expect(page.getByText(label.refused)).toBeVisible()
    await field(page, label.channelCode).fill('GROUND')
    await field(page, label.channelName).fill('UPS Ground')
    await press(page, label.next)
    await expect(page.getByText(label.serviceNeeded)).toBeVisible()
    // Unsent input is kept until the next day.
    page.once('dialog', (question) => question.accept())
    await page.reload()
    await expect(page.getByRole('main').getByText('Trial · UPS')).toBeVisible()
    await field(page, label.service).fill('GROUND')
    await press(page, label.next)
    await expect(page.getByText(label.stepOf(5))).toBeVisible()
    await press(page, label.samples)
    await expect(page.getByRole('button', { name: label.samples })).toHaveCount(0, { timeout: 20_000 })
    await page.goto('/query/customer')
    await expect(page.getByRole('cell', { name: /^SAMPLE-/ })).toHaveCount(3)

    const context = await browser.newContext()
    const colleague = await context.newPage()
    await enter(colleague, { as: staff[0] ?? '', language })
    await expect(heading(colleague, label.home)).toBeVisible()
    await expect(colleague.getByRole('region', { name: label.unfinished })).toBeVisible()
    await context.close()
  })
}
