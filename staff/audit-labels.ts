import { listText } from '../platform/lists/lists.ts'
import { systemName } from '../platform/text/common-text.ts'
import { type Language, labelled, listed, type Text } from '../platform/text/text.ts'
import { titleOfRight } from './roles/rights.ts'
import { titleOfRole } from './roles/roles.ts'

/**
 * Audit labels: the names of object kinds, actions, fields, and the codes in some fields. A slice has its
 * own; `app` merges them.
 */
export type AuditLabels = { types: Words; actions: Words; fields: Words; values?: Values }
type Words = Readonly<Record<string, Text>>
type Values = Readonly<Record<string, (code: string) => Text>>

/** The audit log in one language. What has no label is shown as it is. */
export function wordsFor(words: AuditLabels, language: Language) {
  const say = (from: Words) => (name: string) => from[name]?.[language] ?? name
  const field = say(words.fields)
  const value = (name: string, match: unknown): string => {
    if (match === null || match === undefined || (Array.isArray(match) && match.length === 0)) return '–'
    if (Array.isArray(match))
      return listed(
        match.map((item) => value(name, item)),
        language,
      )
    if (typeof match === 'boolean') return (match ? listText.yes : listText.no)[language]
    if (typeof match === 'object') return JSON.stringify(match)
    return words.values?.[name]?.(String(match))[language] ?? String(match)
  }
  return {
    type: say(words.types),
    action: say(words.actions),
    field,
    value,
    /** Several fields as one line. */
    fields: (values: Record<string, unknown> | null) =>
      Object.entries(values ?? {})
        .map(([name, match]) => labelled(field(name), value(name, match), language))
        .join(language === 'zh_CN' ? '；' : '; '),
  }
}

/** Who did it, by login account; the system has none. */
export const loginName = (loginAccount: string, language: Language) =>
  loginAccount === 'system' ? systemName[language] : loginAccount

export const staffAuditLabels: AuditLabels = {
  types: {
    account: { zh_CN: '员工账号', en_US: 'Staff account' },
    role: { zh_CN: '角色', en_US: 'Role' },
    company: { zh_CN: '公司', en_US: 'Company' },
    task: { zh_CN: '任务', en_US: 'Task' },
  },
  actions: {
    log_in: { zh_CN: '登录', en_US: 'Log in' },
    log_out: { zh_CN: '退出登录', en_US: 'Log out' },
    create: { zh_CN: '创建', en_US: 'Create' },
    invite: { zh_CN: '邀请', en_US: 'Invite' },
    accept_invitation: { zh_CN: '接受邀请', en_US: 'Accept invitation' },
    edit: { zh_CN: '编辑', en_US: 'Edit' },
    delete: { zh_CN: '删除', en_US: 'Delete' },
    enable: { zh_CN: '启用', en_US: 'Enable' },
    disable: { zh_CN: '停用', en_US: 'Disable' },
    reset_password: { zh_CN: '重置密码', en_US: 'Reset password' },
    change_password: { zh_CN: '修改密码', en_US: 'Change password' },
    end_sessions: { zh_CN: '结束登录', en_US: 'End sessions' },
    switch_zone: { zh_CN: '切换时区', en_US: 'Switch time zone' },
    found: { zh_CN: '注册公司', en_US: 'Register company' },
    reward: { zh_CN: '邀请奖励', en_US: 'Invitation reward' },
    start: { zh_CN: '启动', en_US: 'Start' },
    cancel: { zh_CN: '取消', en_US: 'Cancel' },
    retry: { zh_CN: '重试', en_US: 'Retry' },
    mint_sso_code: { zh_CN: '生成单点登录码', en_US: 'Create SSO code' },
    grant_support: { zh_CN: '授权技术支持', en_US: 'Grant support access' },
    end_support: { zh_CN: '结束技术支持', en_US: 'End support access' },
    set_version: { zh_CN: '修改系统版本', en_US: 'Set system version' },
    set_expiry: { zh_CN: '修改到期时间', en_US: 'Set expiry date' },
    activate: { zh_CN: '转为正式', en_US: 'Activate' },
    close: { zh_CN: '关闭', en_US: 'Close' },
    reopen: { zh_CN: '重新开放', en_US: 'Reopen' },
  },
  fields: {
    userName: { zh_CN: '姓名', en_US: 'Name' },
    loginAccount: { zh_CN: '登录账号', en_US: 'Login account' },
    phone: { zh_CN: '电话', en_US: 'Phone' },
    email: { zh_CN: '邮箱', en_US: 'Email' },
    roles: { zh_CN: '角色', en_US: 'Roles' },
    isEnabled: { zh_CN: '启用', en_US: 'Enabled' },
    zoneCode: { zh_CN: '时区', en_US: 'Time zone' },
    zone: { zh_CN: '时区', en_US: 'Time zone' },
    roleName: { zh_CN: '角色名称', en_US: 'Role name' },
    permissions: { zh_CN: '权限', en_US: 'Permissions' },
    secondPersonAbove: { zh_CN: '需第二人的金额', en_US: 'Second person required above' },
    ended: { zh_CN: '结束的登录数', en_US: 'Sessions ended' },
    bonusDays: { zh_CN: '奖励天数', en_US: 'Bonus days' },
    status: { zh_CN: '状态', en_US: 'Status' },
    companyName: { zh_CN: '公司名称', en_US: 'Company name' },
    loginUrlName: { zh_CN: '登录网址名称', en_US: 'Login URL name' },
    inviteCode: { zh_CN: '邀请码', en_US: 'Invite code' },
    code: { zh_CN: '公司编码', en_US: 'Company code' },
    version: { zh_CN: '系统版本', en_US: 'System version' },
    parent: { zh_CN: '上级公司', en_US: 'Parent company' },
    parentId: { zh_CN: '上级公司编号', en_US: 'Parent company ID' },
    expiresAt: { zh_CN: '到期时间', en_US: 'Expires' },
    endsAt: { zh_CN: '结束时间', en_US: 'Ends' },
  },
  values: { roles: titleOfRole, permissions: titleOfRight },
}
