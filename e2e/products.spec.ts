import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { blankCustomer } from '../testing/blank-inputs.ts'
import { zipOf } from '../testing/zips.ts'
import {
  call,
  enter,
  expect,
  fillAndEnter,
  languages,
  logInBeside,
  newCompany,
  strike,
  test,
} from './desk.ts'

const words = {
  zh_CN: {
    fresh: '新建产品',
    customer: '客户',
    nameZh: '中文名称',
    save: '保存',
    approve: '审核通过',
    passed: '已通过',
    measure: '测量',
    length: '长',
    width: '宽',
    height: '高',
    weight: '重量',
    differs: '与申报相差超过 5%',
    sizes: '尺寸重量',
    declaredSides: ['申报长', '申报宽', '申报高'],
    declaredWeight: '申报重量',
    barcodes: '条码',
    addBarcode: '添加条码',
    barcode: '条码',
    wrongDigit: '校验位不正确，请重新扫描',
    images: '图片',
    addImage: '添加图片',
    imageOf: (sku: string) => `${sku} 的第 1 张图片`,
    missing: '1 个编码未找到：NOPE',
    close: '关闭',
    import: '导入',
    choose: '选择文件',
    zip: '图片压缩包',
    uploading: '正在上传',
    start: '导入 1 行',
    result: '导入 1 行，失败 1 行',
    left: '未导入的行和图片',
    failedRows: '下载失败的行',
    reason: '失败原因',
    noCustomer: '客户不存在',
    clear: '清除筛选',
    differsTag: '实测有差异',
  },
  en_US: {
    fresh: 'New product',
    customer: 'Customer',
    nameZh: 'Chinese name',
    save: 'Save',
    approve: 'Approve',
    passed: 'Approved',
    measure: 'Measure',
    length: 'Length',
    width: 'Width',
    height: 'Height',
    weight: 'Weight',
    differs: 'Differs from declared by more than 5%',
    sizes: 'Size and weight',
    declaredSides: ['Declared length', 'Declared width', 'Declared height'],
    declaredWeight: 'Declared weight',
    barcodes: 'Barcodes',
    addBarcode: 'Add barcode',
    barcode: 'Barcode',
    wrongDigit: 'Wrong check digit. Scan it again.',
    images: 'Images',
    addImage: 'Add image',
    imageOf: (sku: string) => `Image 1 of ${sku}`,
    missing: '1 code was not found: NOPE',
    close: 'Close',
    import: 'Import',
    choose: 'Choose a file',
    zip: 'Images in a ZIP file',
    uploading: 'Uploading',
    start: 'Import 1 row',
    result: '1 row imported, 1 failed',
    left: 'Rows and images not imported',
    failedRows: 'Download failed rows',
    reason: 'Reason',
    noCustomer: 'Customer not found',
    clear: 'Clear filters',
    differsTag: 'Measurements differ',
  },
}

for (const language of languages) {
  test(`a product is created, approved, measured, gets a barcode and a picture, and is found again (${language})`, async ({
    page,
  }) => {
    const say = words[language]
    const { owner } = await newCompany()
    const token = await logInBeside(page, owner)
    await call(page, '/gateway/wms/customer/create', {
      data: { ...blankCustomer, customerCode: 'ACME', customerName: '示例' },
      token,
    })
    await enter(page, { as: owner, at: '/query/productArchives', language })

    await strike(page, 'n')
    const form = page.getByRole('dialog', { name: say.fresh })
    await form.getByRole('combobox', { name: say.customer }).click()
    await page.getByText('ACME · 示例').last().click()
    await form.getByRole('textbox', { name: 'SKU' }).fill('BOT-1')
    await form.getByRole('textbox', { name: say.nameZh }).fill('不锈钢保温杯')
    for (const [i, side] of say.declaredSides.entries())
      await form.getByRole('textbox', { name: side }).fill(['10', '4', '3'][i] ?? '')
    await form.getByRole('textbox', { name: say.declaredWeight }).fill('2')
    await form.getByRole('button', { name: say.save }).click()

    const drawer = page.getByRole('dialog', { name: /^BOT-1.*ACME/ })
    await drawer.getByRole('button', { name: say.approve }).click()
    await expect(drawer.getByText(say.passed)).toBeVisible()

    await drawer.getByRole('button', { name: say.measure }).click()
    for (const [label, value] of [
      [say.length, '10'],
      [say.width, '4'],
      [say.height, '3'],
      [say.weight, '2.5'],
    ] as const)
      await drawer.getByRole('textbox', { name: label }).fill(value)
    await expect(drawer.getByRole('status').getByText(say.differs)).toBeVisible()
    await drawer.getByRole('button', { name: say.save }).click()
    await drawer.getByRole('tab', { name: say.sizes }).click()
    await expect(drawer.getByRole('row', { name: /10 × 4 × 3 2\.5/ }).first()).toBeVisible()

    await drawer.getByRole('tab', { name: say.barcodes }).click()
    await drawer.getByRole('button', { name: say.addBarcode }).click()
    const field = drawer.getByRole('textbox', { name: say.barcode })
    await fillAndEnter(field, '9506000134353')
    await expect(drawer.getByText(say.wrongDigit)).toBeVisible()
    await fillAndEnter(field, '(01)09506000134352(10)LOT')
    await expect(drawer.getByText('9506000134352', { exact: true })).toBeVisible()

    await drawer.getByRole('tab', { name: say.images }).click()
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    await expect(drawer.getByRole('button', { name: say.addImage })).toBeVisible()
    await drawer
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
    const shown = drawer.getByRole('img', { name: say.imageOf('BOT-1') })
    await expect(shown).toBeVisible()
    expect(await shown.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(
      300,
    )
    await drawer.getByRole('button', { name: say.close }).click()

    const main = page.getByRole('main')
    await expect(main.getByText(say.differsTag, { exact: true }).last()).toBeVisible()
    const search = main.getByRole('searchbox')
    for (const typed of ['bxg', '95060', 'bot-1']) {
      await fillAndEnter(search, typed)
      await expect(page).toHaveURL(new RegExp(`search=${typed}`))
      await expect(main.getByText('BOT-1', { exact: true })).toBeVisible()
    }
    await search.evaluate((box) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'BOT-1\nNOPE')
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(main.getByText(say.missing)).toBeVisible()
    await expect(main.getByText('BOT-1', { exact: true })).toBeVisible()

    const sheet = await writeXlsx({
      sheets: [
        {
          name: 'x',
          rows: [
            ['Customer code', 'SKU', '中文名称'],
            ['ACME', 'LAMP-1', '台灯'],
            ['NOBODY', 'LAMP-2', '台灯'],
          ],
        },
      ],
    })
    await main.getByRole('button', { name: say.import }).click()
    // The pictures are uploaded before the spreadsheet, and progress covers both.
    await page.getByLabel(say.zip).setInputFiles({
      name: 'p.zip',
      mimeType: 'application/zip',
      buffer: zipOf([
        { name: 'LAMP-1.png', data: picture },
        { name: 'LAMP-9.png', data: picture },
      ]),
    })
    let parts = 0
    const held = Promise.withResolvers<void>()
    await page.route('**/gateway/wms/file/part*', async (route) => {
      if (++parts === 2) await held.promise
      await route.continue()
    })
    await page
      .getByLabel(say.choose)
      .setInputFiles({ name: 'p.xlsx', mimeType: 'application/x-xlsx', buffer: Buffer.from(sheet) })
    await expect(page.getByRole('progressbar', { name: say.uploading })).toHaveAttribute(
      'aria-valuenow',
      /^[1-9]\d?$/,
    )
    held.resolve()
    await page.getByRole('button', { name: say.start }).click()
    await expect(page.getByText(say.result)).toBeVisible()
    // What was left out is reported, and the row comes back with its reason.
    await expect(page.getByRole('list', { name: say.left })).toContainText('LAMP-9.png')
    const [back] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: say.failedRows }).click(),
    ])
    const failed = await readXlsx(await readFile((await back.path()) ?? ''))
    const [heads = [], ...lines] = failed.sheets[0]?.rows ?? []
    expect(lines.filter((line) => line.includes('LAMP-2'))).toHaveLength(1)
    expect(lines[0]?.[heads.indexOf(say.reason)]).toContain(say.noCustomer)
    await page.getByRole('dialog').getByRole('button', { name: say.close, exact: true }).last().click()
    await main.getByRole('button', { name: say.clear }).click()
    await main.getByText('LAMP-1', { exact: true }).click()
    const lamp = page.getByRole('dialog', { name: /^LAMP-1.*ACME/ })
    await lamp.getByRole('tab', { name: say.images }).click()
    await expect(lamp.getByRole('img', { name: say.imageOf('LAMP-1') })).toBeVisible()
  })
}
