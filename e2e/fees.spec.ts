import type { Page } from '@playwright/test'
import { feeText } from '../billing/fees/text.ts'
import { billingText } from '../billing/text.ts'
import { columnText } from '../platform/lists/column-text.ts'
import { inUnit } from '../platform/lists/columns.ts'
import { type Params, say, type Text } from '../platform/text/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { receivingText } from '../receiving/text.ts'
import { blankInbound } from '../testing/blank-inputs.ts'
import { handlingOf, publishPrice } from '../testing/price-builders.ts'
import { check, rounds } from './barriers.ts'
import {
  call,
  complaintsOf,
  enter,
  expect,
  heading,
  inCompany,
  logInBeside,
  newCompany,
  test,
} from './desk.ts'

/** A customer with one product, a bin, and inbound orders at 12.50 each. */
async function pricedDock(tenantId: number) {
  const owner = <R extends object>(text: string, values: unknown[] = [], company = tenantId) =>
    inCompany<R>(company, text, values)
  const [made] = await owner<Record<'customer' | 'product' | 'bin', string>>(
    `with zone as (
       insert into location_zones (tenant_id, zone_code, zone_name, quality) values (tenant_now(), 'GOOD', 'Good', 'good') returning id),
     bin as (
       insert into locations (tenant_id, location_code, zone_id, purpose) select tenant_now(), 'A-01', id, 'storage' from zone returning id),
     customer as (
       insert into customers (tenant_id, customer_code, customer_name, search_line)
       values (tenant_now(), 'ACME', 'Acme', 'acme') returning id),
     product as (
       insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line, declared_weight)
       select tenant_now(), id, 'BOLT', '螺栓', 'Bolt', 'bolt', 0.5 from customer returning id)
     select customer.id as customer, product.id as product, bin.id as bin from customer, product, bin`,
  )
  await owner(`update products set audit_status = 'passed' where tenant_id = tenant_now()`)
  await publishPrice(
    { owner },
    {
      ...{ tenantId, quoteCode: 'IN', kind: 'operation' },
      content: await handlingOf({ owner }, tenantId, [['INB_HANDLING', 'inbound', '12.50']]),
    },
  )
  return {
    customerId: Number(made?.customer),
    productId: Number(made?.product),
    locationId: Number(made?.bin),
  }
}

/** Announces and receives an inbound order, of which one piece is missing. */
async function receiveOne(page: Page, token: string, goods: Awaited<ReturnType<typeof pricedDock>>) {
  const { customerId, productId, locationId } = goods
  const line = { boxNo: null, productId, expected: 4, productionDate: null, expiryDate: null, lot: null }
  const send = <T>(path: string, data: object) =>
    call<T>(page, `/gateway/wms/inbound/${path}`, { token, data })
  const { data: made } = await send<{ id: number }>('create', {
    ...blankInbound,
    ...{ customerId, inboundType: 'by_sku', boxes: [], lines: [line] },
  })
  const { id } = made
  await send('receive', {
    inboundId: id,
    boxId: null,
    lines: [{ productId, good: 3, defective: 0, locationId }],
  })
  return id
}

for (const { language, theme } of rounds) {
  const words = <T extends Text>(text: T, ...values: Params<T>) => say(text, language, ...values)

  test(`a charge is explained, disputed, and refunded with a second person (${language})`, async ({
    page,
    browser,
  }) => {
    test.slow()
    const complaints = await complaintsOf(page)
    const company = await newCompany({ staff: 1 })
    const { tenantId, owner, staff } = company
    const goods = await pricedDock(tenantId)
    const token = await logInBeside(page, owner)
    const inboundId = await receiveOne(page, token, goods)
    await inCompany(
      tenantId,
      `update roles set second_person_above = 5, permissions = array['*'] where code = 'staff'`,
    )

    await enter(page, { as: staff[0] ?? '', language, theme, at: `/inbound/list?open=${inboundId}` })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words(receivingText.complete) })
      .click()
    const ending = page.getByRole('dialog').last()
    await ending.getByLabel(words(receivingText.differenceNote)).fill('one is missing')
    await ending.getByLabel(words(receivingText.palletCount)).fill('2')
    await ending.getByRole('button', { name: words(receivingText.complete) }).click()
    await expect(page.getByRole('dialog').getByText('12.50')).toBeVisible()

    await page.goto('/query/cost')
    await expect(heading(page, words(billingText.costTitle))).toBeVisible()
    await expect(page.locator('.list-sums')).toContainText('12.50')
    await check(page, 'the fees', '#content')
    // A second fee of the same type is refused, with a link to the first.
    const inboundNo = await page
      .getByText(/^IB\d{6}-\d{5}$/)
      .first()
      .innerText()
    await page.keyboard.press('n')
    const form = page.getByRole('dialog').last()
    await form.getByLabel(words(columnText.customer), { exact: true }).click()
    await page.getByTitle('ACME Acme').click()
    await form.getByLabel(words(feeText.feeType), { exact: true }).fill('INB_HANDLING')
    await page.keyboard.press('Enter')
    await form.getByLabel(words(inUnit(columnText.amount, 'USD')), { exact: true }).fill('5')
    await form.getByLabel(words(feeText.documentNo)).fill(inboundNo)
    await form.getByLabel(words(feeText.reason)).fill('once more')
    await form.getByRole('button', { name: words(webText.save) }).click()
    const fees = form.getByRole('link', { name: words(feeText.showFeesOf, { no: inboundNo }) })
    await expect(fees).toHaveAttribute('href', `/query/cost?document=${inboundNo}`)
    await check(page, 'a fee that is there already', '.ant-modal')
    // Without a document it is another fee, which waits for a second person with its proof.
    await form.getByLabel(words(feeText.documentNo)).fill('')
    await form.getByLabel(words(inUnit(columnText.amount, 'USD')), { exact: true }).fill('6')
    const proof = (name: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF'),
    })
    await form.locator('input[type=file]').setInputFiles(proof('invoice.pdf'))
    await expect(form.getByText('invoice.pdf')).toBeVisible()
    await form.getByRole('button', { name: words(webText.save) }).click()
    await expect(page.locator('.ant-modal')).toHaveCount(0)

    await page
      .getByText(/^FE\d+$/)
      .first()
      .click()
    const drawer = page.getByRole('dialog').first()
    await expect(drawer.getByText(words(feeText.why))).toBeVisible()
    await expect(drawer.getByText('× 12.5', { exact: false })).toBeVisible()
    await expect(drawer.getByText('12.50 USD').first()).toBeVisible()
    await check(page, 'why this amount')

    await drawer.getByRole('button', { name: words(feeText.refundFee) }).click()
    await form.getByLabel(words(feeText.refundAmount)).fill('10.00')
    await form.getByLabel(words(feeText.reason)).fill('unloaded by the customer')
    await form.getByRole('button', { name: words(feeText.refundFee) }).click()
    await expect(drawer.getByText(/FR\d+/)).toBeVisible()

    await page.goto('/query/cost?view=requests')
    await expect(page.getByText(/^FR\d+$/).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'invoice.pdf' })).toBeVisible()
    await check(page, 'the requests', '#content')

    const other = await browser.newPage()
    await enter(other, { as: owner, language, theme, at: '/query/cost?view=requests&status=waiting' })
    await other.getByRole('checkbox').first().check()
    await other.getByRole('button', { name: words(feeText.approve) }).click()
    await other
      .getByRole('tooltip')
      .getByRole('button', { name: words(feeText.approve) })
      .click()
    await expect(other.getByText(/^FR\d+$/)).toHaveCount(0)
    await other.goto('/query/cost?origin=refund')
    await other.getByText('-10.00').first().click()
    const refund = other.getByRole('dialog').first()
    await refund.locator('input[type=file]').setInputFiles(proof('credit-note.pdf'))
    await expect(refund.getByRole('link', { name: 'credit-note.pdf' })).toBeVisible()
    await check(other, 'the proof of a refund')
    await other.goto('/query/cost?view=no_price')
    await expect(other.getByText(words(feeText.noGaps))).toBeVisible()
    await check(other, 'nothing without a price', '#content')
    await other.close()
    expect(complaints).toEqual([])
  })
}
