import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { blankCustomer } from '../testing/blank-inputs.ts'
import {
  call,
  enter,
  expect,
  fillAndEnter,
  heading,
  languages,
  logInBeside,
  newCompany,
  test,
  toast,
} from './desk.ts'

const words = {
  zh_CN: {
    title: '客户档案',
    fresh: '新建客户',
    code: '客户代码',
    name: '客户名称',
    search: '代码、名称、助记码或拼音首字母',
    save: '保存',
    done: '操作成功',
    taken: '客户代码已存在',
    needed: '必填',
    import: '导入',
    choose: '选择文件',
    template: '下载模板',
    bad: '不在',
    error: '错误 1',
    start: '导入 2 行',
    result: '导入 2 行，失败 0 行',
    checkAgain: '重新检查',
    startOne: '导入 1 行',
    resultOne: '导入 1 行，失败 2 行',
    kinds: '错误种类',
    twice: '行重复 1',
    missing: '必填项为空 1',
    twin: '与第 2 行重复',
    makeDiffer: '改写“客户代码”，使本行与第 2 行不同；不改则本行不导入',
    noRows: '文件中没有数据行',
    wrongKind: '只支持 .xls .xlsx 文件',
    ignored: '未使用的列：Extra',
    map: '对应列',
    back: '返回',
    cancelled: '导入已取消，没有写入任何数据；可以重新导入',
    close: '关闭',
    more: '更多',
    xlsx: '导出 Excel',
    columns: '列设置',
    mnemonic: '助记码',
    openLogin: '开通登录账号',
    account: '登录账号',
    generate: '生成',
    handed: '已交给对方',
    terms: '结算与信用',
    credit: '信用额度',
    readOnly: '只读',
    reset: '重置密码',
    resetOf: '重置 2 个客户的密码',
    noLogin: '该客户还没有登录账号',
    assign: '分配报价',
    assignTo: '给 2 个客户分配报价',
    cancel: '取消',
    inForce: '当前报价',
    noPrice: '无报价',
    discount: '折扣',
    spoken: '0.85（八五折，−15%）',
  },
  en_US: {
    title: 'Customers',
    fresh: 'New customer',
    code: 'Customer code',
    name: 'Customer name',
    search: 'Code, name, mnemonic or pinyin',
    save: 'Save',
    done: 'Operation succeeded',
    taken: 'This customer code is already in use',
    needed: 'Required',
    import: 'Import',
    choose: 'Choose a file',
    template: 'Download template',
    bad: 'Not',
    error: 'Error 1',
    start: 'Import 2 rows',
    result: '2 rows imported, 0 failed',
    checkAgain: 'Check again',
    startOne: 'Import 1 row',
    resultOne: '1 row imported, 2 failed',
    kinds: 'Error types',
    twice: 'Duplicate row 1',
    missing: 'Missing 1',
    twin: 'Duplicate of row 2',
    makeDiffer:
      'Change “Customer code” so that this row differs from row 2; otherwise this row is not imported',
    noRows: 'The file contains no data rows',
    wrongKind: 'Only .xls .xlsx files are supported',
    ignored: 'Columns not used: Extra',
    map: 'Match columns',
    back: 'Back',
    cancelled: 'The import was cancelled and nothing was saved. You can run it again.',
    close: 'Close',
    more: 'More',
    xlsx: 'Export to Excel',
    columns: 'Columns',
    mnemonic: 'Mnemonic',
    openLogin: 'Create login',
    account: 'Login account',
    generate: 'Generate',
    handed: 'Done',
    terms: 'Payment and credit',
    credit: 'Credit limit',
    readOnly: 'read-only',
    reset: 'Reset password',
    resetOf: 'Reset the passwords of 2 customers',
    noLogin: 'This customer has no login yet',
    assign: 'Assign quote',
    assignTo: 'Assign a quote to 2 customers',
    cancel: 'Cancel',
    inForce: 'Prices in force',
    noPrice: 'No price',
    discount: 'Discount',
    spoken: '0.85 (−15%)',
  },
} as const

for (const language of languages) {
  const label = words[language]

  test(`a customer is created, found by pinyin, and gets a credit limit and a login (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/query/customer' })
    await expect(heading(page, label.title)).toBeVisible()

    await page.getByRole('button', { name: label.fresh }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(form.getByText(label.needed).first()).toBeVisible()
    await form.getByLabel(label.code).fill('QH-01')
    await form.getByLabel(label.name).fill('启航电子')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(toast(page, label.done)).toBeVisible()
    await expect(page.getByRole('cell', { name: 'QH-01' })).toBeVisible()

    await page.getByRole('button', { name: label.fresh }).first().click()
    await form.getByLabel(label.code).fill('qh-01')
    await form.getByLabel(label.name).fill('另一家')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(form.getByText(label.taken)).toBeVisible()
    await form.getByLabel(label.code).fill('OTHER')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(page.getByRole('cell', { name: 'OTHER' })).toBeVisible()

    await fillAndEnter(page.getByRole('searchbox', { name: label.search }), 'qhdz')
    await expect(page.getByRole('cell', { name: 'OTHER' })).toHaveCount(0)
    await page.getByRole('cell', { name: 'QH-01' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: label.terms }).click()
    await drawer.getByLabel(label.credit).fill('1500.5')
    await drawer.getByRole('button', { name: label.save, exact: true }).click()
    await expect(drawer.locator('.ant-statistic').filter({ hasText: '1,500.50' }).first()).toContainText(
      'USD',
    )

    await drawer.getByRole('button', { name: label.openLogin }).click()
    const login = page.getByRole('dialog', { name: label.openLogin })
    const account = `${owner}-shop`
    await login.getByLabel(label.account).fill(account)
    await login.getByRole('button', { name: label.generate }).click()
    await login.getByRole('button', { name: label.save, exact: true }).click()
    await expect(login.getByText(account)).toBeVisible()
    await login.getByRole('button', { name: label.handed }).click()
    await expect(drawer.getByRole('region', { name: label.inForce })).toContainText(label.noPrice)
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)

    await fillAndEnter(page.getByRole('searchbox', { name: label.search }), '')
    await expect(page.getByRole('cell', { name: 'OTHER' })).toBeVisible()
    await page.locator('thead').getByRole('checkbox').check()
    await page.getByRole('button', { name: label.assign }).click()
    const assigning = page.getByRole('dialog', { name: label.assignTo })
    await assigning.getByLabel(label.discount).fill('0.85')
    await expect(assigning.getByText(label.spoken)).toBeVisible()
    await assigning.getByRole('button', { name: label.cancel }).click()
    await page.getByRole('button', { name: label.reset }).click()
    const resetting = page.getByRole('dialog', { name: label.resetOf })
    // While the answer is on its way the dialog stays: the passwords are shown once.
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/gateway/wms/customer/reset-passwords', async (route) => {
      await held
      await route.continue()
    })
    await resetting.getByRole('button', { name: label.reset }).click()
    await expect(resetting.getByRole('button', { name: label.cancel })).toBeDisabled()
    await page.keyboard.press('Escape')
    answer()
    await expect(resetting.getByRole('row', { name: account })).toBeVisible()
    await expect(resetting.getByText(label.noLogin)).toBeVisible()
  })

  test(`customers are imported from a spreadsheet and exported again (${language})`, async ({ page }) => {
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/query/customer' })
    await page.getByRole('button', { name: label.import, exact: true }).first().click()
    const dialog = page.getByRole('dialog')

    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: label.template }).click(),
    ])
    const book = await readXlsx(await readFile((await template.path()) ?? ''))
    const [heads = []] = book.sheets[0]?.rows ?? []
    const sheet = await writeXlsx({
      sheets: [{ name: 'x', rows: [heads, ['A-1', '甲'], ['B 2', '乙']] }],
    })
    await dialog.getByLabel(label.choose).setInputFiles({
      name: 'customers.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(sheet),
    })
    await expect(dialog.getByRole('button', { name: label.error })).toBeVisible()
    const wrong = dialog.getByRole('textbox', { name: new RegExp(`^${label.code} 3`) })
    await wrong.fill('B-2')
    await wrong.press('Enter')
    await dialog.getByRole('button', { name: label.start }).click()
    await expect(dialog.getByText(label.result).first()).toBeVisible()
    await dialog.getByRole('button', { name: label.close, exact: true }).last().click()
    await expect(page.getByRole('cell', { name: 'B-2' })).toBeVisible()

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const paste = async (...lines: string[][]) => {
      await page.getByRole('button', { name: label.import, exact: true }).click()
      await expect(dialog.getByText('Ctrl+V')).toBeVisible()
      // The latest import is the first of the list.
      await expect(dialog.getByRole('button', { name: /^IM\d/ }).first()).toBeVisible()
      const cells = lines.map((line) => line.join('\t')).join('\r\n')
      await page.evaluate((text) => navigator.clipboard.writeText(text), cells)
      await page.keyboard.press('ControlOrMeta+v')
    }
    await paste(['Ref', label.name], ['C-3', '丙 "大"'])
    await dialog.getByRole('combobox', { name: label.code }).click()
    await page.getByTitle('Ref', { exact: true }).click()
    await dialog.getByRole('button', { name: label.checkAgain }).click()
    await expect(dialog.getByRole('button', { name: label.startOne })).toBeEnabled()
    await dialog.getByRole('button', { name: label.close, exact: true }).click()
    // Excel puts a picture of the cells beside them.
    await page.getByRole('button', { name: label.import, exact: true }).click()
    await expect(dialog.getByText('Ctrl+V')).toBeVisible()
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
      clipboardData.setData('text/plain', text)
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, `${label.name}\tRef\r\n丙\tC-3\r\n丁\tC-3\r\n戊\t`)
    const kinds = dialog.getByRole('group', { name: label.kinds })
    await kinds.getByRole('button', { name: label.twice }).click()
    await expect(dialog.getByText(label.twin)).toBeVisible()
    await expect(dialog.getByText(label.makeDiffer)).toBeVisible()
    await kinds.getByRole('button', { name: label.missing }).click()
    await expect(dialog.getByText(label.twin)).toHaveCount(0)
    await dialog.getByRole('button', { name: label.startOne }).click()
    await expect(dialog.getByText(label.resultOne).first()).toBeVisible()
    await dialog.getByRole('button', { name: label.close, exact: true }).last().click()
    await expect(page.getByRole('cell', { name: 'C-3' })).toBeVisible()

    await page.getByRole('button', { name: label.more }).click()
    await page.getByRole('menuitem', { name: label.columns }).click()
    await page.getByRole('checkbox', { name: label.mnemonic }).check()
    await page.getByRole('dialog').getByRole('button', { name: label.save, exact: true }).click()
    await expect(page.getByRole('columnheader', { name: label.mnemonic })).toBeVisible()

    await page.getByRole('button', { name: label.more }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.getByRole('menuitem', { name: label.xlsx }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^customers_\d{8}_\d{4}_[\w-]+\.xlsx$/)
    const list = await readXlsx(await readFile((await file.path()) ?? ''))
    expect(list.sheets[0]?.rows.map((row) => row[0])).toEqual([label.code, 'C-3', 'B-2', 'A-1'])
    expect(list.sheets[0]?.rows[0]).toContain(label.mnemonic)
  })

  test(`an import shows each error once, and is still there after the tab was closed (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/query/customer' })
    const dialog = page.getByRole('dialog')
    const open = () => page.getByRole('button', { name: label.import, exact: true }).first().click()
    const choose = async (name: string, ...rows: string[][]) =>
      dialog.getByLabel(label.choose).setInputFiles({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'x', rows }] })),
      })
    const saidNow = (words: string) => page.locator('.ant-message-notice').filter({ hasText: words })
    const heads = [label.code, label.name, 'Extra']
    await open()
    await choose('empty.xlsx', heads)
    await expect(saidNow(label.noRows)).toHaveCount(1)
    await choose('words.txt', heads, ['A-1', '甲', ''])
    await expect(saidNow(label.wrongKind)).toHaveCount(1)
    await expect(saidNow(label.noRows)).toHaveCount(0, { timeout: 15_000 })
    await choose('empty.xlsx', heads)
    await expect(saidNow(label.noRows)).toHaveCount(1)

    await choose('twins.xlsx', heads, ['A-1', '甲', 'x'], ['a-1', '乙', 'y'])
    await expect(dialog.getByText(label.twin)).toBeVisible()
    await dialog.getByRole('button', { name: label.map, exact: true }).click()
    await expect(dialog.getByText(label.ignored)).toBeVisible()
    await dialog.getByRole('combobox', { name: label.name }).click()
    await page.getByTitle('Extra', { exact: true }).click()
    await expect(dialog.getByText(label.ignored)).toHaveCount(0)
    await dialog.getByRole('button', { name: label.back, exact: true }).click()

    await page.reload()
    await open()
    await dialog.getByRole('button', { name: /^IM\d/ }).click()
    await expect(dialog.getByText(label.makeDiffer)).toBeVisible()
    await page.route('**/gateway/wms/import/state*', async (route) => {
      const answer = await route.fetch()
      const { data, ...rest } = (await answer.json()) as { data: object }
      await route.fulfill({ json: { ...rest, data: { ...data, isCancelled: true } } })
    })
    const twin = dialog.getByRole('textbox', { name: new RegExp(`^${label.code} 3`) })
    await twin.fill('B-1')
    await twin.press('Enter')
    await expect(dialog.getByText(label.cancelled)).toBeVisible()
    await page.unroute('**/gateway/wms/import/state*')
    await dialog.getByRole('button', { name: label.start }).click()
    await expect(dialog.getByText(label.result).first()).toBeVisible()
  })

  test(`a satellite can view its customers but not change them (${language})`, async ({ page }) => {
    await enter(page, { as: 'satellite', language, at: '/query/customer' })
    await expect(page.getByText(label.readOnly).first()).toBeVisible()
    await expect(page.getByRole('cell', { name: 'QIHANG' })).toBeVisible()
    await expect(page.getByRole('button', { name: label.fresh })).toHaveCount(0)
    const token = await logInBeside(page, 'satellite')
    const refused = await call<{ kind: string }>(page, '/gateway/wms/customer/create', {
      token,
      language,
      data: { ...blankCustomer, customerCode: 'X' },
    })
    expect(refused).toMatchObject({ success: false, data: { kind: 'forbidden' } })
  })
}
