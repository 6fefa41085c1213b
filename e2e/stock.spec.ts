import { writeXlsx } from 'hucre/xlsx'
import { listText } from '../platform/lists/lists.ts'
import { check } from './barriers.ts'
import {
  asCompany,
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
    title: '库存查询',
    flow: '库存流水',
    sums: '变动合计：在库 10，锁定 0，冻结 0 · 当前库存：在库 10，锁定 0，冻结 0 ✓',
    counts: '盘点',
    byLocation: '按库位',
    low: '低库存',
    allFilters: '全部筛选',
    withZero: '含零库存',
    move: '移库',
    adjust: '调整',
    to: '目标库位',
    reason: '原因',
    noReason: '品质变更须填写原因',
    booked: '已过账：',
    quality: '品质转入',
    quantity: '数量',
    newCount: '新建盘点',
    locations: '指定库位',
    save: '保存',
    location: '库位',
    code: 'SKU 或条码',
    enter: '记录',
    submit: '提交审核',
    approve: '审核并过账',
    approveAsk: '过账 1 行差异：盘盈 0 件，盘亏 1 件，申报价值 0.00？',
    posted: '已过账',
    home: '首页',
    warnings: '库存预警',
    import: '导入',
    moves: '库存移动',
    choose: '选择文件',
    start: '导入 1 行',
    imported: '导入 1 行，失败 0 行',
    close: '关闭',
  },
  en_US: {
    title: 'Stock query',
    flow: 'Inventory flow',
    sums: 'Total change: on hand 10, allocated 0, frozen 0 · Current stock: on hand 10, allocated 0, frozen 0 ✓',
    counts: 'Counts',
    byLocation: 'By bin',
    low: 'Low stock',
    allFilters: 'All filters',
    withZero: 'Include zero stock',
    move: 'Move',
    adjust: 'Adjust',
    to: 'Destination bin',
    reason: 'Reason',
    noReason: 'A quality change requires a reason',
    booked: 'Posted: ',
    quality: 'Quality change in',
    quantity: 'Quantity',
    newCount: 'New count',
    locations: 'Bins',
    save: 'Save',
    location: 'Bin',
    code: 'SKU or barcode',
    enter: 'Record',
    submit: 'Submit for approval',
    approve: 'Approve and post',
    approveAsk: 'Post 1 difference: 0 pieces gained, 1 lost, 0.00 in declared value?',
    posted: 'Posted',
    home: 'Home',
    warnings: 'Stock warnings',
    import: 'Import',
    moves: 'Stock moves',
    choose: 'Choose a file',
    start: 'Import 1 row',
    imported: '1 row imported, 0 failed',
    close: 'Close',
  },
} as const

/** Ten pieces of one product in a bin, posted through `post_stock`. */
const goodsFor = (tenantId: number) =>
  asCompany(tenantId, async (owner) => {
    await owner.query(`
      with zones as (
        insert into location_zones (tenant_id, zone_code, zone_name, quality)
        values (tenant_now(), 'GOOD', 'Good', 'good'), (tenant_now(), 'BAD', 'Bad', 'defective') returning id, zone_code),
      bins as (
        insert into locations (tenant_id, location_code, zone_id, purpose)
        select tenant_now(), b.code, z.id, 'storage' from (values ('A-01', 'GOOD'), ('D-01', 'BAD')) b (code, zone)
        join zones z on z.zone_code = b.zone returning 1),
      customer as (
        insert into customers (tenant_id, customer_code, customer_name, search_line)
        values (tenant_now(), 'ACME', 'Acme', 'acme') returning id),
      product as (
        insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line, warn_stock)
        select tenant_now(), id, 'BOLT', '螺栓', 'Bolt', 'bolt', 100 from customer returning id, customer_id),
      words as (
        insert into product_words (tenant_id, word, product_id) select tenant_now(), 'bolt', id from product)
      insert into batches (tenant_id, customer_id, product_id, putaway_date)
      select tenant_now(), customer_id, id, '2026-01-01' from product`)
    await owner.query(`
      select post_stock('e2e', (select min(id) from accounts where tenant_id = tenant_now()), null, array(
        select row(1, 'E2E-1', 1, 'receive', l.id, b.id, 'good', 10, 0, 0)::stock_line from locations l, batches b
        where l.tenant_id = tenant_now() and b.tenant_id = tenant_now() and l.location_code = 'A-01'))`)
  })

for (const language of languages) {
  const label = words[language]

  test(`stock is found, changed to defective and counted, and every change is in the inventory flow (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await goodsFor(tenantId)
    await enter(page, { as: owner, language, at: '/query/stock' })
    await expect(heading(page, label.title)).toBeVisible()
    const rows = page.locator('.ant-table-tbody tr.ant-table-row')
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toContainText('BOLT')
    await page.getByRole('link', { name: `${label.low}1` }).click()
    await expect(rows).toHaveCount(1)
    expect(complaints).toEqual([])

    await page.getByRole('button', { name: label.allFilters }).click()
    const more = page.getByRole('search', { name: label.allFilters })
    await more.getByRole('checkbox', { name: label.withZero }).check()
    await expect(page).toHaveURL(/withZero=1/)
    await check(page, 'all filters', '.ant-drawer')
    await more.getByRole('checkbox', { name: label.withZero }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByText(label.byLocation, { exact: true }).click()
    await expect(page).toHaveURL(/mode=location/)
    await rows.first().click()
    const drawer = page.getByRole('dialog', { name: 'A-01 · BOLT' })
    await drawer.getByRole('button', { name: label.move, exact: true }).click()
    const form = page.getByRole('dialog', { name: label.move, exact: true })
    await form.getByLabel(label.to).fill('d-01')
    await form.getByLabel(`${label.quantity} A-01 BOLT`).fill('3')
    await form.getByRole('button', { name: label.move, exact: true }).click()
    await expect(form.getByText(label.noReason)).toBeVisible()
    await form.getByLabel(label.reason).fill('dented')
    expect(complaints).toEqual([])
    await form.getByRole('button', { name: label.move, exact: true }).click()
    await expect(toast(page, label.booked)).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goto('/query/stock?view=flow&search=BOLT')
    await expect(rows).toHaveCount(3)
    await expect(page.getByText(label.quality, { exact: true })).toBeVisible()
    await expect(page.getByText('dented').first()).toBeVisible()
    await expect(page.getByText(label.sums)).toBeVisible()
    await page.getByText('dented').first().click()
    const cause = page.getByRole('dialog', { name: /^QC/ })
    await expect(cause.locator('.ant-table-tbody tr.ant-table-row')).toHaveCount(2)
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])

    await page.goto('/query/stock?view=counts')
    await page.getByRole('button', { name: label.newCount }).first().click()
    const made = page.getByRole('dialog', { name: label.newCount })
    await made.getByLabel(label.locations).fill('A-01')
    await made.getByRole('button', { name: label.save, exact: true }).click()
    const count = page.getByRole('dialog', { name: /^CT/ })
    await count.getByLabel(label.location, { exact: true }).fill('A-01')
    await count.getByLabel(label.code).fill('bolt')
    await fillAndEnter(count.getByLabel(label.quantity), '6')
    await expect(toast(page, 'A-01 BOLT')).toBeVisible()
    expect(complaints).toEqual([])
    await count.getByRole('button', { name: label.submit }).click()
    await count.getByRole('button', { name: label.approve }).click()
    const sure = page.getByRole('tooltip').filter({ hasText: label.approveAsk })
    await expect(count.getByText(label.posted, { exact: true })).toHaveCount(0)
    await sure.locator('.ant-btn-primary').click()
    await expect(count.getByText(label.posted, { exact: true })).toBeVisible()
    await page.goto('/query/stock?view=flow&flowType=count_down')
    await page.getByRole('link', { name: /^CT/ }).click()
    await expect(count.getByText(label.posted, { exact: true })).toBeVisible()

    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/query/stock?mode=location')
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: listText.more[language], exact: true }).click()
    await page.getByRole('menuitem', { name: label.moves }).click()
    const sheet = page.getByRole('dialog', { name: label.moves })
    const heads = ['customerCode', 'sku', 'locationCode', 'quantity', 'toLocationCode', 'reason']
    await sheet.getByLabel(label.choose).setInputFiles({
      name: 'moves.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(
        await writeXlsx({
          sheets: [{ name: 'x', rows: [heads, ['acme', 'bolt', 'D-01', 2, 'A-01', 'mended']] }],
        }),
      ),
    })
    await sheet.getByRole('button', { name: label.start }).click()
    await expect(sheet.getByText(label.imported).first()).toBeVisible()
    await sheet.getByRole('button', { name: label.close, exact: true }).last().click()
    await expect(rows.first()).toContainText('8')
    expect(complaints).toEqual([])
    await expect(rows.first()).toContainText('A-01')
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(wider).toBe(false)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: label.warnings })).toBeVisible()
  })
}

test('a user who may only view sees the stock and no button that changes it', async ({ page }) => {
  const { owner, tenantId, staff } = await newCompany({ staff: 1 })
  await goodsFor(tenantId)
  await asCompany(tenantId, async (client) => {
    await client.query(`update roles set permissions = '{query:stock:view}' where code = 'staff'`)
  })
  expect(owner).not.toBe(staff[0])
  await enter(page, { as: staff[0] ?? '', language: 'en_US', at: '/query/stock?mode=location' })
  const rows = page.locator('.ant-table-tbody tr.ant-table-row')
  await expect(rows).toHaveCount(1)
  await rows.first().click()
  await expect(page.getByRole('dialog', { name: 'A-01 · BOLT' })).toContainText('ACME')
  for (const name of ['Move', 'Adjust', 'Freeze', 'Import'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})
