import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import {
  expect,
  fillAndEnter,
  heading,
  type Language,
  languages,
  open,
  sideMenu,
  speak,
  test,
} from './desk.ts'
import { codeIn, letterTo, linkIn } from './post.ts'

const OWN = 'plum7tree9'

const words = {
  zh_CN: {
    email: '邮箱',
    code: '验证码',
    company: '公司名称',
    urlName: '登录网址名称',
    password: '密码',
    newPassword: '新密码',
    oldPassword: '原密码',
    repeat: '再次输入密码',
    create: '创建',
    setPassword: '设置密码',
    enter: '进入系统',
    account: '账号',
    logIn: '登录',
    staff: '员工账号',
    createAccount: '创建账号',
    loginAccount: '登录账号',
    name: '姓名',
    packer: '打包发货员',
    biller: '计费员',
    generate: '随机生成',
    firstPassword: '初始密码',
    handedOver: '已交给对方',
    invite: '邀请员工',
    send: '发送邀请',
    user: '当前用户',
    missing: '缺少权限“查看客户”',
    disabled: '停用账号',
    packerMenu: ['首页', '订单出库', '库存查询'],
    billerMenu: [
      '首页',
      '入库单列表',
      '订单出库',
      '客户档案',
      '产品档案',
      '库存查询',
      '费用管理',
      '收款管理',
      '物流渠道',
      '客户报价',
    ],
  },
  en_US: {
    email: 'Email',
    code: 'Code',
    company: 'Company name',
    urlName: 'Login URL name',
    password: 'Password',
    newPassword: 'New password',
    oldPassword: 'Old password',
    repeat: 'Repeat password',
    create: 'Create',
    setPassword: 'Set password',
    enter: 'Continue',
    account: 'Account',
    logIn: 'Log in',
    staff: 'Staff accounts',
    createAccount: 'Create account',
    loginAccount: 'Login account',
    name: 'Name',
    packer: 'Packer/shipper',
    biller: 'Billing',
    generate: 'Generate',
    firstPassword: 'Initial password',
    handedOver: 'Done',
    invite: 'Invite',
    send: 'Send invitation',
    user: 'Logged in as',
    missing: 'You don’t have the “View customers” permission',
    disabled: 'Disable',
    packerMenu: ['Home', 'Order outbound', 'Stock query'],
    billerMenu: [
      'Home',
      'Inbound list',
      'Order outbound',
      'Customers',
      'Products',
      'Stock query',
      'Fee management',
      'Collections',
      'Logistics channels',
      'Customer quote',
    ],
  },
} as const

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const menuOf = (page: Page) => sideMenu(page).getByRole('link').allInnerTexts()

/** A separate browser context: nothing of this browser is known there. */
async function otherDesk(browser: Browser, language: Language): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await speak(page, language)
  return page
}

for (const language of languages) {
  const label = words[language]

  test(`a new user registers and adds two colleagues, and each sees only what they may (${language})`, async ({
    page,
    browser,
  }) => {
    const tag = randomBytes(4).toString('hex').slice(0, 7)
    const email = `first-${tag}@example.com`
    const isIn = (desk: Page, account: string) =>
      expect(button(desk, `${label.user} ${account}`)).toBeVisible()

    await speak(page, language)
    await page.goto('/register')
    await fillAndEnter(field(page, label.email), email)
    await field(page, label.code).fill(codeIn(await letterTo(email)))
    await field(page, label.company).fill('新海仓储')
    await field(page, label.urlName).fill(`f${tag}`)
    await field(page, label.password).fill(OWN)
    await field(page, label.repeat).fill(OWN)
    await button(page, label.create).click()
    await isIn(page, email)

    await open(page, label.staff)
    const packer = `f${tag}-packer`
    await button(page, label.createAccount).click()
    await dialog(page).getByRole('textbox', { name: label.loginAccount }).fill(packer)
    await dialog(page).getByRole('textbox', { name: label.name }).fill('张三')
    await dialog(page).getByRole('checkbox', { name: label.packer }).check()
    await button(page, label.generate).click()
    const given = await dialog(page).getByRole('textbox', { name: label.firstPassword }).inputValue()
    await dialog(page).getByRole('button', { name: label.createAccount, exact: true }).click()
    await button(page, label.handedOver).click()
    await expect(dialog(page)).toBeHidden()

    const biller = `bill-${tag}@example.com`
    await button(page, label.invite).click()
    await dialog(page).getByRole('textbox', { name: label.email }).fill(biller)
    await dialog(page).getByRole('textbox', { name: label.name }).fill('李四')
    await dialog(page).getByRole('checkbox', { name: label.biller }).check()
    await button(page, label.send).click()
    await expect(dialog(page)).toBeHidden()

    // The packer logs in with the temporary password and must choose another at once.
    const first = await otherDesk(browser, language)
    await first.goto('/login')
    const knock = async (password: string) => {
      await field(first, label.account).fill(packer)
      await field(first, label.password).fill(password)
      await button(first, label.logIn).click()
    }
    await knock(given)
    await field(first, label.oldPassword).fill(given)
    await field(first, label.newPassword).fill(OWN)
    await field(first, label.repeat).fill(OWN)
    await button(first, label.setPassword).click()
    await expect(first).toHaveURL('/login')
    await knock(OWN)
    await isIn(first, packer)
    expect(await menuOf(first)).toEqual(label.packerMenu)
    // On pages they may not open, the missing permission is named.
    await first.goto('/query/customer')
    await expect(first.getByRole('main')).toContainText(label.missing)

    const second = await otherDesk(browser, language)
    await second.goto(linkIn(await letterTo(biller)))
    await field(second, label.newPassword).fill(OWN)
    await field(second, label.repeat).fill(OWN)
    await button(second, label.enter).click()
    await isIn(second, biller)
    expect(await menuOf(second)).toEqual(label.billerMenu)
    await second.goto('/query/customer')
    await expect(heading(second, label.billerMenu[3])).toBeVisible()
    await expect(second.getByRole('main')).not.toContainText(label.missing)

    // The owner disables the packer, whose next request ends the session.
    await page.getByRole('row').filter({ hasText: packer }).first().getByRole('cell').nth(1).click()
    await dialog(page).getByRole('button', { name: label.disabled, exact: true }).click()
    await page.getByRole('tooltip').getByRole('button', { name: label.disabled, exact: true }).click()
    await expect(dialog(page).getByRole('button', { name: label.disabled, exact: true })).toHaveCount(0)
    await first.goto('/order/list')
    await expect(first).toHaveURL('/login')
    await first.context().close()
    await second.context().close()
  })
}
