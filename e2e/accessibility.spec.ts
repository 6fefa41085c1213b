import { check, checkNow, rounds } from './barriers.ts'
import {
  call,
  closeByKey,
  complaintsOf,
  enter,
  expect,
  heading,
  linesOf,
  logInBeside,
  menu,
  menuPaths,
  newCompany,
  open,
  someOf,
  speak,
  test,
} from './desk.ts'
import { letterTo, linkIn } from './post.ts'

for (const { language, theme } of rounds) {
  const zh = language === 'zh_CN'
  test.describe(`${language}, ${theme}`, () => {
    test.use({ colorScheme: theme })

    test('the login page and the page-not-found message are accessible', async ({ page }) => {
      await speak(page, language)
      await page.goto('/login')
      await page.getByRole('button', { name: zh ? '登录' : 'Log in', exact: true }).click()
      await expect(page.getByRole('alert')).not.toBeEmpty()
      await check(page, 'log-in')

      await enter(page, { language, at: '/nowhere' })
      await check(page, 'not found')
      await page.goto('/guide')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await check(page, 'guide')
    })

    test('registration, forgotten password, invitation and first password are accessible', async ({
      page,
    }) => {
      const { owner } = await newCompany()
      const token = await logInBeside(page, owner)
      const { data: roles } = await call<{ id: number }[]>(page, '/gateway/wms/role/list', { token })
      const person = { userName: 'Li', phone: null, roleIds: roles.slice(0, 1).map(({ id }) => id) }
      const email = `${owner}@example.com`
      await call(page, '/gateway/wms/staff/invite', { token, data: { ...person, email } })
      const given = { loginAccount: `${owner}-li`, password: 'given4now' }
      await call(page, '/gateway/wms/staff/create', { token, data: { ...person, ...given, email: null } })
      const main = page.getByRole('main')

      await speak(page, language)
      await page.goto('/register')
      await page.getByRole('button', { name: zh ? '发送验证码' : 'Send code' }).click()
      await page.getByRole('button', { name: zh ? '已有验证码' : 'I already have a code' }).click()
      await page.getByRole('textbox', { name: zh ? '密码' : 'Password', exact: true }).fill('a b')
      await main.getByRole('textbox').nth(3).fill(owner)
      await expect(main).toContainText(zh ? '已被使用' : 'already in use')
      await check(page, 'register with problems')

      await page.goto('/forgot')
      await page.getByRole('textbox').fill(`${owner}-nobody`)
      await page.getByRole('button', { name: zh ? '发送验证码' : 'Send code' }).click()
      await page.getByRole('button', { name: zh ? '设置密码' : 'Set password' }).click()
      await check(page, 'forgot with problems')

      await page.goto(linkIn(await letterTo(email)))
      await expect(page.getByRole('textbox').first()).toBeVisible()
      await check(page, 'welcome')
      await page.goto('/welcome#over')
      await expect(page.getByRole('alert')).not.toBeEmpty()
      await check(page, 'welcome that is over')

      const { data } = await call<{ token: string }>(page, '/gateway/auth/login', { data: given })
      await page.evaluate((fresh) => localStorage.setItem('token', fresh), data.token)
      await page.goto('/')
      await page.getByRole('button', { name: zh ? '设置密码' : 'Set password' }).click()
      await check(page, 'must change, with problems')
    })

    test('every page of the menu and each of its views is accessible and logs no error', async ({ page }) => {
      test.setTimeout(300_000)
      const complaints = await complaintsOf(page)
      await enter(page, { language })
      expect(await linesOf(page)).toEqual(menuPaths)
      const content = page.getByRole('main').locator('table, dl, form, .ant-card, .blank')
      let isFirst = true
      for (const [path, chinese, english] of someOf(menu)) {
        const title = zh ? chinese : english
        await open(page, title)
        await expect(page).toHaveURL(path)
        await expect(page).toHaveTitle(`${title} · Tallyhouse`)
        await expect(heading(page, title)).toBeVisible()
        await expect(content.filter({ visible: true }).first()).toBeVisible()
        // Top bar and menu are the same on every screen: checked once, on the first.
        await checkNow(page, title, isFirst ? undefined : 'main')
        isFirst = false
        const views = page.getByRole('navigation', { name: zh ? '视图' : 'Views' }).getByRole('link')
        for (const place of await views.evaluateAll((all) =>
          all.map((item) => item.getAttribute('href') ?? ''),
        )) {
          await views.and(page.locator(`[href="${place}"]`)).click()
          await expect(page).toHaveURL(place)
          await expect(content.filter({ visible: true }).first()).toBeVisible()
        }
      }
      expect(complaints).toEqual([])
    })

    test('dialogs, drawers and menus are accessible', async ({ page }) => {
      test.setTimeout(120_000)
      const { owner } = await newCompany({ staff: 2, daysLeft: 2 })
      await enter(page, { as: owner, language, at: '/setting/account' })
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await check(page, 'renewal dialog')
      await closeByKey(page, dialog)
      await check(page, 'renewal banner')

      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: zh ? '启用' : 'Enable', exact: true }).click()
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      await check(page, 'bulk result')
      await page
        .getByRole('region')
        .getByRole('button', { name: zh ? '停用' : 'Disable', exact: true })
        .click()
      await expect(page.getByRole('tooltip')).toBeVisible()
      await check(page, 'question before a bulk action')
      await page.keyboard.press('Escape')

      await page.keyboard.press('Control+k')
      await expect(dialog.getByRole('option').first()).toBeVisible()
      await check(page, 'palette')
      await closeByKey(page, dialog)

      await page.getByRole('row').nth(1).getByRole('cell').nth(3).click()
      await expect(dialog).toContainText(owner)
      await check(page, 'drawer')
      await closeByKey(page, dialog)

      await page.getByRole('button', { name: /^(任务|Tasks)/ }).click()
      await expect(page.getByRole('tooltip').filter({ hasText: /30/ })).toBeVisible()
      await check(page, 'job tray')
      await page.keyboard.press('Escape')

      await page.goto('/personInfo')
      await expect(heading(page, zh ? '个人信息' : 'Personal information')).toBeVisible()
      await page.getByRole('textbox', { name: zh ? '邮箱' : 'Email' }).fill('wrong')
      await page.getByRole('textbox', { name: zh ? '电话' : 'Phone' }).fill('wrong')
      await page.getByRole('textbox', { name: zh ? '姓名' : 'Name' }).fill('')
      await page.getByRole('textbox', { name: zh ? '电话' : 'Phone' }).focus()
      await check(page, 'personal information with problems', 'main')
    })

    test('staff, their forms and their roles are accessible', async ({ page }) => {
      const { owner } = await newCompany({ staff: 1 })
      await enter(page, { as: owner, language, at: '/setting/account' })
      const dialog = page.getByRole('dialog')
      const press = (zhName: string, enName: string) =>
        page
          .getByRole('button', { name: zh ? zhName : enName, exact: true })
          .last()
          .click()
      await press('创建账号', 'Create account')
      await expect(dialog).toBeVisible()
      await press('创建账号', 'Create account')
      await expect(dialog).toContainText(zh ? '请填写姓名' : 'Enter a name')
      await check(page, 'new account with problems')
      await dialog.getByRole('button', { name: zh ? '关闭' : 'Close' }).click()

      await page.getByRole('row').nth(1).getByRole('cell').nth(1).click()
      await press('重置密码', 'Reset password')
      await expect(dialog.getByRole('textbox')).toBeVisible()
      await check(page, 'reset of a password over a drawer')
      await press('取消', 'Cancel')
      await press('编辑', 'Edit')
      await expect(dialog.getByRole('checkbox').first()).toBeVisible()
      await check(page, 'drawer with a form')

      await page.goto('/setting/account?view=roles')
      await expect(page.getByRole('table')).toBeVisible()
      await check(page, 'all roles', 'main')
      await page.getByRole('navigation').getByRole('button', { name: /^员工/ }).click()
      await expect(page.getByRole('checkbox').first()).toBeEnabled()
      await check(page, 'a role', 'main')
      await page
        .getByRole('navigation')
        .getByRole('button', { name: zh ? '负责人' : 'Owner' })
        .click()
      await expect(page.getByRole('checkbox').first()).toBeDisabled()
      await check(page, 'a default role', 'main')
    })
  })
}

test('on a phone the menu drawer and a list are accessible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await enter(page, { at: '/setting/account' })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await check(page, 'narrow list')
  await page.getByRole('button', { name: '打开菜单' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: '首页' })).toBeVisible()
  await check(page, 'narrow menu')
})
