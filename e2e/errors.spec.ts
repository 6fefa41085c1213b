import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import {
  call,
  enter,
  expect,
  heading,
  languages,
  logInBeside,
  newCompany,
  open,
  prepare,
  stored,
  stub,
  test,
  toast,
} from './desk.ts'

const LIST = '/gateway/wms/staff/list'
const CHECK = '/gateway/wms/books/check'
const page500 = '<html><body>502 from some proxy</body></html>'

const envelope = (code: number, message: string | null, data: unknown = null) => ({
  code,
  success: false,
  message,
  data,
})

/** Sends a command: the button of the home page, whose failure is a message over the page. */
const act = (page: Page) => page.getByRole('button', { name: /^(开始自检|Check now)$/ }).click()

const toasted = (page: Page, words: string) =>
  page.locator('.ant-message-notice').filter({ hasText: words }).first()

/** Each line of the spec's table of failures: the response, and the message shown. */
const lines: [string, { status: number; body: unknown } | 'cut off', { zh_CN: string; en_US: string }][] = [
  ['no answer at all', 'cut off', { zh_CN: '网络错误', en_US: 'Network error' }],
  [
    'a status other than 200 without an envelope',
    { status: 500, body: page500 },
    { zh_CN: '网络异常', en_US: 'Network exception' },
  ],
  [
    'a status other than 200 with an envelope',
    { status: 500, body: envelope(5000, '服务出错了 X') },
    { zh_CN: '服务出错了 X', en_US: '服务出错了 X' },
  ],
  [
    'code 5000',
    { status: 200, body: envelope(5000, '库存不足 A-01') },
    { zh_CN: '库存不足 A-01', en_US: '库存不足 A-01' },
  ],
  [
    'code 5001 without a link',
    { status: 200, body: envelope(5001, '请续费') },
    { zh_CN: '请续费', en_US: '请续费' },
  ],
  [
    'success false with words',
    { status: 200, body: envelope(0, '没有成功') },
    { zh_CN: '没有成功', en_US: '没有成功' },
  ],
  [
    'success false without words',
    { status: 200, body: envelope(0, null) },
    { zh_CN: '服务器错误', en_US: 'Server error' },
  ],
]

for (const language of languages) {
  test(`every kind of failed command shows a message (${language})`, async ({ page }) => {
    await enter(page, { language })
    for (const [name, answer, words] of lines) {
      await test.step(name, async () => {
        if (answer === 'cut off') await page.route(`**${CHECK}`, (route) => route.abort())
        else await stub(page, CHECK, answer.status, answer.body)
        await act(page)
        await expect(toast(page, words[language])).toBeVisible()
        await expect(toasted(page, words[language]).locator('.toast-title')).toHaveText(
          language === 'zh_CN' ? '操作失败' : 'Action failed',
        )
        await page.unroute(`**${CHECK}*`)
        await page.unroute(`**${CHECK}`)
      })
    }
    await expect(heading(page, language === 'zh_CN' ? '首页' : 'Home')).toBeVisible()
    expect(await stored(page, 'token')).toBeTruthy()
  })

  test(`every kind of failed load shows a message in place of the data (${language})`, async ({ page }) => {
    const zh = language === 'zh_CN'
    await enter(page, { language, at: '/setting/account?search=picking' })
    await expect(page.getByRole('row').filter({ hasText: 'picking' })).toHaveCount(8)
    const refresh = page.getByRole('button', { name: zh ? '刷新' : 'Refresh' })
    const alert = page.getByRole('main').getByRole('alert')

    for (const [name, answer, words] of [
      ...lines,
      [
        'a status of somebody in between',
        { status: 418, body: '' },
        { zh_CN: '网络异常', en_US: 'Network exception' },
      ] as const,
      [
        '200 with something else in it',
        { status: 200, body: page500 },
        { zh_CN: '服务器错误', en_US: 'Server error' },
      ] as const,
    ]) {
      await test.step(name, async () => {
        if (answer === 'cut off') await page.route(`**${LIST}*`, (route) => route.abort())
        else await stub(page, LIST, answer.status, answer.body)
        await refresh.click()
        await expect(alert).toContainText(words[language])
        // What was loaded before stays, greyed out.
        await expect(page.getByRole('row').filter({ hasText: 'picking' })).toHaveCount(8)
        await page.unroute(`**${LIST}*`)
        await alert.getByRole('button', { name: zh ? '重试' : 'Retry' }).click()
        await expect(alert).toHaveCount(0)
      })
    }
  })

  for (const [name, status, body, words] of [
    ['401 without a word', 401, '', { zh_CN: '未登录', en_US: 'Not logged in' }],
    ['code 2 without a word', 200, envelope(2, ''), { zh_CN: '未登录', en_US: 'Not logged in' }],
    ['code 2 with words', 200, envelope(2, '别处登录'), { zh_CN: '别处登录', en_US: '别处登录' }],
  ] as const) {
    test(`${name} ends the session (${language})`, async ({ page }) => {
      await enter(page, { language })
      await stub(page, CHECK, status, body)
      await act(page)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('alert')).toHaveText(words[language])
      expect(await stored(page, 'token')).toBeNull()
    })
  }

  test(`without dictionaries pages show the raw values (${language})`, async ({ page }) => {
    await stub(page, '/gateway/system/dict/list', 500, page500)
    const logged: string[] = []
    page.on('console', (label) => logged.push(label.text()))
    await enter(page, { language })
    const bar = page.getByRole('banner')
    await expect(bar.locator('.bar-fact').nth(1)).toHaveText('2')
    await expect(page.locator('.ant-message-notice')).toHaveCount(0)
    expect(logged.join('\n')).toContain('dictionaries could not be loaded')
    await open(page, language === 'zh_CN' ? '仓库信息' : 'Warehouse info')
    await expect(page.getByRole('main')).toContainText('LAX01')
  })

  test(`when the account cannot be loaded, the message is about the account, not the warehouse (${language})`, async ({
    page,
  }) => {
    const zh = language === 'zh_CN'
    await stub(page, '/gateway/auth/user-info', 500, page500)
    await prepare(page, { language })
    await page.goto('/setting/account')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(zh ? '账号信息加载失败' : 'Could not load your account')
    await page.unroute('**/gateway/auth/user-info*')
    await alert.getByRole('button', { name: zh ? '重试' : 'Retry' }).click()
    await expect(heading(page, zh ? '员工账号' : 'Staff accounts')).toBeVisible()
  })

  test(`a failed load shows its message in view (${language})`, async ({ page }) => {
    const zh = language === 'zh_CN'
    await page.setViewportSize({ width: 1280, height: 800 })
    await enter(page, { language, at: '/setting/account' })
    await expect(page.getByRole('row')).toHaveCount(21)
    const refresh = page.getByRole('button', { name: zh ? '刷新' : 'Refresh' })
    await refresh.scrollIntoViewIfNeeded()
    await stub(page, LIST, 500, page500)
    await refresh.click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(zh ? '网络异常' : 'Network exception')
    await expect(refresh).toBeInViewport()
    await expect(alert).toBeInViewport({ ratio: 1 })
    await page.unroute(`**${LIST}*`)
    await alert.getByRole('button', { name: zh ? '重试' : 'Retry' }).click()
    await expect(alert).toHaveCount(0)
  })

  test(`when the warehouse cannot be loaded, Retry loads it (${language})`, async ({ page }) => {
    const zh = language === 'zh_CN'
    await stub(page, '/gateway/wms/home/top-info', 500, page500)
    const logged: string[] = []
    page.on('console', (label) => logged.push(label.text()))
    await prepare(page, { language })
    await page.goto('/setting/account')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(zh ? '仓库信息加载失败' : 'Could not load the warehouse')
    await expect(alert).toContainText(zh ? '网络异常' : 'Network exception')
    expect(logged.join('\n')).toContain('start-up failed')

    await alert.getByRole('button', { name: zh ? '重试' : 'Retry' }).click()
    await expect(alert).toContainText(zh ? '网络异常' : 'Network exception')
    await page.unroute('**/gateway/wms/home/top-info*')
    await alert.getByRole('button', { name: zh ? '重试' : 'Retry' }).click()
    await expect(heading(page, zh ? '员工账号' : 'Staff accounts')).toBeVisible()
  })
}

test('a request is given up after ten seconds', async ({ page }) => {
  await page.route(`**${CHECK}`, () => {})
  await enter(page)
  const start = performance.now()
  await act(page)
  await expect(toast(page, '网络错误')).toBeVisible({ timeout: 25_000 })
  expect(performance.now() - start).toBeGreaterThan(9_000)
})

test('after a lost response, pressing the button again does not do the action twice', async ({ page }) => {
  const { owner } = await newCompany()
  await enter(page, { as: owner })
  const keys: (string | undefined)[] = []
  await page.route(`**${CHECK}`, async (route) => {
    keys.push(route.request().headers()['x-idempotency-key'])
    // The first response is lost on the way back: the server has executed it.
    if (keys.length === 1) {
      await route.fetch()
      return route.abort()
    }
    return route.continue()
  })
  await act(page)
  await expect(toast(page, '网络错误')).toBeVisible()
  await act(page)
  await expect(toast(page, '自检已开始，请在任务列表中查看结果')).toBeVisible()
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  const token = (await stored(page, 'token')) ?? ''
  expect((await call<unknown[]>(page, '/gateway/wms/task/mine', { token })).data).toHaveLength(1)
})

/** The product behind a proxy that can be cut: to the page this is the server going down. */
async function cuttable(
  origin: string,
): Promise<{ address: string; server: Server; cut: () => Promise<void> }> {
  const to = new URL(origin)
  const server = createServer((input, answer) => {
    const onward = forward(
      { host: '127.0.0.1', port: to.port, path: input.url, method: input.method, headers: input.headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    input.pipe(onward)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const cut = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, cut }
}

test('when the server is down, a network error is shown and loaded data stays', async ({ page, baseURL }) => {
  const { address, server, cut } = await cuttable(baseURL ?? '')
  const { port } = server.address() as AddressInfo
  await prepare(page)
  await page.goto(`${address}/setting/account?search=packing`)
  await expect(page.getByRole('row').filter({ hasText: 'packing' })).toHaveCount(6)
  await cut()
  await page.getByRole('button', { name: '刷新' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('网络错误')
  await expect(page.getByRole('row').filter({ hasText: 'packing' })).toHaveCount(6)

  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  await alert.getByRole('button', { name: '重试' }).click()
  await expect(alert).toHaveCount(0)
  await cut()
})

test('a logged-out response to the logos does not end the session', async ({ page }) => {
  await stub(page, '/gateway/system/tenant/query-logo', 401, envelope(2, '未登录'))
  await stub(page, '/tenant/query-logo', 401, envelope(2, '未登录'))
  await enter(page)
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', '/logos/company.svg')
  await expect(page).toHaveURL('/')
  expect(await stored(page, 'token')).toBeTruthy()
  await open(page, 'Logo 设置')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL('/setting/logo')
})

test('code 5001 opens its web address in a new tab, but no other kind of address', async ({
  page,
  context,
}) => {
  await enter(page)
  await stub(page, CHECK, 200, envelope(5001, '请看说明', { kind: 'refused', url: '/guide#tasks' }))
  const opened = context.waitForEvent('page')
  await act(page)
  const guide = await opened
  await expect(guide).toHaveURL(/\/guide#tasks$/)
  expect(await guide.evaluate(() => window.opener)).toBeNull()
  await expect(toast(page, '请看说明')).toBeVisible()
  await expect(page.getByRole('link', { name: '打开链接' })).toHaveAttribute('href', '/guide#tasks')

  // An external page, opened without a referrer.
  let referrer: string | undefined
  await context.route('https://pay.example/**', (route) => {
    referrer = route.request().headers().referer
    return route.fulfill({ contentType: 'text/html', body: '<h1>Pay here</h1>' })
  })
  await page.unroute(`**${CHECK}*`)
  await stub(page, CHECK, 200, envelope(5001, '请付款', 'https://pay.example/bill?no=7'))
  const paying = context.waitForEvent('page')
  await act(page)
  const pay = await paying
  await expect(pay.getByRole('heading', { name: 'Pay here' })).toBeVisible()
  expect(await pay.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  expect(referrer).toBeUndefined()
  await expect(toasted(page, '请付款').getByRole('link', { name: '打开链接' })).toHaveAttribute(
    'href',
    'https://pay.example/bill?no=7',
  )

  for (const url of [
    '//example.com/pay',
    '/\\example.com',
    '/\t/example.com',
    'javascript:alert(1)',
    'data:text/html,hello',
  ]) {
    await page.unroute(`**${CHECK}*`)
    await stub(page, CHECK, 200, envelope(5001, `不去 ${url.length}`, { kind: 'refused', url }))
    await act(page)
    const label = toasted(page, `不去 ${url.length}`)
    await expect(label).toBeVisible()
    await expect(label.getByRole('link')).toHaveCount(0)
  }
  expect(context.pages()).toHaveLength(3)
})

test('code 5000 with a link in it opens nothing', async ({ page, context }) => {
  await enter(page)
  await stub(page, CHECK, 200, envelope(5000, '不行', { kind: 'refused', url: '/guide' }))
  await act(page)
  await expect(toast(page, '不行')).toBeVisible()
  expect(context.pages()).toHaveLength(1)
})

test('a late response to an old session does not end the new one', async ({ page }) => {
  const { owner } = await newCompany()
  const token = await logInBeside(page, owner)
  let late = () => {}
  const held = new Promise<void>((release) => {
    late = release
  })
  await enter(page, { as: owner })
  await page.route(`**${CHECK}`, async (route) => {
    await held
    await route.fulfill({ json: envelope(2, '未登录') })
  })
  await act(page)
  await page.evaluate((fresh) => localStorage.setItem('token', fresh), token)
  const answered = page.waitForResponse(`**${CHECK}`)
  late()
  await answered
  await open(page, '员工账号')
  expect(await stored(page, 'token')).toBe(token)
})

const documents = (page: Page) => {
  const loads: string[] = []
  page.on('request', (request) => request.resourceType() === 'document' && loads.push(request.url()))
  return loads
}

for (const language of languages) {
  test(`when a file of the page is missing, the page reloads once and then says so (${language})`, async ({
    page,
  }) => {
    const zh = language === 'zh_CN'
    await enter(page, { language })
    const loads = documents(page)
    await page.route('**/assets/StaffPage-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
    await page
      .getByRole('navigation')
      .getByRole('link', { name: zh ? '员工账号' : 'Staff accounts' })
      .click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(zh ? '系统已更新' : 'The system has been updated')
    expect(loads).toHaveLength(1)

    // The other pages work, and coming back does not reload either.
    await open(page, zh ? '库存查询' : 'Stock query')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: zh ? '员工账号' : 'Staff accounts' })
      .first()
      .click()
    await expect(alert).toBeVisible()
    expect(loads).toHaveLength(1)

    await page.unroute('**/assets/StaffPage-*.js')
    await alert.getByRole('button', { name: zh ? '重新加载' : 'Reload' }).click()
    await expect(heading(page, zh ? '员工账号' : 'Staff accounts')).toBeVisible()
    expect(loads).toHaveLength(2)
  })
}

test('a file that was missing for a moment is loaded by the reload', async ({ page }) => {
  await enter(page)
  const loads = documents(page)
  // It may be requested twice, by its preload too: a second request that gets it needs no reload.
  await page.route('**/assets/CollectionListPage-*.js', (route) =>
    loads.length === 0 ? route.abort() : route.continue(),
  )
  await page.getByRole('navigation').getByRole('link', { name: '收款管理' }).click()
  await expect(heading(page, '收款管理')).toBeVisible()
  expect(loads).toHaveLength(1)
})

test('when the main file is missing, the page does not reload forever', async ({ page }) => {
  const loads = documents(page)
  await prepare(page)
  await page.route('**/assets/shell-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('系统已更新')
  expect(loads).toHaveLength(2)
})

test('a file that does not load is given up after 120 seconds', async ({ page }) => {
  await page.clock.install()
  await enter(page)
  const loads = documents(page)
  await page.route('**/assets/StaffPage-*.js', () => {})
  const hanging = page.waitForRequest('**/assets/StaffPage-*.js')
  await page.getByRole('navigation').getByRole('link', { name: '员工账号' }).click()
  await hanging
  await page.clock.fastForward(115_000)
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
  expect(loads).toHaveLength(0)

  const again = page.waitForRequest('**/assets/StaffPage-*.js')
  await page.clock.fastForward(6_000)
  await again
  expect(loads).toHaveLength(1)
  await page.clock.fastForward(121_000)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('系统已更新')
  expect(loads).toHaveLength(1)
})
