import type { Page } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { check, rounds } from './barriers.ts'
import {
  asCompany,
  call,
  closeByKey,
  enter,
  expect,
  fillAndEnter,
  logInBeside,
  newCompany,
  test,
} from './desk.ts'

const none = { apiKey: null, user: null, password: null, accessToken: null }
const account = {
  adapter: 'demo',
  platformId: null,
  accountName: 'Main',
  carrier: 'UPS',
  accountNo: null,
  environment: 'sandbox',
  ...none,
}
const platform = {
  platformCode: 'ZX',
  platformName: '中欣快运',
  address: 'https://zx.example/api',
  headers: '',
  buyMethod: 'POST',
  buyPath: '/labels',
  buyBody: '{}',
  findPath: null,
  voidMethod: 'DELETE',
  voidPath: null,
  voidBody: null,
  checkPath: null,
  okPath: null,
  okValue: null,
  noneValue: null,
  errorPath: null,
  refPath: null,
  trackingPath: 'no',
  labelKind: 'base64',
  labelPath: 'label',
  costPath: null,
  currencyPath: null,
}
const template = {
  templateName: 'Bench',
  labelSource: null,
  labelFormat: 'pdf_100x150',
  stampMode: 'overlay',
  scalePercent: 100,
  lang: 'zh_CN',
  items: [{ item: 'sku_qty', xMm: 3, yMm: 130, wMm: 60, fontPt: 8, maxRows: 3, text: null }],
}

/** A company with one of each: an account, a platform, a template and a channel with its numbers. */
async function companyWithBooks(page: Page) {
  const { owner, tenantId } = await newCompany()
  const token = await logInBeside(page, owner)
  for (const [what, data] of Object.entries({ 'carrier-account': account, platform, watermark: template })) {
    const { message, success } = await call(page, `/gateway/wms/${what}/create`, { token, data })
    expect(success, message).toBe(true)
  }
  await asCompany(tenantId, async (db) => {
    await db.query(
      `with made as (
         insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method,
           label_format, countries)
         values ($1, 'LOCAL', '同城快递', 'Local courier', 'local', 'SELF', 'self_built', 'flat', 'pdf_100x150', '{US}')
         returning tenant_id, id)
       insert into number_pools (tenant_id, channel_id, kind, prefix, digits, check_rule, suffix, start_no, next_no, end_no,
         first_number, last_number)
       select tenant_id, id, 'range', 'LA', 8, 'none', '', 1, 1, 50, 'LA00000001', 'LA00000050' from made`,
      [tenantId],
    )
  })
  return owner
}

for (const { language, theme } of rounds) {
  const zh = language === 'zh_CN'
  const either = (zhWords: string, enWords: string) => (zh ? zhWords : enWords)
  const save = either('保存', 'Save')
  const edit = either('编辑', 'Edit')

  test.describe(`${language}, ${theme}`, () => {
    test.use({ colorScheme: theme })

    /** The form of a new row, submitted empty so that it shows its errors. */
    async function lookAtNew(page: Page, name: string) {
      await page.getByRole('button', { name }).first().click()
      const form = page.getByRole('dialog')
      await form.getByRole('button', { name: save, exact: true }).click()
      await expect(form.locator('[aria-invalid=true]').first()).toBeVisible()
      await check(page, name, '[role=dialog]')
      await closeByKey(page, form)
    }

    /** The form in the drawer of the first row. */
    async function lookAtRow(page: Page, what: string) {
      await page.locator('.ant-table-tbody tr.ant-table-row').first().click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('button', { name: edit, exact: true }).click()
      await expect(drawer.getByRole('button', { name: save, exact: true })).toBeVisible()
      await check(page, `${what}: its form`, '[role=dialog]')
    }

    test('channels, carrier accounts and the import of a spreadsheet are accessible', async ({ page }) => {
      const owner = await companyWithBooks(page)
      await enter(page, { as: owner, language, at: '/setting/channel' })
      await page.getByRole('row').nth(1).getByRole('checkbox').check()
      await fillAndEnter(page.getByRole('searchbox'), 'local')
      await expect(page.locator('.list-chips')).toBeVisible()
      await check(page, 'channels, searched and picked')
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: either('导入号码', 'Import numbers') }).click()
      const rows = [
        [either('渠道代码', 'Channel code'), either('号码', 'Number')],
        ['LOCAL', 'LX0001'],
        ['NOWHERE', 'LX0002'],
      ]
      await dialog.getByLabel(either('选择文件', 'Choose a file')).setInputFiles({
        name: 'numbers.xlsx',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows }] })),
      })
      await expect(dialog.getByText('LX0002')).toBeVisible()
      await check(page, 'sheet with a wrong row')
      await closeByKey(page, dialog)

      await page.locator('.ant-table-tbody tr.ant-table-row').first().click()
      await dialog.getByRole('button', { name: either('添加号段', 'Add range') }).click()
      await expect(dialog).toHaveCount(2)
      await check(page, 'numbers of a channel, and a range to add')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(1)
      await dialog.getByRole('button', { name: edit, exact: true }).click()
      await expect(dialog.getByRole('button', { name: save, exact: true })).toBeVisible()
      await check(page, 'channel: its form')

      await page.goto('/setting/channel?view=accounts')
      await lookAtNew(page, either('新建账号', 'New account'))
      await lookAtRow(page, 'account')
    })

    test('provinces, platforms, watermarks and print settings are accessible', async ({ page }) => {
      const owner = await companyWithBooks(page)
      await enter(page, { as: owner, language, at: '/setting/basicData?countryCode=US' })
      await lookAtNew(page, either('新建州/省', 'New state'))
      await lookAtRow(page, 'state')
      await page.goto('/setting/basicData?view=print')
      await expect(page.getByRole('combobox').first()).toBeVisible()
      await check(page, 'print settings', 'main')
      await page.goto('/setting/basicData?view=watermark')
      await lookAtRow(page, 'watermark')
      await page.goto('/setting/basicData?view=self_built')
      await lookAtNew(page, either('新建平台', 'New platform'))
      await lookAtRow(page, 'platform')

      await page.goto('/setting/logo')
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: either('上传公司 Logo', 'Upload Company logo') }).click(),
      ])
      const red = sharp({ create: { width: 60, height: 20, channels: 4, background: '#c62828' } })
      await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await red.png().toBuffer() })
      await expect(page.locator('.crop-picture')).toBeVisible()
      await check(page, 'logos, and one being cropped')
    })

    test('every step of the setup is accessible', async ({ page }) => {
      const { owner, tenantId } = await newCompany()
      const set = (columns: string) =>
        asCompany(tenantId, async (db) => {
          await db.query('alter table warehouses disable trigger set_once')
          await db.query(`update warehouses set ${columns} where tenant_id = $1`, [tenantId])
          await db.query('alter table warehouses enable trigger set_once')
        })
      await set('unit = null, currency_code = null')
      for (const step of [1, 2, 3, 4, 5, 6]) {
        await set(`init_step = ${step}${step === 3 ? `, unit = 1, currency_code = 'USD'` : ''}`)
        if (step === 1) await enter(page, { as: owner, language, at: '/setup' })
        else await page.goto('/setup')
        await expect(page.locator(`.setup-progress li:nth-child(${step})[aria-current]`)).toBeVisible()
        if (step === 4) {
          await page.getByRole('radio').nth(1).check()
          await page.getByRole('button', { name: either('保存并继续', 'Save and continue') }).click()
          await expect(
            page.getByText(either('请选择或新建账号', 'Select or create an account')),
          ).toBeVisible()
        }
        await check(page, `set-up, step ${step}`, 'main')
      }
    })
  })
}
