import type { Locator } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import { check } from './barriers.ts'
import {
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  heading,
  inCompany,
  languages,
  newCompany,
  strike,
  test,
  toast,
} from './desk.ts'

const words = {
  zh_CN: {
    title: '物流分区',
    empty: '暂无分区方案',
    fresh: '新建分区方案',
    code: '分区方案代码',
    name: '分区方案名称',
    cell: (column: string, row: number) => `${column}，第 ${row} 行`,
    zone: '分区',
    country: '国家/地区',
    from: '起始邮编',
    to: '结束邮编',
    remote: '偏远',
    overlap: '第 1 行（US 900–908，分区 2）与第 3 行（US 905–913，分区 3）重叠且优先级相同',
    zip: '邮编',
    tries: '试一个邮编',
    answer: '分区 7 · 超偏远 · 由第 2 行决定：US 90210',
    none: '没有分区：没有一行包含这个地址',
    save: '保存',
    done: '操作成功',
    import: '导入分区行',
    choose: '选择文件',
    owners: '与方案中第 1 行（US 900–908，分区 2）重叠且优先级相同',
    start: '导入 1 行',
    result: '导入 1 行，失败 1 行',
    close: '关闭',
    truck: '自有车辆或自提',
    method: '计费方式',
    byBook: '按报价计费',
    schema: '分区方案',
    needed: '按报价计费需要分区方案',
    divisor: '体积重除数',
    countries: '可到国家/地区',
    select: '选择第 1 行',
    disable: '停用',
    refused: '启用中的渠道正在使用：TRUCK',
    edit: '编辑',
    notAllowed: '没有查看权限',
  },
  en_US: {
    title: 'Logistics zones',
    empty: 'No zone schemas yet',
    fresh: 'New zone schema',
    code: 'Schema code',
    name: 'Schema name',
    cell: (column: string, row: number) => `${column}, row ${row}`,
    zone: 'Zone',
    country: 'Country',
    from: 'From',
    to: 'To',
    remote: 'Remote level',
    overlap: 'Row 1 (US 900–908, zone 2) and row 3 (US 905–913, zone 3) overlap and have the same priority',
    zip: 'Postal code',
    tries: 'Test a postal code',
    answer: 'Zone 7 · Very remote · Determined by row 2: US 90210',
    none: 'No zone: no row covers this address',
    save: 'Save',
    done: 'Operation succeeded',
    import: 'Import rows',
    choose: 'Choose a file',
    owners: 'Overlaps row 1 of the schema (US 900–908, zone 2) with the same priority',
    start: 'Import 1 row',
    result: '1 row imported, 1 failed',
    close: 'Close',
    truck: 'Own truck or pickup',
    method: 'Billing method',
    byBook: 'By price book',
    schema: 'Zone schema',
    needed: 'Billing by price book requires a zone schema',
    divisor: 'Volumetric divisor',
    countries: 'Destination countries',
    select: 'Select row 1',
    disable: 'Disable',
    refused: 'Used by enabled channels: TRUCK',
    edit: 'Edit',
    notAllowed: 'You don’t have permission to view this',
  },
} as const

const AT = '/setting/quote/zone_schema'

const paste = (cell: Locator, text: string) =>
  cell.evaluate((box, block) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', block)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

for (const language of languages) {
  const label = words[language]

  test(`a zone schema is pasted, tested, imported and used by a channel; then it cannot be disabled (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: AT })
    await expect(heading(page, label.title)).toBeVisible()
    await expect(page.getByText(label.empty)).toBeVisible()
    const rows = page.locator('.list-page .ant-table-tbody tr.ant-table-row')

    await strike(page, 'n')
    const form = page.getByRole('dialog', { name: label.fresh })
    await expect(form.getByLabel(label.code)).toBeFocused()
    await form.getByLabel(label.code).fill('GROUND')
    await form.getByLabel(label.name).fill('Ground')
    await paste(
      form.getByLabel(label.cell(label.zone, 1)),
      `${label.from}\t${label.to}\t${label.zone}\t${label.country}\t${label.remote}\r\n900*\t908*\t2\tUS\t\r\n90210\t\t7\tUS\tdas_ext\r\n905\t913\t3\tUS\t\r\n`,
    )
    await expect(form.getByText(label.overlap)).toBeVisible()
    await expect(form.getByLabel(label.cell(label.zone, 3))).toHaveAttribute('aria-invalid', 'true')
    await check(page, 'zone rows that overlap')
    await form.getByLabel(label.cell(label.from, 3)).fill('909')
    await form.getByLabel(label.cell(label.to, 3)).fill('917')
    await expect(form.getByText(label.overlap)).toHaveCount(0)
    await form
      .getByRole('region', { name: label.tries })
      .getByLabel(label.zip, { exact: true })
      .fill('90210-1234')
    await expect(form.getByText(label.answer)).toBeVisible()
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(toast(page, label.done)).toBeVisible()
    await expect(rows).toHaveCount(1)

    await page.getByRole('button', { name: label.import, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const sheet = await writeXlsx({
      sheets: [
        {
          name: 's',
          rows: [
            [label.code, label.zone, label.country, label.from, label.to],
            ['GROUND', '4', 'US', '899', '907'],
            ['GROUND', '8', 'US', '005', '005'],
          ],
        },
      ],
    })
    await dialog.getByLabel(label.choose).setInputFiles({
      name: 'zones.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(sheet),
    })
    await expect(dialog.getByText(label.owners)).toBeVisible()
    await dialog.getByRole('button', { name: label.start }).click()
    await expect(dialog.getByText(label.result)).toBeVisible()
    await dialog.getByRole('button', { name: label.close, exact: true }).last().click()

    await rows.first().click()
    const drawer = page.getByRole('dialog', { name: /GROUND/ })
    await expect(drawer.getByRole('cell', { name: 'US 005', exact: true })).toBeVisible()
    const zip = drawer.getByLabel(label.zip, { exact: true })
    await zip.fill('10001')
    await expect(drawer.getByText(label.none)).toBeVisible()
    await check(page, 'a zone table')

    await page.goto('/setting/channel')
    await page.getByRole('button', { name: label.truck, exact: true }).click()
    const wanted = page.getByRole('dialog')
    await wanted.getByRole('combobox', { name: label.method }).click()
    await page.getByTitle(label.byBook, { exact: true }).click()
    await wanted.getByLabel(label.divisor).fill('139')
    await fillAndEnter(wanted.getByRole('combobox', { name: label.countries }), 'US')
    await page.keyboard.press('Escape')
    await wanted.getByRole('button', { name: label.save, exact: true }).click()
    await expect(wanted.getByText(label.needed)).toBeVisible()
    await fillAndEnter(wanted.getByRole('combobox', { name: label.schema }), 'GROUND')
    await wanted.getByRole('button', { name: label.save, exact: true }).click()
    await expect(toast(page, label.done)).toBeVisible()

    await page.goto(AT)
    await expect(rows.first()).toContainText('TRUCK')
    await page.getByRole('checkbox', { name: label.select }).check()
    await page.getByRole('button', { name: label.disable, exact: true }).click()
    await page.getByRole('tooltip').getByRole('button', { name: label.disable, exact: true }).click()
    await expect(page.getByText(label.refused)).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`with view permission zone schemas can be tested but not changed; without it the page says which is missing (${language})`, async ({
    page,
    browser,
  }) => {
    await enter(page, { as: 'visitor1', language, at: AT })
    await page.getByText('US-917', { exact: true }).click()
    const drawer = page.getByRole('dialog', { name: /US-917/ })
    await drawer.getByLabel(label.zip, { exact: true }).fill('96813')
    await expect(drawer.getByRole('status')).toContainText('US 967–969')
    await expect(drawer.getByRole('button', { name: label.edit, exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: label.fresh })).toHaveCount(0)

    const { staff } = await newCompany({ staff: 1 })
    const other = await browser.newPage()
    await enter(other, { as: staff[0] ?? '', language, at: AT })
    await expect(other.getByText(label.notAllowed)).toBeVisible()
    await other.close()
  })
}

test('rows that another person imported meanwhile survive a second press of Save', async ({ page }) => {
  const { owner, tenantId } = await newCompany()
  const aRow = (no: number) =>
    inCompany(
      tenantId,
      `insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, zip_from, zip_to)
       select tenant_id, id, $1, '2', 'US', $2, $2 from zone_schemas`,
      [no, String(900 + no)],
    )
  await inCompany(
    tenantId,
    `insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values (tenant_now(), 'GROUND', 'Ground', 'ground')`,
  )
  await aRow(1)
  await enter(page, { as: owner, language: 'en_US', at: '/setting/quote/zone_schema' })
  await page.getByRole('cell', { name: 'GROUND' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'GROUND' })
  await drawer.getByRole('button', { name: 'Edit' }).click()
  await drawer.getByLabel('Zone, row 1').fill('7')
  await aRow(2)
  await inCompany(tenantId, 'update zone_schemas set row_version = row_version + 1')

  const save = drawer.getByRole('button', { name: 'Save', exact: true })
  for (const _ of [1, 2]) {
    const answer = page.waitForResponse(/zone.*edit/)
    await save.click()
    expect((await (await answer).json()).data).toMatchObject({ kind: 'stale' })
    await expect(drawer.getByText('Someone else changed this while you were editing')).toBeVisible()
  }
  await expect(drawer.getByLabel('Zone, row 1')).toHaveValue('7')
  await drawer.getByRole('button', { name: 'Discard changes' }).click()
  await expect(drawer.getByLabel('Zone, row 1')).toHaveValue('2')
  await drawer.getByLabel('Zone, row 2').fill('8')
  await save.click()
  await expect
    .poll(() => inCompany(tenantId, 'select zone_code from zone_rows order by row_no'))
    .toEqual([{ zone_code: '2' }, { zone_code: '8' }])
})
