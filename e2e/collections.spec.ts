import { confirmCollections, createCollection } from '../billing/money/contract.ts'
import { moneyText } from '../billing/money/text.ts'
import { billingWork } from '../billing/work.ts'
import { columnText } from '../platform/lists/column-text.ts'
import { inUnit } from '../platform/lists/columns.ts'
import { labelled, type Params, say, type Text } from '../platform/text/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { check, rounds } from './barriers.ts'
import {
  asCompany,
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

const withCustomer = (tenantId: number) =>
  asCompany(tenantId, async (owner) => {
    await owner.query(
      `insert into customers (tenant_id, customer_code, customer_name, search_line, credit_limit)
       values (tenant_now(), 'ACME', 'Acme', 'acme', 500)`,
    )
  })

for (const [i, { language, theme }] of rounds.entries()) {
  const words = <T extends Text>(text: T, ...values: Params<T>) => say(text, language, ...values)

  test(`a payment is recorded with its proof, confirmed, seen in the balance flow and reversed (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize(i === 0 ? { width: 360, height: 740 } : { width: 1280, height: 800 })
    test.slow()
    const complaints = await complaintsOf(page)
    const company = await newCompany()
    await withCustomer(company.tenantId)
    await enter(page, { as: company.owner, language, theme, at: '/query/collectPayment' })
    await expect(heading(page, words(moneyText.title))).toBeVisible()
    await expect(page.getByText(words(moneyText.noCollectionsHint))).toBeVisible()
    await check(page, 'no payment yet', '#content')

    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    await form.getByLabel(words(columnText.customer), { exact: true }).click()
    await page.getByTitle('ACME Acme').click()
    await form.getByLabel(words(inUnit(columnText.amount, 'USD')), { exact: true }).fill('1500.5')
    await form.getByRole('button', { name: words(webText.save) }).click()
    await expect(form.getByText(words(moneyText.bankNeeded))).toBeVisible()
    await form.getByLabel(words(moneyText.bankName)).fill('First Bank')
    await form.getByLabel(words(moneyText.bankRefNo)).fill('FT-100')
    await form.locator('input[type=file]').setInputFiles({
      name: 'slip.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF'),
    })
    await expect(form.getByText('slip.pdf')).toBeVisible()
    await check(page, 'the form')
    await form.getByRole('button', { name: words(webText.save) }).click()
    await expect(form).toHaveCount(0)

    await page
      .getByText(/^CP\d{6}-00001$/)
      .first()
      .click()
    const drawer = page.getByRole('dialog').first()
    await expect(drawer.getByRole('link', { name: 'slip.pdf' })).toBeVisible()
    await expect(drawer.getByText('1,500.50 USD')).toBeVisible()
    await drawer.getByRole('button', { name: words(moneyText.confirm) }).click()
    const question = page.getByRole('dialog').last()
    await expect(question.getByText('1,500.50').last()).toBeVisible()
    await check(page, 'before and after')
    await question.getByRole('button', { name: words(moneyText.confirm) }).click()
    await expect(drawer.getByRole('button', { name: words(moneyText.reverse) })).toBeVisible()

    await page.goto('/query/customer?search=acme')
    await page.getByText('ACME', { exact: true }).first().click()
    const customer = page.getByRole('dialog')
    await expect(customer.getByText('2,000.50')).toBeVisible()
    await expect(customer.getByText(words(moneyText.owedTitle))).toBeVisible()
    await check(page, 'the customer’s money')
    await customer.getByRole('link', { name: words(moneyText.showFlow) }).click()
    await expect(page.getByText('ACME-2', { exact: true })).toBeVisible()
    const sums = page.locator('.list-sums')
    await expect(sums).toContainText(labelled(words(moneyText.opening), '0.00', language))
    await expect(sums).toContainText(labelled(words(moneyText.closing), '1,500.50', language))
    await page.getByText(words(moneyText.dayTotals)).click()
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: words(moneyText.totalIn) })
        .last(),
    ).toBeVisible()
    await check(page, 'the balance flow', '#content')

    await page.goto('/query/collectPayment')
    await page
      .getByText(/^CP\d{6}-00001$/)
      .first()
      .click()
    await drawer.getByRole('button', { name: words(moneyText.reverse) }).click()
    await question.getByLabel(words(moneyText.reason)).fill('Bounced')
    await question.getByRole('button', { name: words(moneyText.reverse) }).click()
    await expect(drawer.getByText('Bounced')).toBeVisible()
    await check(page, 'reversed')

    await page.goto('/query/collectPayment')
    await page.getByRole('main').locator('tbody').getByRole('checkbox').first().check()
    const bulk = page.getByRole('region', { name: words(webText.bulkActions) })
    await bulk.getByRole('button', { name: words(moneyText.confirm) }).click()
    await expect(question.getByText(words(moneyText.nothingToConfirm))).toBeVisible()
    await expect(question.getByRole('button', { name: words(moneyText.confirm) })).toBeDisabled()
    await page.goto('/query/cost?view=balance_flow')
    await expect(sums).toContainText(labelled(words(moneyText.closing), '0.00', language))
    await expect(page.getByText('ACME-3', { exact: true })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test(`an account that the ledger check has blocked waits on Home and is unblocked with a reason (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const { owner, tenantId } = await newCompany()
    await withCustomer(tenantId)
    await inCompany(tenantId, `select block_account(id, 'I-10') from customers`)
    await enter(page, { as: owner, language, theme })
    await page.locator(`a[href="${billingWork.accountsBlocked.to}"]`).click()
    await page.getByRole('main').locator('.ant-table-row').click()
    const customer = page.getByRole('dialog').first()
    await expect(customer.getByText(words(moneyText.blocked, { code: 'I-10' }))).toBeVisible()
    await check(page, 'a blocked account', '[role=dialog]')
    await customer.getByRole('button', { name: words(moneyText.unblock) }).click()
    const dialog = page.getByRole('dialog', { name: words(moneyText.unblock) })
    await dialog.getByRole('button', { name: words(moneyText.unblock) }).click()
    await expect(dialog.locator('[aria-invalid=true]')).toBeVisible()
    await dialog.getByLabel(words(moneyText.reason)).fill('booked again by hand')
    await dialog.getByRole('button', { name: words(moneyText.unblock) }).click()
    await expect(customer.getByText(words(moneyText.blocked, { code: 'I-10' }))).toHaveCount(0)
    expect(
      await inCompany(
        tenantId,
        `select reason from audit_log where action = 'unblock' and object_no = 'ACME'`,
      ),
    ).toEqual([{ reason: 'booked again by hand' }])
    expect(complaints).toEqual([])
  })

  test(`a deposit is held, and released for orders (${language})`, async ({ page }) => {
    const company = await newCompany()
    await withCustomer(company.tenantId)
    const token = await logInBeside(page, company.owner)
    const [customer] = await inCompany<{ id: string }>(company.tenantId, 'select id from customers')
    const { data } = await call<{ id: number }>(page, createCollection.path, {
      token,
      data: {
        ...{ customerId: Number(customer?.id), purpose: 'deposit', amount: '300.00', payMethod: 'cash' },
        ...{ bankName: null, bankRefNo: null, paidOn: new Date().toISOString().slice(0, 10), remark: null },
      },
    })
    await call(page, confirmCollections.path, { token, data: { ids: [data.id] } })
    await enter(page, { as: company.owner, language, theme, at: '/query/collectPayment' })
    await page
      .getByText(/^CP\d{6}-00001$/)
      .first()
      .click()
    const drawer = page.getByRole('dialog').first()
    await expect(drawer.getByText(words(moneyText.isHeld))).toBeVisible()
    await drawer.getByRole('button', { name: words(moneyText.release) }).click()
    const question = page.getByRole('dialog').last()
    await question.getByLabel(words(moneyText.reason)).fill('Contract ended')
    await check(page, 'the release of a deposit')
    await question.getByRole('button', { name: words(moneyText.release) }).click()
    await expect(drawer.getByRole('button', { name: words(moneyText.release) })).toHaveCount(0)
    const [account] = await inCompany(company.tenantId, 'select balance, frozen from customer_accounts')
    expect(account).toEqual({ balance: '300.00', frozen: '0.00' })
  })
}

test('a draft that was confirmed meanwhile is not deleted, and its drawer says why', async ({ page }) => {
  const { owner, tenantId } = await newCompany()
  await withCustomer(tenantId)
  const token = await logInBeside(page, owner)
  const [customer] = await inCompany<{ id: string }>(tenantId, 'select id from customers')
  const draft = async () => {
    const { data } = await call<{ id: number }>(page, createCollection.path, {
      token,
      data: {
        ...{ customerId: Number(customer?.id), purpose: 'top_up', amount: '300.00', payMethod: 'cash' },
        ...{ bankName: null, bankRefNo: null, paidOn: new Date().toISOString().slice(0, 10), remark: null },
      },
    })
    return data.id
  }
  const confirmed = await draft()
  const open = await draft()
  const drawer = page.getByRole('dialog', { name: /^CP/ })
  const remove = async () => {
    await drawer.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('tooltip').getByRole('button', { name: 'Delete draft' }).click()
  }
  await enter(page, { as: owner, language: 'en_US', at: `/query/collectPayment?open=${confirmed}` })
  await expect(drawer.getByRole('button', { name: 'Delete draft' })).toBeVisible()
  await call(page, confirmCollections.path, { token, data: { ids: [confirmed] } })
  await remove()
  await expect(drawer.getByText('is no longer a draft')).toBeVisible()

  await page.goto(`/query/collectPayment?open=${open}`)
  await remove()
  await expect(drawer).toBeHidden()
  expect(await inCompany(tenantId, 'select id::int from collections')).toEqual([{ id: confirmed }])
})
