import type { Page } from '@playwright/test'
import {
  call,
  closeByKey,
  enter,
  expect,
  fillAndEnter,
  heading,
  logInBeside,
  newCompany,
  open,
  prepare,
  strike,
  test,
  toast,
} from './desk.ts'

const LIST = '/gateway/wms/staff/list'
const rows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row')
const accounts = (page: Page) => rows(page).locator('td:nth-child(2)').allInnerTexts()
const row = (page: Page, account: string) =>
  rows(page).filter({ has: page.getByText(account, { exact: true }) })
const bulkBar = (page: Page) => page.getByRole('region', { name: '批量操作' })
const panel = (page: Page) => page.getByRole('main').getByRole('alert')

async function disablePicked(page: Page) {
  await bulkBar(page).getByRole('button', { name: '停用' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: '停用' }).click()
}

test('filters are in the address: a colleague sees the same rows, and Back undoes them', async ({
  page,
  browser,
}) => {
  const { owner, staff } = await newCompany({ staff: 45 })
  await enter(page, { as: owner, at: '/setting/account' })
  await expect(page.getByText('共 46 条')).toBeVisible()

  await fillAndEnter(page.getByRole('searchbox'), '-p0')
  await expect(page).toHaveURL('/setting/account?search=-p0')
  await expect(page.getByText('共 9 条')).toBeVisible()
  await page.getByRole('columnheader', { name: '登录账号' }).click()
  await expect(page).toHaveURL('/setting/account?search=-p0&sort=loginAccount&order=asc')
  await expect(rows(page).first()).toContainText(`${owner}-p01`)
  expect(await accounts(page)).toEqual(staff.slice(0, 9))
  await page.getByRole('combobox', { name: '状态' }).click()
  await page.getByTitle('启用', { exact: true }).click()
  await expect(page).toHaveURL(/isEnabled=1/)

  const address = page.url()
  const theirs = await browser.newContext()
  const other = await theirs.newPage()
  await enter(other, { as: staff[0] ?? '', at: address })
  await expect(rows(other)).toHaveCount(9)
  // The colleague lacks the permission and has no checkboxes, so their first column is the account.
  expect(await rows(other).locator('td:nth-child(1)').allInnerTexts()).toEqual(staff.slice(0, 9))
  await expect(other.getByRole('searchbox')).toHaveValue('-p0')
  await expect(other.getByRole('checkbox')).toHaveCount(0)
  await theirs.close()

  await page.goBack()
  await expect(page).toHaveURL('/setting/account?search=-p0&sort=loginAccount&order=asc')
  await page.goBack()
  await expect(page).toHaveURL('/setting/account?search=-p0')
  await page.goBack()
  await expect(page).toHaveURL('/setting/account')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByText('共 46 条')).toBeVisible()
})

test('page and page size are in the address, and another filter starts at the first page', async ({
  page,
}) => {
  const { owner, staff } = await newCompany({ staff: 45 })
  await enter(page, { as: owner, at: '/setting/account?sort=loginAccount&order=asc' })
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('listitem', { name: '3', exact: true }).click()
  await expect(page).toHaveURL(/page=3/)
  await expect(rows(page)).toHaveCount(6)
  expect(await accounts(page)).toEqual(staff.slice(39))

  await fillAndEnter(page.getByRole('searchbox'), '-p4')
  await expect(rows(page)).toHaveCount(6)
  await expect(page).not.toHaveURL(/page=/)

  // Invalid values in the URL are ignored, the rest still applies.
  await page.goto('/setting/account?page=-4&size=many&sort=password&isEnabled=7&search=-p4')
  await expect(rows(page)).toHaveCount(6)

  // A page that no longer exists leads to the last one.
  await page.goto('/setting/account?page=9')
  await expect(heading(page, '员工账号')).toBeVisible()
  await expect(page.getByText('共 46 条')).toBeVisible()
  await expect(page).toHaveURL(/page=3/)
  await expect(rows(page)).toHaveCount(6)

  await page.getByRole('combobox', { name: '页码' }).click()
  await page.getByTitle('50 条/页').click()
  await expect(page).toHaveURL(/size=50/)
  await expect(rows(page)).toHaveCount(46)
})

test('a drawer opens by its address and closes with Back; another company’s row does not open', async ({
  page,
}) => {
  const { owner } = await newCompany({ staff: 3 })
  await enter(page, { as: owner, at: '/setting/account' })
  await row(page, `${owner}-p02`).getByRole('cell').nth(3).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(`${owner}-p02`)
  await expect(page).toHaveURL(/\?open=\d+$/)
  const address = page.url()
  await page.goBack()
  await expect(drawer).toBeHidden()

  await page.goto(address)
  await expect(drawer).toContainText(`${owner}-p02`)
  await closeByKey(page, drawer)
  await expect(page).toHaveURL('/setting/account')

  // No number, and the number of another company's row.
  await page.goto('/setting/account?open=x')
  await expect(drawer.getByRole('alert')).toBeVisible()
  const theirs = await newCompany({ staff: 1 })
  const token = await logInBeside(page, theirs.owner)
  const { data } = await call<{ rows: { id: number; loginAccount: string }[] }>(page, LIST, { token })
  await page.goto(`/setting/account?open=${data.rows[0]?.id}`)
  await expect(drawer.getByRole('alert')).toContainText('账号不存在')
  await expect(drawer).not.toContainText(theirs.owner)
})

test('a bulk action that partly fails names the failed rows and why; they stay selected and can be retried', async ({
  page,
}) => {
  const { owner, staff } = await newCompany({ staff: 3 })
  await enter(page, { as: owner, at: '/setting/account?sort=loginAccount&order=asc' })
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await expect(bulkBar(page)).toContainText('已选 4 条')

  await disablePicked(page)
  await expect(panel(page)).toContainText('操作部分成功')
  await expect(panel(page)).toContainText('成功 3 条，失败 1 条')
  await expect(panel(page).getByRole('listitem')).toHaveText([`${owner} 不能停用自己的账号`])
  await expect(bulkBar(page)).toContainText('已选 1 条')
  await expect(row(page, owner).getByRole('checkbox')).toBeChecked()
  await expect(row(page, staff[0] ?? '').getByRole('checkbox')).not.toBeChecked()
  for (const account of staff) await expect(row(page, account)).toContainText('停用')
  await expect(row(page, owner)).toContainText('启用')

  // A failed row opens beside the list.
  await panel(page).getByRole('listitem').getByRole('button', { name: owner }).click()
  await expect(page.getByRole('dialog')).toContainText(owner)
  await closeByKey(page, page.getByRole('dialog'))

  const coming = page.waitForEvent('download')
  await panel(page).getByRole('button', { name: '下载' }).click()
  const sheet = await coming
  const text = Buffer.concat(await (await sheet.createReadStream()).toArray()).toString('utf8')
  expect(text).toBe(`\uFEFF单号,原因\r\n${owner},不能停用自己的账号\r\n`)

  await panel(page).getByRole('button', { name: '重试失败项' }).click()
  await expect(panel(page)).toContainText('成功 0 条，失败 1 条')
  await expect(panel(page)).toContainText('操作失败')

  // A disabled user is logged out at once.
  expect(
    (await call(page, '/gateway/auth/login', { data: { loginAccount: staff[0], password: 'demo1234' } }))
      .message,
  ).toBe('账号已停用，请联系仓库管理员')

  await panel(page).getByRole('button', { name: '关闭' }).click()
  await expect(panel(page)).toHaveCount(0)
  await bulkBar(page).getByRole('button', { name: '取消选择' }).click()
  await expect(bulkBar(page)).toHaveCount(0)
  for (const account of staff) await row(page, account).getByRole('checkbox').check()
  await bulkBar(page).getByRole('button', { name: '启用' }).click()
  await expect(toast(page, '操作成功')).toBeVisible()
  await expect(bulkBar(page)).toHaveCount(0)
  for (const account of staff) await expect(row(page, account)).toContainText('启用')

  const token = await logInBeside(page, owner)
  await row(page, staff[0] ?? '')
    .getByRole('checkbox')
    .check()
  // Already enabled: nothing to do, until another user disables them.
  await bulkBar(page).getByRole('button', { name: '启用' }).click()
  await expect(panel(page)).toContainText('状态没有变化')
  const { data } = await call<{ rows: { id: number; loginAccount: string }[] }>(page, LIST, { token })
  const ids = data.rows.filter((row) => row.loginAccount === staff[0]).map(({ id }) => id)
  await call(page, '/gateway/wms/staff/switch', { token, data: { ids, isEnabled: false } })
  await panel(page).getByRole('button', { name: '重试失败项' }).click()
  await expect(toast(page, '操作成功')).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
})

test('a selection ends with the search it was made under, so that no bulk action changes rows out of sight', async ({
  page,
}) => {
  const { owner, staff } = await newCompany({ staff: 2 })
  const [first = '', second = ''] = staff
  await enter(page, { as: owner, at: '/setting/account' })
  await row(page, first).getByRole('checkbox').check()
  await expect(bulkBar(page)).toContainText('已选 1 条')
  const search = page.getByRole('main').getByRole('searchbox').first()
  await fillAndEnter(search, second)
  await expect(rows(page)).toHaveCount(1)
  await expect(bulkBar(page)).toHaveCount(0)
  await fillAndEnter(search, '')
  await expect(row(page, first).getByRole('checkbox')).not.toBeChecked()
})

test('a list without matches says so; filters are removed one by one or all at once', async ({ page }) => {
  const { owner } = await newCompany({ staff: 2 })
  await enter(page, { as: owner, at: '/setting/account?search=%25nobody_&sort=loginAccount&order=asc' })
  const list = page.getByRole('main')
  await expect(list).toContainText('没有符合条件的数据')
  await expect(list.getByRole('table').last()).not.toContainText('暂无数据')
  await list.getByRole('table').last().getByRole('button', { name: '清除筛选' }).click()
  await expect(rows(page)).toHaveCount(3)
  // The order is not a filter.
  await expect(page).toHaveURL('/setting/account?sort=loginAccount&order=asc')

  // A SQL wildcard is a plain character.
  await page.goto('/setting/account?search=%25')
  await expect(list).toContainText('没有符合条件的数据')

  await page.goto('/setting/account?search=p01&isEnabled=0')
  await expect(list).toContainText('没有符合条件的数据')
  await page.getByRole('button', { name: '清除：状态：停用' }).click()
  await expect(page).toHaveURL('/setting/account?search=p01')
  await expect(rows(page)).toHaveCount(1)

  // A view beside the button is no filter behind it.
  await page.goto('/order/list?status=pending_audit')
  await expect(page.getByRole('button', { name: '全部筛选', exact: true })).toBeVisible()
  await page.goto('/order/list?status=pending_audit&isDue=1')
  await expect(page.getByRole('button', { name: '全部筛选 · 1', exact: true })).toBeVisible()
})

test('after an error a list keeps its old rows, greyed out, and shows the request number', async ({
  page,
}) => {
  const { owner } = await newCompany({ staff: 2 })
  await enter(page, { as: owner, at: '/setting/account' })
  await expect(rows(page)).toHaveCount(3)
  await page.route(`**${LIST}*`, (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'Req-123' },
      json: { code: 5000, success: false, message: '服务器错误', data: { kind: 'fault' } },
    }),
  )
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(panel(page)).toContainText('服务器错误')
  await expect(panel(page)).toContainText('请求编号 Req-123')
  await expect(panel(page)).toContainText('下方为上次成功加载的内容')
  await expect(rows(page)).toHaveCount(3)
  await expect
    .poll(() => page.locator('.is-old').evaluate((old) => getComputedStyle(old).opacity))
    .toBe('0.45')

  await page.unroute(`**${LIST}*`)
  await panel(page).getByRole('button', { name: '重试' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(page.locator('.is-old')).toHaveCount(0)
})

test('a list shows no total while it is loading', async ({ page }) => {
  await prepare(page)
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${LIST}*`, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto('/setting/account')
  const foot = page.getByRole('main').locator('.list-foot')
  await expect(foot).toBeVisible()
  await expect(page.getByRole('main').locator('.skeleton-rows')).toBeVisible()
  await expect(foot).not.toContainText('共')
  release()
  await expect(foot).toContainText('共')
})

test('keys move through the rows, select and open them, but not in a list behind another tab', async ({
  page,
}) => {
  const { owner, staff } = await newCompany({ staff: 5 })
  await enter(page, { as: owner, at: '/setting/account?sort=loginAccount&order=asc' })
  await expect(rows(page)).toHaveCount(6)
  const focused = async () => page.evaluate(() => document.activeElement?.closest('tr')?.innerText ?? '')

  await strike(page, 'j')
  await expect.poll(focused).toContain(owner)
  await strike(page, 'j')
  await expect.poll(focused).toContain(staff[0])
  await strike(page, 'x')
  await expect(bulkBar(page)).toContainText('已选 1 条')
  await strike(page, 'j')
  await expect.poll(focused).toContain(staff[1])
  await strike(page, 'j')
  await expect.poll(focused).toContain(staff[2])
  await strike(page, 'Shift+X')
  await expect(bulkBar(page)).toContainText('已选 3 条')
  await strike(page, 'k')
  await expect.poll(focused).toContain(staff[1])
  await strike(page, 'x')
  await expect(bulkBar(page)).toContainText('已选 2 条')

  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(staff[1] ?? '')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  // Escape only closed the drawer: the selected rows are still selected.
  await expect(bulkBar(page)).toContainText('已选 2 条')
  await page.keyboard.press('Escape')
  await expect(bulkBar(page)).toHaveCount(0)

  await strike(page, '/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('jkx')
  await expect(page.getByRole('searchbox')).toHaveValue('jkx')

  // The keys of a list behind another tab do nothing.
  await expect(page.locator('.is-here')).toHaveCount(1)
  await open(page, '首页')
  await page.getByRole('main').click({ position: { x: 3, y: 3 } })
  await strike(page, 'x')
  await page.keyboard.press('Alt+2')
  await expect(heading(page, '员工账号')).toBeVisible()
  await expect(bulkBar(page)).toHaveCount(0)
})

test('a list works on a phone 360 px wide', async ({ page }) => {
  const { owner, staff } = await newCompany({ staff: 2 })
  await page.setViewportSize({ width: 360, height: 640 })
  await enter(page, { as: owner, at: '/setting/account?sort=loginAccount&order=asc' })
  await expect(rows(page)).toHaveCount(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await fillAndEnter(page.getByRole('searchbox'), 'p02')
  await expect(rows(page)).toHaveCount(1)
  await row(page, staff[1] ?? '')
    .getByRole('checkbox')
    .check()
  const bar = await bulkBar(page).boundingBox()
  expect(bar && bar.x + bar.width).toBeLessThanOrEqual(360)
  await disablePicked(page)
  await expect(toast(page, '操作成功')).toBeVisible()
  await expect(row(page, staff[1] ?? '')).toContainText('停用')

  await row(page, staff[1] ?? '')
    .getByText(staff[1] ?? '')
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('登录设备')
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(360)
  await drawer.getByRole('button', { name: '关闭' }).click()
  await expect(drawer).toBeHidden()
})
