import type { Text } from '../platform/text/text.ts'
import { ruleText } from './rule-text.ts'

export const staffText = {
  ...ruleText,
  wrongPair: { zh_CN: '账号或密码错误', en_US: 'Wrong account or password' },
  disabled: {
    zh_CN: '账号已停用，请联系仓库管理员',
    en_US: 'This account is disabled. Contact your warehouse manager.',
  },
  closed: { zh_CN: '公司账户已关闭，请联系我们', en_US: 'The company account is closed. Contact us.' },
  passwordCommon: {
    zh_CN: '密码过于常见，请换一个',
    en_US: 'This password is too common. Choose another one.',
  },
  passwordHasAccount: { zh_CN: '密码不能包含账号', en_US: 'The password must not contain your account' },
  passwordSame: {
    zh_CN: '新密码不能与原密码相同',
    en_US: 'The new password must be different from the old one',
  },
  passwordWrong: { zh_CN: '原密码错误', en_US: 'The old password is wrong' },
  passwordsDiffer: { zh_CN: '两次输入的密码不一致', en_US: 'Passwords do not match' },
  newPassword: { zh_CN: '新密码', en_US: 'New password' },
  repeatPassword: { zh_CN: '再次输入密码', en_US: 'Repeat password' },
  passwordNeeded: { zh_CN: '请输入密码', en_US: 'Enter a password' },
  ticks: { zh_CN: '密码要求', en_US: 'Password requirements' },
  tickLength: { zh_CN: '6 至 16 位', en_US: '6 to 16 characters' },
  tickLetter: { zh_CN: '包含字母', en_US: 'Contains a letter' },
  tickDigit: { zh_CN: '包含数字', en_US: 'Contains a digit' },
  tickPlain: {
    zh_CN: '只用英文字母、数字和符号，无空格',
    en_US: 'Latin letters, digits and symbols only, no spaces',
  },
  tickMet: { zh_CN: '已满足', en_US: 'Met' },
  tickOpen: { zh_CN: '未满足', en_US: 'Not met' },
  accountTaken: { zh_CN: '该账号已被使用', en_US: 'This account is already in use' },
  urlNameTaken: { zh_CN: '该登录网址名称已被使用', en_US: 'This login URL name is already in use' },
  codeWrong: {
    zh_CN: '验证码错误或已失效',
    en_US: 'The code is wrong or has expired',
  },
  codeSoon: {
    zh_CN: '验证码已发送，请 {seconds} 秒后再试',
    en_US: 'A code was just sent. Try again in {seconds} {seconds|second|seconds}.',
  },
  inviteUnknown: { zh_CN: '邀请码不存在', en_US: 'Invite code not found' },
  lapsed: {
    zh_CN: '公司的使用期已结束超过 30 天，请联系我们',
    en_US: 'Your company’s usage period ended more than 30 days ago. Contact us.',
  },
  linkOver: {
    zh_CN: '链接已失效，请联系仓库管理员重新邀请',
    en_US: 'This link is no longer valid. Ask your warehouse manager to invite you again.',
  },
  roleNameTaken: { zh_CN: '已有同名角色', en_US: 'A role with this name already exists' },
  roleNotFound: { zh_CN: '角色不存在', en_US: 'Role not found' },
  passwordForEmail: {
    zh_CN: '修改邮箱需要输入当前密码',
    en_US: 'Enter your current password to change the email',
  },
  currentPassword: { zh_CN: '当前密码', en_US: 'Current password' },
  roleHeld: {
    zh_CN: '还有 {count} 名员工使用该角色，不能删除',
    en_US: '{count} {count|user still has|users still have} this role, so it can’t be deleted',
  },
  roleFixed: {
    zh_CN: '默认角色的权限不能修改，请复制为自有角色',
    en_US: 'Permissions of default roles can’t be changed. Copy the role as a custom role.',
  },
  amountForm: { zh_CN: '金额最多两位小数', en_US: 'Enter an amount with up to two decimals' },
  unknownRight: { zh_CN: '权限不存在', en_US: 'Permission not found' },
  rolesNeeded: { zh_CN: '请至少选择一个角色', en_US: 'Select at least one role' },
  moreThanYours: {
    zh_CN: '不能授予自己没有的权限：{rights}',
    en_US: 'You can’t grant permissions you don’t have: {rights}',
  },
  aboveYou: {
    zh_CN: '对方拥有您没有的权限，不能操作其账号',
    en_US: 'This user has permissions you don’t have, so you can’t change their account',
  },
  notOwnReset: {
    zh_CN: '自己的密码请在个人信息中修改',
    en_US: 'Change your own password under Personal information',
  },
  notOwnRoles: { zh_CN: '不能修改自己的角色', en_US: 'You cannot change your own roles' },
  notSupport: {
    zh_CN: '技术支持账号由系统管理员管理',
    en_US: 'Support accounts are managed by the system administrator',
  },
  ownEmail: {
    zh_CN: '自己的邮箱请在“个人信息”中修改',
    en_US: 'Change your own email under Personal information',
  },
  limitAboveYours: {
    zh_CN: '您自己超过 {amount} 须第二人确认，不能给出更高的金额',
    en_US: 'You need a second person above {amount} yourself and can’t set a higher amount',
  },
  sessionGone: { zh_CN: '该登录已结束', en_US: 'This session has already ended' },
  stale: {
    zh_CN: '资料已被修改，请刷新后重试',
    en_US: 'This profile was changed by someone else. Refresh and try again.',
  },
  notFound: { zh_CN: '账号不存在', en_US: 'Account not found' },
  notYourself: { zh_CN: '不能停用自己的账号', en_US: 'You cannot disable your own account' },
  staffTitle: { zh_CN: '员工账号', en_US: 'Staff accounts' },
  search: { zh_CN: '账号、姓名、电话或邮箱', en_US: 'Account, name, phone or email' },
  loginAccount: { zh_CN: '登录账号', en_US: 'Login account' },
  userName: { zh_CN: '姓名', en_US: 'Name' },
  phone: { zh_CN: '电话', en_US: 'Phone' },
  email: { zh_CN: '邮箱', en_US: 'Email' },
  roles: { zh_CN: '角色', en_US: 'Roles' },
  status: { zh_CN: '状态', en_US: 'Status' },
  lastLoginAt: { zh_CN: '最近登录', en_US: 'Last login' },
  never: { zh_CN: '从未登录', en_US: 'Never' },
  createdAt: { zh_CN: '创建时间', en_US: 'Created' },
  enable: { zh_CN: '启用账号', en_US: 'Enable' },
  disable: { zh_CN: '停用账号', en_US: 'Disable' },
  disableWarning: {
    zh_CN: '停用后，所选员工将立即退出登录，且不能再次登录。',
    en_US: 'The selected users are logged out immediately and can’t log in again.',
  },
  disableAsk: { zh_CN: '停用 {count} 个账号？', en_US: 'Disable {count} {count|account|accounts}?' },
  noStaff: { zh_CN: '暂无员工账号', en_US: 'No staff accounts yet' },
  staffView: { zh_CN: '员工', en_US: 'Staff' },
  rolesView: { zh_CN: '角色与权限', en_US: 'Roles and permissions' },
  role: { zh_CN: '角色', en_US: 'Role' },
  invite: { zh_CN: '邀请员工', en_US: 'Invite' },
  inviteTitle: { zh_CN: '邀请员工', en_US: 'Invite a colleague' },
  inviteHint: {
    zh_CN:
      '对方会收到一封邮件，点击其中的链接自己设置密码；邮箱就是登录账号。链接 7 天内有效，也可在员工资料里复制。',
    en_US:
      'They receive an email with a link to set their own password. Their email is their account. The link is valid for 7 days; you can also copy it from their details.',
  },
  notMailed: {
    zh_CN: '未配置邮件服务器，没有发送邮件。请复制链接，用别的方式发给对方；谁有链接，谁就能设置密码。',
    en_US:
      'No mail server is configured, so no email was sent. Copy the link and send it another way. Anyone with the link can set the password.',
  },
  sendInvitation: { zh_CN: '发送邀请', en_US: 'Send invitation' },
  createAccount: { zh_CN: '创建账号', en_US: 'Create account' },
  createHint: {
    zh_CN: '为没有邮箱的同事创建账号，并把初始密码交给对方；对方首次登录时须改成自己的密码。',
    en_US:
      'For a colleague without email. Give them the initial password; they must change it at first login.',
  },
  firstPassword: { zh_CN: '初始密码', en_US: 'Initial password' },
  generate: { zh_CN: '随机生成', en_US: 'Generate' },
  handOver: { zh_CN: '请把账号交给对方', en_US: 'Give these details to your colleague' },
  handOverHint: {
    zh_CN: '密码只显示这一次，关闭后无法再查看。',
    en_US: 'The password is shown only once and can’t be viewed again after closing.',
  },
  loginAddress: { zh_CN: '登录地址', en_US: 'Login address' },
  handedOver: { zh_CN: '已交给对方', en_US: 'Done' },
  beyondYou: { zh_CN: '含有您没有的权限', en_US: 'includes permissions you don’t have' },
  invited: { zh_CN: '已邀请', en_US: 'Invited' },
  support: { zh_CN: '技术支持', en_US: 'Support' },
  supportUntil: { zh_CN: '技术支持，至 {time}', en_US: 'Support access until {time}' },
  until: { zh_CN: '有效至 {time}', en_US: 'Until {time}' },
  edit: { zh_CN: '编辑', en_US: 'Edit' },
  cancel: { zh_CN: '取消', en_US: 'Cancel' },
  resetPassword: { zh_CN: '重置密码', en_US: 'Reset password' },
  resetHint: {
    zh_CN: '重置后，{name} 会在所有设备上退出登录，并须用新密码登录后改成自己的密码。',
    en_US:
      '{name} will be logged out on all devices, must log in with this password and then choose their own.',
  },
  passwordForNow: { zh_CN: '临时密码', en_US: 'Temporary password' },
  inviteAgain: { zh_CN: '重新邀请', en_US: 'Invite again' },
  inviteAgainAsk: { zh_CN: '重新邀请 {name}？', en_US: 'Invite {name} again?' },
  inviteAgainHint: {
    zh_CN: '将发送新的邮件，原来的链接随即失效。',
    en_US: 'A new email is sent, and the previous link stops working.',
  },
  cameAlready: {
    zh_CN: '对方已登录过，不需要邀请；忘记密码时请重置密码',
    en_US: 'This user has already logged in and needs no invitation. If they forgot the password, reset it.',
  },
  pendingInvitation: { zh_CN: '待接受的邀请', en_US: 'Pending invitation' },
  pendingHint: {
    zh_CN: '邮件没有收到时，可以复制链接，用别的方式发给对方。谁有链接，谁就能设置密码。',
    en_US:
      'If the email doesn’t arrive, copy the link and send it another way. Anyone with the link can set the password.',
  },
  linkRanOut: {
    zh_CN: '邀请链接已过期，请重新邀请',
    en_US: 'The invitation link has expired. Invite them again.',
  },
  disableOneAsk: { zh_CN: '停用 {name} 的账号？', en_US: 'Disable {name}’s account?' },
  yourself: {
    zh_CN: '这是您自己的账号：不能修改自己的角色，也不能停用自己；密码请在个人信息中修改',
    en_US:
      'This is your own account: you can’t change your roles or disable yourself. Change your password under Personal information.',
  },
  endSession: { zh_CN: '结束登录', en_US: 'End session' },
  endSessionOf: { zh_CN: '结束登录：{device}', en_US: 'End session: {device}' },
  endAll: { zh_CN: '结束全部登录', en_US: 'End all sessions' },
  endAllAsk: { zh_CN: '结束 {name} 的全部登录？', en_US: 'End all sessions of {name}?' },
  endAllHint: {
    zh_CN: '对方需要重新登录；未保存的内容会丢失。',
    en_US: 'They will have to log in again. Unsaved changes are lost.',
  },
  endOthers: { zh_CN: '结束其他登录', en_US: 'End other sessions' },
  endOthersAsk: { zh_CN: '结束其他设备上的登录？', en_US: 'End the sessions on your other devices?' },
  thisDevice: { zh_CN: '本设备', en_US: 'This device' },
  unknownBrowser: { zh_CN: '未知浏览器', en_US: 'Unknown browser' },
  details: { zh_CN: '账号资料', en_US: 'Details' },
  sessions: { zh_CN: '登录设备', en_US: 'Active sessions' },
  noSessions: { zh_CN: '当前没有登录的设备', en_US: 'Not logged in on any device' },
  signedInAt: { zh_CN: '登录时间', en_US: 'Logged in' },
  lastSeenAt: { zh_CN: '最近活动', en_US: 'Last active' },
  personTitle: { zh_CN: '个人信息', en_US: 'Personal information' },
  profile: { zh_CN: '基本资料', en_US: 'Profile' },
  preferences: { zh_CN: '偏好设置', en_US: 'Preferences' },
  passwordTitle: { zh_CN: '修改密码', en_US: 'Change password' },
  oldPassword: { zh_CN: '原密码', en_US: 'Old password' },
  changePassword: { zh_CN: '修改密码', en_US: 'Change password' },
  changeHint: {
    zh_CN: '修改后，您会在所有设备上退出登录，需用新密码重新登录。',
    en_US:
      'You will be logged out on all devices, including this one, and must log in with the new password.',
  },
  passwordChanged: {
    zh_CN: '密码已修改，请用新密码登录',
    en_US: 'Password changed. Log in with the new password.',
  },
  mySessionsTitle: { zh_CN: '登录设备', en_US: 'Active sessions' },
  volume: { zh_CN: '音量', en_US: 'Volume' },
  speech: { zh_CN: '语音播报', en_US: 'Voice prompts' },
  speechHint: {
    zh_CN: '扫描作业时念出下一步，例如要去的库位；需要设备自带语音',
    en_US:
      'Reads out the next step while you scan, such as the bin to go to. Requires a device with speech support.',
  },
  sounds: { zh_CN: '提示音', en_US: 'Sounds' },
  soundsHint: {
    zh_CN: '扫描时用声音提示结果；点击可试听',
    en_US: 'Play a sound for each scan result. Click one to test it.',
  },
  save: { zh_CN: '保存', en_US: 'Save' },
  unsaved: { zh_CN: '有未保存的修改', en_US: 'Unsaved changes' },
  discard: { zh_CN: '放弃修改', en_US: 'Discard changes' },
  language: { zh_CN: '界面语言', en_US: 'Language' },
  zone: { zh_CN: '时区', en_US: 'Time zone' },
  zoneHint: {
    zh_CN: '页面上的时间按此时区显示；切换后页面会刷新',
    en_US: 'Times are shown in this time zone. Changing it reloads the page.',
  },
  languageHint: { zh_CN: '切换后页面会刷新', en_US: 'Changing it reloads the page' },
  theme: { zh_CN: '外观', en_US: 'Appearance' },
  themeLight: { zh_CN: '浅色', en_US: 'Light' },
  themeDark: { zh_CN: '深色', en_US: 'Dark' },
  themeSystem: { zh_CN: '跟随系统', en_US: 'System default' },
  shortcuts: { zh_CN: '单键快捷键', en_US: 'Single-key shortcuts' },
  shortcutsHint: {
    zh_CN: '关闭后，单个字母键不再触发操作；组合键仍然有效',
    en_US: 'When off, single letters do nothing; key combinations still work',
  },
} as const satisfies Record<string, Text>

/** The meaning of each sound, for the sound test. */
export const toneText: Record<'ok' | 'step' | 'warning' | 'error', Text> = {
  ok: { zh_CN: '成功', en_US: 'OK' },
  step: { zh_CN: '完成一步', en_US: 'Step done' },
  warning: { zh_CN: '注意', en_US: 'Warning' },
  error: { zh_CN: '错误', en_US: 'Error' },
}
