import { readFile } from 'node:fs/promises'
import {
  asOwner,
  call,
  closeByKey,
  enter,
  expect,
  fillAndEnter,
  heading,
  languages,
  logInBeside,
  newCompany,
  test,
  toast,
} from './desk.ts'

const words = {
  zh_CN: {
    title: '操作日志',
    person: '操作人',
    object: '对象',
    account: '员工账号',
    before: '修改前',
    after: '修改后',
    phone: '电话',
    more: '更多',
    csv: '导出 CSV',
    started: '导出已开始，完成后自动下载',
    noRight: /^缺少权限“查看操作日志”。有此权限的同事：.+。$/,
    friends: '邀请好友',
    earned: '已获得 10 / 60 天',
    rewarded: '已奖励',
    over: '使用期已结束',
  },
  en_US: {
    title: 'Audit log',
    person: 'User',
    object: 'Object',
    account: 'Staff account',
    before: 'Before',
    after: 'After',
    phone: 'Phone',
    more: 'More',
    csv: 'Export to CSV',
    started: 'Export started. The file downloads automatically when it’s ready.',
    noRight: /^You don’t have the “View audit log” permission\. Colleagues who have it: .+\.$/,
    friends: 'Invite friends',
    earned: '10 of 60 days earned',
    rewarded: 'Rewarded',
    over: 'Your usage period has ended',
  },
} as const

for (const language of languages) {
  const label = words[language]

  test(`a manager finds who changed what and exports it (${language})`, async ({ page }) => {
    const { owner, staff } = await newCompany({ staff: 1 })
    const [colleague = ''] = staff
    const theirs = await logInBeside(page, colleague)
    const { data: profile } = await call<{ rowVersion: number }>(page, '/gateway/wms/staff/my-profile', {
      token: theirs,
    })
    await call(page, '/gateway/wms/staff/save-my-profile', {
      token: theirs,
      data: { userName: '=1+1', phone: '13800000000', email: null, rowVersion: profile.rowVersion },
    })
    await enter(page, { as: owner, language, at: '/setting/audit' })
    await expect(heading(page, label.title)).toBeVisible()

    await fillAndEnter(page.getByRole('searchbox', { name: label.person }), colleague)
    await expect(page).toHaveURL(/person=/)
    const edit = page.getByRole('row').filter({ hasText: '13800000000' })
    await expect(edit).toBeVisible()
    await expect(page.getByRole('cell', { name: owner, exact: true })).toHaveCount(0)

    await edit.click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('columnheader', { name: label.before })).toBeVisible()
    const phone = drawer.getByRole('row').filter({ hasText: label.phone })
    await expect(phone.getByRole('cell').nth(1)).toHaveText('–')
    await expect(phone.getByRole('cell').nth(2)).toHaveText('13800000000')
    await closeByKey(page, drawer)

    await page.getByRole('button', { name: label.more, exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.getByRole('menuitem', { name: label.csv }).click(),
    ])
    const text = await readFile((await file.path()) ?? '', 'utf8')
    expect(text).toContain(label.person)
    expect(text).toContain('13800000000')
    expect(text).not.toContain(`,${owner},`)
    expect(text.split('\r\n').some((line) => /(^|,)"?=1\+1/.test(line))).toBe(false)
  })

  test(`without the permission the audit log says which is missing (${language})`, async ({ page }) => {
    const { staff } = await newCompany({ staff: 1 })
    await enter(page, { as: staff[0] ?? '', language, at: '/' })
    await page.goto('/setting/audit')
    await expect(page.getByText(label.noRight)).toBeVisible()
  })

  test(`a referred friend who finishes the setup earns ten days (${language})`, async ({ page }) => {
    const { owner, tenantId } = await newCompany()
    const friend = await newCompany()
    await asOwner(async (client) => {
      await client.query('insert into invitations (tenant_id, invitee_tenant_id) values ($1, $2)', [
        tenantId,
        friend.tenantId,
      ])
      await client.query(`select set_config('app.tenant_id', $1, false)`, [String(friend.tenantId)])
      await client.query('update warehouses set init_step = 5 where tenant_id = $1', [friend.tenantId])
      await client.query('update warehouses set init_step = 6 where tenant_id = $1', [friend.tenantId])
    })
    await enter(page, { as: owner, language })
    const card = page.getByRole('region', { name: label.friends })
    await expect(card.getByText(label.earned)).toBeVisible()
    await expect(card.getByRole('listitem').filter({ hasText: friend.owner })).toContainText(label.rewarded)
    await expect(card.getByText(/register\?invite=[A-Z0-9]{10}$/)).toBeVisible()
  })

  test(`after the usage period the audit log can still be viewed and exported (${language})`, async ({
    page,
  }) => {
    const { owner } = await newCompany({ daysLeft: -2 })
    await enter(page, { as: owner, language, at: '/setting/audit' })
    await expect(page.getByText(label.over).first()).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: owner }).first()).toBeVisible()
    const reminder = page.getByRole('dialog')
    await expect(reminder).toBeVisible()
    await closeByKey(page, reminder)
    await page.getByRole('button', { name: label.more, exact: true }).click()
    await page.getByRole('menuitem', { name: label.csv }).click()
    await expect(toast(page, label.started)).toBeVisible()
    const token = await logInBeside(page, owner)
    const refused = await call(page, '/gateway/wms/role/create', {
      token,
      language,
      data: { roleName: 'x', permissions: [], secondPersonAbove: null },
    })
    expect(refused).toMatchObject({ success: false, data: { kind: 'expired' } })
  })
}
