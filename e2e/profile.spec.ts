import type { Page } from '@playwright/test'
import { webText } from '../platform/text/web/text.ts'
import {
  call,
  enter,
  expect,
  heading,
  type Language,
  languages,
  logInBeside,
  newCompany,
  PASSWORD,
  stub,
  tabBar,
  test,
  toast,
} from './desk.ts'

type Profile = { userName: string; phone: string | null; email: string | null; rowVersion: number }
const PROFILE = '/gateway/wms/staff/my-profile'
const SAVE = '/gateway/wms/staff/save-my-profile'

const words = {
  zh_CN: {
    name: '姓名',
    phone: '电话',
    email: '邮箱',
    save: '保存',
    done: '操作成功',
    nameNeeded: '请填写姓名',
    tooLong: '不能超过 50 个字符',
    phoneForm: '电话格式不正确',
    emailForm: '邮箱格式不正确',
    password: '当前密码',
    stale: '资料已被修改，请刷新后重试',
  },
  en_US: {
    name: 'Name',
    phone: 'Phone',
    email: 'Email',
    save: 'Save',
    done: 'Operation succeeded',
    nameNeeded: 'Enter a name',
    tooLong: 'Up to 50 characters',
    phoneForm: 'Invalid phone number',
    emailForm: 'Invalid email address',
    password: 'Current password',
    stale: 'This profile was changed by someone else. Refresh and try again.',
  },
} as const

const field = (page: Page, language: Language, name: 'name' | 'phone' | 'email') =>
  page.getByRole('textbox', { name: words[language][name] })

for (const language of languages) {
  const label = words[language]

  test(`a user edits their own profile (${language})`, async ({ page }) => {
    const { owner } = await newCompany()
    const token = await logInBeside(page, owner)
    await enter(page, { as: owner, token, language, at: '/personInfo' })
    const save = page.getByRole('button', { name: label.save, exact: true }).first()
    await expect(save).toBeDisabled()

    await field(page, language, 'name').fill('王小明')
    await field(page, language, 'phone').fill(' +1 (909) 555-0101 ')
    await field(page, language, 'email').fill('ming@example.com')
    await page.getByLabel(label.password, { exact: true }).fill(PASSWORD)
    await save.click()
    await expect(toast(page, label.done)).toBeVisible()
    await expect(save).toBeDisabled()
    await expect(tabBar(page).getByRole('img')).toHaveCount(1)
    const { data } = await call<Profile>(page, PROFILE, { token })
    expect(data).toMatchObject({ userName: '王小明', phone: '+1 (909) 555-0101', email: 'ming@example.com' })

    // An emptied value is unknown again; Ctrl+S saves from inside a field.
    await field(page, language, 'phone').fill('')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await call<Profile>(page, PROFILE, { token })).data.phone).toBeNull()
  })

  test(`each field shows its error after it was left (${language})`, async ({ page }) => {
    const { owner } = await newCompany()
    await enter(page, { as: owner, language, at: '/personInfo' })
    const main = page.getByRole('main')
    const sent: string[] = []
    page.on('request', (request) => request.url().includes(SAVE) && sent.push(request.url()))

    const name = field(page, language, 'name')
    await name.fill('')
    await expect(main).not.toContainText(label.nameNeeded)
    await field(page, language, 'phone').fill('call me')
    await expect(main).toContainText(label.nameNeeded)
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await field(page, language, 'email').fill('nobody at home')
    await expect(main).toContainText(label.phoneForm)

    await page.keyboard.press('Enter')
    await expect(main).toContainText(label.emailForm)
    await expect(name).toBeFocused()
    // A screen reader announces the problem with its field.
    const described = await name.getAttribute('aria-describedby')
    await expect(page.locator(`#${described}`)).toHaveText(label.nameNeeded)

    // Validated while typing once it was wrong.
    await name.fill('x'.repeat(51))
    await expect(main).toContainText(label.tooLong)
    await name.fill('李雷')
    await expect(main).not.toContainText(label.tooLong)
    await expect(name).not.toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Control+s')
    await expect(field(page, language, 'phone')).toBeFocused()
    expect(sent).toEqual([])
  })

  test(`an outdated profile is not saved, and nothing typed is lost (${language})`, async ({ page }) => {
    const { owner } = await newCompany()
    const token = await logInBeside(page, owner)
    await enter(page, { as: owner, token, language, at: '/personInfo' })
    await field(page, language, 'phone').fill('12345')

    // Meanwhile, on another device.
    const { data: now } = await call<Profile>(page, PROFILE, { token })
    const theirs = { userName: '别处改的', phone: '999', email: null, rowVersion: now.rowVersion }
    expect((await call(page, SAVE, { token, data: theirs })).success).toBe(true)

    await page.keyboard.press('Control+s')
    await expect(toast(page, label.stale)).toBeVisible()
    await expect(field(page, language, 'phone')).toHaveValue('12345')
    expect((await call<Profile>(page, PROFILE, { token })).data).toMatchObject({
      userName: '别处改的',
      phone: '999',
    })
    // The page has loaded the current version; the next attempt builds on it when the user says so.
    await expect(field(page, language, 'name')).toHaveValue('别处改的')
    await page.getByRole('button', { name: webText.keepChanges[language] }).click()
    await page.keyboard.press('Control+s')
    await expect(toast(page, label.done)).toBeVisible()
    expect((await call<Profile>(page, PROFILE, { token })).data).toMatchObject({
      userName: '别处改的',
      phone: '12345',
    })
  })
}

test('a draft is kept after a reload, for this user only, until it is discarded', async ({ page }) => {
  const { owner, staff } = await newCompany({ staff: 1 })
  await enter(page, { as: owner, at: '/personInfo' })
  const phone = field(page, 'zh_CN', 'phone')
  await phone.fill('555 0 555')
  let input = ''
  page.on('dialog', async (dialog) => {
    input = dialog.type()
    await dialog.accept()
  })
  await page.reload()
  expect(input).toBe('beforeunload')
  await expect(phone).toHaveValue('555 0 555')
  await expect(tabBar(page).getByRole('img', { name: '未保存' })).toBeVisible()

  // Another user at the same computer finds nothing of it.
  const token = await logInBeside(page, staff[0] ?? '')
  await page.evaluate((fresh) => localStorage.setItem('token', fresh), token)
  await page.reload()
  await expect(page.getByRole('button', { name: `当前用户 ${staff[0]}` })).toBeVisible()
  await expect(heading(page, '个人信息')).toBeVisible()
  await expect(phone).toHaveValue('')

  const mine = await logInBeside(page, owner)
  await page.evaluate((fresh) => localStorage.setItem('token', fresh), mine)
  await page.reload()
  await expect(page.getByRole('button', { name: `当前用户 ${owner}` })).toBeVisible()
  await expect(phone).toHaveValue('555 0 555')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(phone).toHaveValue('')
  await page.reload()
  await expect(phone).toHaveValue('')
})

test('an error that only the server finds is shown at its field', async ({ page }) => {
  const { owner } = await newCompany()
  await enter(page, { as: owner, at: '/personInfo' })
  const wrong = { zh_CN: '这个邮箱已被占用', en_US: 'Taken' }
  await stub(page, SAVE, 200, {
    code: 5000,
    success: false,
    message: '填写有误',
    data: { kind: 'validation', fields: [{ path: 'email', rule: 'taken', message: wrong.zh_CN }] },
  })
  const email = field(page, 'zh_CN', 'email')
  await email.fill('taken@example.com')
  await page.getByLabel(words.zh_CN.password, { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Control+s')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('main')).toContainText(wrong.zh_CN)
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('taken@example.com')
})

test('preferences take effect at once', async ({ page }) => {
  const { owner } = await newCompany()
  await enter(page, { as: owner, at: '/personInfo' })
  await page.getByRole('radio', { name: '深色' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const single = page.getByRole('switch', { name: '单键快捷键' })
  await expect(single).toBeChecked()
  await single.click()
  await expect(single).not.toBeChecked()
  await page.reload()
  await expect(single).not.toBeChecked()
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('with speech on, a scan screen speaks the next step at the chosen volume', async ({ page }) => {
  const { owner } = await newCompany()
  await page.addInitScript(() => {
    const label: unknown[] = []
    function SpeechSynthesisUtterance(this: { text: string }, text: string) {
      this.text = text
    }
    Object.assign(window, { said: label, SpeechSynthesisUtterance })
    Object.defineProperty(window, 'speechSynthesis', {
      value: { cancel: () => {}, speak: (words: object) => label.push({ ...words }) },
    })
  })
  await enter(page, { as: owner, language: 'en_US', at: '/personInfo' })
  await page.getByRole('slider', { name: 'Volume' }).fill('80')
  await page.goto('/stock/move')
  await expect(page.locator('.station-next')).toHaveText('Scan the bin the goods are in')
  const spoken = () => page.evaluate(() => (window as unknown as { said: object[] }).said)
  expect(await spoken()).toEqual([])
  await page.goto('/personInfo')
  await page.getByRole('switch', { name: 'Voice prompts' }).click()
  await page.goto('/stock/move')
  await expect.poll(spoken).toEqual([{ text: 'Scan the bin the goods are in', lang: 'en-US', volume: 0.8 }])
})
