import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { monthBefore } from '../billing/bills/last-month.ts'
import { billText } from '../billing/bills/text.ts'
import { billingDictionaries } from '../billing/dictionaries.ts'
import { moneyText } from '../billing/money/text.ts'
import { columnText } from '../platform/lists/column-text.ts'
import { inUnit } from '../platform/lists/columns.ts'
import { type Params, say, type Text } from '../platform/text/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { readPaper } from '../testing/read-paper.ts'
import { check, rounds } from './barriers.ts'
import { asCompany, complaintsOf, enter, expect, heading, newCompany, test } from './desk.ts'

const { from, to } = monthBefore(new Date().toISOString().slice(0, 10))
const amounts = ['10.00', '2.50', '7.25']

/** ACME is billed by the month and has fees of the last one and an event without a price; BETA has a fee, too. */
const withFees = (tenantId: number) =>
  asCompany(tenantId, async (owner) => {
    await owner.query(
      `insert into customers (tenant_id, customer_code, customer_name, search_line, settlement_mode)
       values (tenant_now(), 'ACME', 'Acme', 'acme', 'bill'), (tenant_now(), 'BETA', 'Beta', 'beta', 'bill')`,
    )
    await owner.query(
      `insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, amount, charge_date, occurred_at, created_by)
       select c.tenant_id, c.id, t.id, 'order', c.id * 10 + n, 'OB-' || c.customer_code || n, a.amount, $1::date, $1::timestamptz, system_account()
       from customers c join fee_types t on t.tenant_id = c.tenant_id and t.fee_code = 'OUT_HANDLING'
       cross join unnest($2::numeric[]) with ordinality as a (amount, n)
       where c.tenant_id = tenant_now() and (c.customer_code = 'ACME' or a.n = 1)`,
      [from, amounts],
    )
    await owner.query(
      `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, facts_version, facts, charge_date)
       select tenant_id, 'inbound', id, 'IN-1', id, 1, '{}', $1::date from customers where tenant_id = tenant_now() and customer_code = 'BETA'`,
      [from],
    )
  })

for (const { language, theme } of rounds) {
  const words = <T extends Text>(text: T, ...values: Params<T>) => say(text, language, ...values)
  const purpose = billingDictionaries
    .find(({ code }) => code === 'transaction_business_type')
    ?.items.find(({ value }) => value === 'bill_payment')?.text[language]

  test(`at the end of a month bills are made, issued, downloaded and paid (${language})`, async ({
    page,
  }) => {
    test.slow()
    const complaints = await complaintsOf(page)
    const company = await newCompany()
    await withFees(company.tenantId)
    await enter(page, { as: company.owner, language, theme, at: '/query/cost?view=bills' })
    await expect(heading(page, words(billText.title))).toBeVisible()
    await expect(page.getByText(words(billText.noBillsHint))).toBeVisible()
    await check(page, 'no bill yet', '#content')

    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    await expect(form.getByLabel(words(billText.periodFrom))).toHaveValue(from)
    await expect(form.getByLabel(words(billText.periodTo))).toHaveValue(to)
    await expect(form.getByText(words(billText.previewCount, { count: 2, total: '29.75 USD' }))).toBeVisible()
    await expect(form.getByText(words(billText.unpricedCount, { count: 1 }))).toBeVisible()
    await check(page, 'the preview')
    await form.getByRole('button', { name: words(billText.create) }).click()
    await expect(form).toHaveCount(0)
    const row = page.getByRole('row').filter({ hasText: 'ACME' })
    await expect(row).toContainText('19.75')
    await check(page, 'the drafts', '#content')

    await row.getByText(/^BL\d{6}-\d{5}$/).click()
    const drawer = page.getByRole('dialog').first()
    await expect(drawer.getByText('OB-ACME3')).toBeVisible()
    await check(page, 'a draft')
    await drawer.getByRole('button', { name: words(billText.issue) }).click()
    const question = page.getByRole('dialog').last()
    await question.getByRole('button', { name: words(billText.issue) }).click()
    await expect(drawer.getByRole('button', { name: words(billText.issue) })).toHaveCount(0)

    const paper = page.waitForEvent('download')
    await drawer.getByRole('button', { name: words(billText.pdf) }).click()
    const pages = await readPaper(await readFile(await (await paper).path()), 40)
    expect(pages.map(({ text }) => text).join()).toContain('OB-ACME2')
    expect(pages.map(({ text }) => text).join()).toContain('19.75')
    const book = page.waitForEvent('download')
    await drawer.getByRole('button', { name: words(billText.xlsx) }).click()
    const { sheets } = await readXlsx(await readFile(await (await book).path()))
    const lines = (sheets[0]?.rows ?? []).filter(([first]) => String(first).startsWith('OB-ACME'))
    expect(lines.map(([, , , , amount]) => amount)).toEqual(amounts.map(Number))

    await page.goto('/query/collectPayment')
    await expect(heading(page, words(moneyText.title))).toBeVisible()
    await page.keyboard.press('n')
    await form.getByLabel(words(columnText.customer), { exact: true }).click()
    await page.getByTitle('ACME Acme').click()
    await form.getByLabel(words(moneyText.purpose)).click()
    await page.getByTitle(purpose ?? '', { exact: true }).click()
    await form.getByLabel(words(billText.billsToPay)).click()
    await page.getByTitle(/^BL\d{6}-\d{5}.*19\.75/).click()
    await page.keyboard.press('Escape')
    await form.getByLabel(words(inUnit(columnText.amount, 'USD')), { exact: true }).fill('19.75')
    await form.getByLabel(words(moneyText.bankName)).fill('First Bank')
    await form.getByRole('button', { name: words(webText.save) }).click()
    await expect(form).toHaveCount(0)
    await page
      .getByText(/^CP\d{6}-00001$/)
      .first()
      .click()
    await drawer.getByRole('button', { name: words(moneyText.confirm) }).click()
    await question.getByRole('button', { name: words(moneyText.confirm) }).click()
    await drawer.getByRole('link', { name: /^BL\d{6}-\d{5}$/ }).click()
    await expect(drawer.getByRole('link', { name: /^CP\d{6}-00001$/ })).toBeVisible()
    await expect(drawer.getByRole('button', { name: words(billText.reopen) })).toBeVisible()
    await check(page, 'a paid bill')

    await page.goto('/query/cost?view=bills')
    const other = page.getByRole('row').filter({ hasText: '10.00' })
    await other.getByText(/^BL\d{6}-\d{5}$/).click()
    await drawer.getByRole('button', { name: words(billText.delete) }).click()
    await page
      .getByRole('tooltip')
      .getByRole('button', { name: words(billText.delete) })
      .click()
    await expect(drawer).toHaveCount(0)
    await expect(other).toHaveCount(0)
    expect(complaints).toEqual([])
  })
}
