import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import {
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  heading,
  languages,
  newCompany,
  test,
  toast,
} from './desk.ts'

const words = {
  zh_CN: {
    basics: '基础配置',
    search: '代码、名称或拼音首字母',
    country: '国家/地区',
    fresh: '新建州/省',
    code: '州/省代码',
    codeForm: '州/省代码为 2 至 5 位字母、数字或连字符',
    nameEn: '英文名称',
    nameZh: '中文名称',
    save: '保存',
    edit: '编辑',
    done: '操作成功',
    import: '导入',
    choose: '选择文件',
    formula: '含公式，已取其计算结果',
    start: '导入 2 行',
    result: '导入 2 行，失败 0 行',
    close: '关闭',
    log: '日志查询',
    audit: '操作日志',
    logos: 'Logo 设置',
    upload: '上传公司 Logo',
    uploadDoor: '上传WMS Logo',
    send: '上传',
    preview: '预览',
    tooLarge: '图片大小超过限制',
    notSo: '文件内容与扩展名不符或已损坏',
    back: '恢复默认',
    copy: '复制 JAL',
    copied: '已复制',
    pickPage: '全选本页',
    bulk: '批量操作',
    picked: '已选 20 条',
    all: /^选择全部 \d+ 条匹配的记录$/,
    allPicked: /^已选全部 \d+ 条匹配的记录$/,
    disable: '停用',
    none: '没有符合条件的数据',
  },
  en_US: {
    basics: 'Basic configuration',
    search: 'Code, name or pinyin initials',
    country: 'Country',
    fresh: 'New state',
    code: 'State code',
    codeForm: 'A state code must have 2 to 5 letters, digits or hyphens',
    nameEn: 'English name',
    nameZh: 'Chinese name',
    save: 'Save',
    edit: 'Edit',
    done: 'Operation succeeded',
    import: 'Import',
    choose: 'Choose a file',
    formula: 'Contains a formula; its result was used',
    start: 'Import 2 rows',
    result: '2 rows imported, 0 failed',
    close: 'Close',
    log: 'Log',
    audit: 'Audit log',
    logos: 'Logo settings',
    upload: 'Upload Company logo',
    uploadDoor: 'Upload WMS logo',
    send: 'Upload',
    preview: 'Preview',
    tooLarge: 'Image exceeds size limit',
    notSo: 'The file content doesn’t match its extension, or the file is damaged',
    back: 'Reset to default',
    copy: 'Copy JAL',
    copied: 'Copied',
    pickPage: 'Select this page',
    bulk: 'Bulk actions',
    picked: '20 selected',
    all: /^Select all \d+ matching records$/,
    allPicked: /^All \d+ matching records selected$/,
    disable: 'Disable',
    none: 'Nothing matches these filters',
  },
} as const

for (const language of languages) {
  const label = words[language]

  test(`provinces exist from the start, are found by pinyin, added, renamed and logged (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/setting/basicData' })
    await expect(heading(page, label.basics)).toBeVisible()
    const rows = page.locator('.ant-table-tbody tr.ant-table-row')
    await fillAndEnter(page.getByRole('searchbox', { name: label.search }), 'gds')
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toContainText('广东省')

    await page.getByRole('button', { name: label.fresh }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: label.country }).click()
    await fillAndEnter(form.getByRole('combobox', { name: label.country }), 'MX')
    await form.getByLabel(label.code).fill('j')
    await form.getByLabel(label.nameEn).fill('Jalisco')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(form.getByText(label.codeForm)).toBeVisible()
    await form.getByLabel(label.code).fill('jal')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(toast(page, label.done)).toBeVisible()

    await page.goto('/setting/basicData?countryCode=MX')
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toContainText('JAL')
    await rows.first().click()
    await page.getByRole('button', { name: label.edit, exact: true }).click()
    await page.getByRole('dialog').getByLabel(label.nameZh).fill('哈利斯科州')
    await page.getByRole('dialog').getByRole('button', { name: label.save, exact: true }).click()
    await expect(page.getByRole('dialog').getByText('哈利斯科州')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: label.copy }).click()
    await expect(toast(page, label.copied)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('JAL')

    await page.getByRole('link', { name: label.log, exact: true }).click()
    await expect(heading(page, label.audit)).toBeVisible()
    await expect(page.getByText('MX-JAL').first()).toBeVisible()
    await expect(page).toHaveURL(/type=state/)

    await page.goto('/setting/basicData?countryCode=US')
    await expect(rows).toHaveCount(20)
    await page.getByRole('checkbox', { name: label.pickPage }).check()
    const bulk = page.getByRole('region', { name: label.bulk })
    await expect(bulk.getByRole('status')).toHaveText(label.picked)
    await bulk.getByRole('button', { name: label.all }).click()
    await expect(bulk.getByRole('status')).toHaveText(label.allPicked)
    await bulk.getByRole('button', { name: label.disable }).click()
    await page.getByRole('tooltip').getByRole('button', { name: label.disable }).click()
    await expect(toast(page, label.done)).toBeVisible({ timeout: 30_000 })
    await page.goto('/setting/basicData?countryCode=US&isEnabled=1')
    await expect(page.getByText(label.none)).toBeVisible()
  })

  test(`provinces are imported from a spreadsheet, and cells with formulas are marked (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/setting/basicData' })
    await page.getByRole('button', { name: label.import, exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    const sheet = await writeXlsx({
      sheets: [
        {
          name: 's',
          rows: [
            [label.country, label.code, label.nameEn],
            ['MX', 'JAL', 'Jalisco'],
            ['MX', 'NLE', null],
          ],
          cells: new Map([
            ['2,2', { value: 'Nuevo León', formula: '"Nuevo "&"León"', formulaResult: 'Nuevo León' }],
          ]),
        },
      ],
    })
    await dialog.getByLabel(label.choose).setInputFiles({
      name: 'states.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(sheet),
    })
    await expect(dialog.getByText(label.formula)).toBeVisible()
    await dialog.getByRole('button', { name: label.start }).click()
    await expect(dialog.getByText(label.result)).toBeVisible()
    await dialog.getByRole('button', { name: label.close, exact: true }).last().click()
    await page.goto('/setting/basicData?countryCode=MX')
    await expect(page.getByText('Nuevo León')).toBeVisible()
  })

  test(`a new logo appears in the top bar and on the login page, and can be removed (${language})`, async ({
    page,
    browser,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/setting/logo' })
    await expect(heading(page, label.logos)).toBeVisible()
    const onBar = page.getByRole('banner').locator('.brand img')
    await expect(onBar).toHaveAttribute('src', '/logos/company.svg')

    const red = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#c62828' } })
      .png()
      .toBuffer()
    const choose = async (button: string, name: string, buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: button }).click(),
      ])
      await chooser.setFiles({ name, mimeType: 'image/png', buffer })
    }
    await choose(label.upload, 'big.png', Buffer.alloc(2 * 1024 * 1024 + 1))
    await expect(toast(page, label.tooLarge)).toBeVisible()
    await choose(label.upload, 'drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expect(toast(page, label.notSo)).toBeVisible()
    const whole = () =>
      page.getByRole('dialog').getByRole('button', { name: label.send, exact: true }).click()
    await choose(label.upload, 'logo.png', red)
    await whole()
    await expect(onBar).toHaveAttribute('src', /^\/logos\/own\/[0-9a-f]{32}\.png$/)
    await expect.poll(() => onBar.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(600)
    await choose(label.uploadDoor, 'door.png', red)
    await whole()
    await expect(page.getByRole('button', { name: label.back })).toHaveCount(2)
    const print = page.getByRole('region', { name: label.preview }).locator('.logo-print')
    expect(await print.boundingBox()).toMatchObject({ width: 60, height: 44 })

    const visitor = await browser.newPage()
    await visitor.goto(`/login?name=${owner}`)
    const atDoor = visitor.locator('.login-logo')
    await expect(atDoor).toHaveAttribute('src', /^\/logos\/own\//)
    await expect.poll(() => atDoor.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(600)
    await visitor.close()

    await page.getByRole('button', { name: label.back }).first().click()
    await page.getByRole('tooltip').getByRole('button', { name: label.back }).click()
    await expect(onBar).toHaveAttribute('src', '/logos/company.svg')
    expect(complaints).toEqual([])
  })
}
