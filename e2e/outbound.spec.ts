import type { Page } from '@playwright/test'
import { sampleShipment } from '../carriers/carrier.ts'
import { auditOrders, createOrder } from '../orders/contract.ts'
import { listText } from '../platform/lists/lists.ts'
import { scanText } from '../platform/scanning/web/text.ts'
import { callText } from '../platform/text/common-text.ts'
import { type Params, say, type Text } from '../platform/text/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { manifestStateText, manifestText } from '../shipping/manifests/text.ts'
import { loadingText, outboundText } from '../shipping/outbound/text.ts'
import { freePrices } from '../testing/price-builders.ts'
import { check, rounds } from './barriers.ts'
import {
  asOwner,
  call,
  complaintsOf,
  enter,
  expect,
  heading,
  inCompany,
  logInBeside,
  newCompany,
  test,
  toast,
} from './desk.ts'
import { someBolts } from './goods.ts'

const aboutOrders = (tenantId: number, statement: string) => inCompany(tenantId, statement)

/** Orders WEB-1 to WEB-n, audited and printed: their labels are TN000001 to TN00000n. */
async function printedOrders(
  page: Page,
  { tenantId, owner }: { tenantId: number; owner: string },
  count: number,
) {
  const { customerId, productId, channelId } = await someBolts(tenantId)
  await inCompany(tenantId, freePrices)
  const token = await logInBeside(page, owner)
  const ids: number[] = []
  for (let n = 1; n <= count; n++) {
    const { data, message } = await call<{ id: number } | null>(page, createOrder.path, {
      token,
      data: {
        ...{
          customerId,
          referenceNo: `WEB-${n}`,
          channelId,
          countryCode: 'DE',
          city: 'Berlin',
          postcode: '10115',
        },
        ...{ platform: null, platformOrderNo: null, shopName: null, receiverName: 'Anna B.', company: null },
        ...{ phone: null, email: null, taxNo: null, stateCode: null, address1: 'Torstr. 1', address2: null },
        ...{
          address3: null,
          doorplate: null,
          addressKind: 'residential',
          signature: false,
          insuredValue: null,
        },
        ...{ remark: null, pickRemark: null, priority: 0, tags: [] },
        lines: [{ productId, quantity: 1, declaredValue: null }],
      },
    })
    if (!data) throw new Error(message)
    ids.push(data.id)
  }
  await call(page, auditOrders.path, { token, data: { ids } })
  await aboutOrders(
    tenantId,
    `update waybills set print_count = 1, printed_at = now() where tenant_id = tenant_now();
     update orders set status = 'waybill_printed' where tenant_id = tenant_now()`,
  )
  return token
}

/** As if the demo carrier had sold the labels, with the same tracking numbers. */
const soldByDemo = (tenantId: number) =>
  aboutOrders(
    tenantId,
    `update waybills set status = 'voided', voided_at = now() where tenant_id = tenant_now();
     with account as (
       insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, search_line)
       values (tenant_now(), 'demo', 'DEMO', 'Demo account', 'sandbox', 'demo') returning id),
     sold as (
       insert into demo_labels (tenant_id, account_id, purchase_key, tracking_no, service, shipment)
       select tenant_now(), a.id, 'package-' || w.package_id, w.tracking_no, 'GROUND', '${JSON.stringify(sampleShipment)}'
       from account a, waybills w where w.tenant_id = tenant_now() returning 1)
     insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, carrier_account_id,
       carrier_ref, tracking_no)
     select tenant_now(), w.package_id, w.order_id, w.channel_id, 'carrier_api', w.label_format, w.carrier, 'requesting', a.id,
       'package-' || w.package_id, w.tracking_no
     from account a, waybills w where w.tenant_id = tenant_now();
     update waybills set status = 'obtained', obtained_at = now(), print_count = 1, printed_at = now()
     where tenant_id = tenant_now() and status = 'requesting'`,
  )

const intercept = (tenantId: number, reference: string) =>
  aboutOrders(
    tenantId,
    `update orders set intercept_status = 'requested', intercept_reason = 'x'
     where tenant_id = tenant_now() and reference_no = '${reference}'`,
  )

/** On hand and allocated. */
const stockOf = (tenantId: number) =>
  asOwner(async (owner) => {
    await owner.query(`set app.tenant_id = '${tenantId}'`)
    const { rows } = await owner.query<{ on_hand: string; allocated: string }>(
      'select on_hand, allocated from stock where tenant_id = tenant_now()',
    )
    return rows.map(({ on_hand, allocated }) => `${on_hand}/${allocated}`).join()
  })

/** As a scanner does: all characters at once, then Enter. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

const next = (page: Page) => page.locator('.station-next')
const newest = (page: Page) => page.locator('.station-scans li').first()

for (const [i, { language, theme }] of rounds.entries()) {
  const words = <T extends Text>(text: T, ...values: Params<T>) => say(text, language, ...values)

  test(`printed orders are found by pasted numbers and shipped; those that cannot be shipped are named (${language})`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    const company = await newCompany()
    await printedOrders(page, company, 4)
    await soldByDemo(company.tenantId)
    await enter(page, { as: company.owner, language, theme, at: '/order/list/batch_shipment' })
    await expect(heading(page, words(outboundText.title))).toBeVisible()
    const rows = page.locator('.ant-table-tbody tr.ant-table-row')
    await expect(rows).toHaveCount(4)
    await check(page, 'to ship')

    const search = page.getByRole('searchbox')
    await search.evaluate((field) => {
      const data = new DataTransfer()
      data.setData('text/plain', 'WEB-1\nTN000002\nTN000003\nNOWHERE')
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect(rows).toHaveCount(3)
    await expect(page.getByText(/NOWHERE/)).toBeVisible()
    await intercept(company.tenantId, 'WEB-3')
    await page.getByRole('checkbox', { name: webText.pickAll[language] }).check()
    await page.getByRole('button', { name: words(outboundText.shipCount, { count: 3 }) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(words(outboundText.shipEffect))).toBeVisible()
    await expect(dialog.getByRole('row', { name: words(outboundText.packages) })).toContainText('3')
    await check(page, 'the question')
    await dialog.getByLabel(words(outboundText.truckNo)).fill('TRUCK-7')
    await dialog.getByRole('button', { name: words(outboundText.ship), exact: true }).click()
    await expect(page.getByText(new RegExp(callText.partlyDone[language]))).toBeVisible()
    await expect(page.getByRole('status').getByText(/SB\d{6}-00001/)).toBeVisible()
    await check(page, 'the result')
    await expect(rows).toHaveCount(1)
    expect(await stockOf(company.tenantId)).toBe('48/2')

    await page.getByRole('link', { name: words(outboundText.batches), exact: true }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toContainText('TRUCK-7')
    await rows.first().click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('TN000002')).toBeVisible()
    const manifest = drawer.getByRole('region', { name: words(manifestText.title) })
    await manifest.getByRole('button', { name: words(manifestText.title) }).click()
    await expect(manifest.getByText(words(manifestStateText.made), { exact: true })).toBeVisible()
    await expect(manifest.getByRole('button', { name: words(manifestText.title) })).toHaveCount(0)
    await check(page, 'a batch')
    const opened = page.waitForEvent('download')
    await manifest.getByRole('link', { name: /^TM\d{14}$/ }).click()
    expect((await opened).suggestedFilename()).toMatch(/^manifest-SB\d{6}-00001\.pdf$/)
    await drawer.getByRole('link', { name: /^OB/ }).first().click()
    await expect(page.getByRole('dialog').getByText('TN00000', { exact: false }).first()).toBeVisible()
    await page.goBack()
    expect(complaints).toEqual([])
    // Headless Chromium may crash on a printed PDF, so this comes last.
    await drawer.getByRole('button', { name: words(outboundText.printSheet) }).click()
    await expect(toast(page, words(outboundText.sheetStarted))).toBeVisible()
    await expect(page.locator('.print-frame')).toBeAttached()
    await manifest.getByRole('button', { name: words(manifestText.print), exact: true }).click()
    await expect(page.locator('.print-frame')).toHaveCount(2)
  })

  test(`after all matching orders were shipped, the sheets of their batches are offered (${language})`, async ({
    page,
  }) => {
    const company = await newCompany()
    await printedOrders(page, company, 2)
    await enter(page, { as: company.owner, language, theme, at: '/order/list/batch_shipment?size=1' })
    await page.getByRole('checkbox', { name: webText.pickAll[language] }).check()
    await page.getByRole('button', { name: words(listText.pickMatching, { count: 2 }) }).click()
    await page.getByRole('button', { name: words(outboundText.shipCount, { count: 2 }) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: words(outboundText.ship), exact: true }).click()
    await expect(page.getByRole('status').getByText(/SB\d{6}-00001/)).toBeVisible()
    await expect(page.getByRole('button', { name: words(outboundText.printSheet) })).toBeVisible()
  })

  test(`packages are scanned out; one scanned twice counts once, and an intercepted one stays here (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize(i === 0 ? { width: 360, height: 640 } : { width: 1280, height: 800 })
    const complaints = await complaintsOf(page)
    const company = await newCompany()
    await printedOrders(page, company, 6)
    await intercept(company.tenantId, 'WEB-4')
    await enter(page, { as: company.owner, language, theme, at: '/order/outbound' })
    await expect(next(page)).toHaveText(words(loadingText.scanFirst))
    await check(page, 'nothing scanned')
    await scan(page, 'TN000001')
    await expect(newest(page)).toContainText(words(loadingText.added, { count: 1 }))
    await scan(page, 'tn000002')
    await scan(page, 'WEB-3')
    await expect(newest(page)).toContainText(words(loadingText.added, { count: 3 }))
    await scan(page, 'TN000001')
    await expect(newest(page)).toContainText(words(loadingText.again))
    await scan(page, 'NOWHERE')
    await expect(newest(page)).toContainText(words(loadingText.unknown))
    await scan(page, 'TN000004')
    await expect(page.locator('.outbound-alarm')).toBeVisible()
    await expect(next(page)).toHaveText(words(loadingText.interceptTitle))
    await check(page, 'the alarm')
    await scan(page, 'TN000005')
    await expect(newest(page)).toContainText(words(scanText.answerFirst))
    await scan(page, 'CMD-OK')
    await expect(page.locator('.outbound-alarm')).toHaveCount(0)
    await scan(page, 'TN000005')
    await scan(page, 'TN000006')
    await expect(newest(page)).toContainText(words(loadingText.added, { count: 5 }))
    await page.keyboard.press('F4')
    await expect(next(page)).toContainText(
      words(loadingText.scanNext, { packages: 4, weight: '2.000' }).slice(0, 9),
    )

    await page.reload()
    const rows = page.getByRole('list', { name: words(outboundText.packages) }).getByRole('listitem')
    await expect(rows).toHaveCount(5)
    await expect(page.locator('.stock-card .is-stopped')).toContainText('TN000004')
    await expect(page.locator('.stock-card .is-counted')).toHaveCount(4)
    await check(page, 'the load')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      i === 0 ? 360 : 1280,
    )
    for (const button of await page.locator('.station-main button').all())
      await expect(button).toBeInViewport({ ratio: 1 })

    await page.keyboard.press('F7')
    await expect(next(page)).toHaveText(words(loadingText.askTruck))
    await scan(page, '7')
    await page.keyboard.press('F9')
    await expect(next(page)).toContainText(words(outboundText.shipEffect))
    await scan(page, 'CMD-OK')
    await expect(newest(page)).toContainText(words(loadingText.shipped, { orders: 4 }))
    await expect(rows).toHaveCount(1)
    expect(await stockOf(company.tenantId)).toBe('46/2')
    await scan(page, 'TN000001')
    await expect(newest(page)).toHaveClass(/is-warning/)
    await expect(newest(page)).toContainText(/OB\d+/)
    await expect(page.getByRole('button', { name: words(outboundText.printSheet) })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(heading(page, words(outboundText.title))).toBeVisible()
    expect(complaints).toEqual([])
  })
}
