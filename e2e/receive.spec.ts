import type { Page } from '@playwright/test'
import {
  blankBox,
  blankCustomer,
  blankInbound,
  blankInboundLine,
  blankProduct,
} from '../testing/blank-inputs.ts'
import { check } from './barriers.ts'
import {
  asCompany,
  asOwner,
  call,
  complaintsOf,
  enter,
  expect,
  languages,
  logInBeside,
  newCompany,
  scan as scanFast,
  test,
} from './desk.ts'
import { sizedProduct } from './goods.ts'

const words = {
  zh_CN: {
    title: '扫描收货',
    document: '扫描入库单、箱号或运单号',
    boxes: (done: number) => `箱 ${done}/40`,
    sent: '全部已上传',
    complete: /已完成$/,
    reason: '与预报不同，选择原因',
    over: /超出预报：\d+\/\d+/,
    damage: /NUT 次品 2 件/,
    unexpected: /SCREW 不在预报中/,
    unknown: /未知条码 999000111/,
    waiting: /4 条待上传/,
    undone: '已撤销',
    allPutAway: '全部已上架',
    pieces: (done: number, all: number) => `件 ${done}/${all}`,
  },
  en_US: {
    title: 'Receive by scanner',
    document: 'Scan inbound number, box or tracking number',
    boxes: (done: number) => `Boxes ${done}/40`,
    sent: 'All sent',
    complete: /is complete$/,
    reason: 'Quantities differ from expected. Select a reason.',
    over: /exceeds the expected quantity: \d+\/\d+/,
    damage: /NUT: 2 defective/,
    unexpected: /SCREW was not expected/,
    unknown: /Unknown barcode 999000111/,
    waiting: /4 waiting/,
    undone: 'Undone',
    allPutAway: 'All put away',
    pieces: (done: number, all: number) => `Pieces ${done}/${all}`,
  },
} as const

const settling = {
  zh_CN: {
    link: '关联入库单',
    save: '保存',
    back: '退回',
    reason: '原因',
    needed: '必填',
    claimed: '已认领',
    sentBack: '已退回',
    whichReceipt: '撤销哪条收货记录？',
    noneCancelled: '没有撤销任何收货记录',
    reopen: /已收货完成。为何重新打开？/,
  },
  en_US: {
    link: 'Link to an inbound order',
    save: 'Save',
    back: 'Send back',
    reason: 'Reason',
    needed: 'Required',
    claimed: 'Matched',
    sentBack: 'Sent back',
    whichReceipt: 'Which receipt do you want to cancel?',
    noneCancelled: 'No receipt was cancelled',
    reopen: /is complete. Why reopen it/,
  },
} as const

type Ground = {
  tenantId: number
  owner: string
  token: string
  products: Record<string, number>
  customerId: number
}

/** A company with bins, one customer and three receivable products. */
async function aWarehouse(page: Page, isOneStep: boolean): Promise<Ground> {
  const { tenantId, owner } = await newCompany()
  await asCompany(tenantId, async (db) => {
    await db.query('update warehouses set settings = $2 where tenant_id = $1', [
      tenantId,
      { receiveOneStep: isOneStep },
    ])
    await db.query(
      `with zones as (
         insert into location_zones (tenant_id, zone_code, zone_name, quality)
         values ($1, 'GOOD', 'Good', 'good'), ($1, 'BAD', 'Bad', 'defective') returning id, zone_code)
       insert into locations (tenant_id, location_code, zone_id, purpose)
       select $1, p.code, z.id, p.purpose::location_purpose
       from (values ('A-01', 'GOOD', 'storage'), ('A-02', 'GOOD', 'storage'), ('D-01', 'BAD', 'storage'),
         ('RECV', 'GOOD', 'receiving')) p (code, zone, purpose) join zones z on z.zone_code = p.zone`,
      [tenantId],
    )
  })
  const token = await logInBeside(page, owner)
  const make = async (path: string, data: object) => {
    const made = await call<{ id: number } | null>(page, path, { token, data })
    if (!made.data) throw new Error(`${path}: ${made.message}`)
    return made.data.id
  }
  const customerId = await make('/gateway/wms/customer/create', { customerCode: 'ACME', ...blankCustomer })
  const products: Record<string, number> = {}
  for (const sku of ['BOLT', 'NUT', 'SCREW'])
    products[sku] = await make('/gateway/wms/product/create', {
      ...sizedProduct,
      customerId,
      sku,
      nameEn: sku,
    })
  await call(page, '/gateway/wms/product/approve', { token, data: { ids: Object.values(products) } })
  return { tenantId, owner, token, customerId, products }
}

type Announced = { boxNo: string | null; sku: string; expected: number }

async function announce(page: Page, ground: Ground, lines: Announced[]) {
  const boxNos = [...new Set(lines.flatMap(({ boxNo }) => (boxNo ? [boxNo] : [])))]
  const { data, message } = await call<{ id: number; inboundNo: string } | null>(
    page,
    '/gateway/wms/inbound/create',
    {
      token: ground.token,
      data: {
        customerId: ground.customerId,
        ...blankInbound,
        inboundType: boxNos.length > 0 ? 'standard' : 'by_sku',
        trackingNos: ['TRACK-77'],
        boxes: boxNos.map((boxNo) => ({ boxNo, ...blankBox })),
        lines: lines.map(({ sku, ...line }) => ({
          ...blankInboundLine,
          ...line,
          productId: ground.products[sku],
        })),
      },
    },
  )
  if (!data) throw new Error(`no inbound order: ${message}`)
  return data
}

type Kept = {
  status: string
  differenceNote: string | null
  lines: { productId: number; expected: number; good: number; defective: number }[]
  pending: unknown[]
  receipts: { cancelledAt: string | null; lines: { quantity: number; locationCode: string }[] }[]
}

async function kept(page: Page, { token }: Ground, id: number): Promise<Kept> {
  const { data } = await call<Kept>(page, `/gateway/wms/inbound/one?id=${id}`, { token })
  return data
}

const figuresOf = ({ lines }: Kept, { products }: Ground) =>
  Object.fromEntries(
    Object.entries(products).flatMap(([sku, productId]) => {
      const own = lines.filter((line) => line.productId === productId)
      const total = (of: 'good' | 'defective') => own.reduce((sum, line) => sum + line[of], 0)
      return own.length > 0 ? [[sku, [total('good'), total('defective')]]] : []
    }),
  )

/** As a scanner does: all characters at once, then Enter. */
async function scan(page: Page, ...codes: string[]) {
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
}

/** The barcodes of the command card for a number. */
const digits = (text: string) => [...text].map((sign) => (sign === '.' ? 'CMD-DOT' : `CMD-${sign}`))

/** Counts pointer events. */
async function watchForMice(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = (event: Event) => {
      // When a page appears, the browser sends the mouse position: a move event without movement.
      if (event instanceof MouseEvent && event.type === 'mousemove' && !event.movementX && !event.movementY)
        return
      const { dataset } = document.documentElement
      dataset.mice = String(Number(dataset.mice ?? 0) + 1)
    }
    for (const kind of ['mousedown', 'mousemove', 'pointerdown', 'touchstart', 'wheel'])
      window.addEventListener(kind, count, true)
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.mice ?? 0))
}

const next = (page: Page) => page.locator('.station-next')
const line = (page: Page) => page.locator('.station-waiting')
const newest = (page: Page) => page.locator('.station-scans li').first()

for (const [i, language] of languages.entries()) {
  const label = words[language]

  test(`forty boxes are received with scans only (${language})`, async ({ page }) => {
    await page.setViewportSize(i === 0 ? { width: 1280, height: 800 } : { width: 360, height: 640 })
    const mice = await watchForMice(page)
    const complaints = await complaintsOf(page)
    const ground = await aWarehouse(page, true)
    const boxes = Array.from({ length: 40 }, (_, at) => `BX-${String(at + 1).padStart(2, '0')}`)
    const { id, inboundNo } = await announce(
      page,
      ground,
      boxes.map((boxNo) => ({ boxNo, sku: 'BOLT', expected: 2 })),
    )
    await enter(page, { as: ground.owner, language, at: '/inbound/receive' })
    await expect(next(page)).toHaveText(label.document)
    await scan(page, inboundNo, 'A-01', ...boxes.slice(0, -1))
    await expect(page.getByText(label.boxes(39))).toBeVisible()
    await expect(line(page)).toHaveText(label.sent)
    // The same box is not counted twice.
    await scan(page, 'BX-07')
    await expect(newest(page)).toHaveClass('is-error')
    await check(page, 'receiving', '.station')
    expect(
      await page.evaluate(() => window.document.querySelector('.station')?.scrollWidth === innerWidth),
    ).toBe(true)

    // The last box closes the document; undone, it is open again.
    await scan(page, 'BX-40')
    await expect(page.getByRole('status')).toHaveText(label.complete)
    await expect(next(page)).toHaveText(label.document)
    await scan(page, 'CMD-UNDO')
    await expect(page.getByText(label.boxes(39))).toBeVisible()
    await scan(page, 'A-01', 'BX-40')
    await expect(page.getByRole('status')).toHaveText(label.complete)
    await expect(next(page)).toHaveText(label.document)
    const document = await kept(page, ground, id)
    expect([document.status, figuresOf(document, ground)]).toEqual(['complete', { BOLT: [80, 0] }])
    expect([await mice(), complaints]).toEqual([0, []])
  })

  test(`over, short, damaged, unexpected and unknown goods are received, then put away in parts (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize(i === 1 ? { width: 1280, height: 800 } : { width: 360, height: 640 })
    const ground = await aWarehouse(page, false)
    const { id } = await announce(page, ground, [
      { boxNo: null, sku: 'BOLT', expected: 10 },
      { boxNo: null, sku: 'NUT', expected: 5 },
    ])
    await enter(page, { as: ground.owner, language, at: '/inbound/receive' })
    await scan(page, 'TRACK-77', 'CMD-QTY', '1', '0', 'BOLT', 'BOLT')
    await expect(next(page)).toHaveText(label.over)
    // The previous scan was a success; the question is not.
    await expect(page.locator('.station-now')).toHaveClass(/is-warning/)
    // Goods scanned while a question is open are refused audibly; the question stays.
    await scan(page, 'NUT')
    await expect(newest(page)).toHaveClass('is-error')
    await scan(page, 'CMD-OK', 'CMD-DEFECT', '2*', 'NUT')
    await expect(next(page)).toHaveText(label.damage)
    await page.locator('input[type=file]').setInputFiles({
      name: 'damage.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PIXEL, 'base64'),
    })
    await expect(page.getByText(/1 张照片|1 photo/)).toBeVisible()
    await scan(page, 'CMD-OK', 'SCREW')
    await expect(next(page)).toHaveText(label.unexpected)
    await scan(page, 'CMD-OK', '999000111')
    await expect(next(page)).toHaveText(label.unknown)
    await scan(page, 'NUT')
    await expect(newest(page)).toContainText(/NUT\s*3\/5/)
    await scan(page, 'NUT')
    await expect(newest(page)).toContainText(/NUT\s*4\/5/)
    await scan(page, 'CMD-UNDO')
    await expect(newest(page)).toContainText(label.undone)
    await expect(line(page)).toHaveText(label.sent)

    // Eleven bolts over two bins, the nut and the screw whole; the first bin is the suggested one.
    await scan(page, 'CMD-NEXT', 'CMD-OK', '4*', 'BOLT', 'A-02', 'BOLT', 'NUT', 'SCREW')
    await expect(page.getByText(label.allPutAway)).toBeVisible()
    await expect(line(page)).toHaveText(label.sent)
    await scan(page, 'CMD-NEXT')
    await expect(next(page)).toHaveText(label.reason)
    await scan(page, '2')
    await expect(page.getByRole('status')).toHaveText(label.complete)
    const document = await kept(page, ground, id)
    expect([document.status, document.pending]).toEqual(['complete', []])
    expect(figuresOf(document, ground)).toEqual({ BOLT: [11, 0], NUT: [1, 2], SCREW: [1, 0] })
    expect(document.differenceNote).not.toBeNull()
  })

  test(`without network no scan is lost and none counts twice (${language})`, async ({ page, context }) => {
    await page.setViewportSize(i === 0 ? { width: 360, height: 640 } : { width: 1280, height: 800 })
    const ground = await aWarehouse(page, false)
    const { id, inboundNo } = await announce(page, ground, [{ boxNo: null, sku: 'BOLT', expected: 50 }])
    await enter(page, { as: ground.owner, language, at: '/inbound/receive' })
    await scan(page, inboundNo, 'BOLT', 'BOLT')
    await expect(page.getByText(label.pieces(2, 50))).toBeVisible()
    await expect(line(page)).toHaveText(label.sent)

    // The server counts this one, and its response is lost.
    await page.route('**/gateway/wms/inbound/receive', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await scan(page, 'BOLT')
    await expect.poll(async () => figuresOf(await kept(page, ground, id), ground)).toEqual({ BOLT: [3, 0] })
    await context.setOffline(true)
    // An attempt in progress may end either way.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await scan(page, '5*', 'BOLT', 'BOLT', 'BOLT')
    await expect(line(page)).toHaveText(label.waiting)
    await expect(page.getByText(label.pieces(10, 50))).toBeVisible()
    // A wrong one, undone before it was sent.
    await scan(page, 'BOLT', 'CMD-UNDO')
    await expect(newest(page)).toContainText(label.undone)
    await expect(line(page)).toHaveText(label.waiting)

    // The user closes the page, and the network is back before the next one opens.
    await page.goto('about:blank')
    await context.setOffline(false)
    await page.goto('/inbound/receive')
    await expect(line(page)).toHaveText(label.sent)
    // The document is open as it was left.
    await expect(page.getByText(label.pieces(10, 50))).toBeVisible()
    const document = await kept(page, ground, id)
    expect([figuresOf(document, ground), document.receipts.length]).toEqual([{ BOLT: [10, 0] }, 6])
  })
}

test('new goods get expiry date and measures once, and a scan goes to its field wherever the focus is', async ({
  page,
}) => {
  const ground = await aWarehouse(page, true)
  const { data: fresh } = await call<{ id: number }>(page, '/gateway/wms/product/create', {
    token: ground.token,
    data: {
      ...blankProduct,
      customerId: ground.customerId,
      sku: 'CREAM',
      nameEn: 'Cream',
      expiryManaged: true,
      shelfLifeDays: 365,
      lotManaged: true,
    },
  })
  await call(page, '/gateway/wms/product/approve', { token: ground.token, data: { ids: [fresh.id] } })
  ground.products.CREAM = fresh.id
  const { id, inboundNo } = await announce(page, ground, [{ boxNo: null, sku: 'CREAM', expected: 9 }])
  await enter(page, { as: ground.owner, language: 'en_US', at: `/inbound/receive?scan=${inboundNo}` })
  await expect(next(page)).toHaveText('Scan a product')
  await scan(page, 'CREAM')
  await expect(next(page)).toHaveText('Expiry date of CREAM?')
  await scan(page, '20300230')
  await expect(newest(page)).toContainText('Invalid date')
  await scan(page, ...digits('20300227'), 'CMD-UNDO', 'CMD-8')
  await expect(page.getByPlaceholder('20300228 (scan OK to finish)')).toBeVisible()
  await scan(page, 'CMD-OK')
  await expect(next(page)).toHaveText('Lot number of CREAM?')
  await scan(page, 'CREAM')
  await expect(newest(page)).toContainText('Not a valid lot')
  await scan(page, 'l-7')
  await expect(next(page)).toHaveText('Scan bin: CREAM')
  await scan(page, 'A-02')
  await expect(next(page)).toHaveText('First arrival of CREAM. Measure size and weight?')
  await scan(page, 'CMD-OK')
  for (const label of ['Length (in)', 'Width (in)', 'Height (in)', 'Weight (lb)'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Length')).toBeFocused()
  await expect(next(page)).toHaveText('Measure CREAM')
  // A scan is not a measurement, and an invalid measurement is reported at its field.
  await page.getByLabel('Length').evaluate((field) => {
    for (const key of [...'6901000000059', 'Enter'])
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await expect(newest(page)).toContainText('Type the dimensions; the scan was ignored')
  await expect(page.getByLabel('Length')).toHaveValue('')
  await page.keyboard.type('x')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(newest(page)).toContainText(/Length.*: /)
  await page.getByLabel('Length').fill('')
  await page.getByLabel('Width').focus()
  await page.getByLabel('Length').focus()
  for (const value of ['12.5', '8', '3', '0.4'])
    for (const code of [...digits(value), 'CMD-OK']) await scanFast(page, code)
  await expect(page.locator('.station-scans')).toContainText('Measured')
  await expect(newest(page)).toContainText('1/9')
  await expect(page.getByLabel('Scan field')).toBeFocused()

  // A pressed button keeps the focus, and yet the scanner's Enter presses nothing.
  await page.getByRole('button', { name: 'Type in' }).focus()
  await scan(page, 'CREAM')
  await expect(newest(page)).toContainText('2/9')
  await expect(page.getByRole('button', { name: 'Type in' })).toHaveAttribute('aria-pressed', 'false')
  await page.locator('.station-card').click()
  await scan(page, '3*CREAM')
  await expect(newest(page)).toContainText('5/9')
  await expect(line(page)).toHaveText(words.en_US.sent)
  expect(figuresOf(await kept(page, ground, id), ground)).toEqual({ CREAM: [5, 0] })

  // Manual input is counted like any other, and marked as manual.
  const typed = () =>
    asOwner(async (owner) => {
      await owner.query(`set app.tenant_id = '${ground.tenantId}'`)
      const { rows } = await owner.query(`select 1 from audit_log where after->>'isTyped' = 'true'`)
      return rows.length
    })
  expect(await typed()).toBe(0)
  await page.getByRole('button', { name: 'Type in' }).click()
  await scan(page, 'CREAM')
  await expect(newest(page)).toContainText('6/9')
  await expect(line(page)).toHaveText(words.en_US.sent)
  expect(await typed()).toBeGreaterThan(0)
})

test('an unmatched parcel is saved with a photo from a phone, then becomes a return whose putaway is undone', async ({
  page,
  context,
}) => {
  const ground = await aWarehouse(page, false)
  await enter(page, { as: ground.owner, language: 'en_US', at: '/inbound/receive' })
  await scan(page, 'NOBODY-1')
  await expect(next(page)).toHaveText('NOBODY-1 matches no inbound order. Is it an unmatched parcel?')
  await scan(page, 'CMD-NEXT', 'CMD-MODE')
  const address = await page.getByRole('link', { name: 'Take photo with phone' }).getAttribute('href')
  await expect(page.getByText('opened as localhost, which phones can’t reach')).toBeVisible()
  const phone = await context.browser()?.newContext({ viewport: { width: 360, height: 640 } })
  const hand = await phone?.newPage()
  if (!hand || !address) throw new Error('no phone')
  await hand.goto(address)
  await expect(hand.locator('.photo-page')).toContainText('NOBODY-1')
  await hand.locator('input[type=file]').setInputFiles({
    name: 'parcel.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  })
  await expect(hand.getByRole('status')).toContainText(/已发送|Sent/)
  await hand.reload()
  await expect(hand.getByRole('alert')).toContainText(/已使用|was used/)
  await phone?.close()
  await expect(page.locator('p', { hasText: '1 photo' })).toBeVisible()
  await scan(page, 'CMD-OK')
  await expect(newest(page)).toContainText('Registered. Put it in the unmatched area.')

  // The owner is known now: the same scan creates its inbound order.
  await scan(page, 'NOBODY-1')
  await expect(next(page)).toHaveText(/Unmatched parcel PC/)
  await scan(page, 'CMD-OK', 'acme', 'CMD-OK')
  await expect(next(page)).toHaveText('Scan a product')
  const printed = page.waitForRequest('**/gateway/wms/product/print-labels')
  await scan(page, '3*BOLT', 'CMD-PRINT')
  await printed
  await expect(page.getByText('Pending putaway 3')).toBeVisible()
  await scan(page, 'CMD-NEXT', 'A-01', 'BOLT')
  await expect(page.getByText('All put away')).toBeVisible()
  await expect(line(page)).toHaveText(words.en_US.sent)
  await scan(page, 'CMD-UNDO')
  await expect(page.getByText('Pending putaway 3')).toBeVisible()
  await expect(line(page)).toHaveText(words.en_US.sent)
  await scan(page, 'A-02', 'BOLT')
  await expect(page.getByText('All put away')).toBeVisible()
  await expect(line(page)).toHaveText(words.en_US.sent)
  await scan(page, 'CMD-NEXT', '5')
  await expect(page.getByRole('status')).toHaveText(words.en_US.complete)
  const stock = await call<{ rows: { locationCode: string; onHand: number }[] }>(
    page,
    '/gateway/wms/stock/by-location',
    { token: ground.token },
  )
  expect(stock.data.rows).toMatchObject([{ locationCode: 'A-02', onHand: 3 }])

  await page.goto('/inbound/parcels')
  const row = page.locator('.ant-table-tbody tr.ant-table-row')
  await expect(row).toContainText('Matched')
  await row.click()
  await expect(page.getByRole('dialog', { name: /^PC/ }).getByAltText('Photos 1')).toBeVisible()
})

for (const language of languages) {
  const label = settling[language]

  test(`unmatched parcels are linked to their order or sent back (${language})`, async ({ page }) => {
    const complaints = await complaintsOf(page)
    const ground = await aWarehouse(page, true)
    const { inboundNo } = await announce(page, ground, [{ boxNo: null, sku: 'BOLT', expected: 5 }])
    for (const trackingNo of ['LOST-1', 'LOST-2'])
      await call(page, '/gateway/wms/parcel/keep', {
        token: ground.token,
        data: { trackingNo, remark: null, photoFileIds: [] },
      })
    await enter(page, { as: ground.owner, language, at: '/inbound/parcels' })
    const rows = page.locator('.ant-table-tbody tr.ant-table-row')
    const drawer = page.getByRole('dialog', { name: /^PC/ })
    await rows.filter({ hasText: 'LOST-1' }).click()
    await drawer.getByRole('button', { name: label.link, exact: true }).click()
    const linking = page.getByRole('dialog', { name: label.link, exact: true })
    await linking.getByRole('combobox').fill(inboundNo)
    await page.getByTitle(new RegExp(`^${inboundNo}`)).click()
    await linking.getByRole('button', { name: label.save, exact: true }).click()
    await expect(drawer).toContainText(label.claimed)
    await expect(drawer).toContainText(inboundNo)
    await page.keyboard.press('Escape')
    await rows.filter({ hasText: 'LOST-2' }).click()
    await drawer.getByRole('button', { name: label.back, exact: true }).click()
    const sending = page.getByRole('dialog', { name: label.back, exact: true })
    await sending.getByRole('button', { name: label.back, exact: true }).click()
    await expect(sending.getByText(label.needed)).toBeVisible()
    await sending.getByLabel(label.reason).fill('nobody knows it')
    await sending.getByRole('button', { name: label.back, exact: true }).click()
    await expect(drawer).toContainText(label.sentBack)
    // From now on the linked parcel's number leads to its order.
    await page.goto('/inbound/receive')
    await expect(next(page)).toHaveText(words[language].document)
    await scan(page, 'LOST-1')
    await expect(page.locator('.station')).toContainText(inboundNo)
    expect(complaints).toEqual([])
  })

  test(`a receipt is undone and a finished inbound order reopened, with the keyboard (${language})`, async ({
    page,
  }) => {
    const ground = await aWarehouse(page, true)
    const { id, inboundNo } = await announce(page, ground, [{ boxNo: null, sku: 'BOLT', expected: 5 }])
    await enter(page, { as: ground.owner, language, at: '/inbound/receive' })
    await expect(next(page)).toHaveText(words[language].document)
    await scan(page, inboundNo, 'A-01', '3*BOLT', 'BOLT')
    await expect(page.getByText(words[language].pieces(4, 5))).toBeVisible()
    await expect(line(page)).toHaveText(words[language].sent)
    await page.keyboard.press('F3')
    await expect(next(page)).toHaveText(label.whichReceipt)
    await scan(page, 'CMD-UNDO')
    await expect(newest(page)).toContainText(label.noneCancelled)
    await page.keyboard.press('F3')
    await expect(next(page)).toHaveText(label.whichReceipt)
    await scan(page, '1')
    await expect(page.getByText(words[language].pieces(3, 5))).toBeVisible()
    expect(figuresOf(await kept(page, ground, id), ground)).toEqual({ BOLT: [3, 0] })
    // A complete order closes itself, and one more piece reopens it; reopening one that a user closed needs a
    // reason.
    await scan(page, '2*BOLT')
    await expect(page.getByRole('status')).toHaveText(words[language].complete)
    await scan(page, inboundNo, 'A-01', 'BOLT')
    await expect(next(page)).toHaveText(words[language].over)
    await scan(page, 'CMD-OK')
    await expect(page.getByText(words[language].pieces(6, 5))).toBeVisible()
    await scan(page, 'CMD-NEXT')
    await expect(next(page)).toHaveText(words[language].reason)
    await scan(page, '1')
    await expect(page.getByRole('status')).toHaveText(words[language].complete)
    await scan(page, inboundNo)
    await expect(next(page)).toHaveText(label.reopen)
    await scan(page, '1')
    await expect.poll(async () => (await kept(page, ground, id)).status).toBe('receiving')
  })
}

test('two users at one inbound order see each other’s boxes, and a scan that came too late is resolved by a barcode', async ({
  page,
}) => {
  const ground = await aWarehouse(page, false)
  const { id, inboundNo } = await announce(page, ground, [
    { boxNo: 'BX-1', sku: 'BOLT', expected: 2 },
    { boxNo: 'BX-2', sku: 'BOLT', expected: 2 },
    { boxNo: 'BX-3', sku: 'BOLT', expected: 2 },
  ])
  const { data } = await call<{ boxes: { id: number; boxNo: string }[] }>(
    page,
    `/gateway/wms/inbound/one?id=${id}`,
    { token: ground.token },
  )
  const colleagueTakes = async (boxNo: string) => {
    const boxId = data.boxes.find((box) => box.boxNo === boxNo)?.id
    const taken = await call(page, '/gateway/wms/inbound/receive-whole', {
      token: ground.token,
      data: { inboundId: id, boxId },
    })
    expect(taken.message).not.toMatch(/already/)
  }
  await enter(page, { as: ground.owner, language: 'en_US', at: '/inbound/receive' })
  await scan(page, inboundNo)
  await expect(page.getByText('Boxes 0/3')).toBeVisible()
  await colleagueTakes('BX-1')
  await expect(page.getByText('Boxes 1/3')).toBeVisible()
  await expect(page.locator('.receive-boxes')).toContainText([/BX-2/, /BX-1 received by/])
  await scan(page, 'BX-1')
  await expect(newest(page)).toContainText(/Already received: 2 of 2 \(.+\)/)

  // Too late, because no one could know: it shows document, time, user and reason, and a barcode resolves it.
  await page.route('**/gateway/wms/inbound/changes*', (route) => route.abort())
  await colleagueTakes('BX-2')
  await scan(page, 'BX-2')
  const refused = page.locator('.station-refused li')
  await expect(refused).toContainText(/BX-2 Box BX-2 was already received whole by .+ at \d\d:\d\d/)
  await expect(refused).toContainText(new RegExp(`${inboundNo} · \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d · .+`))
  await scan(page, 'CMD-READ')
  await expect(refused).toHaveCount(0)
  const document = await kept(page, ground, id)
  expect(figuresOf(document, ground)).toEqual({ BOLT: [4, 0] })
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('goods of another customer are named as such, and damaged goods always get a bin', async ({ page }) => {
  const ground = await aWarehouse(page, false)
  const make = async (path: string, data: object) => {
    const made = await call<{ id: number } | null>(page, path, { token: ground.token, data })
    return made.data?.id ?? 0
  }
  const theirs = await make('/gateway/wms/customer/create', { customerCode: 'HOMEJOY', ...blankCustomer })
  const lamp = await make('/gateway/wms/product/create', {
    ...sizedProduct,
    customerId: theirs,
    sku: 'LAMP',
    nameEn: 'Lamp',
  })
  const ean = { type: 'ean', barcode: '6901000003012', packQuantity: 1 }
  await call(page, '/gateway/wms/product/add-barcode', { token: ground.token, data: { id: lamp, ...ean } })
  await call(page, '/gateway/wms/product/approve', { token: ground.token, data: { ids: [lamp] } })
  const ours = await announce(page, ground, [{ boxNo: null, sku: 'BOLT', expected: 10 }])

  await enter(page, { as: ground.owner, language: 'en_US', at: '/inbound/receive' })
  const belongs = '6901000003012 belongs to HOMEJOY · LAMP, not to this customer'
  await scan(page, ours.inboundNo, '6901000003012')
  await expect(next(page)).toHaveText(belongs)
  await scan(page, 'CMD-UNDO')
  await expect(newest(page)).toContainText(belongs)
  expect(figuresOf(await kept(page, ground, ours.id), ground)).toEqual({ BOLT: [0, 0] })
  await scan(page, 'LAMP')
  await expect(next(page)).toHaveText('LAMP belongs to HOMEJOY · LAMP, not to this customer')
  await scan(page, 'CMD-UNDO')

  // The same EAN on goods of both customers: confirmed twice, it is linked and counts.
  await scan(page, '(01)06901000003012(10)L7')
  await expect(next(page)).toHaveText(belongs)
  await scan(page, '2')
  await expect(next(page)).toHaveText(/Which product is it/)
  await scan(page, 'BOLT')
  await expect(newest(page)).toContainText(/BOLT\s*1\/10/)
  await scan(page, 'CMD-DEFECT', 'BOLT', 'CMD-OK')
  await expect(newest(page)).toContainText('defective: 1')
  await expect(line(page)).toHaveText(words.en_US.sent)

  const products = { ...ground.products, BOLT: lamp }
  const second = { ...ground, customerId: theirs, products }
  const other = await announce(page, second, [{ boxNo: null, sku: 'BOLT', expected: 5 }])
  await page.keyboard.press('Escape')
  await expect(next(page)).toHaveText(words.en_US.document)
  await scan(page, other.inboundNo, 'CMD-DEFECT', 'LAMP')
  await expect(next(page)).toHaveText(
    'No bin for defective goods can take LAMP. Scan another bin for defective goods.',
  )
  await scan(page, 'A-01')
  await expect(newest(page)).toContainText('This bin is not for defective goods')
  await asCompany(ground.tenantId, async (db) => {
    await db.query(
      `insert into locations (tenant_id, location_code, zone_id, purpose)
       select tenant_id, 'D-02', zone_id, purpose from locations where location_code = 'D-01'`,
    )
  })
  await scan(page, 'D-02')
  await expect(next(page)).toHaveText('LAMP: 1 defective')
  await scan(page, 'CMD-OK')
  await expect
    .poll(async () => figuresOf(await kept(page, ground, other.id), second))
    .toEqual({ BOLT: [0, 1] })
})
