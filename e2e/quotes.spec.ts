import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { sheetsIn, workbookBytes } from '../billing/quotes/workbook-bytes.ts'
import { check } from './barriers.ts'
import {
  asOwner,
  complaintsOf,
  enter,
  expect,
  heading,
  inCompany,
  languages,
  newCompany,
  test,
} from './desk.ts'

const words = {
  zh_CN: {
    title: '仓租',
    fresh: '新建报价',
    code: '报价代码',
    name: '报价名称',
    asDefault: '默认报价',
    save: '保存',
    newVersion: '新版本',
    addTier: '添加区间',
    price: (row: number) => `每天单价，第 ${row} 行`,
    ageFrom: (row: number) => `库龄从（天），第 ${row} 行`,
    ageTo: (row: number) => `到（天），第 ${row} 行`,
    gap: '第 2 行：与上一区间之间有空档',
    complete: '价格完整，可以发布',
    total: '120 天合计 75.00 USD',
    saveDraft: '保存草稿',
    draft: '草稿',
    publish: '发布',
    from: '生效时间',
    past: '生效时间须晚于当前时间',
    pending: '待生效',
    isDefault: '此为默认报价，没有单独报价的客户都按它计费',
    end: '设置失效时间',
    until: '失效时间',
    noNext: '失效后没有其他版本接替',
    replace: '新版本（复制 V1）',
    cancel: '取消',
    withdraw: '撤回',
    ok: '确定',
    prices: '客户价格',
    assign: '分配报价',
    missing: '无报价客户',
    noneMissing: '每个客户都有报价',
  },
  en_US: {
    title: 'Storage rent',
    fresh: 'New quote',
    code: 'Quote code',
    name: 'Quote name',
    asDefault: 'Default quote',
    save: 'Save',
    newVersion: 'New version',
    addTier: 'Add tier',
    price: (row: number) => `Price per day, row ${row}`,
    ageFrom: (row: number) => `Age from (days), row ${row}`,
    ageTo: (row: number) => `to (days), row ${row}`,
    gap: 'Row 2: There is a gap before this tier',
    complete: 'The prices are complete',
    total: '75.00 USD for 120 days',
    saveDraft: 'Save draft',
    draft: 'Draft',
    publish: 'Publish',
    from: 'Effective from',
    past: 'The start must be later than now',
    pending: 'Scheduled',
    isDefault: 'This is the default quote: everyone without a price of their own is charged by it',
    end: 'Set end',
    until: 'Inactive from',
    noNext: 'No version follows at that time',
    replace: 'New version (copy of V1)',
    cancel: 'Cancel',
    withdraw: 'Withdraw',
    ok: 'OK',
    prices: 'Customer price',
    assign: 'Assign quote',
    missing: 'Customers without a price',
    noneMissing: 'Every customer has prices',
  },
}

for (const language of languages) {
  const label = words[language]

  test(`storage prices are entered, checked, published and withdrawn (${language})`, async ({ page }) => {
    const complaints = await complaintsOf(page)
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/setting/quote/storage_fee' })
    await expect(heading(page, label.title)).toBeVisible()
    await page.getByRole('button', { name: label.fresh }).first().click()
    const form = page.getByRole('dialog', { name: label.fresh })
    await form.getByLabel(label.code).fill('RENT-1')
    await form.getByLabel(label.name).fill('Rent')
    await form.getByLabel(label.asDefault).check()
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(form).toBeHidden()

    await page.getByRole('cell', { name: 'RENT-1' }).click()
    const drawer = page.getByRole('dialog', { name: 'RENT-1' })
    await drawer.getByRole('button', { name: label.newVersion }).click()
    const editor = page.getByRole('dialog').last()
    await expect(editor.getByText('0.000001 ft³')).toBeVisible()
    await editor.getByRole('button', { name: label.addTier }).click()
    await editor.getByLabel(label.ageTo(1)).fill('45')
    await editor.getByLabel(label.price(1)).fill('0.5')
    await editor.getByRole('button', { name: label.addTier }).click()
    await editor.getByLabel(label.ageFrom(2)).fill('50')
    await editor.getByLabel(label.price(2)).fill('0.70')
    await expect(editor.getByText(label.gap)).toBeVisible()
    await check(page, 'a storage version with a gap')
    await editor.getByLabel(label.ageFrom(2)).fill('46')
    await expect(editor.getByText(label.complete)).toBeVisible()
    await expect(editor.getByText(label.total)).toBeVisible()
    await editor.getByRole('button', { name: label.saveDraft }).click()
    await expect(drawer.getByText(label.draft)).toBeVisible()

    await drawer.getByRole('button', { name: label.publish }).click()
    const publish = page.getByRole('dialog').last()
    await expect(publish.getByText(label.isDefault)).toBeVisible()
    await publish.getByLabel(label.from).fill('2026-01-01T00:00')
    await publish.getByRole('button', { name: label.publish }).click()
    await expect(publish.getByText(label.past)).toBeVisible()
    await publish.getByLabel(label.from).fill('2031-01-01T00:00')
    await publish.getByRole('button', { name: label.publish }).click()
    await expect(drawer.getByText(label.pending)).toBeVisible()
    await drawer.getByRole('button', { name: label.end }).click()
    const end = page.getByRole('dialog').last()
    await expect(end.getByText(label.isDefault)).toBeVisible()
    await end.getByLabel(label.until).fill('2031-02-01T00:00')
    await expect(end.getByText(label.noNext)).toBeVisible()
    await check(page, 'the end of a version without another')
    await end.getByRole('button', { name: label.replace }).click()
    await expect(editor.getByLabel(label.price(2))).toHaveValue('0.70')
    await editor.getByRole('button', { name: label.cancel }).click()
    await drawer.getByRole('button', { name: label.withdraw }).click()
    await page.getByRole('button', { name: label.ok, exact: true }).click()
    await expect(drawer.getByText(label.draft)).toBeVisible()

    await page.goto('/setting/quote/customer_price?view=missing')
    await expect(page.getByText(label.noneMissing)).toBeVisible()
    expect(complaints).toEqual([])
  })
}

/** A channel with the zones 2 to 10. */
async function aChannel(tenantId: number) {
  await asOwner(async (db) => {
    await db.query(`select set_config('app.tenant_id', $1, false)`, [String(tenantId)])
    await db.query(
      `with s as (
         insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values ($1, 'GROUND', 'Ground', 'ground') returning id),
       r as (
         insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, zip_from, zip_to, remote_level)
         select $1, s.id, n, n::text, 'US', lpad(n::text, 3, '0'), lpad(n::text, 3, '0'), 'none' from s, generate_series(2, 10) n returning 1)
       insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format,
         countries, zone_schema_id, dim_divisor, dim_rounding, weight_step)
       select $1, 'GROUND', '陆运', 'Ground', 'ground', 'UPS', 'none', 'price_book', 'pdf_100x150', '{US}', s.id, 139, 'ceil', 1 from s`,
      [tenantId],
    )
  })
}

/** A new freight quote of the channel, with the editor of its first version open. */
async function newCard(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New quote' }).first().click()
  const form = page.getByRole('dialog', { name: 'New quote' })
  await form.getByLabel('Quote code').fill('UPS-2027')
  await form.getByLabel('Quote name').fill('UPS ground')
  await form.getByLabel('Channel').click()
  await page.getByTitle('GROUND Ground').click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('cell', { name: 'UPS-2027' }).click()
  const drawer = page.getByRole('dialog', { name: 'UPS-2027' })
  await drawer.getByRole('button', { name: 'New version' }).click()
  return drawer
}

test('a freight card of 150 weights and 9 zones is pasted, published and tried', async ({ page }) => {
  const { owner, tenantId } = await newCompany()
  await aChannel(tenantId)
  const zones = Array.from({ length: 9 }, (_, n) => n + 2)
  const card = [
    ['', ...zones].join('\t'),
    ...Array.from({ length: 150 }, (_, n) =>
      [n + 1, ...zones.map((zone) => (7 + zone * 0.5 + n * 0.25).toFixed(2))].join('\t'),
    ),
  ].join('\n')

  await enter(page, { as: owner, language: 'en_US', at: '/setting/quote/logistics_freight' })
  const drawer = await newCard(page)
  const editor = page.getByRole('dialog').last()
  await editor.getByRole('button', { name: 'Paste from Excel' }).first().click()
  const paste = page.getByRole('dialog', { name: 'Paste from Excel' })
  await paste.getByRole('textbox').fill(card)
  await expect(paste.getByText('150 × 9')).toBeVisible()
  await paste.getByRole('button', { name: 'Apply' }).click()
  await expect(editor.getByText('No problems')).toBeVisible()
  await editor.getByRole('button', { name: 'Save draft' }).click()
  await expect(drawer.getByText('Draft')).toBeVisible()

  await drawer.getByRole('button', { name: 'Edit prices' }).click()
  const again = page.getByRole('dialog', { name: 'Prices of UPS-2027 V1' })
  await again.getByLabel('Weight (lb)').fill('2.3')
  await again.getByLabel('Length').fill('11.1')
  await again.getByLabel('Width').fill('8.1')
  await again.getByLabel('Height').fill('4.1')
  // 12 × 9 × 5 inches are 4 lb by volume: 8.00 in zone 2, and 0.25 for each further pound.
  await expect(again.getByText('Total 8.75')).toBeVisible()
  await again.getByLabel('Country').fill('us')
  await again.getByLabel('Postal code').fill('00512')
  await expect(again.getByText('Zone 5 (Not remote) · Billable weight 4 lb · Discount 1.00')).toBeVisible()
  await expect(again.getByText('Total 10.25')).toBeVisible()
  await expect(again.getByText('Freight of package 1: zone 5, weight 3–4: 10.25')).toBeVisible()
  await check(page, 'the freight table')
  await again.getByRole('button', { name: 'Cancel' }).click()
  await drawer.getByRole('button', { name: 'Publish' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish V1' })
  await publish.getByLabel('Effective from').fill('2031-01-01T00:00')
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(drawer.getByText('Scheduled')).toBeVisible()
})

test('handling prices are entered and tried on a document before they are saved', async ({ page }) => {
  const { owner } = await newCompany()
  await enter(page, { as: owner, language: 'en_US', at: '/setting/quote/warehouse_operation' })
  await page.getByRole('button', { name: 'New quote' }).first().click()
  const form = page.getByRole('dialog', { name: 'New quote' })
  await form.getByLabel('Quote code').fill('HAND-1')
  await form.getByLabel('Quote name').fill('Handling')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('cell', { name: 'HAND-1' }).click()
  const drawer = page.getByRole('dialog', { name: 'HAND-1' })
  await drawer.getByRole('button', { name: 'New version' }).click()
  const editor = page.getByRole('dialog').last()
  await editor.getByLabel('Add rule').click()
  await page.getByTitle(/INB_UNLOAD/).click()
  const rule = editor.getByRole('region', { name: 'Rule 1' })
  await rule.getByLabel('Charge unit').click()
  await page.getByTitle('Per container').click()
  await rule.getByLabel('First price, row 1').fill('350')
  const trial = editor.getByRole('region', { name: 'Try a document' })
  await expect(trial.getByText('Enter the missing size, weight or number')).toBeVisible()
  await trial.getByLabel('Containers').fill('2')
  await expect(trial.getByText('Total 700.00 USD')).toBeVisible()
  await check(page, 'a trial of handling prices')
  await editor.getByRole('button', { name: 'Save draft' }).click()
  await expect(drawer.getByText('Draft')).toBeVisible()

  // Another quote starts as a copy of it.
  await page.goto('/setting/quote/warehouse_operation')
  await page.getByRole('button', { name: 'New quote' }).first().click()
  await form.getByLabel('Quote code').fill('HAND-2')
  await form.getByLabel('Quote name').fill('Handling 2')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('cell', { name: 'HAND-2' }).click()
  await page
    .getByRole('dialog', { name: 'HAND-2' })
    .getByRole('button', { name: 'Copy another quote' })
    .click()
  const copying = page.getByRole('dialog', { name: 'Copy another quote' })
  const arrive = Promise.withResolvers<void>()
  await page.route('**/quote/one?*', async (route) => {
    await arrive.promise
    await route.continue()
  })
  await copying.getByLabel('Quote').click()
  await page.getByTitle('HAND-1 Handling').click()
  await check(page, 'the quote to copy', '.ant-modal')
  await copying.getByRole('button', { name: 'Start' }).click()
  // Its versions came later than the click.
  arrive.resolve()
  const copied = page.getByRole('dialog', { name: 'New version of HAND-2' })
  await expect(copied.getByRole('region', { name: 'Rule 1' }).getByLabel('First price, row 1')).toHaveValue(
    '350',
  )
})

test('a freight card is downloaded as a spreadsheet, changed and uploaded', async ({ page }) => {
  const { owner, tenantId } = await newCompany()
  await aChannel(tenantId)
  await enter(page, { as: owner, language: 'en_US', at: '/setting/quote/logistics_freight' })
  const drawer = await newCard(page)
  const editor = page.getByRole('dialog', { name: 'New version of UPS-2027' })
  await editor.getByRole('button', { name: 'Paste from Excel' }).first().click()
  const paste = page.getByRole('dialog', { name: 'Paste from Excel' })
  await paste.getByRole('textbox').fill('\t2\t3\n1\t8.00\t8.50\n2\t9.00\t9.50\n3\t10.00\t10.50')
  await paste.getByRole('button', { name: 'Apply' }).click()

  const coming = page.waitForEvent('download')
  await editor.getByRole('button', { name: 'Download Excel file' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('UPS-2027.xlsx')
  const bytes = readFileSync(await file.path())
  const sheets = await sheetsIn(bytes)
  expect(sheets[0]?.rows.slice(0, 2)).toEqual([
    ['Weight above', 'Weight up to', '2', '3'],
    ['0', '1', '8.00', '8.50'],
  ])
  const changed = async (text: string) => {
    const rows = sheets[0]?.rows.map((cells, i) => (i === 3 ? cells.with(2, text) : cells)) ?? []
    const buffer = Buffer.from(await workbookBytes([{ name: 'Price', rows }, ...sheets.slice(1)]))
    const name = 'UPS-2027.xlsx'
    const upload = page.getByRole('dialog', { name: 'Upload Excel file' })
    await editor
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    return upload
  }
  const refused = await changed('soon')
  await expect(
    refused.getByText('Worksheet “Price”, row 4, column C: Enter a number with up to 6 decimals'),
  ).toBeVisible()
  await expect(refused.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await refused.getByRole('button', { name: 'Cancel' }).click()
  const accepted = await changed('12.80')
  await expect(accepted.getByText('3 weight tiers × 2 zones · 0 surcharges')).toBeVisible()
  await check(page, 'the upload of a freight table', '.ant-modal')
  await accepted.getByRole('button', { name: 'Apply' }).click()
  await editor.getByRole('button', { name: 'Save draft' }).click()
  await expect(drawer.getByText('Draft')).toBeVisible()
  const [saved] = await asOwner(async (db) => {
    await db.query(`select set_config('app.tenant_id', $1, false)`, [String(tenantId)])
    const { rows } = await db.query<{ prices: string[] }>(
      `select jsonb_path_query_array(content, '$.rows[*].price') as prices from quote_versions where tenant_id = $1`,
      [tenantId],
    )
    return rows
  })
  expect(saved?.prices).toEqual(['8.00', '9.00', '12.80', '8.50', '9.50', '10.50'])
})

/** A quote for storage rent with a draft. */
const aRentDraft = (tenantId: number) =>
  inCompany(
    tenantId,
    `with q as (insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, side)
       values (tenant_now(), 'RENT-1', 'Rent', 'rent-1', 'storage', 'sale') returning id)
     insert into quote_versions (tenant_id, quote_id, version_no, content, created_by)
     select tenant_now(), q.id, 1, '{"kind":"storage","freeDays":0,"tiers":[{"ageFrom":1,"ageTo":null,"price":"0.5","quality":"all"}]}',
       (select min(id) from accounts where tenant_id = tenant_now()) from q`,
  )

/** What another person saves meanwhile. */
const changeDraft = (tenantId: number, price: string) =>
  inCompany(
    tenantId,
    `update quote_versions set content = jsonb_set(content, '{tiers,0,price}', to_jsonb($1::text)), row_version = row_version + 1`,
    [price],
  )

/** The drawer of such a quote, and the editor of its prices. */
async function openRentDraft(page: Page) {
  const { owner, tenantId } = await newCompany()
  await aRentDraft(tenantId)
  await enter(page, { as: owner, language: 'en_US', at: '/setting/quote/storage_fee' })
  await page.getByRole('cell', { name: 'RENT-1' }).click()
  const drawer = page.getByRole('dialog', { name: 'RENT-1 · Rent' })
  const editor = page.getByRole('dialog', { name: 'Prices of RENT-1 V1' })
  const price = editor.getByLabel('Price per day, row 1')
  return { tenantId, drawer, editor, price }
}

test('prices that another person has changed meanwhile are never overwritten', async ({ page }) => {
  const { tenantId, drawer, editor, price } = await openRentDraft(page)
  await drawer.getByRole('button', { name: 'Edit prices' }).click()
  await expect(price).toHaveValue('0.5')
  await editor.getByRole('button', { name: 'Cancel' }).click()

  await changeDraft(tenantId, '0.6')
  await drawer.getByRole('button', { name: 'Edit prices' }).click()
  await expect(price).toHaveValue('0.6')

  await price.fill('0.9')
  await changeDraft(tenantId, '0.7')
  const refused = page.getByText('This quote was changed by someone else. Refresh and try again.')
  const answers: string[] = []
  page.on('response', (answer) => answer.url().includes('/edit-version') && answers.push(answer.url()))
  for (const presses of [1, 2]) {
    await editor.getByRole('button', { name: 'Save draft' }).click()
    await expect(refused.last()).toBeVisible()
    await expect.poll(() => answers.length).toBe(presses)
    await expect(price).toHaveValue('0.9')
  }
  expect(
    await inCompany(tenantId, `select content #>> '{tiers,0,price}' as price from quote_versions`),
  ).toEqual([{ price: '0.7' }])
})

test('typed prices are not lost by Escape, Cancel or ✕ without a question', async ({ page }) => {
  const { drawer, editor, price } = await openRentDraft(page)
  const questions: string[] = []
  let leaves = false
  page.on('dialog', async (question) => {
    questions.push(question.message())
    await (leaves ? question.accept() : question.dismiss())
  })
  const openEditor = async () => {
    await drawer.getByRole('button', { name: 'Edit prices' }).click()
    await expect(price).toHaveValue('0.5')
  }
  await openEditor()
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor).toBeHidden()
  expect(questions).toEqual([])

  const ways = [
    () => price.press('Escape'),
    () => editor.getByRole('button', { name: 'Cancel' }).click(),
    () => editor.getByRole('button', { name: 'Close' }).click(),
  ]
  for (const [n, close] of ways.entries()) {
    await openEditor()
    await price.fill('0.9')
    leaves = false
    await close()
    await expect.poll(() => questions.length).toBe(2 * n + 1)
    await expect(price).toHaveValue('0.9')
    leaves = true
    await close()
    await expect(editor).toBeHidden()
    expect(questions).toHaveLength(2 * n + 2)
  }
  expect(new Set(questions)).toEqual(new Set(['Discard your changes?']))
  await openEditor()
  await editor.getByLabel('Note').fill('from January')
  leaves = false
  await price.press('Escape')
  await expect(editor.getByLabel('Note')).toHaveValue('from January')
  expect(questions).toHaveLength(7)
})

test('a fuel surcharge of tomorrow stays when another is added, wherever the warehouse is', async ({
  page,
}) => {
  const { owner, tenantId } = await newCompany()
  await aChannel(tenantId)
  // A warehouse where the date is another one now.
  const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  await inCompany(tenantId, 'update warehouses set time_zone = $1', [timeZone])
  await inCompany(
    tenantId,
    `with q as (insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, side, channel_id)
       select tenant_now(), 'FUEL-1', 'Ground', 'fuel-1', 'freight', 'sale', id from channels returning id)
     insert into fuel_rates (tenant_id, quote_id, starts_on, percent, created_by)
     select tenant_now(), q.id, warehouse_today() + n, 10 + n, a.id from q, generate_series(0, 1) n, accounts a where a.login_account = $1`,
    [owner],
  )
  await enter(page, { as: owner, language: 'en_US', at: '/setting/quote/logistics_freight' })
  await page.getByRole('cell', { name: 'FUEL-1' }).click()
  const rates = page.getByRole('region', { name: 'Fuel surcharges' })
  await expect(rates.getByLabel('Percent, row 1')).toHaveValue('11.00')
  await rates.getByRole('button', { name: 'Add surcharge' }).click()
  await rates.getByLabel('From, row 2').fill('2031-01-01')
  await rates.getByLabel('Percent, row 2').fill('12')
  await rates.getByRole('button', { name: 'Save fuel surcharges' }).click()
  await expect
    .poll(() => inCompany(tenantId, 'select percent from fuel_rates order by starts_on'))
    .toEqual([{ percent: '10.00' }, { percent: '11.00' }, { percent: '12.00' }])
})

test('a price can be given to a customer who is not among the first two hundred', async ({ page }) => {
  const { tenantId, owner } = await newCompany()
  await inCompany(
    tenantId,
    `insert into customers (tenant_id, customer_code, customer_name, search_line, created_at)
     select $1, 'C' || n, 'Shop ' || n, 'c' || n || ' shop ' || n, now() - n * interval '1 minute' from generate_series(1001, 1201) n`,
    [tenantId],
  )
  await enter(page, { as: owner, language: 'en_US', at: '/setting/quote/customer_price' })
  await page.getByRole('button', { name: 'Assign quote' }).first().click()
  const form = page.getByRole('dialog', { name: 'Assign quote' })
  const customers = form.getByRole('combobox', { name: 'Customers' })
  await customers.fill('C1201')
  await page.getByTitle('C1201 Shop 1201').click()
  await customers.fill('C1001')
  await page.getByTitle('C1001 Shop 1001').click()
  await expect(form.locator('.ant-select-selection-item')).toHaveText(['C1201 Shop 1201', 'C1001 Shop 1001'])
})
