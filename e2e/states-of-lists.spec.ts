import type { Page } from '@playwright/test'
import { platformText } from '../carriers/platform-text.ts'
import { carrierText } from '../carriers/text.ts'
import { numberText } from '../channels/numbers/text.ts'
import { stateText } from '../channels/provinces/text.ts'
import { channelsText } from '../channels/text.ts'
import { customersText } from '../customers/text.ts'
import { inventoryText } from '../inventory/locations/text.ts'
import type { Text } from '../platform/text/text.ts'
import { webText } from '../platform/text/web/text.ts'
import { productsText } from '../products/text.ts'
import { watermarkText } from '../shipping/watermarks/text.ts'
import { auditText } from '../staff/audit/text.ts'
import { titleOfRight } from '../staff/roles/rights.ts'
import { blankCustomer } from '../testing/blank-inputs.ts'
import { check } from './barriers.ts'
import {
  asCompany,
  call,
  closeByKey,
  enter,
  expect,
  heading,
  type Language,
  languages,
  logInBeside,
  newCompany,
  someOf,
  stub,
  test,
} from './desk.ts'

type List = {
  at: string
  path: string
  /** How its changes are named in the audit log. */
  log: string
  none: Text
  why: Text
  fresh: Text
  import?: Text
  /** What an empty list offers besides creating a first row and importing. */
  waysIn?: Text[]
  view: string
  /** It always has rows, so an empty response is simulated. */
  isLaid?: boolean
  /** Users who may see it select rows to print labels. */
  isPicked?: boolean
}

const lists: List[] = [
  {
    at: '/query/customer',
    path: '/gateway/wms/customer/list',
    log: 'customer',
    none: customersText.noCustomers,
    why: customersText.why,
    fresh: customersText.newCustomer,
    import: customersText.import,
    view: 'query:customer:view',
  },
  {
    at: '/query/productArchives',
    path: '/gateway/wms/product/list',
    log: 'product',
    none: productsText.noProducts,
    why: productsText.why,
    fresh: productsText.newProduct,
    import: productsText.import,
    view: 'query:product:view',
    isPicked: true,
  },
  {
    at: '/setting/warehouse?view=locations',
    path: '/gateway/wms/location/list',
    log: 'location',
    none: inventoryText.noLocations,
    why: inventoryText.whyLocations,
    fresh: inventoryText.generate,
    import: inventoryText.import,
    view: 'setting:warehouse:view',
  },
  {
    at: '/setting/basicData',
    path: '/gateway/wms/state/list',
    log: 'state',
    none: stateText.noStates,
    why: stateText.why,
    fresh: stateText.newState,
    import: stateText.import,
    view: 'setting:basicData:view',
    isLaid: true,
  },
  {
    at: '/setting/channel',
    path: '/gateway/wms/channel/list',
    log: 'channel',
    none: channelsText.noChannels,
    why: channelsText.startHint,
    fresh: channelsText.newChannel,
    waysIn: [
      channelsText.starterTruck,
      channelsText.starterPlatform,
      channelsText.starterApi,
      channelsText.newChannel,
    ],
    import: numberText.importList,
    view: 'setting:channel:view',
  },
  {
    at: '/setting/channel?view=accounts',
    path: '/gateway/wms/carrier-account/list',
    log: 'carrier_account',
    none: carrierText.noAccounts,
    why: carrierText.why,
    fresh: carrierText.newAccount,
    view: 'setting:channel:view',
  },
  {
    at: '/setting/basicData?view=self_built',
    path: '/gateway/wms/platform/list',
    log: 'platform',
    none: platformText.noPlatforms,
    why: platformText.why,
    fresh: platformText.newPlatform,
    view: 'setting:basicData:view',
  },
  {
    at: '/setting/basicData?view=watermark',
    path: '/gateway/wms/watermark/list',
    log: 'watermark_template',
    none: watermarkText.noTemplates,
    why: watermarkText.why,
    fresh: watermarkText.newTemplate,
    view: 'setting:basicData:view',
  },
]
const languageOf = (place: number): Language => (place % 2 === 0 ? 'zh_CN' : 'en_US')

/** Every list in turn, in one language and then in the other. */
async function eachList(page: Page, look: (list: List, language: Language) => Promise<void>) {
  for (const [place, list] of someOf([...lists.entries()])) {
    const language = languageOf(place)
    await page.evaluate((lang) => localStorage.setItem('lang', lang), language)
    await test.step(`${list.at} (${language})`, () => look(list, language))
  }
}
const nothing = { code: 0, success: true, message: '', data: { rows: [], total: 0, missing: [] } }

test('an empty list says what it is for and how to add the first row; one that fails to load says so', async ({
  page,
}) => {
  const { owner } = await newCompany()
  await enter(page, { as: owner })
  const main = page.getByRole('main')
  await eachList(page, async (list, language) => {
    if (list.isLaid) await stub(page, list.path, 200, nothing)
    await page.goto(list.at)
    const table = main.locator('.blank')
    await expect(table).toContainText(list.none[language])
    await expect(table).toContainText(list.why[language])
    const waysIn = list.waysIn ?? [list.fresh, ...(list.import ? [list.import] : [])]
    await expect(table.getByRole('button')).toHaveText(waysIn.map((words) => words[language]))
    await expect(main.getByRole('link', { name: auditText.log[language], exact: true })).toHaveAttribute(
      'href',
      `/setting/audit?type=${list.log}`,
    )

    await page.unroute(`**${list.path}*`)
    await stub(page, list.path, 500, 'nothing to read')
    await page.reload()
    await expect(main.getByRole('alert')).toContainText(webText.retry[language])
    await expect(main.getByText(list.none[language])).toHaveCount(0)
    await page.unroute(`**${list.path}*`)
    if (list.isLaid) return
    await main.getByRole('button', { name: webText.retry[language] }).click()
    await expect(table).toContainText(list.none[language])
  })
})

/** What a page shows once it is loaded. */
const pages = [
  ['/setting/warehouse', '/gateway/wms/warehouse/facts', '.ant-descriptions'],
  ['/setting/logo', '/gateway/system/tenant/query-logo', 'input[type=file]'],
  ['/setting/basicData?view=print', '/gateway/wms/print/settings', 'form'],
  ['/setup', '/gateway/wms/setup/state', '#setup-step'],
] as const

test('a page that fails to load says so, and Retry loads it', async ({ page }) => {
  const { owner } = await newCompany()
  await enter(page, { as: owner })
  const main = page.getByRole('main')
  for (const [at, path, shown] of someOf(pages))
    for (const language of languages)
      await test.step(`${at} (${language})`, async () => {
        await page.evaluate((lang) => localStorage.setItem('lang', lang), language)
        await stub(page, path, 500, 'nothing to read')
        await page.goto(at)
        await expect(main.getByRole('alert')).toContainText(webText.retry[language])
        await expect(main.locator(shown)).toHaveCount(0)
        await page.unroute(`**${path}*`)
        await main.getByRole('button', { name: webText.retry[language] }).click()
        await expect(main.locator(shown).first()).toBeAttached()
      })
})

test('without the permission a list says which is missing; with view permission only, nothing can be changed', async ({
  page,
  browser,
}) => {
  const { staff, tenantId } = await newCompany({ staff: 1 })
  const grant = (permissions: string[]) =>
    asCompany(tenantId, async (db) => {
      await db.query(`update roles set permissions = $1 where code = 'staff'`, [permissions])
    })
  const main = page.getByRole('main')
  await enter(page, { as: staff[0] ?? '' })
  await eachList(page, async (list, language) => {
    await page.goto(list.at)
    await expect(main.locator('.blank')).toContainText(webText.notAllowed[language])
    await expect(main.locator('.blank')).toContainText(titleOfRight(list.view)[language])
    await expect(main.getByRole('button', { name: list.fresh[language] })).toHaveCount(0)
  })

  await grant(lists.map(({ view }) => view))
  const context = await browser.newContext()
  const reader = await context.newPage()
  await enter(reader, { as: staff[0] ?? '' })
  const looked = reader.getByRole('main')
  await eachList(reader, async (list, language) => {
    await reader.goto(list.at)
    await expect(looked.getByRole('button', { name: webText.refresh[language] })).toBeVisible()
    if (list.isLaid) await expect(looked.locator('.ant-table-row').first()).toBeVisible()
    else await expect(looked.locator('.blank')).toContainText(list.none[language])
    for (const { [language]: name } of [list.fresh, ...(list.import ? [list.import] : [])])
      await expect(looked.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(looked.getByRole('checkbox', { name: webText.pickAll[language] })).toHaveCount(
      list.isPicked ? 1 : 0,
    )
    // They may not see the audit log: no link leads to a closed page.
    await expect(looked.getByRole('link', { name: auditText.log[language] })).toHaveCount(0)
  })
  await context.close()
})

/** A company with a customer and a zone; created by API, which is quicker. */
async function companyWithGoods(page: Page) {
  const { owner } = await newCompany()
  const token = await logInBeside(page, owner)
  const make = async (path: string, data: object) => {
    const answer = await call<{ id: number }>(page, `/gateway/wms/${path}`, { token, data })
    expect(answer.success, answer.message).toBe(true)
    return answer.data.id
  }
  const customerId = await make('customer/create', { ...blankCustomer, customerCode: 'ACME' })
  await make('location/save-zone', {
    zoneCode: 'GOOD',
    zoneName: 'Good',
    quality: 'good',
    purpose: 'storage',
    isEnabled: true,
  })
  return { owner, customerId }
}

const closed = async (page: Page) => {
  await closeByKey(page, page.getByRole('dialog'))
}

test.describe('customers in Chinese, dark', () => {
  test.use({ colorScheme: 'dark' })

  test('form, drawer, columns and views are accessible; Log opens the log of the customer', async ({
    page,
  }) => {
    const { owner, customerId } = await companyWithGoods(page)
    await enter(page, { as: owner, language: 'zh_CN', at: '/query/customer' })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: '新建客户' }).click()
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
    await check(page, 'new customer', '[role=dialog]')
    await closed(page)
    for (const [item, what] of [
      ['列设置', 'columns'],
      ['视图另存为', 'views'],
    ] as const) {
      await page.getByRole('button', { name: '更多', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await expect(dialog).toBeVisible()
      await check(page, what, '[role=dialog]')
      await closed(page)
    }

    await page.locator('.ant-table-tbody tr.ant-table-row').click()
    await expect(dialog.getByText('ACME', { exact: true })).toBeVisible()
    await check(page, 'customer', '[role=dialog]')
    await dialog.getByRole('button', { name: '编辑', exact: true }).click()
    await expect(dialog.getByRole('button', { name: '保存', exact: true })).toBeVisible()
    await check(page, 'customer: its form', '[role=dialog]')
    await dialog.getByRole('button', { name: '取消', exact: true }).click()
    await dialog.getByRole('link', { name: '日志查询' }).click()
    await expect(page).toHaveURL(`/setting/audit?type=customer&object=${customerId}`)
    await expect(heading(page, '操作日志')).toBeVisible()
    await expect(page.getByRole('main').locator('.ant-table-row').filter({ visible: true })).toHaveCount(1)
  })
})

test.describe('products and bins in English, light', () => {
  test.use({ colorScheme: 'light' })

  test('form, drawer and dialogs are accessible', async ({ page }) => {
    const { owner } = await companyWithGoods(page)
    await enter(page, { as: owner, language: 'en_US', at: '/query/productArchives' })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New product' }).first().click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
    await check(page, 'new product', '[role=dialog]')
    await dialog.getByRole('combobox', { name: 'Customer' }).click()
    await page.getByText('ACME · Acme').last().click()
    await dialog.getByRole('textbox', { name: 'SKU' }).fill('BOLT')
    await dialog.getByRole('textbox', { name: 'Chinese name' }).fill('螺栓')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: /^BOLT.*ACME/ })
    await expect(drawer.getByRole('link', { name: 'Log' })).toHaveAttribute(
      'href',
      /^\/setting\/audit\?type=product&object=\d+$/,
    )
    await check(page, 'product', '[role=dialog]')
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(drawer.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    await check(page, 'product: its form', '[role=dialog]')

    await page.goto('/setting/warehouse')
    await expect(page.getByRole('main').getByRole('link', { name: 'Log', exact: true })).toHaveAttribute(
      'href',
      '/setting/audit?type=warehouse',
    )
    await page.goto('/setting/warehouse?view=locations')
    for (const name of ['Zones', 'Generate', 'Code pattern', 'New bin']) {
      await page.getByRole('button', { name, exact: true }).first().click()
      await expect(dialog.getByRole('button').nth(1)).toBeVisible()
      await check(page, name, '[role=dialog]')
      await closed(page)
    }
  })
})
