import type { Browser, Page } from '@playwright/test'
import {
  asOwner,
  call,
  enter,
  expect,
  heading,
  type Language,
  languages,
  logInBeside,
  newCompany,
  PASSWORD,
  sideMenu,
  strike,
  test,
  toast,
} from './desk.ts'

const words = {
  zh_CN: {
    staff: '员工账号',
    invite: '邀请员工',
    send: '发送邀请',
    create: '创建账号',
    account: '登录账号',
    name: '姓名',
    email: '邮箱',
    generate: '随机生成',
    firstPassword: '初始密码',
    handedOver: '已交给对方',
    invited: '已邀请',
    openInvitation: '待接受的邀请',
    packer: '打包发货员',
    biller: '计费员',
    owner: '负责人',
    manager: '经理',
    readOnly: '只读',
    roleFilter: '角色',
    edit: '编辑',
    save: '保存',
    done: '操作成功',
    reset: '重置密码',
    temporary: '临时密码',
    disable: '停用账号',
    enable: '启用账号',
    endAll: '结束全部登录',
    endOthers: '结束其他登录',
    notIn: '当前没有登录的设备',
    beyondYou: '含有您没有的权限',
    aboveYou: '对方拥有您没有的权限，不能操作其账号',
    yourself: '这是您自己的账号',
    moreThanYours: '不能授予自己没有的权限：全部权限',
    lost: '未登录',
    newRole: '新建角色',
    roleName: '角色名称',
    limit: '超过此金额须第二人确认',
    createRole: '创建角色',
    saveRole: '保存角色',
    removeRole: '删除角色',
    saveLimit: '保存金额',
    copyAsOwn: '复制为自有角色',
    held: '还有 1 名员工使用该角色，不能删除',
    seeStock: '查看库存',
    moveStock: '移库',
    seeTrail: '查看操作日志',
    seeInbounds: '查看入库单',
    missing: '缺少权限“编辑角色”',
    allRoles: '全部角色一览',
    full: '全部',
    partly: '部分',
    look: '仅查看',
    none: '无',
    stockPage: '库存查询',
    trailPage: '操作日志',
    changePassword: '修改密码',
    changed: '密码已修改，请用新密码登录',
    wrongOld: '原密码错误',
    differ: '两次输入的密码不一致',
    thisDevice: '本设备',
    sounds: '提示音',
    right: '成功',
    soundsOff: '关闭提示音',
    taken: '该账号已被使用',
    me: '当前用户',
  },
  en_US: {
    staff: 'Staff accounts',
    invite: 'Invite',
    send: 'Send invitation',
    create: 'Create account',
    account: 'Login account',
    name: 'Name',
    email: 'Email',
    generate: 'Generate',
    firstPassword: 'Initial password',
    handedOver: 'Done',
    invited: 'Invited',
    openInvitation: 'Pending invitation',
    packer: 'Packer/shipper',
    biller: 'Billing',
    owner: 'Owner',
    manager: 'Manager',
    readOnly: 'Read-only',
    roleFilter: 'Role',
    edit: 'Edit',
    save: 'Save',
    done: 'Operation succeeded',
    reset: 'Reset password',
    temporary: 'Temporary password',
    disable: 'Disable',
    enable: 'Enable',
    endAll: 'End all sessions',
    endOthers: 'End other sessions',
    notIn: 'Not logged in on any device',
    beyondYou: 'includes permissions you don’t have',
    aboveYou: 'This user has permissions you don’t have, so you can’t change their account',
    yourself: 'This is your own account',
    moreThanYours: 'You can’t grant permissions you don’t have: all permissions',
    lost: 'Not logged in',
    newRole: 'New role',
    roleName: 'Role name',
    limit: 'Second person required above',
    createRole: 'Create role',
    saveRole: 'Save role',
    removeRole: 'Delete role',
    saveLimit: 'Save amount',
    copyAsOwn: 'Copy as custom role',
    held: '1 user still has this role, so it can’t be deleted',
    seeStock: 'View stock',
    moveStock: 'Move stock',
    seeTrail: 'View audit log',
    seeInbounds: 'View inbound orders',
    missing: 'You don’t have the “Edit roles” permission',
    allRoles: 'All roles at a glance',
    full: 'Full',
    partly: 'Partial',
    look: 'View only',
    none: 'None',
    stockPage: 'Stock query',
    trailPage: 'Audit log',
    changePassword: 'Change password',
    changed: 'Password changed. Log in with the new password.',
    wrongOld: 'The old password is wrong',
    differ: 'Passwords do not match',
    thisDevice: 'This device',
    sounds: 'Sounds',
    right: 'OK',
    soundsOff: 'Turn sounds off',
    taken: 'This account is already in use',
    me: 'Logged in as',
  },
} as const

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, account: string) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByText(account, { exact: true }) })

/** Opens a user's drawer by a click on their row. */
async function openPerson(page: Page, account: string) {
  await row(page, account).getByText(account, { exact: true }).click()
  await expect(dialog(page)).toContainText(account)
}

/** Answers a button's confirmation. */
const confirm = (page: Page, name: string) =>
  page.getByRole('tooltip').getByRole('button', { name, exact: true }).click()

/** Another browser with another user. */
async function deskOf(
  browser: Browser,
  visit: { as: string; at?: string; language: Language; token?: string },
) {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'zh-CN' })
  const page = await context.newPage()
  await enter(page, visit)
  return page
}

/** The server's response to a password; undefined when it is wrong. */
async function logIn(page: Page, account: string, password: string) {
  const { success, data } = await call<{ token: string; mustChange: boolean }>(page, '/gateway/auth/login', {
    data: { loginAccount: account, password },
  })
  return success ? data : undefined
}

/** Gives a user another default role, as the database owner. */
const nowHolds = (tenantId: number, account: string, code: string) =>
  asOwner(async (owner) => {
    await owner.query(`set app.tenant_id = '${tenantId}'`)
    await owner.query(
      `with whose as (select id from accounts where login_account = $2),
         gone as (delete from account_roles ar using whose where ar.account_id = whose.id)
       insert into account_roles (tenant_id, account_id, role_id)
       select $1, whose.id, r.id from whose, roles r where r.tenant_id = $1 and r.code = $3`,
      [tenantId, account, code],
    )
  })

for (const language of languages) {
  const label = words[language]

  test(`one colleague gets a first password and another an invitation (${language})`, async ({ page }) => {
    const { owner } = await newCompany()
    // A warehouse may use plain HTTP, where a page has no clipboard API.
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await enter(page, { as: owner, language, at: '/setting/account' })

    const packer = `${owner}-packer`
    await button(page, label.create).click()
    await dialog(page).getByRole('textbox', { name: label.account }).fill(owner)
    await dialog(page).getByRole('textbox', { name: label.name }).fill('张三')
    await dialog(page).getByRole('checkbox', { name: label.packer }).check()
    await button(page, label.generate).click()
    const made = dialog(page).getByRole('textbox', { name: label.firstPassword })
    await expect(made).toHaveValue(/^[a-z2-9]{10}$/)
    const password = await made.inputValue()
    await dialog(page).getByRole('button', { name: label.create, exact: true }).click()
    // That account is in use; no input is lost.
    await expect(dialog(page)).toContainText(label.taken)
    await dialog(page).getByRole('textbox', { name: label.account }).fill(packer.toUpperCase())
    await dialog(page).getByRole('button', { name: label.create, exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await expect(dialog(page)).toContainText(packer)
    await expect(dialog(page)).toContainText(password)
    await dialog(page)
      .getByRole('button', { name: new RegExp(label.firstPassword) })
      .click()
    await button(page, label.handedOver).click()
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('searchbox').click()
    await page.keyboard.press('Control+v')
    await expect(page.getByRole('searchbox')).toHaveValue(password)
    await page.getByRole('searchbox').clear()

    // The key of the primary action opens the invitation.
    const mail = `${owner}@example.com`
    await heading(page, label.staff).click()
    await strike(page, 'n')
    await dialog(page).getByRole('textbox', { name: label.email }).fill(mail)
    await dialog(page).getByRole('textbox', { name: label.name }).fill('李四')
    await dialog(page).getByRole('checkbox', { name: label.biller }).check()
    await button(page, label.send).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, mail).first()).toContainText(label.invited)

    await row(page, mail).first().getByRole('cell').nth(1).click()
    const invitation = dialog(page).getByRole('alert').filter({ hasText: label.openInvitation })
    const link = await invitation.getByText(/\/welcome#/).innerText()
    expect(link).toContain(new URL(page.url()).origin)

    const accepted = await call(page, '/gateway/auth/welcome/accept', {
      data: { link: link.trim().split('#')[1], password: 'Own2Choose' },
    })
    expect(accepted.success, accepted.message).toBe(true)
    await page.goto('/setting/account')
    await page.getByRole('combobox', { name: label.roleFilter }).click()
    await page.getByTitle(label.biller, { exact: true }).click()
    await expect(page).toHaveURL(/roleId=\d+/)
    await expect(page.getByRole('main').locator('tbody').getByRole('row')).toHaveCount(1)
    await expect(row(page, mail).first()).not.toContainText(label.invited)
  })

  test(`a new role opens a page to its users without another login (${language})`, async ({
    page,
    browser,
  }) => {
    const { owner, staff } = await newCompany({ staff: 1 })
    const person = staff[0] ?? ''
    const token = await logInBeside(page, person)
    const theirs = await deskOf(browser, { as: person, token, language })
    await expect(sideMenu(theirs).getByRole('link', { name: label.stockPage })).toHaveCount(0)
    const trail = () => call(page, '/gateway/wms/trail/list', { token, language })

    await enter(page, { as: owner, language, at: '/setting/account?view=roles' })
    const table = page.getByRole('region', { name: label.allRoles }).getByRole('table')
    const line = table.getByRole('row').nth(2)
    await expect(line.getByRole('cell').nth(0)).toContainText(label.full)
    await expect(line.getByRole('cell').nth(2)).toContainText(label.partly)
    await expect(line.getByRole('cell').nth(5)).toContainText(label.look)
    await expect(line.getByRole('cell').nth(3)).toContainText(label.none)

    await button(page, label.newRole).click()
    await page.getByRole('textbox', { name: label.roleName }).fill('Night shift')
    await page.getByRole('textbox', { name: label.limit }).fill('12.345')
    await page.getByRole('checkbox', { name: label.moveStock, exact: true }).check()
    // Users cannot move what they cannot see.
    await expect(page.getByRole('checkbox', { name: label.seeStock })).toBeChecked()
    await page.reload()
    await expect(page.getByRole('textbox', { name: label.roleName })).toHaveValue('Night shift')
    await expect(page.getByRole('checkbox', { name: label.moveStock, exact: true })).toBeChecked()
    await button(page, label.createRole).click()
    await expect(page.getByRole('textbox', { name: label.limit })).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('textbox', { name: label.limit }).fill('250')
    await page.keyboard.press('Control+s')
    await expect(toast(page, label.done)).toBeVisible()
    await expect(page).toHaveURL(/view=roles&open=\d+$/)
    await expect(page.getByRole('textbox', { name: label.limit })).toHaveValue('250.00')
    const address = page.url()

    await page.goto('/setting/account')
    await openPerson(page, person)
    await dialog(page).getByRole('button', { name: label.edit, exact: true }).click()
    await dialog(page).getByRole('checkbox', { name: 'Night shift' }).check()
    await dialog(page).getByRole('button', { name: label.save, exact: true }).click()
    await expect(dialog(page).getByRole('cell', { name: /Night shift/ })).toBeVisible()
    const after = await call<{ permissions: string[] }>(page, '/gateway/auth/user-info', { token })
    expect(after.data.permissions).toContain('query:stock:move')
    await theirs.reload()
    await expect(sideMenu(theirs).getByRole('link', { name: label.stockPage })).toBeVisible()
    await expect(sideMenu(theirs).getByRole('link', { name: label.trailPage })).toHaveCount(0)

    // The role gets more permissions, and the same session with it.
    expect((await trail()).success).toBe(false)
    await page.goto(address)
    await page.getByRole('checkbox', { name: label.seeTrail }).check()
    await button(page, label.saveRole).click()
    await expect(toast(page, label.done)).toBeVisible()
    expect((await trail()).success).toBe(true)
    await theirs.reload()
    await sideMenu(theirs).getByRole('link', { name: label.trailPage }).click()
    await expect(heading(theirs, label.trailPage)).toBeVisible()
    await theirs.context().close()

    // It cannot be deleted while it is assigned.
    await button(page, label.removeRole).click()
    await confirm(page, label.removeRole)
    await expect(toast(page, label.held)).toBeVisible()
    await expect(page.getByRole('textbox', { name: label.roleName })).toHaveValue('Night shift')

    // A default role can be copied, not changed, except for its limit.
    await page.getByRole('navigation').getByRole('button', { name: label.readOnly }).click()
    await expect(page.getByRole('checkbox', { name: label.seeStock })).toBeDisabled()
    await page.getByRole('textbox', { name: label.limit }).fill('9.5')
    await button(page, label.saveLimit).click()
    await expect(page.getByRole('textbox', { name: label.limit })).toHaveValue('9.50')
    await button(page, label.copyAsOwn).click()
    await expect(page.getByRole('checkbox', { name: label.seeStock })).toBeChecked()
    await button(page, label.createRole).click()
    await expect(button(page, label.removeRole)).toBeVisible()
    await button(page, label.removeRole).click()
    await confirm(page, label.removeRole)
    await expect(table).toBeVisible()
  })

  test(`a manager can neither change the owner nor grant more permissions than they have (${language})`, async ({
    page,
  }) => {
    const { tenantId, owner, staff } = await newCompany({ staff: 2 })
    const [manager = '', clerk = ''] = staff
    await nowHolds(tenantId, manager, 'manager')
    const token = await logInBeside(page, manager)
    await enter(page, { as: manager, token, language, at: '/setting/account' })

    await openPerson(page, owner)
    await expect(dialog(page).getByRole('alert')).toContainText(label.aboveYou)
    await expect(dialog(page).getByRole('button', { name: label.reset })).toHaveCount(0)
    await expect(dialog(page).getByRole('button', { name: label.disable })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openPerson(page, manager)
    await expect(dialog(page).getByRole('alert')).toContainText(label.yourself)
    await expect(dialog(page).getByRole('button', { name: label.disable })).toHaveCount(0)
    await page.keyboard.press('Escape')

    await openPerson(page, clerk)
    await dialog(page).getByRole('button', { name: label.edit, exact: true }).click()
    const max = dialog(page).getByRole('checkbox', { name: label.owner })
    await expect(max).toBeDisabled()
    await expect(dialog(page).getByText(`${label.owner} (${label.beyondYou})`)).toBeVisible()
    await expect(dialog(page).getByRole('checkbox', { name: label.manager })).toBeEnabled()
    await expect(dialog(page).getByRole('checkbox', { name: label.biller })).toBeDisabled()

    // The server itself refuses too.
    type Role = { id: number; code: string; rowVersion: number }
    const { data: roles } = await call<Role[]>(page, '/gateway/wms/role/list', { token })
    const top = roles.find(({ code }) => code === 'owner')?.id ?? 0
    const refused = await call(page, '/gateway/wms/staff/invite', {
      token,
      language,
      data: { email: `x${manager}@example.com`, userName: 'X', phone: null, roleIds: [top] },
    })
    expect(refused.message).toContain(label.moreThanYours)

    await page.goto('/setting/account?view=roles')
    await expect(page.getByRole('alert').filter({ hasText: label.missing })).toBeVisible()
    await expect(button(page, label.newRole)).toHaveCount(0)
    await page.getByRole('navigation').getByRole('button', { name: label.manager }).click()
    await expect(page.getByRole('checkbox', { name: label.seeStock })).toBeDisabled()
    await expect(page.getByRole('checkbox', { name: label.seeInbounds }).first()).toBeChecked()
  })

  test(`a user who is disabled, gets a new password or is logged out by a manager is logged out on every device (${language})`, async ({
    page,
    browser,
  }) => {
    const { owner, staff } = await newCompany({ staff: 1 })
    const person = staff[0] ?? ''
    const theirs = await deskOf(browser, {
      as: person,
      token: await logInBeside(page, person),
      language,
      at: '/setting/account',
    })
    await enter(page, { as: owner, language, at: '/setting/account' })
    await openPerson(page, person)
    await dialog(page).getByRole('button', { name: label.disable, exact: true }).click()
    await confirm(page, label.disable)
    await expect(dialog(page)).toContainText(label.notIn)
    await theirs.getByRole('button', { name: /^(刷新|Refresh)$/ }).click()
    await expect(theirs).toHaveURL(/\/login$/)
    await expect(theirs.getByRole('alert')).toContainText(label.lost)
    await theirs.context().close()
    expect(await logIn(page, person, PASSWORD)).toBeUndefined()

    await dialog(page).getByRole('button', { name: label.enable, exact: true }).click()
    await expect(dialog(page).getByRole('button', { name: label.disable, exact: true })).toBeVisible()
    const before = await logInBeside(page, person)
    await dialog(page).getByRole('button', { name: label.reset, exact: true }).click()
    const modal = dialog(page).filter({ hasText: label.temporary })
    await modal.getByRole('button', { name: label.generate }).click()
    const password = await modal.getByRole('textbox').inputValue()
    await modal.getByRole('button', { name: label.reset, exact: true }).click()
    await expect(modal).toContainText(password)
    await modal.getByRole('button', { name: label.handedOver }).click()
    await expect(modal).toBeHidden()
    expect((await call(page, '/gateway/auth/user-info', { token: before })).code).toBe(2)
    expect(await logIn(page, person, PASSWORD)).toBeUndefined()
    expect((await logIn(page, person, password))?.mustChange).toBe(true)

    await page.reload()
    await dialog(page).getByRole('button', { name: label.endAll, exact: true }).click()
    await confirm(page, label.endAll)
    await expect(dialog(page)).toContainText(label.notIn)
  })

  test(`a user ends their session on another device and changes their password (${language})`, async ({
    page,
    browser,
  }) => {
    const { owner } = await newCompany()
    const [here, there] = [await logInBeside(page, owner), await logInBeside(page, owner)]
    await logInBeside(page, owner)
    await page.addInitScript(() => {
      const heard: number[] = []
      Object.assign(window, { heard })
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (when) {
        heard.push(this.frequency.value)
        start.call(this, when)
      }
    })
    const heard = () => page.evaluate(() => Reflect.get(window, 'heard'))
    const other = await deskOf(browser, { as: owner, token: there, language, at: '/personInfo' })
    await enter(page, { as: owner, token: here, language, at: '/personInfo' })
    const sessions = page.getByRole('main').locator('.sessions > li')
    await expect(sessions).toHaveCount(3)
    await expect(sessions.first()).toContainText(label.thisDevice)
    await expect(sessions.first().getByRole('button')).toHaveCount(0)

    await button(page, label.right).click()
    expect(await heard()).toEqual([880])
    await page.getByRole('button', { name: new RegExp(label.me) }).click()
    await page.getByRole('menuitem', { name: label.soundsOff }).click()
    await expect(page.getByRole('switch', { name: label.sounds })).not.toBeChecked()
    await expect(button(page, label.right)).toHaveCount(0)

    await button(page, label.endOthers).click()
    await confirm(page, label.endOthers)
    await expect(sessions).toHaveCount(1)
    await other.reload()
    await expect(other).toHaveURL(/\/login$/)
    await expect(other.getByRole('alert')).toContainText(label.lost)
    await other.context().close()

    const typed = (name: string) => page.locator(`input[name=${name}]`)
    const [old, fresh, repeat] = [typed('oldPassword'), typed('newPassword'), typed('repeat')]
    await old.fill('wrong123')
    await fresh.fill('Own2Choose')
    await repeat.fill('Own2Chose')
    await button(page, label.changePassword).click()
    await expect(page.getByRole('main')).toContainText(label.differ)
    await repeat.fill('Own2Choose')
    await button(page, label.changePassword).click()
    await expect(page.getByRole('main')).toContainText(label.wrongOld)
    await old.fill(PASSWORD)
    await button(page, label.changePassword).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('alert')).toContainText(label.changed)
    expect(await logIn(page, owner, PASSWORD)).toBeUndefined()
    expect(await logIn(page, owner, 'Own2Choose')).toBeDefined()
  })
}
