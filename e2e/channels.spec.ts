import type { Page } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import { check, rounds } from './barriers.ts'
import {
  call,
  closeByKey,
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  heading,
  logInBeside,
  newCompany,
  strike,
  test,
  toast,
} from './desk.ts'

const words = {
  zh_CN: {
    title: '物流渠道',
    empty: '暂无物流渠道',
    fresh: '新建渠道',
    truck: '自有车辆或自提',
    platform: '平台面单',
    api: '承运商 API',
    pattern: '运单号格式',
    tryNumber: '试一个运单号',
    fits: '符合格式',
    fitsNot: '不符合格式',
    importNumbers: '导入号码',
    numbers: '导入运单号池',
    number: '号码',
    choose: '选择文件',
    numberTaken: '号码已在别的号段或列表中',
    start: '导入 2 行',
    imported: '导入 2 行，失败 1 行',
    close: '关闭',
    edit: '编辑',
    log: '日志查询',
    nameHere: '中文名称',
    renamed: '市内快递',
    code: '渠道代码',
    nameZh: '中文名称',
    nameEn: '英文名称',
    carrier: '承运商',
    source: '面单来源',
    selfBuilt: '自建渠道',
    account: '承运商账号',
    service: '服务代码',
    accountNeeded: '承运商 API 渠道需要账号',
    countries: '可到国家/地区',
    prefix: '前缀',
    last: '结束号',
    preview: '50 个号码：LA00000001 至 LA00000050',
    runningOut: '号码不足',
    warning: '只剩 50 个号码，请添加号段或导入号码。',
    addRange: '添加号段',
    taken: '其中有号码已在别的号段或列表中',
    divisor: '体积重除数',
    save: '保存',
    done: '操作成功',
    select: '选择第 1 行',
    disable: '停用',
    consequence: '停用后新订单不能选择，也不再购买新面单；已打印的面单和进行中的订单继续。',
    disabled: '停用',
    copy: '复制',
    readOnly: '当前系统版本中此页面为只读，由主仓库维护',
    notAllowed: '没有查看权限',
    accounts: '承运商账号',
    newAccount: '新建账号',
    label: '面单预览',
    format: '面单格式',
    stamp: '面单水印',
    ask: '查询承运商的服务',
    express: 'DEMO · EXPRESS · 10.00 USD · 1 天',
    isSet: '密码：已设置',
    test: '测试连接',
    works: '连接成功',
    calls: '最近 50 次调用',
    rates: '询价',
    openAccount: '修改账号与凭证',
    method: '计费方式',
    flat: '固定单价',
  },
  en_US: {
    title: 'Logistics channels',
    empty: 'No logistics channels yet',
    fresh: 'New channel',
    truck: 'Own truck or pickup',
    platform: 'Platform label',
    api: 'Carrier API',
    pattern: 'Tracking number format',
    tryNumber: 'Test a number',
    fits: 'Matches',
    fitsNot: 'Doesn’t match',
    importNumbers: 'Import numbers',
    numbers: 'Import: Tracking numbers',
    number: 'Number',
    choose: 'Choose a file',
    numberTaken: 'This number is already in another range or import',
    start: 'Import 2 rows',
    imported: '2 rows imported, 1 failed',
    close: 'Close',
    edit: 'Edit',
    log: 'Log',
    nameHere: 'English name',
    renamed: 'City courier',
    code: 'Channel code',
    nameZh: 'Chinese name',
    nameEn: 'English name',
    carrier: 'Carrier',
    source: 'Label source',
    selfBuilt: 'Self-built',
    account: 'Carrier account',
    service: 'Service code',
    accountNeeded: 'A carrier API channel requires an account',
    countries: 'Destination countries',
    prefix: 'Prefix',
    last: 'Last number',
    preview: '50 numbers: LA00000001 to LA00000050',
    runningOut: 'Running low',
    warning: 'Only 50 numbers left. Add a range or import numbers.',
    addRange: 'Add range',
    taken: 'Some of these numbers are already in another range or import',
    divisor: 'Volumetric divisor',
    save: 'Save',
    done: 'Operation succeeded',
    select: 'Select row 1',
    disable: 'Disable',
    consequence:
      'New orders can’t use them and no new labels are bought. Printed labels and orders in progress continue.',
    disabled: 'Disabled',
    copy: 'Copy',
    readOnly: 'Read-only in this system version; maintained by the main warehouse',
    notAllowed: 'You don’t have permission to view this',
    accounts: 'Carrier accounts',
    newAccount: 'New account',
    label: 'Label preview',
    format: 'Label format',
    stamp: 'Watermark',
    ask: 'Get services from carrier',
    express: 'DEMO · EXPRESS · 10.00 USD · 1 day',
    isSet: 'Password: Set',
    test: 'Test connection',
    works: 'Connection successful',
    calls: 'Last 50 calls',
    rates: 'Get rates',
    openAccount: 'Edit account and credentials',
    method: 'Billing method',
    flat: 'Flat per package',
  },
} as const

const AT = '/setting/channel'
const rows = (page: Page) => page.locator('.ant-table-tbody tr.ant-table-row')

for (const { language, theme } of rounds) {
  const labels = words[language]

  test(`a self-built channel is created with the keyboard, gets tracking numbers, and warns when few are left (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, theme, at: AT })
    await expect(heading(page, labels.title)).toBeVisible()
    await expect(page.getByText(labels.empty)).toBeVisible()
    await strike(page, 'n')
    const form = page.getByRole('dialog', { name: labels.fresh })
    await expect(form.getByLabel(labels.code)).toBeFocused()
    await page.keyboard.type('LOCAL', { delay: 60 })
    await page.keyboard.press('Tab')
    await page.keyboard.type('同城快递')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Local courier')
    await page.keyboard.press('Tab')
    await page.keyboard.type('self')
    await page.keyboard.press('Escape')
    await expect(form.getByText(labels.selfBuilt, { exact: true })).toBeVisible()
    await form.getByRole('combobox', { name: labels.countries }).focus()
    await page.keyboard.type('US ')
    await expect(page.locator('.ant-select-item-option-active')).toContainText('US')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await form.getByLabel(labels.prefix).focus()
    await page.keyboard.type('la')
    await form.getByLabel(labels.last).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('50')
    await expect(form.getByText(labels.preview)).toBeVisible()
    await check(page, 'new channel')
    await page.keyboard.press('Enter')
    await expect(toast(page, labels.done)).toBeVisible()

    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText(labels.runningOut)
    await rows(page).first().click()
    const drawer = page.getByRole('dialog', { name: /LOCAL/ })
    await expect(drawer.getByText(labels.warning)).toBeVisible()
    await check(page, 'channel')
    await drawer.getByRole('button', { name: labels.addRange }).click()
    const range = page.getByRole('dialog', { name: labels.addRange })
    await range.getByLabel(labels.prefix).fill('LA')
    await range.getByRole('button', { name: labels.save, exact: true }).click()
    await expect(range.getByText(labels.taken)).toBeVisible()
    await range.getByLabel(labels.prefix).fill('LB')
    await range.getByRole('button', { name: labels.save, exact: true }).click()
    await expect(drawer.getByText(labels.warning)).toHaveCount(0)
    await expect(drawer.getByText('LB00000001 – LB99999999')).toBeVisible()

    await drawer.getByRole('button', { name: labels.importNumbers }).click()
    const sheet = page.getByRole('dialog', { name: labels.numbers })
    const lines = [
      [labels.code, labels.number],
      ['local', 'la-0001'],
      ['LOCAL', 'LA-0002'],
      ['LOCAL', 'LA00000007'],
    ]
    await sheet.getByLabel(labels.choose).setInputFiles({
      name: 'numbers.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: lines }] })),
    })
    await expect(sheet.getByText(labels.numberTaken)).toBeVisible()
    await sheet.getByRole('button', { name: labels.start }).click()
    await expect(sheet.getByText(labels.imported)).toBeVisible()
    await sheet.getByRole('button', { name: labels.close, exact: true }).last().click()
    await expect(drawer.getByText('LA-0001 – LA-0002')).toBeVisible()

    await drawer.getByRole('button', { name: labels.edit, exact: true }).click()
    await drawer.getByLabel(labels.nameHere).fill(labels.renamed)
    await drawer.getByRole('button', { name: labels.save, exact: true }).click()
    await expect(drawer.getByText(labels.renamed).first()).toBeVisible()
    await drawer.getByRole('button', { name: labels.close, exact: true }).first().click()
    await expect(rows(page).first()).toContainText(labels.renamed)
    await page.getByRole('link', { name: labels.log, exact: true }).click()
    await expect(page).toHaveURL(/type=channel/)
    await expect(page.getByRole('row').filter({ hasText: labels.renamed })).toContainText('LOCAL')
    expect(complaints).toEqual([])
  })

  test(`a template fills in the form, the form asks only for what the label source needs, and disabling a channel says what follows (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: AT })
    await page.getByRole('button', { name: labels.api, exact: true }).click()
    const form = page.getByRole('dialog', { name: labels.fresh })
    await expect(form.getByLabel(labels.code)).toHaveValue('CARRIER')
    await expect(form.getByLabel(labels.service)).toBeVisible()
    await expect(form.getByLabel(labels.divisor)).toBeVisible()
    await expect(form.getByLabel(labels.prefix)).toHaveCount(0)
    await form.getByLabel(labels.service).fill('GROUND')
    await form.getByRole('combobox', { name: new RegExp(`${labels.carrier}$`) }).fill('ups')
    await page.keyboard.press('Escape')
    await form.getByLabel(labels.divisor).fill('139')
    await expect(form.getByText(/172\.66/)).toBeVisible()
    await fillAndEnter(form.getByRole('combobox', { name: labels.countries }), 'US')
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: labels.save, exact: true }).click()
    await expect(form.getByText(labels.accountNeeded)).toBeVisible()
    await closeByKey(page, form)

    await page.getByRole('button', { name: labels.platform, exact: true }).click()
    await form.getByLabel(labels.pattern).fill('1Z[A-Z0-9]{16}')
    await form.getByLabel(labels.tryNumber).fill('1Z999AA10123456784')
    await expect(form.getByText(labels.fits, { exact: true })).toBeVisible()
    await form.getByLabel(labels.tryNumber).fill('9400111899223')
    await expect(form.getByText(labels.fitsNot, { exact: true })).toBeVisible()
    await closeByKey(page, form)

    await page.getByRole('button', { name: labels.truck, exact: true }).click()
    await expect(form.getByLabel(labels.nameEn)).toHaveValue('Own truck or pickup')
    await expect(form.getByLabel(labels.service)).toHaveCount(0)
    await fillAndEnter(form.getByRole('combobox', { name: labels.countries }), 'US')
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: labels.save, exact: true }).click()
    await expect(rows(page)).toHaveCount(1)

    await page.getByRole('checkbox', { name: labels.select }).check()
    await page.getByRole('button', { name: labels.disable, exact: true }).click()
    await expect(page.getByText(labels.consequence)).toBeVisible()
    await page.getByRole('tooltip').getByRole('button', { name: labels.disable, exact: true }).click()
    await expect(rows(page).first()).toContainText(labels.disabled)
    await page.getByRole('checkbox', { name: labels.select }).check()
    await page.getByRole('button', { name: labels.copy, exact: true }).click()
    await page.getByRole('tooltip').getByRole('button', { name: labels.copy, exact: true }).click()
    await expect(page.getByText('TRUCK-COPY')).toBeVisible()
  })

  test(`a carrier channel shows a sample label, the services of its carrier and its carrier account (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, theme, at: AT })
    const token = await logInBeside(page, owner)
    const none = { platformId: null, accountNo: null, apiKey: null, user: null, accessToken: null }
    const account = { adapter: 'demo', accountName: 'Main', carrier: 'DEMO', environment: 'sandbox' }
    const opened = await call(page, '/gateway/wms/carrier-account/create', {
      token,
      data: { ...none, ...account, password: 'harmless1' },
    })
    const item = { xMm: 3, yMm: 130, wMm: 60, fontPt: 8, maxRows: 2 }
    const stamped = await call(page, '/gateway/wms/watermark/create', {
      token,
      data: {
        templateName: 'Bench',
        labelSource: null,
        labelFormat: 'pdf_100x150',
        stampMode: 'overlay',
        scalePercent: 100,
        lang: language,
        items: [
          { ...item, item: 'channel_code', text: null },
          { ...item, item: 'custom_text', yMm: 140, text: 'KEEP DRY' },
        ],
      },
    })
    expect([opened.success, stamped.success]).toEqual([true, true])
    await page.reload()

    await page.getByRole('button', { name: labels.api, exact: true }).click()
    const form = page.getByRole('dialog', { name: labels.fresh })
    const label = form.getByRole('complementary', { name: labels.label })
    await form.getByRole('combobox', { name: new RegExp(`${labels.carrier}$`) }).fill('demo')
    await page.keyboard.press('Tab')
    await expect(label.getByText('DEMO', { exact: true })).toBeVisible()
    await form.getByRole('combobox', { name: labels.account }).click()
    await page.getByTitle('Main · DEMO', { exact: true }).click()
    await form.getByRole('button', { name: labels.ask }).click()
    await form.getByRole('button', { name: labels.express }).click()
    await expect(form.getByLabel(labels.service)).toHaveValue('EXPRESS')
    await expect(label.getByText('DEMO · EXPRESS')).toBeVisible()
    await expect(label.getByText('KEEP DRY')).toHaveCount(0)
    await form.getByRole('combobox', { name: labels.stamp }).click()
    await page.getByTitle('Bench', { exact: true }).click()
    await expect(label.getByText('KEEP DRY')).toBeVisible()
    await expect(label.getByText('CARRIER', { exact: true })).toBeVisible()
    await form.getByLabel(labels.code).fill('AIR')
    await expect(label.getByText('AIR', { exact: true })).toBeVisible()
    await form.getByRole('combobox', { name: labels.method }).click()
    await page.getByTitle(labels.flat, { exact: true }).click()
    await fillAndEnter(form.getByRole('combobox', { name: labels.countries }), 'US')
    await page.keyboard.press('Escape')
    await check(page, 'new carrier channel')
    await form.getByRole('button', { name: labels.save, exact: true }).click()
    await expect(toast(page, labels.done)).toBeVisible()

    await rows(page).first().click()
    const drawer = page.getByRole('dialog', { name: /AIR/ })
    const shown = drawer.getByRole('complementary', { name: labels.label })
    await expect(shown.getByText('DEMO · EXPRESS')).toBeVisible()
    await expect(shown.getByText('KEEP DRY')).toBeVisible()
    const behind = drawer.getByRole('region', { name: labels.account })
    await expect(behind.getByText(labels.isSet)).toBeVisible()
    await behind.getByRole('button', { name: labels.test, exact: true }).click()
    await expect(behind.getByText(labels.works)).toBeVisible()
    const calls = drawer.getByRole('region', { name: labels.calls })
    await expect(calls.getByText(labels.test)).toBeVisible()
    await expect(calls.getByText(labels.rates)).toBeVisible()
    await check(page, 'carrier channel')
    await behind.getByRole('button', { name: labels.openAccount }).click()
    await expect(page.getByRole('dialog', { name: 'Main' }).getByText(labels.isSet)).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`a satellite can view its channels but not change them; without the permission the page says which is missing (${language})`, async ({
    page,
    browser,
  }) => {
    await enter(page, { as: 'satellite', language, at: AT })
    await expect(page.getByText(labels.readOnly).first()).toBeVisible()
    await expect(page.getByRole('button', { name: labels.fresh })).toHaveCount(0)
    const token = await logInBeside(page, 'satellite')
    const refused = await call<{ kind: string }>(page, '/gateway/wms/channel/switch', {
      token,
      language,
      data: { ids: [1], isEnabled: false },
    })
    expect(refused).toMatchObject({ success: false, data: { kind: 'forbidden' } })

    const { staff } = await newCompany({ staff: 1 })
    const other = await browser.newPage()
    await enter(other, { as: staff[0] ?? '', language, at: AT })
    await expect(other.getByText(labels.notAllowed)).toBeVisible()
    await expect(other.getByRole('button', { name: labels.fresh })).toHaveCount(0)
    await other.close()
  })
}
