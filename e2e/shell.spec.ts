import type { Page } from '@playwright/test'
import {
  asOwner,
  call,
  enter,
  expect,
  heading,
  languages,
  linesOf,
  logInBeside,
  menu,
  menuPaths,
  newCompany,
  open,
  scan,
  sideMenu,
  stored,
  strike,
  stub,
  tabBar,
  tabTitles,
  test,
  toast,
} from './desk.ts'

const chooseFromUserMenu = async (page: Page, path: string[]) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(当前用户|Logged in as) / })
    .click()
  for (const [depth, name] of path.entries()) {
    // The arrow of a submenu is part of its accessible name, and so is the check mark of the selected entry.
    const isLast = depth === path.length - 1
    const item = page.getByRole('menuitem', { name: new RegExp(isLast ? `${name}$` : `^${name}`) })
    await (isLast ? item.click() : item.hover())
  }
}

test('the top bar is 42 px high and shows company, warehouse, units and user', async ({ page }) => {
  await enter(page)
  const bar = page.getByRole('banner')
  expect((await bar.boundingBox())?.height).toBe(42)
  await expect(bar.getByRole('link', { name: 'Tallyhouse 仓储管理' }).locator('img')).toBeVisible()
  await expect(bar).toContainText('Tallyhouse 仓储管理')
  await expect(bar).toContainText('LAX01')
  await expect(bar.getByRole('link', { name: '洛杉矶一号仓' })).toHaveAttribute('href', '/setting/warehouse')
  await expect(bar.getByText('USD', { exact: true })).toBeVisible()
  await expect(bar.getByText('LB/IN')).toBeVisible()
  await expect(bar.getByRole('combobox', { name: '时区' })).toBeVisible()
  await expect(bar.getByRole('button', { name: '帮助' })).toBeVisible()
  await expect(bar.getByRole('button', { name: '语言: English' })).toBeVisible()
  const user = bar.getByRole('button', { name: '当前用户 demo' })
  await expect(user).toHaveText(/demo/)

  await user.click()
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible()
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  await expect(heading(page, '个人信息')).toBeVisible()
  await bar.getByRole('link', { name: '洛杉矶一号仓' }).click()
  await expect(heading(page, '仓库信息')).toBeVisible()
})

test('the watermark lets clicks through and is not printed; nothing in the top bar is cut off at any width', async ({
  page,
}) => {
  await enter(page, { language: 'en_US' })
  const mark = page.locator('.watermark')
  await expect(mark).toHaveAttribute('aria-hidden', 'true')
  await expect(mark).toHaveCSS('pointer-events', 'none')
  await expect
    .poll(() =>
      mark.evaluate((element) =>
        [element, ...element.querySelectorAll('*')].some((item) =>
          getComputedStyle(item).backgroundImage.startsWith('url('),
        ),
      ),
    )
    .toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(mark).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(heading(page, 'Home')).toBeVisible()
  await page.emulateMedia({ media: null })

  for (const width of [1920, 1280, 1100, 992, 768, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `width of the page at ${width}`)
      .toBeLessThanOrEqual(width)
    const user = page.getByRole('button', { name: 'Logged in as demo' })
    const box = await user.boundingBox()
    expect(box && box.x + box.width, `user menu at ${width}`).toBeLessThanOrEqual(width)
    await user.click({ trial: true })
    await page.getByRole('button', { name: /^Help$/ }).click({ trial: true })
    await page.getByRole('link', { name: 'Tallyhouse WMS' }).click({ trial: true })
  }
})

test('the menu collapses and stays so after a reload; under 992 px it is a drawer', async ({ page }) => {
  await enter(page)
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(async () => (await sideMenu(page).boundingBox())?.width).toBe(56)
  expect(await stored(page, 'top_menu')).toBe('folded')
  await page.reload()
  await expect(page.getByRole('button', { name: '展开菜单' })).toHaveAttribute('aria-expanded', 'false')
  expect((await sideMenu(page).boundingBox())?.width).toBe(56)

  // A collapsed area still opens, as a popup beside it.
  await sideMenu(page).getByRole('menuitem', { name: /收货/ }).hover()
  await page.getByRole('link', { name: '入库单列表', exact: true }).click()
  await expect(heading(page, '入库单列表')).toBeVisible()

  await page.getByRole('button', { name: '展开菜单' }).click()
  expect(await stored(page, 'top_menu')).toBe('unfolded')

  await page.setViewportSize({ width: 992, height: 700 })
  await expect(sideMenu(page)).toBeVisible()
  await page.setViewportSize({ width: 991, height: 700 })
  await expect(sideMenu(page)).toBeHidden()

  await page.getByRole('button', { name: '打开菜单' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('LAX01')
  await expect(drawer.getByRole('combobox', { name: '时区' })).toBeVisible()
  await drawer.getByRole('link', { name: '库存查询' }).click()
  await expect(heading(page, '库存查询')).toBeVisible()
  await expect(drawer).toBeHidden()
})

test('at most seven tabs are open: the one opened first is closed, but never Home', async ({ page }) => {
  await enter(page)
  const bar = tabBar(page)
  await expect(bar.getByRole('button')).toHaveCount(0)
  for (const title of ['入库单列表', '订单出库', '客户档案', '产品档案', '库存查询', '费用管理'])
    await open(page, title)
  // Visited again, but not reopened: it is still the oldest.
  await open(page, '入库单列表')
  await open(page, '收款管理')
  expect(await tabTitles(page)).toEqual([
    '首页',
    '订单出库',
    '客户档案',
    '产品档案',
    '库存查询',
    '费用管理',
    '收款管理',
  ])
  await expect(bar.getByRole('button', { name: '关闭 首页' })).toHaveCount(0)

  // Closing the active one activates its neighbour.
  await bar.getByRole('button', { name: '关闭 收款管理' }).click()
  await expect(heading(page, '费用管理')).toBeVisible()
  await expect(page).toHaveURL('/query/cost')
  await bar.getByRole('link', { name: '客户档案' }).click({ button: 'middle' })
  await expect(bar.getByRole('link', { name: '客户档案' })).toHaveCount(0)
  await page.keyboard.press('Alt+w')
  await expect(page).toHaveURL('/query/stock')
  await page.keyboard.press('Alt+2')
  await expect(page).toHaveURL('/order/list')
  await page.keyboard.press('Alt+1')
  await expect(page).toHaveURL('/')
  await page.keyboard.press('Alt+w')
  expect(await tabTitles(page)).toEqual(['首页', '订单出库', '产品档案', '库存查询'])

  // A reload keeps them.
  await open(page, '产品档案')
  await page.reload()
  await expect(heading(page, '产品档案')).toBeVisible()
  expect(await tabTitles(page)).toEqual(['首页', '订单出库', '产品档案', '库存查询'])

  await bar.getByRole('button', { name: '关闭全部' }).click()
  await expect(heading(page, '首页')).toBeVisible()
  expect(await tabTitles(page)).toEqual(['首页'])
  await expect(page).toHaveURL('/')
})

test('a page replaces the tab of its sub-page, but a sub-page opens beside its page', async ({ page }) => {
  await enter(page, { at: '/order/list/print_label' })
  await open(page, '库存查询')
  expect(await tabTitles(page)).toEqual(['首页', '打印面单', '库存查询'])
  await open(page, '订单出库')
  expect(await tabTitles(page)).toEqual(['首页', '订单出库', '库存查询'])

  const views = page.getByRole('navigation', { name: '视图' })
  await views.getByRole('link', { name: '拣货单' }).click()
  await expect(page).toHaveURL('/order/list/picking_list')
  await expect(heading(page, '拣货单')).toBeVisible()
  expect(await tabTitles(page)).toEqual(['首页', '订单出库', '库存查询', '拣货单'])
  await open(page, '订单出库')
  expect(await tabTitles(page)).toEqual(['首页', '订单出库', '库存查询'])
})

test('a tab in the background keeps what was typed and its scroll position', async ({ page }) => {
  const { owner } = await newCompany({ staff: 30 })
  await page.setViewportSize({ width: 1200, height: 500 })
  await enter(page, { as: owner, at: '/setting/account' })
  await expect(page.getByRole('row').filter({ hasText: `${owner}-p` })).toHaveCount(20)
  const search = page.getByRole('searchbox')
  await search.fill('half typed')
  const box = page.locator('.tab-page').filter({ visible: true })
  await box.evaluate((element) => element.scrollTo(0, 300))
  await page
    .getByRole('row')
    .filter({ hasText: `${owner}-p20` })
    .getByRole('checkbox')
    .check()

  await open(page, '首页')
  await open(page, '员工账号')
  await expect(search).toHaveValue('half typed')
  expect(await box.evaluate((element) => element.scrollTop)).toBe(300)
  await expect(page.getByRole('status').getByText('已选 1 条')).toBeVisible()
})

test('a tab with unsaved changes is marked, asks before it closes, and keeps its draft when others push it out', async ({
  page,
}) => {
  const { owner } = await newCompany()
  await enter(page, { as: owner, at: '/personInfo' })
  const phone = page.getByRole('textbox', { name: '电话' })
  await phone.fill('+1 909 555 7777')
  const dirtyTab = tabBar(page).getByRole('link', { name: /个人信息/ })
  await expect(dirtyTab.getByRole('img', { name: '未保存' })).toBeVisible()

  // The mark stays while the tab is hidden.
  await open(page, '入库单列表')
  await expect(dirtyTab.getByRole('img', { name: '未保存' })).toBeVisible()

  const input: string[] = []
  page.once('dialog', async (dialog) => {
    input.push(dialog.message())
    await dialog.dismiss()
  })
  await tabBar(page).getByRole('button', { name: '关闭 个人信息' }).click()
  await expect.poll(() => input).toEqual(['“个人信息”有未保存的内容，确定关闭？'])
  expect(await tabTitles(page)).toContain('个人信息')

  for (const title of ['订单出库', '客户档案', '产品档案', '库存查询']) await open(page, title)
  // The message is shown for ten seconds: on a busy machine a page may take that long.
  await sideMenu(page).getByRole('link', { name: '费用管理' }).click()
  await expect(toast(page, '已关闭“个人信息”以腾出位置，草稿已保留')).toBeVisible()
  expect(await tabTitles(page)).not.toContain('个人信息')
  await page.getByRole('button', { name: '重新打开' }).click()
  await expect(phone).toHaveValue('+1 909 555 7777')
  await expect(dirtyTab.getByRole('img', { name: '未保存' })).toBeVisible()

  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(dirtyTab.getByRole('img', { name: '未保存' })).toHaveCount(0)
})

test('changing the language asks about unsaved changes first, and stays after a reload', async ({ page }) => {
  const { owner } = await newCompany()
  await enter(page, { as: owner, at: '/personInfo' })
  await page.getByRole('textbox', { name: '电话' }).fill('12345')
  const bar = page.getByRole('banner')

  const input: string[] = []
  page.once('dialog', async (dialog) => {
    input.push(dialog.message())
    await dialog.dismiss()
  })
  await bar.getByRole('button', { name: '语言: English' }).click()
  await expect.poll(() => input.length).toBe(1)
  expect(input[0]).toContain('未保存')
  expect(await stored(page, 'lang')).toBe('zh_CN')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')

  let dialogs = 0
  page.on('dialog', async (dialog) => {
    dialogs++
    await dialog.accept()
  })
  await bar.getByRole('button', { name: '语言: English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(heading(page, 'Personal information')).toBeVisible()
  expect(dialogs, 'asked once, not once more by the browser').toBe(1)
  expect(await stored(page, 'lang')).toBe('en_US')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('12345')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.reload()
  await expect(heading(page, 'Personal information')).toBeVisible()
})

test('a new time zone is saved by the server and used for every time; one that it refuses is not', async ({
  page,
}) => {
  const { owner } = await newCompany({ staff: 1 })
  await enter(page, { as: owner, at: '/setting/account' })
  const created = page
    .getByRole('row')
    .filter({ hasText: `${owner}-p01` })
    .locator('time')
  await expect(created).toBeVisible()
  const inShanghai = await created.innerText()
  const zones = page.getByRole('combobox', { name: '时区' })
  await stub(page, '/switch-time', 200, { code: 5000, success: false, message: '不行', data: null })
  await zones.selectOption('Asia/Tokyo')
  await expect(toast(page, '不行')).toBeVisible()
  await expect(zones).toHaveValue('Asia/Shanghai')
  expect(await stored(page, 'timeZone')).toBe('Asia/Shanghai')
  await page.unroute('**/switch-time*')

  const request = page.waitForRequest('**/gateway/system/tenant/switch-time')
  const reloaded = page.waitForEvent('load')
  await zones.selectOption('America/New_York')
  expect((await request).postDataJSON()).toEqual({ timeZone: 'America/New_York' })
  await reloaded
  await expect(toast(page, '操作成功')).toBeVisible()
  expect(await stored(page, 'timeZone')).toBe('America/New_York')
  await expect(zones).toHaveValue('America/New_York')
  await expect(created).toBeVisible()
  expect(Date.parse(inShanghai) - Date.parse(await created.innerText())).toBeGreaterThanOrEqual(
    12 * 3_600_000,
  )

  const token = await logInBeside(page, owner)
  const { data } = await call<{ zoneCode: string }>(page, '/gateway/auth/user-info', { token })
  expect(data.zoneCode).toBe('America/New_York')
})

test('the 23 cities are on offer with their offset on that day', async ({ page }) => {
  await page.clock.setFixedTime('2027-07-01T12:00:00Z')
  await enter(page, { language: 'en_US' })
  const zones = page.getByRole('combobox', { name: 'Time zone' })
  await expect(zones.locator('option')).toHaveCount(23)
  await expect(zones).toContainText('(GMT-04:00) New York')
  await expect(zones).toContainText('(GMT+01:00) London')
  await expect(zones).toContainText('(GMT+05:30) Kolkata')
})

const endsIn = (tenantId: number, days: number) =>
  asOwner((owner) =>
    owner.query('update tenants set expires_at = now() + $2 * interval $$1 day$$ where id = $1', [
      tenantId,
      days,
    ]),
  )

test('before the usage period ends, a banner opens a dialog with contacts', async ({ page }) => {
  const { owner, tenantId } = await newCompany({ daysLeft: 16.5 })
  await enter(page, { as: owner })
  const banner = page.getByRole('complementary', { name: /续费提醒|Renewal reminder/ })
  await expect(banner).toHaveCount(0)

  await endsIn(tenantId, 10)
  await page.reload()
  await expect(banner).toContainText('免费使用期还剩 10 天，如需继续使用请联系我们')
  const dialog = page.getByRole('dialog', { name: /续费提醒|Renewal reminder/ })
  await expect(dialog).toHaveCount(0)
  await banner.getByRole('button', { name: '联系我们' }).click()
  await expect(dialog).toContainText('400-800-1234')
  await expect(dialog).toContainText('service@example.com')
  await expect(dialog.getByRole('img', { name: '扫码联系' })).toBeVisible()
  expect((await dialog.boundingBox())?.width).toBe(500)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await banner.getByRole('button', { name: '今天不再显示' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(heading(page, '首页')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('shortly before the end the dialog opens by itself once a day; after the end changes are refused', async ({
  page,
}) => {
  const { owner, tenantId } = await newCompany({ daysLeft: 2 })
  await enter(page, { as: owner, language: 'en_US' })
  const dialog = page.getByRole('dialog', { name: 'Renewal reminder' })
  await expect(dialog).toContainText('Your free usage period has 2 days left. Contact us to continue.')
  await dialog.getByRole('button', { name: /close/i }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await endsIn(tenantId, -1)
  await page.reload()
  await expect(page.getByRole('complementary', { name: 'Renewal reminder' })).toContainText(
    'Your usage period has ended',
  )
  const refused = await call(page, '/gateway/wms/role/create', {
    token: await logInBeside(page, owner),
    data: { roleName: 'x', permissions: [], secondPersonAbove: null },
  })
  expect(refused).toMatchObject({ success: false, data: { kind: 'expired' } })
})

for (const language of languages) {
  const zh = language === 'zh_CN'

  test(`a satellite hides the pages it does not have, and says why (${language})`, async ({ page }) => {
    await enter(page, { as: 'satellite', language })
    const hidden = ['/query/collectPayment', '/setting/logo', '/setting/basicData']
    expect(await linesOf(page)).toEqual(menuPaths.filter((path) => !hidden.includes(path)))
    for (const path of hidden) {
      await page.goto(path)
      await expect(page.getByRole('main')).toContainText(
        zh ? '当前系统版本未开放此页面' : 'This page is not available in this system version',
      )
    }
    for (const path of ['/query/customer', '/setting/channel', '/setting/warehouse']) {
      await open(page, menu.find(([item]) => item === path)?.[zh ? 1 : 2] ?? '')
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        zh ? '此页面为只读' : 'Read-only in this system version',
      )
    }
    await open(page, zh ? '产品档案' : 'Products')
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  })

  test(`a receiver sees only the pages of a receiver, and elsewhere which permission is missing (${language})`, async ({
    page,
  }) => {
    await enter(page, { as: 'receiving1', language })
    expect(await linesOf(page)).toEqual([
      '/',
      '/inbound/list',
      '/inbound/receive',
      '/query/productArchives',
      '/query/stock',
    ])
    await expect(page.getByRole('button', { name: zh ? '开始自检' : 'Check now' })).toHaveCount(0)
    const input: string[] = []
    page.on('request', (request) => input.push(new URL(request.url()).pathname))
    await page.goto('/setting/account?open=1')
    await expect(page.getByRole('main')).toContainText(
      zh
        ? /缺少权限“查看员工”。有此权限的同事：.+。/
        : /You don’t have the “View staff” permission\. Colleagues who have it: .+\./,
    )
    expect(input.filter((path) => path.includes('/staff/'))).toEqual([])

    // Nor by the palette.
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: zh ? '命令面板' : 'Command palette' })
    await palette.fill('ygzh')
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(0)
    await palette.fill('kccx')
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
  })
}

test('the command palette opens every page from the keyboard, also by pinyin', async ({ page }) => {
  await enter(page, { as: 'receiving4' })
  // What is typed while the palette is being loaded reaches it: “gi” would open a list.
  const load = Promise.withResolvers<void>()
  await page.route('**/assets/Palette-*.js', async (route) => {
    await load.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.press('g', { delay: 60 })
  await page.keyboard.press('i', { delay: 60 })
  await page.keyboard.type('bb')
  await page.keyboard.press('Backspace')
  load.resolve()
  await expect(page.getByRole('combobox', { name: '命令面板' })).toHaveValue('gib')
  await expect(page).toHaveURL('/')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: '命令面板' })).toHaveCount(0)

  const typed = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: '命令面板' })).toBeFocused()
    await page.keyboard.type(text)
  }
  const first = page.getByRole('dialog').getByRole('option', { selected: true })

  await typed('kccx')
  await expect(first).toHaveText('库存查询')
  await page.keyboard.press('Enter')
  await expect(heading(page, '库存查询')).toBeVisible()
  await expect(page.getByRole('combobox', { name: '命令面板' })).toHaveCount(0)

  await typed('inbound')
  await expect(first).toHaveText('入库单列表')
  await page.keyboard.press('Enter')
  await expect(heading(page, '入库单列表')).toBeVisible()

  await typed('nothing like this')
  await expect(page.getByText('没有匹配的结果')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: '命令面板' })).toHaveCount(0)

  await typed('tcdl')
  await expect(first).toHaveText('退出登录')
  await page.keyboard.press('Escape')

  await typed('深色')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await typed('qs')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  await typed('english')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { name: 'Inbound list' })).toBeVisible()
})

test('single-key shortcuts work, can be switched off, and are not triggered by a scan', async ({ page }) => {
  await enter(page, { as: 'receiving5' })
  await strike(page, 'Shift+?')
  const sheet = page.getByRole('dialog', { name: '快捷键' })
  await expect(sheet).toContainText('打开命令面板')
  await expect(sheet).toContainText('下一行')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await strike(page, 'g', 's')
  await expect(page).toHaveURL('/query/stock')
  await strike(page, 'g', 'h')
  await expect(page).toHaveURL('/')

  // It contains "gs" and "?": shortcuts of a person, at a scanner's speed.
  await scan(page, 'GS-gs-gi?')
  await scan(page, 'gi')
  // The key after the scan is a person's again; anything the scan triggered would have happened before it.
  await strike(page, 'Shift+?')
  await expect(sheet).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await chooseFromUserMenu(page, ['快捷键', '停用单键快捷键'])
  await page.getByRole('main').click({ position: { x: 5, y: 5 } })
  await strike(page, 'g', 's', 'Shift+?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '命令面板' })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL('/')
  await page.keyboard.press('Escape')

  await page.reload()
  await chooseFromUserMenu(page, ['快捷键', '启用单键快捷键'])
  await page.getByRole('main').click({ position: { x: 5, y: 5 } })
  await strike(page, 'g', 'i')
  await expect(page).toHaveURL('/inbound/list')

  // The Enter of a scan presses no button that happens to have the focus.
  const fold = page.getByRole('button', { name: '收起菜单' })
  await fold.focus()
  await page.evaluate(() => {
    const prevented: boolean[] = []
    const target = document.activeElement ?? document.body
    for (const key of [...'LAX0001', 'Enter'])
      prevented.push(
        !target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      )
    document.title = String(prevented.at(-1))
  })
  await expect(page).toHaveTitle('true')
})

test('a ledger check runs as a task, continues after a reload, and its report can be downloaded', async ({
  page,
}) => {
  const { owner } = await newCompany()
  await enter(page, { as: owner })
  await page.getByRole('button', { name: '开始自检' }).click()
  await expect(toast(page, '自检已开始，请在任务列表中查看结果')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /^任务/ }).click()
  const task = page.getByRole('tooltip').getByRole('listitem').filter({ hasText: '账务自检' })
  await expect(task).toHaveCount(1)
  await expect(task).toContainText('已完成', { timeout: 30_000 })
  await expect(task).toContainText(/(\d+) \/ \1/)

  const coming = page.waitForEvent('download')
  await task.getByRole('link', { name: '下载' }).click()
  const sheet = await coming
  expect(sheet.suggestedFilename()).toBe('books.csv')
  const stream = await sheet.createReadStream()
  const text = Buffer.concat(await stream.toArray()).toString('utf8')
  expect(text).toMatch(/^\uFEFF/)
  const lines = text.trim().split('\r\n')
  expect(lines.length).toBeGreaterThan(9)
  for (const line of lines) expect(line).toMatch(/,OK$/)
})

test('a running task shows its progress and can be cancelled', async ({ page }) => {
  const task = {
    id: 7,
    kind: 'check_books',
    done: 3,
    total: 9,
    failures: [] as object[],
    message: null as string | null,
    answers: [],
    fileUrl: null as string | null,
    createdAt: new Date().toISOString(),
    startedAt: new Date().toISOString(),
    finishedAt: null,
  }
  let answer: object = { ...task, status: 'running' }
  await page.route('**/gateway/wms/task/mine', (route) =>
    route.fulfill({ json: { code: 0, success: true, message: '', data: [answer] } }),
  )
  let input: unknown
  await page.route('**/gateway/wms/task/cancel', (route) => {
    input = route.request().postDataJSON()
    answer = { ...task, status: 'cancelled' }
    return route.fulfill({ json: { code: 0, success: true, message: '', data: {} } })
  })
  await enter(page, { language: 'en_US' })
  await page.getByRole('button', { name: 'Tasks, 1 running' }).click()
  const tray = page.getByRole('tooltip')
  await expect(tray.getByRole('progressbar', { name: 'Ledger check' })).toHaveAttribute('value', '3')
  await expect(tray).toContainText('3 of 9')
  await tray.getByRole('button', { name: 'Cancel' }).click()
  await expect(tray).toContainText('Cancelled')
  expect(input).toEqual({ id: 7 })

  answer = {
    ...task,
    status: 'partly_done',
    message: 'two hits',
    failures: [1, 2, 3, 4, 5].map((n) => ({ no: `N${n}`, reason: 'why' })),
    // The server gives the URL of a file; a foreign one must not become a link.
    fileUrl: 'https://example.com/x',
  }
  await page.reload()
  await page.getByRole('button', { name: /^Tasks/ }).click()
  await expect(tray).toContainText('Partially done')
  await tray.getByText('5 failed').click()
  await expect(tray).toContainText('and 2 more')
  await expect(tray.getByRole('link')).toHaveCount(0)
})

test('dark mode is kept for each user', async ({ page }) => {
  await enter(page, { as: 'receiving6' })
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await chooseFromUserMenu(page, ['外观', '深色'])
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await ground()).not.toBe(light)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await chooseFromUserMenu(page, ['外观', '跟随系统'])
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('help opens the guide in a new tab, at the chapter of the page', async ({ page, context }) => {
  await enter(page, { at: '/setting/account' })
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: '帮助' }).click()
  const guide = await opened
  await expect(guide).toHaveURL(/\/guide#staff$/)
  const chapter = guide.getByRole('heading', { level: 2, name: '员工账号' })
  await expect(chapter).toBeInViewport()
  expect(await guide.evaluate(() => window.opener)).toBeNull()
  await expect(heading(page, '员工账号')).toBeVisible()

  await guide.getByRole('button', { name: 'English' }).click()
  await expect(guide.getByRole('heading', { level: 1, name: 'User guide' })).toBeVisible()
  expect(await stored(page, 'lang')).toBe('zh_CN')
})

test('without a login not even the guide is shown', async ({ page }) => {
  await page.goto('/guide#staff')
  await expect(page).toHaveURL('/login')
})
