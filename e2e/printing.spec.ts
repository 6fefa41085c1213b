import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { printSkuLabels } from '../products/contract.ts'
import { readPaper } from '../testing/read-paper.ts'
import { check, rounds } from './barriers.ts'
import {
  asCompany,
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  heading,
  newCompany,
  test,
  toast,
} from './desk.ts'

const words = {
  zh_CN: {
    person: '个人信息',
    done: '操作成功',
    save: '保存',
    edit: '编辑',
    fresh: '新建模板',
    name: '水印模板',
    item: '内容 {n}',
    what: '内容',
    custom: '自定义文本',
    text: '文本',
    top: '上边距 mm',
    covers: '内容 1 盖住条码或地址',
    add: '添加内容',
    shrink: '缩小面单，印在空出的位置',
    preview: '预览',
    sample: '样例 PDF',
    none: '暂无水印模板',
    printer: '面单打印机',
    testPage: '测试页',
    sku: '打印 SKU 标签',
    copies: '每个打印张数',
    print: '打印标签',
    download: '下载文件',
    one: '1 张标签',
    two: '2 张标签',
    didAll: '全部打印出来了吗？',
    fromOn: '从第几张起没打出来',
    reason: '原因',
    smeared: '打印不清',
    again: '补打',
    yes: '是，全部',
    printed: '已打印',
    addProfile: '添加方案',
    profile: '方案 1',
    profileName: '名称',
    byDefault: 'SKU 标签默认用',
    commands: '指令条码',
    upload: '上传公司 Logo',
    crop: '裁剪图片',
    left: '左边',
    width: '宽度',
    height: '高度',
    send: '上传',
    missing: '没有查看权限',
  },
  en_US: {
    person: 'Personal information',
    done: 'Operation succeeded',
    save: 'Save',
    edit: 'Edit',
    fresh: 'New template',
    name: 'Template',
    item: 'Item {n}',
    what: 'Content',
    custom: 'Custom text',
    text: 'Text',
    top: 'Top margin, mm',
    covers: 'Item 1 covers a barcode or the address',
    add: 'Add item',
    shrink: 'Scale label down and use the freed space',
    preview: 'Preview',
    sample: 'Sample PDF',
    none: 'No watermark templates yet',
    printer: 'Label printer',
    testPage: 'Test page',
    sku: 'Print SKU labels',
    copies: 'Copies of each',
    print: 'Print labels',
    download: 'Download file',
    one: '1 label',
    two: '2 labels',
    didAll: 'Did all labels print?',
    fromOn: 'First label not printed',
    reason: 'Reason',
    smeared: 'Print not readable',
    again: 'Reprint',
    yes: 'Yes, all',
    printed: 'Printed',
    addProfile: 'Add profile',
    profile: 'Profile 1',
    profileName: 'Name',
    byDefault: 'Default for SKU labels',
    commands: 'Command barcodes',
    upload: 'Upload Company logo',
    crop: 'Crop image',
    left: 'Left',
    width: 'Width',
    height: 'Height',
    send: 'Upload',
    missing: 'You don’t have permission to view this',
  },
} as const

/** The file a click downloads, read as a printer and a scanner would. */
async function paperFrom(page: Page, click: () => Promise<void>, dpi?: number) {
  const coming = page.waitForEvent('download')
  await click()
  const download = await coming
  return readPaper(await readFile(await download.path()), dpi)
}

for (const { language, theme } of rounds) {
  const label = words[language]
  const itemNo = (n: number) => label.item.replace('{n}', String(n))

  test(`a watermark is placed beside the barcode, previewed on a sample and saved (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, theme, at: '/setting/basicData?view=watermark' })
    await expect(page.getByText(label.none)).toBeVisible()
    await page.getByRole('button', { name: label.fresh }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel(label.name).fill('Bench 1')
    const first = form.getByRole('group', { name: itemNo(1) })
    await first.getByLabel(label.top).fill('100')
    await expect(first.getByText(label.covers)).toBeVisible()
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(first.getByText(label.covers)).toBeVisible()

    // Dragged down into the free strip.
    const preview = form.getByRole('complementary', { name: label.preview })
    const box = await preview.locator('.stamp-handle').boundingBox()
    if (!box) throw new Error('nothing to drag')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + box.width * (33 / 45), { steps: 4 })
    await page.mouse.up()
    await expect(first.getByText(label.covers)).toBeHidden()
    expect(Number(await first.getByLabel(label.top).inputValue())).toBeGreaterThan(128)

    await form.getByRole('radio', { name: label.shrink }).check()
    await form.getByRole('button', { name: label.add }).click()
    const second = form.getByRole('group', { name: itemNo(2) })
    await second.getByRole('combobox', { name: label.what }).click()
    await fillAndEnter(second.getByRole('combobox', { name: label.what }), label.custom)
    await second.getByLabel(label.text, { exact: true }).fill('小心轻放')
    await expect(preview.getByText('小心轻放')).toBeVisible()
    const sheets = await paperFrom(page, () => form.getByRole('button', { name: label.sample }).click())
    expect(sheets.map(({ codes }) => codes)).toEqual([['TH0123456789012']])
    await check(page, 'watermark editor')

    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(toast(page, label.done)).toBeVisible()
    const row = page.locator('.ant-table-tbody tr.ant-table-row')
    await expect(row).toContainText('小心轻放')
    await row.click()
    await expect(
      page.getByRole('dialog').getByRole('button', { name: label.edit, exact: true }),
    ).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`each user sets up printing and prints a test page, and a reload keeps the settings (${language})`, async ({
    page,
  }) => {
    const { staff } = await newCompany({ staff: 1 })
    await enter(page, { as: staff[0] ?? '', language, at: '/personInfo' })
    await expect(heading(page, label.person)).toBeVisible()
    const printer = page.getByLabel(label.printer)
    await printer.fill('2 号台 ZD421')
    const settings = page.locator('.print-settings')
    await settings.getByRole('radio', { name: '2' }).check()
    await settings.getByRole('button', { name: label.addProfile }).click()
    const profile = settings.getByRole('group', { name: label.profile })
    await profile.getByLabel(label.profileName).fill('ZD421')
    await settings.getByRole('combobox', { name: label.byDefault }).click()
    await page.getByTitle('ZD421', { exact: true }).click()
    await settings.getByRole('button', { name: label.save, exact: true }).click()
    await expect(toast(page, label.done)).toBeVisible()
    await check(page, 'printer profiles', '.print-settings')
    const card = settings.locator('.ant-card', { hasText: label.commands })
    const commands = await paperFrom(
      page,
      () => card.getByRole('button', { name: label.download }).click(),
      300,
    )
    expect(commands[0]?.codes).toContain('CMD-OK')
    const sheets = await paperFrom(page, () => settings.getByRole('button', { name: label.testPage }).click())
    expect(sheets[0]?.codes.sort()).toEqual(['TALLYHOUSE-TEST-1', 'TALLYHOUSE-TEST-2'])
    await page.reload()
    await expect(printer).toHaveValue('2 号台 ZD421')
    await expect(settings.getByRole('radio', { name: '2' })).toBeChecked()
    await expect(profile.getByLabel(label.profileName)).toHaveValue('ZD421')
    await page.goto('/setting/basicData?view=watermark')
    await expect(page.getByText(label.missing).first()).toBeVisible()
  })

  test(`labels of selected products are downloaded, and their barcodes scan (${language})`, async ({
    page,
  }) => {
    const { owner, tenantId } = await newCompany()
    await asCompany(tenantId, async (db) => {
      await db.query(
        `with made as (
           insert into customers (tenant_id, customer_code, customer_name, search_line)
           values ($1, 'ACME', 'Acme', 'acme') returning tenant_id, id),
         goods as (
           insert into products (tenant_id, customer_id, sku, name_zh, search_line)
           select tenant_id, id, 'MUG-01', '陶瓷杯', 'mug-01' from made returning tenant_id, customer_id, id)
         insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, is_default)
         select tenant_id, customer_id, id, 'ACME.MUG-01', 'system', true from goods`,
        [tenantId],
      )
    })
    await enter(page, { as: owner, language, at: '/query/productArchives' })
    const row = page.locator('.ant-table-tbody tr.ant-table-row')
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: label.sku }).click()
    const dialog = page.getByRole('dialog', { name: label.print })
    await expect(dialog.getByRole('status')).toHaveText(label.one)
    // The preview is not drawn again when the user comes back to the tab.
    await expect(dialog.locator('.print-preview').locator('iframe, a')).toBeVisible({ timeout: 30_000 })
    const drawn: string[] = []
    page.on('request', (request) => request.url().includes(printSkuLabels.path) && drawn.push(request.url()))
    await page.keyboard.press('Alt+1')
    await expect(page).toHaveURL('/')
    await page.keyboard.press('Alt+2')
    await expect(dialog.getByRole('status')).toHaveText(label.one)
    await page.waitForLoadState('networkidle')
    expect(drawn).toEqual([])
    await dialog.getByLabel(label.copies).fill('2')
    await expect(dialog.getByRole('status')).toHaveText(label.two)
    const sheets = await paperFrom(page, () => dialog.getByRole('button', { name: label.download }).click())
    expect(sheets.map(({ codes }) => codes)).toEqual([['ACME.MUG-01'], ['ACME.MUG-01']])
    await expect(dialog.getByText(label.didAll)).toBeVisible()
    await check(page, 'print drawer', '.ant-drawer')

    // The second one was damaged: it is reprinted with a reason, and then all are there.
    await dialog.getByLabel(label.fromOn).fill('2')
    await dialog.getByRole('combobox', { name: label.reason }).click()
    await page.getByTitle(label.smeared, { exact: true }).click()
    await dialog.getByRole('button', { name: label.again }).click()
    await expect(dialog.getByRole('button', { name: label.again })).toBeDisabled()
    await expect(page.locator('.print-frame')).toBeAttached()
    await dialog.getByRole('button', { name: label.yes }).click()
    await expect(toast(page, label.printed)).toBeVisible()
    await expect(dialog.getByText(label.didAll)).toHaveCount(0)
  })

  test(`a logo is cropped with numbers and with the mouse before the upload (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/setting/logo' })
    const red = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#c62828' } })
      .png()
      .toBuffer()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: label.upload }).click(),
    ])
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: red })
    const dialog = page.getByRole('dialog', { name: label.crop })
    const picture = dialog.getByRole('img', { name: label.crop })
    const box = await picture.boundingBox()
    if (!box) throw new Error('no picture')
    await page.mouse.move(box.x + box.width / 4, box.y + 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
    await page.mouse.up()
    expect(Number(await dialog.getByLabel(label.left).inputValue())).toBeGreaterThan(140)
    await dialog.getByLabel(label.left).fill('10')
    await dialog.getByLabel(label.width).fill('240')
    await dialog.getByLabel(label.height).fill('120')
    await dialog.getByRole('button', { name: label.send, exact: true }).click()
    const onBar = page.getByRole('banner').locator('.brand img')
    await expect(onBar).toHaveAttribute('src', /^\/logos\/own\//)
    await expect
      .poll(() => onBar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([240, 120])

    // A large crop of a photo exceeds the upload limit; it is sent in a logo's stored size.
    const photo = await sharp(randomBytes(1600 * 1400 * 3), {
      raw: { width: 1600, height: 1400, channels: 3 },
    })
      .jpeg({ quality: 60 })
      .toBuffer()
    const before = (await onBar.getAttribute('src')) ?? ''
    const [again] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: label.upload }).click(),
    ])
    await again.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
    await dialog.getByLabel(label.width).fill('1500')
    await dialog.getByLabel(label.height).fill('1000')
    await dialog.getByRole('button', { name: label.send, exact: true }).click()
    await expect(onBar).not.toHaveAttribute('src', before)
    await expect
      .poll(() => onBar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([708, 472])
  })
}
