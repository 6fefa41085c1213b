import type { Page } from '@playwright/test'
import {
  call,
  enter,
  expect,
  heading,
  type Language,
  languages,
  logInBeside,
  mintCode,
  newCompany,
  PASSWORD,
  prepare,
  speak,
  stored,
  stub,
  tabTitles,
  test,
} from './desk.ts'

const words = {
  zh_CN: {
    account: '账号',
    password: '密码',
    logIn: '登录',
    home: '首页',
    wrongPair: '账号或密码错误',
    bothNeeded: '请输入账号和密码',
    notLoggedIn: '未登录',
    starting: '正在进入系统…',
    notFound: '页面不存在',
    linkOver: '登录链接已失效，请重新登录',
    lang: 'zh-CN',
  },
  en_US: {
    account: 'Account',
    password: 'Password',
    logIn: 'Log in',
    home: 'Home',
    wrongPair: 'Wrong account or password',
    bothNeeded: 'Enter your account and password',
    notLoggedIn: 'Not logged in',
    starting: 'Starting…',
    notFound: 'Page not found.',
    linkOver: 'This login link is no longer valid. Please log in.',
    lang: 'en',
  },
} as const

const accountField = (page: Page, language: Language = 'zh_CN') =>
  page.getByRole('textbox', { name: words[language].account, exact: true })
const passwordField = (page: Page, language: Language = 'zh_CN') =>
  page.getByRole('textbox', { name: words[language].password, exact: true })

async function logIn(page: Page, account: string, password = PASSWORD, language: Language = 'zh_CN') {
  await accountField(page, language).fill(account)
  await passwordField(page, language).fill(password)
  await page.getByRole('button', { name: words[language].logIn, exact: true }).click()
}

/** Decision 18: which storage keys may ever be written; the product's own have its prefix. */
const writable =
  /^(token|lang|timeZone|app_version|tenant_id|sys_company_code|user_system_bind|top_menu|CreateOrderAddress|tallyhouse:.*)$/

async function writesOf(page: Page): Promise<Set<string>> {
  const written = new Set<string>()
  await page.exposeFunction('noteWrite', (name: string) => written.add(name))
  await page.addInitScript(() => {
    const write = Storage.prototype.setItem
    Storage.prototype.setItem = function (name, value) {
      if (this === window.localStorage)
        (window as unknown as { noteWrite: (n: string) => void }).noteWrite(name)
      write.call(this, name, value)
    }
  })
  return written
}

test('a user logs in and out with the keyboard alone, and the browser stores only what it may', async ({
  page,
}) => {
  const { owner, tenantId } = await newCompany()
  const written = await writesOf(page)
  await page.goto('/login')
  for (const left of ['USER_TOKEN', 'Authorization', 'has_fba'])
    await page.evaluate((name) => Object.assign(localStorage, { [name]: 'left by an older client' }), left)
  await expect(accountField(page)).toBeFocused()

  await page.keyboard.type(owner)
  await page.keyboard.press('Tab')
  await expect(passwordField(page)).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page, '首页')).toBeVisible()
  await expect(page).toHaveURL('/')

  expect(await stored(page, 'token')).toBeTruthy()
  expect(await stored(page, 'app_version')).toBe('1.0.0')
  expect(await stored(page, 'lang')).toBe('zh_CN')
  expect(await stored(page, 'timeZone')).toBe('Asia/Shanghai')
  expect(await stored(page, 'tenant_id')).toBe(String(tenantId))
  expect(await stored(page, 'sys_company_code')).toBe(owner)
  expect(await stored(page, 'user_system_bind')).toBe('wms')

  const token = (await stored(page, 'token')) ?? ''
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '命令面板' }).pressSequentially('tcdl')
  await page.keyboard.press('Enter')
  await expect(accountField(page)).toBeFocused()
  await expect(page).toHaveURL('/login')

  for (const gone of ['token', 'USER_TOKEN', 'Authorization', 'has_fba', 'tenant_id', 'sys_company_code'])
    expect(await stored(page, gone), gone).toBeNull()
  expect((await call(page, '/gateway/auth/user-info', { token })).code).toBe(2)
  expect([...written].filter((name) => !writable.test(name))).toEqual([])
  expect(written).toContain('token')
})

for (const language of languages) {
  const label = words[language]

  test(`a wrong account or password shows the same message and keeps the fields (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany()
    await speak(page, language)
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('lang', label.lang)
    const alert = page.getByRole('alert')

    await page.getByRole('button', { name: label.logIn, exact: true }).click()
    await expect(alert).toHaveText(label.bothNeeded)

    // Must not reveal whether the account exists.
    for (const account of [owner, `${owner}-unknown`]) {
      await logIn(page, account, 'wrong-1234', language)
      await expect(alert).toHaveText(label.wrongPair)
      await expect(accountField(page, language)).toHaveValue(account)
      await expect(passwordField(page, language)).toHaveValue('wrong-1234')
      await expect(passwordField(page, language)).toBeFocused()
      await page.reload()
    }
    expect(await stored(page, 'token')).toBeNull()
  })

  test(`an unknown address shows page not found (${language})`, async ({ page }) => {
    await enter(page, { language, at: '/order/list/nowhere' })
    await expect(heading(page, label.notFound)).toBeVisible()
    await expect(page.getByRole('main')).toContainText('/order/list/nowhere')

    await page.goto('/%3Cimg%20src=x%3E/a?b=c')
    await expect(heading(page, label.notFound)).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: /返回首页|Go to Home/ })
      .click()
    await expect(heading(page, label.home)).toBeVisible()
  })

  test(`a loading screen is shown until the warehouse is loaded (${language})`, async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/gateway/wms/home/top-info*', async (route) => {
      await held
      await route.continue()
    })
    await prepare(page, { language })
    await page.goto('/')
    await expect(page.getByRole('status')).toContainText(label.starting)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    release()
    await expect(heading(page, label.home)).toBeVisible()
  })

  test(`an expired session leads to the login page, and from there back to the page (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany({ staff: 2 })
    const token = await logInBeside(page, owner)
    await enter(page, { as: owner, token, language, at: '/setting/account?search=p01' })
    await expect(page.getByRole('row').filter({ hasText: `${owner}-p01` })).toBeVisible()

    await call(page, '/gateway/auth/logout', { token, data: {} })
    await page.getByRole('button', { name: /^(刷新|Refresh)$/ }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('alert')).toHaveText(label.notLoggedIn)
    expect(await stored(page, 'token')).toBeNull()

    await logIn(page, owner, PASSWORD, language)
    await expect(page).toHaveURL('/setting/account?search=p01')
    await expect(page.getByRole('row').filter({ hasText: `${owner}-p01` })).toBeVisible()
  })
}

test('after the login the requested page opens, once', async ({ page }) => {
  const { owner } = await newCompany()
  await page.goto('/setting/warehouse?view=locations#below')
  await expect(page).toHaveURL('/login')
  await logIn(page, owner)
  await expect(page).toHaveURL('/setting/warehouse?view=locations#below')
  await expect(heading(page, '仓库信息')).toBeVisible()

  // A logged-in user does not need the login page.
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await expect(heading(page, '首页')).toBeVisible()
})

test('the login never leads to another website', async ({ page }) => {
  const { owner } = await newCompany()
  await page.goto('/login')
  await page.evaluate(() => sessionStorage.setItem('tallyhouse:place', '//example.com/'))
  await logIn(page, owner)
  await expect(heading(page, '首页')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('the language chosen on the login page is kept and sent with every request', async ({ page }) => {
  const { owner } = await newCompany()
  await page.goto('/login')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { name: 'Warehouse management system' })).toBeVisible()
  expect(await stored(page, 'lang')).toBe('en_US')

  const calls: Record<string, string>[] = []
  page.on('request', (request) => request.url().includes('/gateway/') && calls.push(request.headers()))
  await logIn(page, owner, PASSWORD, 'en_US')
  await expect(heading(page, 'Home')).toBeVisible()
  expect(calls.length).toBeGreaterThan(3)
  for (const headers of calls)
    expect(headers).toMatchObject({ 'x-language': 'en_US', 'x-system-belong': 'wms' })
  expect(calls.at(-1)).toHaveProperty('x-timezone', 'Asia/Shanghai')
  expect(calls.at(-1)).toHaveProperty('x-access-token')
})

test('an unknown language falls back to Chinese', async ({ page }) => {
  await page.addInitScript(() => location.origin !== 'null' && localStorage.setItem('lang', 'xx'))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: '仓储管理系统' })).toBeVisible()
})

test('a one-time code logs in once and is removed from the address', async ({ page }) => {
  const { owner } = await newCompany()
  const code = await mintCode(owner)
  let during = ''
  let sent: Record<string, string> = {}
  await page.route('**/gateway/auth/login/single-sign-on*', async (route) => {
    during = page.url()
    sent = route.request().headers()
    await route.continue()
  })
  // Another user's session is in this browser: it does not affect the call, and has ended after it.
  await prepare(page, { as: 'receiving2' })
  await page.goto(`/query/stock?view=flow&token=${code}#part`)
  await expect(page.getByRole('button', { name: `当前用户 ${owner}` })).toBeVisible()
  await expect(page).toHaveURL('/query/stock?view=flow#part')
  expect(during).not.toContain(code)
  expect(sent).not.toHaveProperty('x-access-token')
  expect(await stored(page, 'token')).toBeTruthy()
  expect(await stored(page, 'token')).not.toBe(code)
  expect(await stored(page, 'timeZone')).toBe('Asia/Shanghai')
  expect(await tabTitles(page)).toEqual(['首页', '库存查询'])
})

for (const language of languages) {
  test(`a used one-time code leads to the login page with the reason (${language})`, async ({ page }) => {
    await speak(page, language)
    await page.goto('/query/stock?token=used-or-never-minted')
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('alert')).toHaveText(words[language].linkOver)
    await page.goBack().catch(() => {})
    expect(page.url()).not.toContain('token=')
  })
}

test('a used one-time code does not log out a user who is logged in', async ({ page }) => {
  await prepare(page)
  await page.goto('/setting/account?token=used-or-never-minted')
  await expect(heading(page, '员工账号')).toBeVisible()
  await expect(page).toHaveURL('/setting/account')
  await expect(page.getByRole('row').filter({ hasText: 'picking' }).first()).toBeVisible()
  await expect(page.getByText('登录链接已失效')).toHaveCount(0)
})

test('a one-time code that gets no response shows a message', async ({ page }) => {
  await stub(page, '/gateway/auth/login/single-sign-on', 502, '<h1>bad gateway</h1>')
  await page.goto('/?token=whatever')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveText('网络异常')
})

test('logging out in one tab logs out the other', async ({ page, context }) => {
  const { owner } = await newCompany()
  await page.goto('/login')
  await logIn(page, owner)
  await expect(heading(page, '首页')).toBeVisible()

  const other = await context.newPage()
  await other.goto('/setting/account')
  await expect(heading(other, '员工账号')).toBeVisible()
  // The first tab hears it from the second; it need not be refused by the server.
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 401) refused.push(answer.url())
  })
  await other.getByRole('button', { name: `当前用户 ${owner}` }).click()
  await other.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(accountField(other)).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(refused).toEqual([])

  await logIn(page, owner)
  await expect(heading(page, '首页')).toBeVisible()
  await expect(heading(other, '首页')).toBeVisible()
})
