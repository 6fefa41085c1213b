import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import {
  asOwner,
  call,
  complaintsOf,
  enter,
  expect,
  heading,
  languages,
  logInBeside,
  newCompany,
  test,
  toast,
} from './desk.ts'

const words = {
  zh_CN: {
    title: '入库单列表',
    fresh: '新建入库单',
    customer: '客户',
    box: (n: number) => `第 ${n} 行箱号`,
    product: (n: number) => `第 ${n} 行产品`,
    quantity: (n: number) => `第 ${n} 行数量`,
    addLine: '添加一行',
    save: '保存',
    needed: '请选择客户',
    done: '操作成功',
    pending: '待确认',
    receiving: '收货中',
    complete: '收货完成',
    confirm: '确认到仓',
    completeIt: '完成',
    cancel: '撤销收货',
    cancelled: '已撤销',
    reason: '差异原因',
    reasonNeeded: '请填写差异原因',
    short: '少 2',
    progress: '已收 8 / 10 件',
    empty: '暂无入库单',
    search: '单号、参考号、柜号、运单号或箱号',
  },
  en_US: {
    title: 'Inbound list',
    fresh: 'New inbound order',
    customer: 'Customer',
    box: (n: number) => `Box of line ${n}`,
    product: (n: number) => `Product of line ${n}`,
    quantity: (n: number) => `Quantity of line ${n}`,
    addLine: 'Add a line',
    save: 'Save',
    needed: 'Choose a customer',
    done: 'Operation succeeded',
    pending: 'Pending confirmation',
    receiving: 'Receiving',
    complete: 'Recv complete',
    confirm: 'Confirm arrival',
    completeIt: 'Complete',
    cancel: 'Cancel receipt',
    cancelled: 'Cancelled',
    reason: 'Reason of the difference',
    reasonNeeded: 'give the reason',
    short: '2 short',
    progress: '8 of 10 pieces received',
    empty: 'No inbound orders yet',
    search: 'Number, reference, container, tracking or box',
  },
} as const

/** A company with a bin, a customer and two products that may come in. */
async function aWarehouse() {
  const company = await newCompany()
  const { tenantId } = company
  const places = await asOwner(async (db) => {
    await db.query('begin')
    await db.query(`set local app.tenant_id = '${tenantId}'`)
    const { rows } = await db.query<{ id: string }>(
      `with zone as (
         insert into location_zones (tenant_id, zone_code, zone_name, quality) values ($1, 'GOOD', 'Good', 'good') returning id)
       insert into locations (tenant_id, location_code, zone_id, purpose) select $1, 'A-01-01', id, 'storage' from zone returning id`,
      [tenantId],
    )
    await db.query(
      `with owner as (
         insert into customers (tenant_id, customer_code, customer_name, search_line) values ($1, 'ACME', 'Acme', 'acme') returning id),
       things as (
         insert into products (tenant_id, customer_id, sku, name_en, search_line)
         select $1, o.id, s, s, lower(s) from owner o cross join unnest(array['BOLT', 'NUT']) s returning id, sku)
       insert into product_words (tenant_id, word, product_id) select $1, lower(sku), id from things`,
      [tenantId],
    )
    await db.query(`update products set audit_status = 'passed' where tenant_id = $1`, [tenantId])
    await db.query('commit')
    return rows
  })
  return { ...company, locationId: Number(places[0]?.id) }
}

async function check(page: Page, within: string) {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished.catch(() => {})),
    ),
  )
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect
    .soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`))
    .toEqual([])
}

for (const language of languages) {
  const said = words[language]

  test(`goods are announced, arrive, fall short and are closed with a reason (${language})`, async ({
    page,
  }, info) => {
    const { owner, locationId } = await aWarehouse()
    const complaints = await complaintsOf(page)
    await enter(page, { as: owner, language, at: '/inbound/list' })
    await expect(heading(page, said.title)).toBeVisible()
    await expect(page.getByText(said.empty)).toBeVisible()

    await page.getByRole('button', { name: said.fresh }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: said.save, exact: true }).click()
    await expect(form.getByText(said.needed).first()).toBeVisible()
    await form.getByLabel(said.customer, { exact: true }).fill('ACME')
    await page.keyboard.press('Enter')
    const line = async (n: number, box: string, sku: string, quantity: string) => {
      await form.getByLabel(said.box(n)).fill(box)
      await form.getByLabel(said.product(n)).click()
      await page.locator('.ant-select-dropdown:visible').getByText(sku).first().click()
      await form.getByLabel(said.quantity(n)).fill(quantity)
    }
    await line(1, 'BOX-1', 'BOLT', '6')
    await form.getByRole('button', { name: said.addLine }).click()
    await line(2, 'BOX-2', 'NUT', '4')
    await check(page, '.ant-modal')
    await page.screenshot({ path: info.outputPath('form.png') })
    await form.getByRole('button', { name: said.save, exact: true }).click()
    await expect(toast(page, said.done)).toBeVisible()

    await expect(page.getByRole('button', { name: new RegExp(`^${said.pending}\\s*1$`) })).toBeVisible()
    await page.getByRole('searchbox', { name: said.search }).fill('box-2')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: /^IB\d{6}-00001/ }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: said.confirm }).click()
    await expect(drawer.getByText(said.receiving).first()).toBeVisible()

    const token = await logInBeside(page, owner)
    const { data } = await call<{ rows: { id: number }[] }>(page, '/gateway/wms/inbound/list', { token })
    const id = data.rows[0]?.id ?? 0
    const one = await call<{ lines: { productId: number }[] }>(page, `/gateway/wms/inbound/one?id=${id}`, {
      token,
    })
    const [bolt, nut] = one.data.lines.map(({ productId }) => productId)
    const receive = (lines: object[]) =>
      call(page, '/gateway/wms/inbound/receive', { token, data: { inboundId: id, lines } })
    const good = { defective: 0, locationId }
    await receive([{ productId: bolt, good: 6, ...good }])
    await receive([{ productId: nut, good: 1, ...good }])
    await page.reload()
    await drawer.getByRole('button', { name: said.cancel }).first().click()
    await page.getByRole('tooltip').getByRole('button', { name: said.cancel }).click()
    await expect(drawer.getByText(said.cancelled).first()).toBeVisible()
    await receive([{ productId: nut, good: 2, ...good }])
    await page.reload()
    await expect(drawer.getByText(said.progress).first()).toBeVisible()
    await check(page, '.ant-drawer')
    await page.screenshot({ path: info.outputPath('drawer.png') })

    await drawer.getByRole('button', { name: said.completeIt, exact: true }).click()
    const end = page.getByRole('dialog', { name: said.completeIt })
    await expect(end.getByText(said.short)).toBeVisible()
    await end.getByRole('button', { name: said.completeIt, exact: true }).click()
    await expect(end.getByText(said.reasonNeeded)).toBeVisible()
    await end.getByLabel(said.reason).fill('two never came')
    await end.getByRole('button', { name: said.completeIt, exact: true }).click()
    await expect(drawer.getByText(said.complete).first()).toBeVisible()
    await expect(drawer.getByText('two never came')).toBeVisible()

    await page.setViewportSize({ width: 360, height: 740 })
    await page.screenshot({ path: info.outputPath('narrow-drawer.png') })
    await page.goto('/inbound/list')
    await expect(page.getByRole('cell', { name: /^IB/ })).toBeVisible()
    await page.screenshot({ path: info.outputPath('narrow-list.png') })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.screenshot({ path: info.outputPath('list.png') })
    expect(complaints).toEqual([])
  })
}

test('who may not see inbound orders sees none', async ({ page }) => {
  const { staff } = await newCompany({ staff: 1 })
  await enter(page, { as: staff[0] ?? '', language: 'en_US', at: '/inbound/list' })
  await expect(page.getByText('inbound:order:view')).toBeVisible()
  await expect(page.getByRole('button', { name: words.en_US.fresh })).toHaveCount(0)
})
