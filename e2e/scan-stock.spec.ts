import type { Page } from '@playwright/test'
import { check } from './barriers.ts'
import {
  asCompany,
  call,
  complaintsOf,
  enter,
  expect,
  languages,
  logInBeside,
  newCompany,
  test,
} from './desk.ts'

const words = {
  zh_CN: {
    from: '扫描货物所在的库位',
    goOn: '上次的作业没有结束，继续吗？',
    goods: 'A-01：扫描要移走的产品',
    to: '手中 4 件：扫描目标库位',
    toWithOne: '手中 1 件：扫描目标库位',
    reason: 'D-01 存放另一品质的货物，为何变更？',
    frozen: '1 件已冻结',
    unfrozen: '1 件已解冻',
    adjust: 'A-01 的账面数量：减少手中的 1 件，还是增加 1 件？',
    tooFew: 'A-01 只有',
    undone: '已撤销',
    sent: '全部已上传',
    count: '扫描盘点单号，或要盘点的库位',
    makeCount: '新建盘点单，盘点 A-01？',
    products: 'A-01：扫描产品',
    missing: 'A-01 有 1 个 SKU 没有找到：NUT。全部记为 0 件？',
    handIn: /提交 CT/,
    recount: /1 行有差异。复盘这些行？/,
  },
  en_US: {
    from: 'Scan the bin the goods are in',
    goOn: 'Your last job was not finished. Continue?',
    goods: 'A-01: scan the product to move',
    to: 'Holding 4: scan the destination bin',
    toWithOne: 'Holding 1: scan the destination bin',
    reason: 'D-01 is for goods of the other quality. Why change the quality?',
    frozen: '1 frozen',
    unfrozen: '1 unfrozen',
    adjust: 'System quantity in A-01: remove the 1 you are holding, or add 1?',
    tooFew: 'can be moved from A-01',
    undone: 'Undone',
    sent: 'All sent',
    count: 'Scan a count number, or the bin to count',
    makeCount: 'Create a count for A-01?',
    products: 'A-01: scan the products',
    missing: '1 SKU was not found in A-01: NUT. Record 0 for it?',
    handIn: /Submit CT/,
    recount: /1 line differs. Recount?/,
  },
} as const

/** Ten bolts and five nuts in one bin, posted through `post_stock`; twelve bolts are one carton. */
const goodsFor = (tenantId: number) =>
  asCompany(tenantId, async (owner) => {
    await owner.query(`
      with zones as (
        insert into location_zones (tenant_id, zone_code, zone_name, quality)
        values (tenant_now(), 'GOOD', 'Good', 'good'), (tenant_now(), 'BAD', 'Bad', 'defective') returning id, zone_code),
      bins as (
        insert into locations (tenant_id, location_code, zone_id, purpose)
        select tenant_now(), b.code, z.id, 'storage' from (values ('A-01', 'GOOD'), ('A-02', 'GOOD'), ('D-01', 'BAD')) b (code, zone)
        join zones z on z.zone_code = b.zone returning 1),
      customer as (
        insert into customers (tenant_id, customer_code, customer_name, search_line)
        values (tenant_now(), 'ACME', 'Acme', 'acme') returning id),
      product as (
        insert into products (tenant_id, customer_id, sku, name_en, search_line)
        select tenant_now(), c.id, s.sku, s.sku, lower(s.sku) from customer c cross join (values ('BOLT'), ('NUT')) s (sku)
        returning id, customer_id, sku),
      codes as (
        insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity)
        select tenant_now(), customer_id, id, 'PAIR-' || sku, 'custom', 2 from product returning 1)
      insert into batches (tenant_id, customer_id, product_id, putaway_date)
      select tenant_now(), customer_id, id, '2026-01-01' from product`)
    await owner.query(`
      select post_stock('e2e', (select min(id) from accounts where tenant_id = tenant_now()), null, array(
        select row(b.id, 'E2E-1', 1, 'receive', l.id, b.id, 'good', case p.sku when 'BOLT' then 10 else 5 end, 0, 0)::stock_line
        from locations l, batches b join products p on p.tenant_id = b.tenant_id and p.id = b.product_id
        where l.tenant_id = tenant_now() and b.tenant_id = tenant_now() and l.location_code = 'A-01'))`)
  })

type Row = { locationCode: string; sku: string; onHand: number; frozen: number }

async function stockOf(page: Page, token: string): Promise<string[]> {
  const { data } = await call<{ rows: Row[] }>(page, '/gateway/wms/stock/by-location?sort=locationCode', {
    token,
  })
  return data.rows
    .map(({ locationCode, sku, onHand, frozen }) => `${locationCode} ${sku} ${onHand} ${frozen}`)
    .sort()
}

/** As a scanner does: all characters at once, then Enter. */
async function scan(page: Page, ...codes: string[]) {
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
}

const next = (page: Page) => page.locator('.station-next')
const line = (page: Page) => page.locator('.station-waiting')
const newest = (page: Page) => page.locator('.station-scans li').first()

/** Counts pointer events. */
async function watchForMice(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = () => {
      const { dataset } = document.documentElement
      dataset.mice = String(Number(dataset.mice ?? 0) + 1)
    }
    for (const kind of ['mousedown', 'mousemove', 'pointerdown', 'touchstart', 'wheel'])
      window.addEventListener(kind, count, true)
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.mice ?? 0))
}

async function looksRight(page: Page) {
  await check(page, 'station', '.station')
  expect(await page.evaluate(() => document.querySelector('.station')?.scrollWidth === innerWidth)).toBe(true)
}

/** Twenty minutes pass for the stored move. */
function makeOld() {
  const name = Object.keys(localStorage).find((key) => key.endsWith(':bench:move')) ?? ''
  const kept = JSON.parse(localStorage.getItem(name) ?? '')
  localStorage.setItem(name, JSON.stringify({ ...kept, at: kept.at - 20 * 60_000 }))
}

for (const [i, language] of languages.entries()) {
  const label = words[language]

  test(`goods are moved, frozen and moved back, and a bin is counted blind, with scans only (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize(i === 0 ? { width: 360, height: 640 } : { width: 1280, height: 800 })
    const mice = await watchForMice(page)
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await goodsFor(tenantId)
    const token = await logInBeside(page, owner)
    await enter(page, { as: owner, language, at: '/stock/move' })
    await expect(next(page)).toHaveText(label.from)
    await scan(page, 'A-01')
    await expect(next(page)).toHaveText(label.goods)
    await scan(page, '12*BOLT')
    await expect(newest(page)).toContainText(label.tooFew)
    await scan(page, 'PAIR-BOLT', '3*', 'BOLT', 'CMD-UNDO', '2*', 'BOLT')
    await expect(next(page)).toHaveText(label.to)
    // Picked-up goods are still there after a reload.
    await page.reload()
    await expect(next(page)).toHaveText(label.to)
    // Work held by one tab is not available in another; and old work is asked about.
    const beside = await page.context().newPage()
    await beside.goto('/stock/move')
    await beside.waitForTimeout(1000)
    await expect(next(beside)).toHaveText(label.from)
    await beside.close()
    await page.evaluate(makeOld)
    await page.reload()
    await expect(next(page)).toHaveText(label.goOn)
    await scan(page, 'CMD-OK')
    await expect(next(page)).toHaveText(label.to)
    await looksRight(page)
    await scan(page, 'A-02')
    await expect.poll(() => stockOf(page, token)).toEqual(['A-01 BOLT 6 0', 'A-01 NUT 5 0', 'A-02 BOLT 4 0'])

    // Another quality needs a reason; a posting is undone by a document of its own.
    await scan(page, 'NUT', 'D-01')
    await expect(next(page)).toHaveText(label.reason)
    await scan(page, 'CMD-UNDO')
    await expect(next(page)).toHaveText(label.toWithOne)
    await scan(page, 'D-01')
    await expect(next(page)).toHaveText(label.reason)
    await scan(page, 'CMD-OK')
    await expect.poll(() => stockOf(page, token)).toContain('D-01 NUT 1 0')
    await scan(page, 'CMD-UNDO')
    await expect(newest(page)).toContainText(label.undone)
    await expect.poll(() => stockOf(page, token)).toContain('A-01 NUT 5 0')
    await scan(page, 'NUT', 'CMD-FREEZE', '2')
    await expect(newest(page)).toContainText(label.frozen)
    await expect.poll(() => stockOf(page, token)).toContain('A-01 NUT 5 1')

    // Frozen goods are unfrozen by scanning them; a broken piece is written off, and that is undone.
    await scan(page, 'CMD-FREEZE', 'NUT', 'CMD-OK')
    await expect(newest(page)).toContainText(label.unfrozen)
    await expect.poll(() => stockOf(page, token)).toContain('A-01 NUT 5 0')
    await scan(page, 'NUT', 'CMD-ADJUST')
    await expect(next(page)).toHaveText(label.adjust)
    await scan(page, 'CMD-OK', 'CMD-OK')
    await expect.poll(() => stockOf(page, token)).toContain('A-01 NUT 4 0')
    await scan(page, 'CMD-UNDO')
    await expect.poll(() => stockOf(page, token)).toContain('A-01 NUT 5 0')

    await page.goto('/stock/count')
    await expect(next(page)).toHaveText(label.count)
    await scan(page, 'A-01')
    await expect(next(page)).toHaveText(label.makeCount)
    await scan(page, 'CMD-OK')
    await expect(next(page)).toHaveText(label.products)
    await scan(page, 'PAIR-BOLT', '3*BOLT', 'BOLT', 'CMD-UNDO')
    await expect(newest(page)).toContainText(label.undone)
    await expect(page.locator('.stock-card .is-counted')).toHaveText('BOLT × 5')
    await page.reload()
    await expect(page.locator('.stock-card .is-counted')).toHaveText('BOLT × 5')
    await looksRight(page)
    await scan(page, 'CMD-NEXT')
    await expect(next(page)).toHaveText(label.missing)
    await scan(page, 'CMD-UNDO')
    await expect(line(page)).toHaveText(label.sent)
    await scan(page, 'CMD-NEXT')
    await expect(next(page)).toHaveText(label.handIn)
    await scan(page, 'CMD-OK')
    await expect(next(page)).toHaveText(label.recount)
    // Submitting waits by itself until the server has everything.
    await scan(page, 'CMD-OK', 'A-01', '6*BOLT', 'CMD-NEXT', 'CMD-UNDO', 'CMD-NEXT')
    await expect(next(page)).toHaveText(label.handIn)
    await scan(page, 'CMD-OK')
    await expect(next(page)).toHaveText(label.count)
    const { data } = await call<{ rows: { status: string; differing: number }[] }>(
      page,
      '/gateway/wms/count/list',
      {
        token,
      },
    )
    expect(data.rows).toMatchObject([{ status: 'review', differing: 0 }])
    expect([await mice(), complaints]).toEqual([0, []])
  })
}

test('without the permission scan screens say which is missing, and without network no count is lost', async ({
  page,
  context,
}) => {
  const { owner, tenantId, staff } = await newCompany({ staff: 1 })
  await goodsFor(tenantId)
  await enter(page, { as: staff[0] ?? '', language: 'en_US', at: '/stock/move' })
  await expect(page.locator('.station')).toHaveCount(0)

  const other = await context.newPage()
  await enter(other, { as: owner, language: 'en_US', at: '/stock/count' })
  await expect(next(other)).toHaveText(words.en_US.count)
  await scan(other, 'A-01', 'CMD-OK')
  await expect(next(other)).toHaveText(words.en_US.products)
  await scan(other, 'BOLT')
  await expect(newest(other)).toHaveText(/BOLT\s*1$/)
  await context.setOffline(true)
  await scan(other, 'BOLT', '4*', 'BOLT')
  await expect(line(other)).toContainText('2 waiting')
  await context.setOffline(false)
  await expect(line(other)).toHaveText(words.en_US.sent)

  // A supervisor at a desk gets the call, and the caller sees who comes.
  await scan(other, 'CMD-LEAD')
  await expect(next(other)).toHaveText('Why are you calling a supervisor?')
  await scan(other, '1')
  await expect(newest(other)).toContainText('Supervisor called')
  const desk = await context.newPage()
  await enter(desk, { as: owner, language: 'en_US', at: '/' })
  await desk.getByRole('button', { name: '1 supervisor call' }).click()
  const calls = desk.getByRole('dialog', { name: 'Supervisor calls' })
  await expect(calls.getByText('Counting')).toBeVisible()
  await check(desk, 'supervisor calls', '[role=dialog]')
  await calls.getByRole('button', { name: 'I’m on my way' }).click()
  await expect(calls.getByText('No calls')).toBeVisible()
  await expect(newest(other)).toContainText('is on the way', { timeout: 15_000 })

  const token = await logInBeside(other, owner)
  const counts = await call<{ rows: { id: number }[] }>(other, '/gateway/wms/count/list', { token })
  const item = await call<{ items: { sku: string; counted: number | null }[] }>(
    other,
    `/gateway/wms/count/one?id=${counts.data.rows[0]?.id}`,
    { token },
  )
  expect(item.data.items).toContainEqual(expect.objectContaining({ sku: 'BOLT', counted: 6 }))
})
