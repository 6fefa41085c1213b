import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { blankCustomer } from '../testing/blank-inputs.ts'
import {
  asOwner,
  call,
  complaintsOf,
  expect,
  fillAndEnter,
  heading,
  type Language,
  languages,
  logInBeside,
  newCompany,
  PASSWORD,
  prepare,
  speak,
  stored,
  stub,
  test,
} from './desk.ts'
import { codeIn, lettersTo, letterTo, linkIn } from './post.ts'

const OWN = 'plum7tree9'
const SEND = '/gateway/auth/register/send-code'

const words = {
  zh_CN: {
    home: '首页',
    setUp: '初始设置',
    later: '以后再设置',
    account: '账号',
    password: '密码',
    newPassword: '新密码',
    oldPassword: '原密码',
    repeat: '再次输入密码',
    logIn: '登录',
    logOut: '退出登录',
    toRegister: '注册',
    toForgot: '忘记密码',
    toLogin: '返回登录',
    email: '邮箱',
    send: '发送验证码',
    again: /^\d+ 秒后可重发$/,
    sent: '验证码已发送，10 分钟内有效',
    haveCode: '已有验证码',
    code: '验证码',
    company: '公司名称',
    urlName: '登录网址名称',
    free: '可以使用',
    taken: '该登录网址名称已被使用',
    invite: '邀请码（选填）',
    create: '创建',
    differ: '两次输入的密码不一致',
    codeWrong: '验证码错误或已失效',
    inviteUnknown: '邀请码不存在',
    networkError: '网络错误',
    notSent: '验证码发送失败',
    soon: /验证码已发送，请 \d+ 秒后再试/,
    forgot: '重置密码',
    maybeSent: '如果账号存在并有邮箱，验证码已发送',
    setPassword: '设置密码',
    passwordSet: '密码已设置，请登录',
    wrongPair: '账号或密码错误',
    welcome: '欢迎加入',
    somebodyIn: '这台电脑上已有账号登录',
    enter: '进入系统',
    linkOver: '链接已失效',
    linkMissing: '请打开邀请邮件中的链接',
    mustChange: '请设置自己的密码',
    customerTitle: '修改密码',
    customerHint: '是客户账号，在这里只能修改密码和退出登录',
    serverError: '服务器错误',
    oldWrong: '原密码错误',
    changed: '密码已修改',
    user: '当前用户',
  },
  en_US: {
    home: 'Home',
    setUp: 'Setup',
    later: 'Set up later',
    account: 'Account',
    password: 'Password',
    newPassword: 'New password',
    oldPassword: 'Old password',
    repeat: 'Repeat password',
    logIn: 'Log in',
    logOut: 'Log out',
    toRegister: 'Register',
    toForgot: 'Forgot password?',
    toLogin: 'Back to login',
    email: 'Email',
    send: 'Send code',
    again: /^Resend in \d+ s$/,
    sent: 'The code has been sent',
    haveCode: 'I already have a code',
    code: 'Code',
    company: 'Company name',
    urlName: 'Login URL name',
    free: 'Available.',
    taken: 'This login URL name is already in use',
    invite: 'Invite code (optional)',
    create: 'Create',
    differ: 'Passwords do not match',
    codeWrong: 'The code is wrong or has expired',
    inviteUnknown: 'Invite code not found',
    networkError: 'Network error',
    notSent: 'Verification code sending failed',
    soon: /A code was just sent. Try again in \d+ seconds/,
    forgot: 'Reset password',
    maybeSent: 'If the account exists and has an email, a code has been sent',
    setPassword: 'Set password',
    passwordSet: 'Password set. Please log in.',
    wrongPair: 'Wrong account or password',
    welcome: 'Welcome to',
    somebodyIn: 'Another account is logged in on this computer',
    enter: 'Continue',
    linkOver: 'This link is no longer valid',
    linkMissing: 'Please open the link in your invitation email',
    mustChange: 'Choose your own password',
    customerTitle: 'Change your password',
    customerHint: 'is a customer account. Here you can only change the password or log out',
    serverError: 'Server error',
    oldWrong: 'The old password is wrong',
    changed: 'Password changed',
    user: 'Logged in as',
  },
} as const

const tag = () => randomBytes(4).toString('hex')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const alert = (page: Page) => page.getByRole('main').getByRole('alert').first()

/** The message below a field, as a screen reader announces it. */
async function problemAt(page: Page, name: string, problem: string) {
  const item = field(page, name)
  await expect(item).toHaveAttribute('aria-invalid', 'true')
  const [id] = ((await item.getAttribute('aria-describedby')) ?? '').split(' ')
  await expect(page.locator(`[id="${id}"]`)).toHaveText(problem)
}

async function logIn(page: Page, language: Language, account: string, password: string) {
  const label = words[language]
  await field(page, label.account).fill(account)
  await field(page, label.password).fill(password)
  await press(page, label.logIn)
}

const isIn = (page: Page, language: Language, account: string) =>
  expect(page.getByRole('button', { name: `${words[language].user} ${account}` })).toBeVisible()

const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Invites a packer, as the staff page does. */
async function invite(page: Page, owner: string, email: string, language: Language): Promise<string> {
  const token = await logInBeside(page, owner)
  const { message, success } = await call(page, '/gateway/wms/staff/invite', {
    token,
    language,
    data: { email, userName: '小李', phone: null, roleIds: [await roleOf(page, token)] },
  })
  expect(success, message).toBe(true)
  return linkIn(await letterTo(email))
}

async function roleOf(page: Page, token: string): Promise<number> {
  const { data } = await call<{ id: number; code: string }[]>(page, '/gateway/wms/role/list', { token })
  return data.find(({ code }) => code === 'packer')?.id ?? data[1]?.id ?? 0
}

for (const language of languages) {
  const labels = words[language]

  test(`a new user registers with a code from an email and starts a trial (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany()
    const email = `new-${tag()}@example.com`
    const name = `n${tag().slice(0, 7)}`
    const complaints = await complaintsOf(page)
    await speak(page, language)
    await page.goto('/login?invite=WRONGCODE1')
    await page.getByRole('link', { name: labels.toRegister, exact: true }).click()
    await expect(field(page, labels.email)).toBeFocused()
    await fillAndEnter(field(page, labels.email), email)
    await expect(page.getByRole('status').filter({ hasText: labels.sent })).toBeVisible()
    await expect(page.getByRole('button', { name: labels.again })).toBeDisabled()
    await expect(field(page, labels.code)).toBeFocused()
    const code = codeIn(await letterTo(email))

    await field(page, labels.code).fill(otherCode(code))
    await field(page, labels.company).fill('新海仓储')
    await field(page, labels.urlName).fill(owner)
    await problemAt(page, labels.urlName, labels.taken)
    await field(page, labels.urlName).fill(name.toUpperCase())
    await expect(page.getByRole('status').filter({ hasText: labels.free })).toContainText(
      `/login?name=${name}`,
    )

    await field(page, labels.password).fill('short')
    const ticks = page.getByRole('listitem')
    await expect(ticks.filter({ hasText: '✓' })).toHaveCount(1)
    await field(page, labels.password).fill(OWN)
    await expect(ticks.filter({ hasText: '✓' })).toHaveCount(3)
    await field(page, labels.repeat).fill('plum7tree8')
    await expect(page.getByRole('main')).not.toContainText(labels.differ)
    await field(page, labels.company).focus()
    await problemAt(page, labels.repeat, labels.differ)
    const input: string[] = []
    page.on('request', (sent) => sent.url().endsWith('/auth/register') && input.push(sent.url()))
    await press(page, labels.create)
    await expect(field(page, labels.repeat)).toBeFocused()
    expect(input).toEqual([])
    await field(page, labels.repeat).fill(OWN)

    await page.keyboard.press('Enter')
    await problemAt(page, labels.code, labels.codeWrong)
    await expect(field(page, labels.code)).toBeFocused()
    await field(page, labels.code).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await press(page, labels.create)
    await problemAt(page, labels.invite, labels.inviteUnknown)
    for (const [label, kept] of [
      [labels.email, email],
      [labels.company, '新海仓储'],
      [labels.urlName, name.toUpperCase()],
      [labels.password, OWN],
      [labels.repeat, OWN],
      [labels.invite, 'WRONGCODE1'],
    ] as const)
      await expect(field(page, label)).toHaveValue(kept)
    await fillAndEnter(field(page, labels.invite), '')

    await expect(heading(page, labels.setUp)).toBeVisible()
    await expect(page).toHaveURL('/setup')
    await press(page, labels.later)
    await expect(heading(page, labels.home)).toBeVisible()
    await expect(page).toHaveURL('/')
    await isIn(page, language, email)
    const tenants = await asOwner((database) =>
      database.query<{ companyName: string; status: string }>(
        `select company_name as "companyName", status::text from tenants where login_url_name = $1`,
        [name],
      ),
    )
    expect(tenants.rows).toEqual([{ companyName: '新海仓储', status: 'trial' }])
    expect(complaints.filter((complaint) => complaint.startsWith('policy'))).toEqual([])

    // A logged-in user does not need these pages.
    for (const path of ['/register', '/forgot']) {
      await page.goto(path)
      await expect(page).toHaveURL('/')
    }
  })

  test(`a code that could not be sent says why, and a second code has to wait (${language})`, async ({
    page,
  }) => {
    const email = `wait-${tag()}@example.com`
    await speak(page, language)
    await page.goto('/register')
    await field(page, labels.email).fill(email)

    await page.route(`**${SEND}`, (route) => route.abort())
    await press(page, labels.send)
    await expect(alert(page)).toHaveText(`${labels.notSent} · ${labels.networkError}`)
    await page.unroute(`**${SEND}`)
    await stub(page, SEND, 200, { code: 5000, success: false, message: '', data: null })
    await press(page, labels.send)
    await expect(alert(page)).toHaveText(`${labels.notSent} · ${labels.serverError}`)
    await page.unroute(`**${SEND}*`)
    await expect(field(page, labels.email)).toHaveValue(email)
    expect(lettersTo(email)).toEqual([])

    // Requested on the phone, and again at the desk.
    await call(page, SEND, { data: { email }, language })
    await press(page, labels.send)
    await expect(alert(page)).toHaveText(labels.soon)
    await expect(field(page, labels.email)).toHaveValue(email)
    await press(page, labels.haveCode)
    await expect(field(page, labels.code)).toBeFocused()
    expect(lettersTo(email)).toHaveLength(1)
  })

  test(`a forgotten password is reset by email, and old sessions end (${language})`, async ({ page }) => {
    const { owner, tenantId } = await newCompany()
    const email = `${owner}@example.com`
    await asOwner((database) =>
      database.query('update accounts set email = $2 where tenant_id = $1', [tenantId, email]),
    )
    const before = await logInBeside(page, owner)
    await speak(page, language)
    await page.goto('/query/stock')
    await page.getByRole('link', { name: labels.toForgot, exact: true }).click()
    await expect(heading(page, labels.forgot)).toBeVisible()

    // Does not reveal which accounts exist.
    const unknown = `nobody-${tag()}@example.com`
    await field(page, labels.account).fill(unknown)
    await press(page, labels.send)
    const status = page.getByRole('status').filter({ hasText: labels.maybeSent })
    await expect(status).toBeVisible()
    const words = await status.textContent()

    await field(page, labels.account).fill(owner.toUpperCase())
    await page.getByRole('button', { name: /^(重新发送|Resend)$/ }).click()
    const code = codeIn(await letterTo(email))
    expect(await status.textContent()).toBe(words)
    expect(lettersTo(unknown)).toEqual([])

    await field(page, labels.code).fill(otherCode(code))
    await field(page, labels.newPassword).fill(OWN)
    await field(page, labels.repeat).fill(OWN)
    await press(page, labels.setPassword)
    await problemAt(page, labels.code, labels.codeWrong)
    await fillAndEnter(field(page, labels.code), code)

    await expect(page).toHaveURL('/login')
    await expect(alert(page)).toHaveText(labels.passwordSet)
    await expect(field(page, labels.account)).toHaveValue(owner.toUpperCase())
    await expect(field(page, labels.password)).toBeFocused()
    expect((await call(page, '/gateway/auth/user-info', { token: before })).code).toBe(2)

    await logIn(page, language, owner, PASSWORD)
    await expect(alert(page)).toHaveText(labels.wrongPair)
    await logIn(page, language, owner, OWN)
    await isIn(page, language, owner)
    await expect(page).toHaveURL('/query/stock')
  })

  test(`an invited colleague joins with the link in the email, once (${language})`, async ({ page }) => {
    const { owner } = await newCompany()
    const email = `li-${tag()}@example.com`
    const link = await invite(page, owner, email, language)
    await speak(page, language)
    let during = ''
    await page.route('**/gateway/auth/welcome?*', async (route) => {
      during = page.url()
      await route.continue()
    })
    await page.goto(link)
    await expect(heading(page, `${labels.welcome} ${owner}`)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(email)
    expect(during).not.toContain('#')
    await expect(page).toHaveURL('/welcome')

    // A reload, as with a change of language, does not lose the invitation.
    await page.reload()
    await field(page, labels.newPassword).fill(OWN)
    await field(page, labels.repeat).fill(`${OWN}x`)
    await press(page, labels.enter)
    // The message that appears when the field is left does not move the button from under the mouse.
    await expect(field(page, labels.repeat)).toBeFocused()
    await problemAt(page, labels.repeat, labels.differ)
    await fillAndEnter(field(page, labels.repeat), OWN)
    await isIn(page, language, email)
    await expect(page).toHaveURL('/')

    await page.goto(link)
    await expect(alert(page)).toContainText(labels.linkOver)
    await expect(field(page, labels.newPassword)).toHaveCount(0)
    // A logged-in user stays logged in.
    await page.getByRole('link', { name: labels.toLogin }).click()
    await isIn(page, language, email)
  })

  test(`an invitation also opens where another user is logged in (${language})`, async ({ page }) => {
    const { owner } = await newCompany()
    const email = `wu-${tag()}@example.com`
    const link = await invite(page, owner, email, language)
    const token = await logInBeside(page, owner)
    await prepare(page, { as: owner, token, language })

    await page.goto('/welcome')
    await expect(alert(page)).toHaveText(labels.linkMissing)
    await stub(page, '/gateway/auth/welcome', 502, '<h1>bad gateway</h1>')
    // In the open tab a link changes only the fragment.
    await page.goto(link)
    await expect(page.getByRole('button', { name: /^(重试|Retry)$/ })).toBeVisible()
    await page.unroute('**/gateway/auth/welcome*')
    await press(page, /^(重试|Retry)$/)
    await expect(page.getByRole('main')).toContainText(labels.somebodyIn)
    await field(page, labels.newPassword).fill(OWN)
    await field(page, labels.repeat).fill(OWN)
    await press(page, labels.enter)
    await isIn(page, language, email)
    expect((await call(page, '/gateway/auth/user-info', { token })).code).toBe(2)
  })

  test(`a user who got a password from a manager must change it first (${language})`, async ({ page }) => {
    const { owner } = await newCompany()
    const account = `${owner}-zhou`
    const token = await logInBeside(page, owner)
    const made = await call(page, '/gateway/wms/staff/create', {
      token,
      data: {
        loginAccount: account,
        userName: '小周',
        phone: null,
        email: null,
        roleIds: [await roleOf(page, token)],
        password: 'given4now',
      },
    })
    expect(made.success, made.message).toBe(true)

    await speak(page, language)
    await page.goto('/query/stock')
    await logIn(page, language, account, 'given4now')
    await expect(heading(page, labels.mustChange)).toBeVisible()
    await page.reload()
    await expect(heading(page, labels.mustChange)).toBeVisible()
    await expect(page.getByRole('navigation', { name: /^(菜单|Menu)$/ })).toHaveCount(0)

    // They may postpone it.
    await press(page, labels.logOut)
    await expect(page).toHaveURL('/login')
    expect(await stored(page, 'token')).toBeNull()
    await logIn(page, language, account, 'given4now')

    await field(page, labels.oldPassword).fill('not-this-1')
    await field(page, labels.newPassword).fill(OWN)
    await field(page, labels.repeat).fill(OWN)
    await press(page, labels.setPassword)
    await problemAt(page, labels.oldPassword, labels.oldWrong)
    await field(page, labels.oldPassword).fill('given4now')
    await press(page, labels.setPassword)

    await expect(page).toHaveURL('/login')
    await expect(alert(page)).toContainText(labels.changed)
    await expect(field(page, labels.account)).toHaveValue(account)
    await logIn(page, language, account, OWN)
    await isIn(page, language, account)
  })

  test(`a customer who logs in can change the password and nothing else (${language})`, async ({ page }) => {
    const { owner } = await newCompany()
    const account = `${owner}-shop`
    const token = await logInBeside(page, owner)
    const { data: made } = await call<{ id: number }>(page, '/gateway/wms/customer/create', {
      token,
      data: { ...blankCustomer, customerCode: 'SHOP' },
    })
    const opened = await call(page, '/gateway/wms/customer/open-login', {
      token,
      data: { id: made.id, loginAccount: account, password: 'given4now' },
    })
    expect(opened.success, opened.message).toBe(true)

    const complaints = await complaintsOf(page)
    await speak(page, language)
    await page.goto('/query/stock')
    await logIn(page, language, account, 'given4now')
    await expect(heading(page, labels.mustChange)).toBeVisible()
    const change = async (from: string, to: string, again = to) => {
      await field(page, labels.oldPassword).fill(from)
      await field(page, labels.newPassword).fill(to)
      await field(page, labels.repeat).fill(again)
      await press(page, labels.setPassword)
    }
    await change('given4now', OWN)
    await expect(alert(page)).toContainText(labels.changed)
    await logIn(page, language, account, OWN)
    await expect(heading(page, labels.customerTitle)).toBeVisible()

    // No start-up failure, no menu: the only page, at every URL.
    for (const place of ['/', '/query/stock', '/personInfo']) {
      await page.goto(place)
      await expect(heading(page, labels.customerTitle)).toBeVisible()
      await expect(page.getByRole('main')).toContainText(`${account} ${labels.customerHint}`)
      await expect(page.getByRole('navigation', { name: /^(菜单|Menu)$/ })).toHaveCount(0)
    }
    await expect(field(page, labels.oldPassword)).toBeFocused()
    expect(complaints).toEqual([])

    await change('not-this-1', 'river5stone')
    await problemAt(page, labels.oldPassword, labels.oldWrong)
    await change(OWN, 'river5stone', 'river5rock')
    await problemAt(page, labels.repeat, labels.differ)
    await page.route('**/gateway/auth/password', (route) => route.abort())
    await change(OWN, 'river5stone')
    await expect(alert(page)).toHaveText(labels.networkError)
    await page.unroute('**/gateway/auth/password')
    await stub(page, '/gateway/auth/password', 200, { code: 5000, success: false, message: '', data: null })
    await press(page, labels.setPassword)
    await expect(alert(page)).toHaveText(labels.serverError)
    await page.unroute('**/gateway/auth/password*')
    await press(page, labels.setPassword)
    await expect(page).toHaveURL('/login')
    await expect(alert(page)).toContainText(labels.changed)

    await logIn(page, language, account, 'river5stone')
    await expect(heading(page, labels.customerTitle)).toBeVisible()
    await press(page, labels.logOut)
    await expect(page).toHaveURL('/login')
    expect(await stored(page, 'token')).toBeNull()
  })
}

test('the login page loads no file of other pages', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/login', { waitUntil: 'networkidle' })
  expect(loaded.filter((url) => /(Register|Forgot|Welcome|OwnPassword|NewPassword)/.test(url))).toEqual([])
  await page.getByRole('link', { name: words.zh_CN.toForgot }).click()
  await expect(heading(page, words.zh_CN.forgot)).toBeVisible()
  expect(loaded.some((url) => url.includes('ForgotPage'))).toBe(true)
})
