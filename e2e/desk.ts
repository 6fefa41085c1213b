import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type APIRequestContext,
  type Dialog,
  expect,
  type Locator,
  type Page,
  test as plain,
} from '@playwright/test'
import pg from 'pg'
import { places } from '../app/menu.ts'
import { accessIn } from '../postgres/postgres.ts'
import { rolesToSeed } from '../staff/roles/roles.ts'
import { cheapHash } from '../testing/password.ts'

export { expect }

export type Language = 'zh_CN' | 'en_US'
/**
 * Of a journey over every list, `npm test` takes a third a day: three consecutive days cover all of them. Everything else
 * takes all.
 */
export const someOf = <T>(all: readonly T[]): readonly T[] => {
  const part = process.env.TEST_SAMPLE
  return part === undefined ? all : all.filter((_, i) => i % 3 === Number(part) % 3)
}

export const languages = ['zh_CN', 'en_US'] as const
export const PASSWORD = 'demo1234'
const hash = cheapHash(PASSWORD)

/** A journey. The browser context of the one before is emptied for it, except for what is restored here. */
export const test = plain.extend({
  context: async ({ context }, use) => {
    await context.clearPermissions()
    await context.setOffline(false)
    await use(context)
  },
})

const dataDir = process.env.E2E_DATA_DIR ?? ''
const root = join(import.meta.dirname, '..')
const tag = () => randomBytes(4).toString('hex').slice(0, 7)

/** One connection of the database owner, for what no user can do: create a company, move its end. */
export async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...accessIn(dataDir)('owner'), options: '-c search_path=wms' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same in one transaction on the rows of one company. */
export const asCompany = <T>(tenantId: number, work: (owner: pg.Client) => Promise<T>) =>
  asOwner(async (owner) => {
    await owner.query('begin')
    await owner.query(`set local app.tenant_id = '${tenantId}'`)
    const done = await work(owner)
    await owner.query('commit')
    return done
  })

/** The rows of one statement on one company. */
export const inCompany = <R extends object>(tenantId: number, text: string, values: unknown[] = []) =>
  asCompany(tenantId, async (owner) => (await owner.query<R>(text, values)).rows)

type Company = { tenantId: number; owner: string; staff: string[] }

/**
 * A test's own company, so that its changes affect no other test. All users have the demo's password.
 *
 * The owner may do everything; `staff` users may see the staff list and nothing else.
 */
export const newCompany = ({ staff = 0, daysLeft = 180 }: { staff?: number; daysLeft?: number } = {}) =>
  asOwner(async (owner): Promise<Company> => {
    const name = `e${tag()}`
    const people = Array.from({ length: staff }, (_, i) => `${name}-p${String(i + 1).padStart(2, '0')}`)
    await owner.query('begin')
    const { rows } = await owner.query<{ id: string }>(
      `insert into tenants (code, company_name, login_url_name, system_version, status, expires_at)
       values ($1, $1, $1, 'standard', 'trial', now() + $2 * interval '1 day') returning id`,
      [name, daysLeft],
    )
    const tenantId = Number(rows[0]?.id)
    await owner.query(`set local app.tenant_id = '${tenantId}'`)
    await owner.query(
      `insert into warehouses (tenant_id, warehouse_code, warehouse_name, time_zone, currency_code, unit, init_step)
       values ($1, 'TST01', '测试仓', 'Asia/Shanghai', 'USD', 2, 6)`,
      [tenantId],
    )
    await owner.query(
      `insert into roles (tenant_id, code, role_name, permissions, second_person_above, is_system)
       select $1, o->>'code', o->>'name', array(select jsonb_array_elements_text(o->'permissions')),
         (o->>'secondPersonAbove')::numeric, o->>'code' <> 'staff'
       from jsonb_array_elements($2::jsonb) o`,
      [
        tenantId,
        JSON.stringify([
          ...rolesToSeed,
          { code: 'staff', name: '员工', permissions: ['setting:account:view'] },
        ]),
      ],
    )
    await owner.query(
      `with made as (
         insert into accounts (tenant_id, kind, login_account, user_name, zone_code)
         select $1, 'staff', login, '员工 ' || n, 'Asia/Shanghai' from unnest($2::text[]) with ordinality as p (login, n)
         returning id, tenant_id, login_account),
       secrets as (
         insert into account_secrets (account_id, password_hash)
         select m.id, $4 from made m returning account_id)
       insert into account_roles (tenant_id, account_id, role_id)
       select m.tenant_id, m.id, r.id from made m
       join roles r on r.tenant_id = m.tenant_id and r.code = case when m.login_account = $3 then 'owner' else 'staff' end`,
      [tenantId, [name, ...people], name, await hash],
    )
    await owner.query('commit')
    return { tenantId, owner: name, staff: people }
  })

/** A one-time code, created as a system administrator does. */
export async function mintCode(account: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'cli/admin.ts', 'sso-code', account],
    { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: dataDir } },
  )
  return stdout.trim()
}

type Answer<T> = { code: number; message: string; success: boolean; data: T }

/** Calls the server beside the page, as another device of the same user would. */
export async function call<T = unknown>(
  { request }: { request: APIRequestContext },
  path: string,
  { data, token, language = 'zh_CN' }: { data?: object; token?: string; language?: Language } = {},
): Promise<Answer<T>> {
  const headers = {
    'x-system-belong': 'wms',
    'x-language': language,
    ...(token && { 'x-access-token': token }),
  }
  const answer = data ? await request.post(path, { headers, data }) : await request.get(path, { headers })
  return answer.json()
}

/** A separate session, for a test that will end it. */
export async function logInBeside(page: Page, account: string): Promise<string> {
  const { data, message } = await call<{ token: string } | null>(page, '/gateway/auth/login', {
    data: { loginAccount: account, password: PASSWORD },
  })
  if (!data) throw new Error(`${account} does not get in: ${message}`)
  return data.token
}

const tokens = new Map<string, Promise<string>>()

type Visit = {
  as?: string
  at?: string
  language?: Language
  theme?: 'light' | 'dark'
  /** A session the test has opened itself; by default all tests of a worker share one per account. */
  token?: string
}

/** Logs a user in without the form; what the page then changes itself stays changed. */
export async function prepare(page: Page, { as = 'demo', language, theme, token }: Visit = {}) {
  if (!token && !tokens.has(as)) tokens.set(as, logInBeside(page, as))
  const kept = {
    token: token ?? (await tokens.get(as)) ?? '',
    'tallyhouse:account': as,
    ...(language && { lang: language }),
    ...(theme && { [`tallyhouse:${as}:theme`]: theme }),
  }
  await page.addInitScript((values) => {
    // The browser's own PDF viewer has no storage.
    if (location.origin === 'null' || !sessionStorage || sessionStorage.getItem('e2e')) return
    sessionStorage.setItem('e2e', 'prepared')
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  }, kept)
}

/** Logs a user in and waits until the requested page is shown. */
export async function enter(page: Page, visit: Visit = {}) {
  await prepare(page, visit)
  await page.goto(visit.at ?? '/')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
}

export const speak = async (page: Page, language: Language) =>
  page.addInitScript((lang) => {
    if (location.origin !== 'null' && !localStorage.getItem('lang')) localStorage.setItem('lang', lang)
  }, language)

export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Every problem of a page: logged errors, thrown errors, and CSP violations. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (label) => label.type() === 'error' && complaints.push(label.text()))
  page.on('pageerror', (fault) => complaints.push(String(fault)))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  )
  return complaints
}

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, name, exact: typeof name === 'string' })

export const sideMenu = (page: Page) => page.getByRole('navigation', { name: /^(菜单|Menu)$/ })
export const tabBar = (page: Page) => page.getByRole('navigation', { name: /^(已打开的页面|Open pages)$/ })
export const tabTitles = (page: Page) =>
  tabBar(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.firstChild?.textContent ?? ''))

/** Opens a page by its menu entry. */
export async function open(page: Page, title: string) {
  // Beside some entries stands how much waits there.
  await sideMenu(page)
    .getByRole('link', { name: new RegExp(`^${title}[\\s\\d+]*$`) })
    .click()
  await expect(tabBar(page).getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

/** Keys typed by a person: slower than the gap that identifies a scanner. */
export async function strike(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key, { delay: 60 })
}

/**
 * Closes a dialog with Escape, and discards what was typed. A tooltip that happens to be open under the mouse
 * takes the first Escape.
 */
export async function closeByKey(page: Page, dialog: Locator) {
  const discard = (question: Dialog) => question.accept()
  page.on('dialog', discard)
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0, { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  page.off('dialog', discard)
}

/** Responds to a call in place of the server. */
export const stub = (page: Page, path: string, status: number, body: unknown) =>
  page.route(`**${path}*`, (route) =>
    typeof body === 'string'
      ? route.fulfill({ status, contentType: 'text/html', body })
      : route.fulfill({ status, json: body }),
  )

/**
 * Fills a field and presses Enter in it. A dialog that is still open takes the focus back, and with it the Enter: for a
 * field of the page behind it, its end is awaited.
 */
export async function fillAndEnter(field: Locator, text: string) {
  const isInDialog = await field.evaluate((item) => item.closest('[role=dialog]') !== null)
  if (!isInDialog) await expect(field.page().getByRole('dialog')).toHaveCount(0)
  await field.fill(text)
  await field.press('Enter')
}

export const toast = (page: Page, words: string | RegExp): Locator =>
  page.locator('.ant-message-notice-wrapper, .ant-message').getByText(words).first()

/** The spec's menu entries with their titles; sub-paths come from the views of their pages. */
export const menu = [
  ['/', '首页', 'Home'],
  ['/inbound/list', '入库单列表', 'Inbound list'],
  ['/order/list', '订单出库', 'Order outbound'],
  ['/query/customer', '客户档案', 'Customers'],
  ['/query/productArchives', '产品档案', 'Products'],
  ['/query/stock', '库存查询', 'Stock query'],
  ['/query/cost', '费用管理', 'Fee management'],
  ['/query/collectPayment', '收款管理', 'Collections'],
  ['/setting/channel', '物流渠道', 'Logistics channels'],
  ['/setting/quote', '客户报价', 'Customer quote'],
  ['/setting/account', '员工账号', 'Staff accounts'],
  ['/setting/warehouse', '仓库信息', 'Warehouse info'],
  ['/setting/logo', 'Logo 设置', 'Logo settings'],
  ['/setting/basicData', '基础配置', 'Basic configuration'],
  ['/setting/audit', '操作日志', 'Audit log'],
] as const

/** The menu entries: the spec's, and those a slice has added. */
export const menuPaths: string[] = places.filter(({ hidden }) => !hidden).map(({ path }) => path)

export const linesOf = (page: Page) =>
  sideMenu(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))

/** Keys as a scanner sends them: all at once. */
export const scan = (page: Page, text: string) =>
  page.evaluate((signs) => {
    const target = document.activeElement ?? document.body
    for (const key of [...signs, 'Enter'])
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, text)
