import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { check, rounds } from './barriers.ts'
import { complaintsOf, enter, expect, fillAndEnter, heading, newCompany, test, toast } from './desk.ts'

const words = {
  zh_CN: {
    channels: '物流渠道',
    basics: '基础配置',
    fresh: '新建账号',
    name: '账号名称',
    carrier: '承运商',
    password: '密码',
    save: '保存',
    done: '操作成功',
    more: '更多',
    saveView: '视图另存为',
    viewName: '视图名称',
    all: '全部',
    isSet: '密码：已设置',
    test: '测试连接',
    works: '连接成功',
    refused: '承运商拒绝了账号凭证',
    calls: '最近 50 次调用',
    edit: '编辑',
    freshPlatform: '新建平台',
    code: '平台代码',
    platformName: '平台名称',
    address: '接口地址',
    addressForm: '请填写公网 https 地址，不含用户名、密码和参数',
    cost: '运费位置',
    currency: '币种位置',
    send: '发送示例包裹',
    read: /运单号 ZX-1，面单 PNG/,
    fee: '运费 4.50 USD',
    bought: '获取面单',
    takeBack: '作废示例面单',
    isVoid: '面单已作废',
  },
  en_US: {
    channels: 'Logistics channels',
    basics: 'Basic configuration',
    fresh: 'New account',
    name: 'Account name',
    carrier: 'Carrier',
    password: 'Password',
    save: 'Save',
    done: 'Operation succeeded',
    more: 'More',
    saveView: 'Save as a view',
    viewName: 'View name',
    all: 'All',
    isSet: 'Password: Set',
    test: 'Test connection',
    works: 'Connection successful',
    refused: 'The carrier rejected the credentials',
    calls: 'Last 50 calls',
    edit: 'Edit',
    freshPlatform: 'New platform',
    code: 'Platform code',
    platformName: 'Platform name',
    address: 'API address',
    addressForm: 'Enter a public https address without user name, password or query parameters',
    cost: 'Cost path',
    currency: 'Currency path',
    send: 'Send sample package',
    read: /Tracking number ZX-1, label PNG/,
    fee: 'Cost 4.50 USD',
    bought: 'Buy label',
    takeBack: 'Void the sample label',
    isVoid: 'Label voided',
  },
} as const

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A carrier's platform on this machine, which the test settings allow the server to reach. */
async function aPlatform() {
  const heard: string[] = []
  const server = createServer(async (request, reply) => {
    heard.push(await text(request))
    if (request.method === 'GET') return void reply.writeHead(404).end()
    if (request.method === 'DELETE') return void reply.writeHead(204).end()
    const label = { id: 'L1', trackingNo: 'ZX-1', label: PNG, fee: '4.50', currency: 'USD' }
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(label))
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, heard, close: () => server.close() }
}

for (const { language, theme } of rounds) {
  const label = words[language]

  test(`a carrier account is added and tested, and never shows its password again (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, theme, at: '/setting/channel?view=accounts' })
    await expect(heading(page, label.channels)).toBeVisible()
    await page.getByRole('button', { name: label.fresh }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel(label.name).fill('Main')
    await form.getByLabel(label.carrier, { exact: true }).fill('DEMO')
    await form.getByLabel(label.password).fill('harmless1')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(toast(page, label.done)).toBeVisible()

    await fillAndEnter(page.getByRole('searchbox'), 'main')
    await expect(page).toHaveURL(/search=main/)
    await page.getByRole('button', { name: label.more, exact: true }).click()
    await page.getByRole('menuitem', { name: label.saveView }).click()
    await form.getByRole('textbox', { name: label.viewName }).fill('DEMO 1')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(page.getByRole('link', { name: 'DEMO 1' })).toHaveAttribute('aria-current', 'true')
    await page.getByRole('link', { name: label.all, exact: true }).click()
    await expect(page).toHaveURL('/setting/channel?view=accounts')

    const row = page.locator('.ant-table-tbody tr.ant-table-row').first()
    await row.click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(label.isSet)).toBeVisible()
    await drawer.getByRole('button', { name: label.test, exact: true }).click()
    await expect(drawer.getByText(label.works)).toBeVisible()
    await expect(drawer.getByRole('region', { name: label.calls }).getByText('200')).toBeVisible()

    await drawer.getByRole('button', { name: label.edit, exact: true }).click()
    await expect(drawer.getByLabel(label.password)).toHaveValue('')
    await drawer.getByLabel(label.password).fill('DEMO-AUTH')
    await drawer.getByRole('button', { name: label.save, exact: true }).click()
    await drawer.getByRole('button', { name: label.test, exact: true }).click()
    await expect(drawer.getByText(label.refused)).toBeVisible()
    await check(page, 'account')
    expect(complaints).toEqual([])
  })

  test(`a self-built platform is set up and tested: request, response and what was read from it (${language})`, async ({
    page,
  }) => {
    const platform = await aPlatform()
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, theme, at: '/setting/basicData?view=self_built' })
    await expect(heading(page, label.basics)).toBeVisible()
    await page.getByRole('button', { name: label.freshPlatform }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel(label.code).fill('ZX')
    await form.getByLabel(label.platformName).fill('中欣快运')
    await form.getByLabel(label.address, { exact: true }).fill('https://192.168.1.1/api')
    await form.getByLabel(label.cost).fill('fee')
    await form.getByLabel(label.currency).fill('currency')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(form.getByText(label.addressForm)).toBeVisible()
    await form.getByLabel(label.address, { exact: true }).fill(platform.address)
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(toast(page, label.done)).toBeVisible()

    await page.locator('.ant-table-tbody tr.ant-table-row').first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: label.send, exact: true }).click()
    await expect(drawer.getByText(label.read)).toBeVisible()
    await expect(drawer.getByText(label.fee)).toBeVisible()
    await drawer.getByRole('button', { name: label.bought }).click()
    await expect(drawer.getByText('"trackingNo": "ZX-1"')).toBeVisible()
    await expect(drawer.getByText('authorization: •••').first()).toBeVisible()
    expect(platform.heard.some((body) => body.includes('"zip":"94104"'))).toBe(true)
    await drawer.getByRole('button', { name: label.takeBack }).click()
    await expect(drawer.getByText(label.isVoid)).toBeVisible()
    await expect(drawer.getByRole('button', { name: label.takeBack })).toHaveCount(0)
    await check(page, 'platform')
    platform.close()
  })
}

test('a satellite has its own carrier accounts, but can only view its channels', async ({ page }) => {
  await enter(page, { as: 'satellite', language: 'zh_CN', at: '/setting/channel' })
  await expect(page.getByText('当前系统版本中此页面为只读，由主仓库维护')).toBeVisible()
  await page.goto('/setting/channel?view=accounts')
  await expect(page.getByRole('button', { name: words.zh_CN.fresh }).first()).toBeVisible()
})
