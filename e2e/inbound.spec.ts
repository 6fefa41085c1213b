import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { shellText } from '../app/text.ts'
import { blankInbound, blankInboundLine } from '../testing/blank-inputs.ts'
import { readPaper } from '../testing/read-paper.ts'
import { check } from './barriers.ts'
import {
  asCompany,
  asOwner,
  call,
  closeByKey,
  complaintsOf,
  enter,
  expect,
  fillAndEnter,
  heading,
  languages,
  logInBeside,
  newCompany,
  scan,
  strike,
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
    weightOf: (box: string) => `箱 ${box} 的重量 (lb)`,
    production: (n: number) => `第 ${n} 行生产日期`,
    expiry: (n: number) => `第 ${n} 行有效期`,
    attach: '添加附件',
    timeline: '操作记录',
    type: '入库类型',
    opening: '期初库存',
    byBoxType: '按箱入库',
    putawayDate: '上架日期',
    steps: ['完成', '添加多出的箱子', '确认到仓', '添加附件', '创建'],
    fees: '费用',
    later: '完成入库后计费',
    waiting: '无报价，待补价 3 箱，2 个 SKU，8 件',
    addBox: '添加多出的箱子',
    extra: '预报外',
    boxNo: '箱号',
    weight: '重量 (lb)',
    boxes: '箱子',
    import: '导入',
    byBox: '导入（按箱）',
    template: '下载模板',
    choose: '选择文件',
    start: '导入 3 行',
    made: '新建的单据',
    close: '关闭',
    labels: '打印箱唛',
    print: '打印标签',
    printer: '打印机方案',
    download: '下载文件',
    yesAll: '是，全部',
    tall: '热敏标签 100×150 mm',
    sheet: '打印收货单',
    receive: '收货',
    receiveTitle: '扫描收货',
  },
  en_US: {
    title: 'Inbound list',
    fresh: 'New inbound order',
    customer: 'Customer',
    box: (n: number) => `Box of line ${n}`,
    product: (n: number) => `Product of line ${n}`,
    quantity: (n: number) => `Quantity of line ${n}`,
    addLine: 'Add line',
    save: 'Save',
    needed: 'Select a customer',
    done: 'Operation succeeded',
    pending: 'Pending confirmation',
    receiving: 'Receiving',
    complete: 'Recv complete',
    confirm: 'Confirm arrival',
    completeIt: 'Complete',
    cancel: 'Cancel receipt',
    cancelled: 'Cancelled',
    reason: 'Reason for difference',
    reasonNeeded: 'Enter the reason',
    short: '2 short',
    progress: '8 of 10 pieces received',
    empty: 'No inbound orders yet',
    search: 'Order, reference, container, tracking, box',
    weightOf: (box: string) => `Weight (lb) of box ${box}`,
    production: (n: number) => `Production date of line ${n}`,
    expiry: (n: number) => `Expiry of line ${n}`,
    attach: 'Add attachment',
    timeline: 'Activity',
    type: 'Type',
    opening: 'Opening stock',
    byBoxType: 'By box',
    putawayDate: 'Putaway date',
    steps: ['Complete', 'Add extra box', 'Confirm arrival', 'Add attachment', 'Create'],
    fees: 'Fees',
    later: 'Charged after completion',
    waiting: 'No price yet 3 boxes, 2 SKUs, 8 pieces',
    addBox: 'Add extra box',
    extra: 'Unexpected',
    boxNo: 'Box no.',
    weight: 'Weight (lb)',
    boxes: 'Boxes',
    import: 'Import',
    byBox: 'Import by box',
    template: 'Download template',
    choose: 'Choose a file',
    start: 'Import 3 rows',
    made: 'Documents created',
    close: 'Close',
    labels: 'Print box labels',
    print: 'Print labels',
    printer: 'Printer profile',
    download: 'Download file',
    yesAll: 'Yes, all',
    tall: 'Thermal label 100×150 mm',
    sheet: 'Print receiving sheet',
    receive: 'Receive',
    receiveTitle: 'Receive by scanner',
  },
} as const

/** A company with a bin, a customer and three receivable products; milk tracks its expiry. */
async function aWarehouse(over: Parameters<typeof newCompany>[0] = {}) {
  const company = await newCompany(over)
  const { tenantId } = company
  const places = await asCompany(tenantId, async (db) => {
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
         insert into products (tenant_id, customer_id, sku, name_en, search_line, expiry_managed, shelf_life_days)
         select $1, o.id, s, s, lower(s), s = 'MILK', case when s = 'MILK' then 365 end
         from owner o cross join unnest(array['BOLT', 'NUT', 'MILK']) s returning id, sku)
       insert into product_words (tenant_id, word, product_id) select $1, lower(sku), id from things`,
      [tenantId],
    )
    await db.query(`update products set audit_status = 'passed' where tenant_id = $1`, [tenantId])
    return rows
  })
  return { ...company, locationId: Number(places[0]?.id) }
}

/** An order of one piece that has not arrived yet. */
async function anOrder(page: Page, owner: string) {
  const token = await logInBeside(page, owner)
  const { data } = await call<{ id: number }[]>(page, '/gateway/wms/inbound/customers', { token })
  const customerId = data[0]?.id ?? 0
  const products = await call<{ id: number }[]>(
    page,
    `/gateway/wms/inbound/products?customerId=${customerId}`,
    { token },
  )
  const lines = [{ ...blankInboundLine, productId: products.data[0]?.id, expected: 1 }]
  await call(page, '/gateway/wms/inbound/create', {
    token,
    data: { ...blankInbound, customerId, referenceNo: 'PO-1', lines },
  })
}

for (const language of languages) {
  const label = words[language]

  test(`an inbound order shows its progress (${language})`, async ({ page }) => {
    const { owner } = await aWarehouse()
    await enter(page, { as: owner, language, at: '/inbound/list' })
    await page.getByRole('button', { name: label.fresh }).first().click()
    let parts = 0
    const held = Promise.withResolvers<void>()
    await page.route('**/gateway/wms/file/part*', async (route) => {
      if (++parts === 2) await held.promise
      await route.continue()
    })
    const bytes = Buffer.alloc(1024 * 1024, ' ')
    bytes.write('%PDF-1.4\n')
    bytes.write('\n%%EOF', bytes.length - 6)
    await page
      .locator(`input[aria-label="${label.attach}"]`)
      .setInputFiles({ name: 'packing.pdf', mimeType: 'application/pdf', buffer: bytes })
    await expect(page.getByRole('dialog').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
    held.resolve()
    await expect(page.getByText('packing.pdf')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('progressbar')).toHaveCount(0)
  })

  test(`an inbound order is created, received short and closed with a reason (${language})`, async ({
    page,
  }) => {
    const { owner, locationId } = await aWarehouse()
    const complaints = await complaintsOf(page)
    await enter(page, { as: owner, language, at: '/inbound/list' })
    await expect(heading(page, label.title)).toBeVisible()
    await expect(page.getByText(label.empty)).toBeVisible()

    await page.getByRole('button', { name: label.fresh }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(form.getByText(label.needed).first()).toBeVisible()
    await fillAndEnter(form.getByLabel(label.customer, { exact: true }), 'ACME')
    await fillAndEnter(form.getByLabel(label.type, { exact: true }), label.opening)
    await expect(form.getByLabel(label.putawayDate)).toBeVisible()
    await fillAndEnter(form.getByLabel(label.type, { exact: true }), label.byBoxType)
    await expect(form.getByLabel(label.putawayDate)).toBeHidden()
    const line = async (n: number, box: string, sku: string, quantity: string) => {
      await form.getByLabel(label.box(n)).fill(box)
      await form.getByLabel(label.product(n)).click()
      await page.locator('.ant-select-dropdown:visible').getByText(sku).first().click()
      await form.getByLabel(label.quantity(n)).fill(quantity)
    }
    await line(1, 'BOX-1', 'BOLT', '6')
    await form.getByRole('button', { name: label.addLine }).click()
    await line(2, 'BOX-2', 'MILK', '4')
    await form.getByLabel(label.production(2)).fill('2026-01-01')
    await expect(form.getByLabel(label.expiry(2))).toHaveValue('2027-01-01')
    await form.getByLabel(label.weightOf('BOX-1')).fill('12.5')
    await form.locator('input[type=file]').setInputFiles({
      name: 'packing-list.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF'),
    })
    await expect(form.getByText('packing-list.pdf')).toBeVisible()
    await check(page, 'dialog', '.ant-modal')
    await line(2, 'BOX-2', 'NUT', '4')
    await expect(form.getByLabel(label.production(2))).toHaveCount(0)
    await form.getByRole('button', { name: label.save, exact: true }).click()
    await expect(toast(page, label.done)).toBeVisible()

    await expect(page.getByRole('button', { name: new RegExp(`^${label.pending}\\s*1$`) })).toBeVisible()
    await fillAndEnter(page.getByRole('searchbox', { name: label.search }), 'box-2')
    // A box belongs to one order, so that order opens.
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('packing-list.pdf')).toBeVisible()
    await expect(drawer.getByText(label.later)).toBeVisible()
    await drawer.getByRole('button', { name: label.confirm }).click()
    await expect(drawer.getByText(label.receiving).first()).toBeVisible()
    await drawer.getByRole('button', { name: label.addBox }).click()
    const extra = page.getByRole('dialog', { name: label.addBox })
    await extra.getByLabel(label.boxNo, { exact: true }).fill('BOX-9')
    await extra.getByLabel(label.weight).fill('3.25')
    await extra.getByRole('button', { name: label.save, exact: true }).click()
    const boxes = drawer.getByRole('region', { name: label.boxes, exact: true })
    await expect(boxes.getByRole('row', { name: /BOX-9.*3\.25/ })).toContainText(label.extra)
    await expect(boxes.getByRole('row', { name: /BOX-1.*12\.5/ })).toBeVisible()

    const token = await logInBeside(page, owner)
    const { data } = await call<{ rows: { id: number }[] }>(page, '/gateway/wms/inbound/list', {
      token,
      data: {},
    })
    const id = data.rows[0]?.id ?? 0
    const item = await call<{ lines: { productId: number }[] }>(page, `/gateway/wms/inbound/one?id=${id}`, {
      token,
    })
    const [bolt, nut] = item.data.lines.map(({ productId }) => productId)
    const receive = (lines: object[]) =>
      call(page, '/gateway/wms/inbound/receive', { token, data: { inboundId: id, lines } })
    const good = { defective: 0, locationId }
    await receive([{ productId: bolt, good: 6, ...good }])
    await receive([{ productId: nut, good: 1, ...good }])
    await page.reload()
    await drawer.getByRole('button', { name: label.cancel }).first().click()
    await page.getByRole('tooltip').getByRole('button', { name: label.cancel }).click()
    await expect(drawer.getByText(label.cancelled).first()).toBeVisible()
    await receive([{ productId: nut, good: 2, ...good }])
    await page.reload()
    await expect(drawer.getByText(label.progress).first()).toBeVisible()
    await check(page, 'drawer', '.ant-drawer')

    await drawer.getByRole('button', { name: label.completeIt, exact: true }).click()
    const end = page.getByRole('dialog', { name: label.completeIt })
    await expect(end.getByText(label.short)).toBeVisible()
    await end.getByRole('button', { name: label.completeIt, exact: true }).click()
    await expect(end.getByText(label.reasonNeeded)).toBeVisible()
    await end.getByLabel(label.reason).fill('two never came')
    await end.getByRole('button', { name: label.completeIt, exact: true }).click()
    await expect(drawer.getByText(label.complete).first()).toBeVisible()
    await expect(drawer.getByText('two never came').first()).toBeVisible()
    await expect(drawer.getByRole('region', { name: label.fees })).toContainText(label.waiting)
    const timeline = drawer.getByRole('region', { name: label.timeline })
    await expect(timeline.locator('b')).toHaveText([...label.steps])

    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/inbound/list')
    await expect(page.getByRole('cell', { name: /^IB/ })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`inbound orders are imported from a spreadsheet, and their receiving sheets and box labels printed (${language})`, async ({
    page,
  }) => {
    const { owner } = await aWarehouse()
    const complaints = await complaintsOf(page)
    await enter(page, { as: owner, language, at: '/inbound/list' })
    await page.getByRole('button', { name: label.import, exact: true }).click()
    await page.getByRole('menuitem', { name: label.byBox }).click()
    const dialog = page.getByRole('dialog')
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: label.template }).click(),
    ])
    const book = await readXlsx(await readFile((await template.path()) ?? ''))
    const [heads = []] = book.sheets[0]?.rows ?? []
    const rows = [
      heads,
      ['ACME', 'PO-1', 'B-1', 'BOLT', '6'],
      ['ACME', 'PO-1', 'B-2', 'NUT', '4'],
      ['ACME', 'PO-2', 'B-1', 'BOLT', '2'],
    ]
    await dialog.getByLabel(label.choose).setInputFiles({
      name: 'inbounds.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'x', rows }] })),
    })
    await dialog.getByRole('button', { name: label.start }).click()
    const made = dialog.getByRole('list', { name: label.made })
    await expect(made.getByRole('link')).toHaveCount(2)
    await check(page, 'dialog', '.ant-modal')
    await dialog.getByRole('button', { name: label.close, exact: true }).last().click()

    await expect(dialog).toBeHidden()
    await scan(page, 'po-1')
    const drawer = page.getByRole('dialog').first()
    await drawer.getByRole('button', { name: label.labels }).click()
    const paper = page.getByRole('dialog', { name: label.print })
    await paper.getByRole('combobox', { name: label.printer }).click()
    await page.getByTitle(label.tall, { exact: true }).click()
    const fetched = async (click: () => Promise<void>) => {
      const [file] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), click()])
      return readPaper(await readFile((await file.path()) ?? ''), 203)
    }
    const labels = await fetched(() => paper.getByRole('button', { name: label.download }).click())
    expect(labels.map(({ codes }) => codes)).toEqual([['B-1'], ['B-2']])
    await paper.getByRole('button', { name: label.yesAll }).click()
    await expect(paper).toBeHidden()
    const sheets = await fetched(() => drawer.getByRole('button', { name: label.sheet }).click())
    expect(sheets.map(({ codes }) => codes)).toEqual([[expect.stringMatching(/^IB\d{6}-00001$/)]])

    await closeByKey(page, drawer)
    await strike(page, 'j', 'r')
    await expect(heading(page, label.receiveTitle)).toBeVisible()
    await expect(page.locator('.station-card')).toContainText(/IB\d{6}-00001/)
    await page.goto('/inbound/list')
    await expect(page.getByRole('cell', { name: /^IB/ })).toHaveCount(2)
    await scan(page, 'po-1')
    await drawer.getByRole('button', { name: label.receive, exact: true }).click()
    await expect(page.locator('.station-card')).toContainText(/IB\d{6}-00001/)
    expect(complaints).toEqual([])
  })

  test(`a user who may only view sees inbound orders and prints them, but cannot change them (${language})`, async ({
    page,
  }) => {
    const { tenantId, owner, staff } = await aWarehouse({ staff: 1 })
    await asCompany(tenantId, async (db) => {
      const { rows } = await db.query<{ id: string }>(
        'select id from accounts where login_account = $1',
        staff,
      )
      await db.query('delete from account_roles where tenant_id = $1 and account_id = $2', [
        tenantId,
        rows[0]?.id,
      ])
      await db.query(
        `insert into account_roles (tenant_id, account_id, role_id)
         select tenant_id, $2, id from roles where tenant_id = $1 and code = 'read_only'`,
        [tenantId, rows[0]?.id],
      )
    })
    await anOrder(page, owner)
    await enter(page, { as: staff[0] ?? '', language, at: '/inbound/list' })
    await page.getByRole('cell', { name: /^IB/ }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('button', { name: label.sheet })).toBeVisible()
    await expect(drawer.getByRole('region', { name: label.timeline })).toBeVisible()
    for (const name of [label.fresh, label.import, label.confirm, label.attach, label.receiveTitle])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  })
}

test('after the usage period inbound orders can be viewed but not changed', async ({ page }) => {
  const { owner, tenantId } = await aWarehouse()
  await anOrder(page, owner)
  await asOwner((db) =>
    db.query(`update tenants set expires_at = now() - interval '1 day' where id = $1`, [tenantId]),
  )
  const label = words.en_US
  await enter(page, { as: owner, language: 'en_US', at: '/inbound/list' })
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: label.close }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('cell', { name: /^IB/ }).click()
  await expect(drawer.getByText(label.pending).first()).toBeVisible()
  // What would be refused is not offered, and the page says why.
  await expect(drawer.getByRole('button', { name: label.confirm })).toHaveCount(0)
  await expect(page.getByRole('main').locator('.list-note')).toContainText(shellText.usageOver.en_US)
})

test('without the permission no inbound orders are shown', async ({ page }) => {
  const { staff } = await newCompany({ staff: 1 })
  await enter(page, { as: staff[0] ?? '', language: 'en_US', at: '/inbound/list' })
  await expect(page.getByText('View inbound orders')).toBeVisible()
  await expect(page.getByRole('button', { name: words.en_US.fresh })).toHaveCount(0)
})
