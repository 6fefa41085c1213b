import type { Page } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import { inventoryText } from '../inventory/locations/text.ts'
import { readPaper } from '../testing/read-paper.ts'
import { check } from './barriers.ts'
import {
  asCompany,
  asOwner,
  enter,
  expect,
  fillAndEnter,
  languages,
  newCompany,
  test,
  toast,
} from './desk.ts'

const words = {
  zh_CN: {
    editFacts: '编辑仓库资料',
    name: '仓库名称',
    country: '国家/地区',
    america: 'US 美国',
    state: '州/省',
    californ: '加利',
    noState: '该国没有启用此州/省代码',
    california: 'CA 加利福尼亚州',
    city: '城市',
    zip: '邮编',
    address1: '地址 1',
    contact: '联系人',
    phone: '电话',
    snapshot: '库存快照时间',
    save: '保存',
    done: '操作成功',
    night: '请填写 00:00 至 06:00 的时间',
    set: '设置',
    currency: '币种',
    unit: '计量单位',
    metric: '公制(KG/CM)',
    again: '请再输入一次币种和单位',
    forGood: '确认，以后不再修改',
    different: '与所选的币种和单位不一致',
    editSettings: '编辑作业规则',
    autoAudit: '订单自动审核',
    zones: '库区',
    newZone: '新建库区',
    zoneCode: '库区编码',
    zoneName: '库区名称',
    close: '关闭',
    generate: '批量生成',
    aisles: '巷道',
    beyondZ: '字母只能从 A 到 Z',
    count: (n: number) => `共 ${n} 个库位`,
    create: (n: number) => `生成 ${n} 个`,
    made: (n: number) => `已生成 ${n} 个库位`,
    zone: '库区',
    search: '库位编码',
    disable: '停用',
    disabled: '停用',
    print: '打印标签',
    printer: '打印机方案',
    download: '下载文件',
    sheet: 'A4 不干胶 3×8（70×37 mm）',
    readOnly: '只读',
    newLocation: '新建库位',
    import: '导入',
    choose: '选择文件',
    startTwo: '导入 2 行',
    result: '导入 2 行，失败 0 行',
  },
  en_US: {
    editFacts: 'Edit warehouse details',
    name: 'Warehouse name',
    country: 'Country',
    america: 'US United States',
    state: 'State',
    californ: 'califo',
    noState: 'Not an enabled state code of this country',
    california: 'CA California',
    city: 'City',
    zip: 'Postal code',
    address1: 'Address line 1',
    contact: 'Contact',
    phone: 'Phone',
    snapshot: 'Stock snapshot time',
    save: 'Save',
    done: 'Operation succeeded',
    night: 'Enter a time from 00:00 to 06:00',
    set: 'Set',
    currency: 'Currency',
    unit: 'Unit',
    metric: 'Metric (KG/CM)',
    again: 'Type currency and unit again',
    forGood: 'Confirm permanently',
    different: 'Doesn’t match the selected currency and unit',
    editSettings: 'Edit operating rules',
    autoAudit: 'Audit orders automatically',
    zones: 'Zones',
    newZone: 'New zone',
    zoneCode: 'Zone code',
    zoneName: 'Zone name',
    close: 'Close',
    generate: 'Generate',
    aisles: 'Aisles',
    beyondZ: 'Letters can only go from A to Z',
    count: (n: number) => `${n} bins`,
    create: (n: number) => `Create ${n}`,
    made: (n: number) => `${n} bins created`,
    zone: 'Zone',
    search: 'Bin code',
    disable: 'Disable',
    disabled: 'Disabled',
    print: 'Print labels',
    printer: 'Printer profile',
    download: 'Download file',
    sheet: 'A4 sheet 3×8 (70×37 mm)',
    readOnly: 'read-only',
    newLocation: 'New bin',
    import: 'Import',
    choose: 'Choose a file',
    startTwo: 'Import 2 rows',
    result: '2 rows imported, 0 failed',
  },
}

/** A label alone, or after the asterisk of a required field. */
const named = (label: string) => new RegExp(`^(\\* )?${label.replace(/[/()]/g, '\\$&')}$`)

async function choose(page: Page, field: string, option: string) {
  const dialog = page.getByRole('dialog')
  await fillAndEnter(dialog.getByRole('combobox', { name: named(field) }), option)
}

for (const language of languages) {
  const say = words[language]

  test(`the warehouse gets its details, its units are set once, and its rules are set (${language})`, async ({
    page,
  }) => {
    const { owner, tenantId } = await newCompany()
    await asCompany(tenantId, async (db) => {
      await db.query('alter table warehouses disable trigger set_once')
      await db.query('update warehouses set currency_code = null, unit = null where tenant_id = $1', [
        tenantId,
      ])
      await db.query('alter table warehouses enable trigger set_once')
    })
    await enter(page, { as: owner, at: '/setting/warehouse', language })
    await check(page, 'warehouse')

    await page.getByRole('button', { name: say.editFacts }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say.name).fill('Harbour 7')
    await choose(page, say.country, say.america)
    await dialog.getByRole('combobox', { name: named(say.state) }).fill(say.californ)
    await page.getByTitle(say.california, { exact: true }).click()
    for (const [label, value] of [
      [say.city, 'Ontario'],
      [say.zip, '91761'],
      [say.address1, '4300 E Jurupa St'],
      [say.contact, 'Ann'],
      [say.phone, '+1 909 555 0100'],
      [say.snapshot, '07:00'],
    ] as const)
      await dialog.getByRole('textbox', { name: named(label) }).fill(value)
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(dialog.getByRole('textbox', { name: say.snapshot })).toBeFocused()
    await expect(dialog.getByRole('textbox', { name: say.snapshot })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('textbox', { name: say.snapshot }).fill('03:30')
    await dialog.getByRole('combobox', { name: named(say.state) }).fill('zz')
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(dialog.getByText(say.noState)).toBeVisible()
    await dialog.getByRole('combobox', { name: named(say.state) }).fill('ca')
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main').getByText('03:30')).toBeVisible()
    await expect(page.getByRole('banner').getByText('Harbour 7')).toBeVisible()

    await page.getByRole('button', { name: say.set, exact: true }).click()
    await choose(page, say.unit, say.metric)
    await choose(page, say.currency, 'EUR')
    await dialog.getByRole('textbox', { name: say.again }).fill('EUR LB/IN')
    await dialog.getByRole('button', { name: say.forGood }).click()
    await expect(dialog.getByText(say.different)).toBeVisible()
    await dialog.getByRole('textbox', { name: say.again }).fill('EUR KG/CM')
    await dialog.getByRole('button', { name: say.forGood }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: say.set, exact: true })).toHaveCount(0)
    await expect(page.getByRole('banner').getByText('EUR')).toBeVisible()

    await page.getByRole('button', { name: say.editSettings }).click()
    await dialog.getByRole('checkbox', { name: say.autoAudit }).check()
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(dialog).toBeHidden()
  })

  test(`bins are generated from a pattern and disabled, and their labels scan (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany()
    await enter(page, { as: owner, at: '/setting/warehouse?view=locations', language })
    await page.getByRole('button', { name: say.zones, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: say.newZone }).click()
    await dialog.getByLabel(say.zoneCode).fill('GOOD')
    await dialog.getByLabel(say.zoneName).fill('良品区')
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(dialog.getByRole('cell', { name: '良品区' })).toBeVisible()
    await dialog.getByRole('button', { name: say.close }).click()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: say.generate }).first().click()
    await expect(dialog.getByText(say.count(240))).toBeVisible()
    await dialog.getByRole('textbox', { name: named(say.aisles) }).fill('A-AB')
    await expect(dialog.getByRole('alert')).toContainText(say.beyondZ)
    await dialog.getByRole('textbox', { name: named(say.aisles) }).fill('A-C')
    await choose(page, say.zone, 'GOOD 良品区')
    await dialog.getByRole('button', { name: say.create(240) }).click()
    await expect(toast(page, say.made(240))).toBeVisible()
    await expect(page.getByRole('cell', { name: /^A-01-01 / })).toBeVisible()
    await check(page, 'warehouse')

    await fillAndEnter(page.getByRole('searchbox', { name: say.search }), 'B-20')
    await expect(page.getByRole('cell', { name: /^B-20-04 / })).toBeVisible()
    await expect(page.getByRole('cell', { name: /^A-01-01 / })).toHaveCount(0)
    await page.getByRole('row').filter({ hasText: 'B-20-04' }).getByRole('checkbox').check()
    await page.getByRole('button', { name: say.disable, exact: true }).click()
    await page.locator('.ant-popconfirm').getByRole('button', { name: say.disable, exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: 'B-20-04' })).toContainText(say.disabled)

    for (const code of ['B-20-01', 'B-20-02'])
      await page.getByRole('row').filter({ hasText: code }).getByRole('checkbox').check()
    await page.getByRole('button', { name: say.print, exact: true }).click()
    await expect(dialog.getByText('B-20-02')).toBeVisible()
    await dialog.getByRole('combobox', { name: say.printer }).click()
    await page.getByTitle(say.sheet, { exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: say.download }).click(),
    ])
    const bytes: Uint8Array[] = []
    for await (const piece of await file.createReadStream()) bytes.push(piece)
    const [sheet] = await readPaper(Buffer.concat(bytes), 300)
    expect(sheet?.codes.sort()).toEqual(['B-20-01', 'B-20-02'])
    await dialog.getByRole('button', { name: say.close }).first().click()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: say.import, exact: true }).click()
    const rows = [
      [inventoryText.locationCode[language], inventoryText.zoneCode[language]],
      ['D-01-1', 'GOOD'],
      ['D-01-2', 'NOPE'],
    ]
    await dialog.getByLabel(say.choose).setInputFiles({
      name: 'bins.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'x', rows }] })),
    })
    await dialog
      .getByRole('textbox', { name: new RegExp(`^${inventoryText.zoneCode[language]} 3`) })
      .fill('GOOD')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: say.startTwo }).click()
    await expect(dialog.getByText(say.result).first()).toBeVisible()
    await dialog.getByRole('button', { name: say.close, exact: true }).last().click()
    await fillAndEnter(page.getByRole('searchbox', { name: say.search }), 'D-01')
    await expect(page.getByRole('cell', { name: /^D-01-2 / })).toBeVisible()
  })
}

test('in a satellite the warehouse details are read-only, but bins are not', async ({ page }) => {
  await enter(page, { as: 'satellite', at: '/setting/warehouse', language: 'en_US' })
  await expect(page.getByText(words.en_US.readOnly)).toBeVisible()
  await expect(page.getByRole('button', { name: words.en_US.editFacts })).toHaveCount(0)
  await page.goto('/setting/warehouse?view=locations')
  await expect(page.getByRole('button', { name: words.en_US.newLocation })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^RECV / })).toBeVisible()
})

for (const language of languages) {
  const label = {
    zh_CN: {
      rules: '编辑卫星仓作业规则 TST01',
      dialog: '编辑卫星仓作业规则',
      oneStep: '收货即上架',
      save: '保存',
      no: '否',
      readOnly: '当前系统版本中此页面为只读',
    },
    en_US: {
      rules: 'Edit satellite operating rules TST01',
      dialog: 'Edit satellite operating rules',
      oneStep: 'Receive and put away in one step',
      save: 'Save',
      no: 'No',
      readOnly: 'Read-only in this system version',
    },
  }[language]

  test(`the main warehouse changes the rules of its satellite, which can only view them (${language})`, async ({
    page,
    browser,
  }) => {
    const [main, satellite] = [await newCompany(), await newCompany()]
    await asOwner((db) =>
      db.query(`update tenants set system_version = 'satellite', parent_tenant_id = $2 where id = $1`, [
        satellite.tenantId,
        main.tenantId,
      ]),
    )
    await enter(page, { as: main.owner, at: '/setting/warehouse', language })
    await page.getByRole('button', { name: label.rules }).click()
    const form = page.getByRole('dialog', { name: label.dialog })
    await form.getByRole('checkbox', { name: label.oneStep }).uncheck()
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(form).toHaveCount(0)

    const context = await browser.newContext()
    const there = await context.newPage()
    await enter(there, { as: satellite.owner, at: '/setting/warehouse', language })
    await expect(there.getByText(label.readOnly)).toBeVisible()
    const row = there.getByRole('row').filter({ hasText: label.oneStep })
    await expect(row.getByRole('cell', { name: label.no, exact: true }).first()).toBeVisible()
    await context.close()
  })
}
