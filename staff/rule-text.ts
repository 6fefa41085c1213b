import type { Text } from '../platform/text/text.ts'

/** The messages of the rules before login, separate so that the login page loads no others. */
export const ruleText = {
  tooLong: { zh_CN: '不能超过 {max} 个字符', en_US: 'Up to {max} characters' },
  noControls: { zh_CN: '不能包含控制字符', en_US: 'Control characters are not allowed' },
  nameNeeded: { zh_CN: '请填写姓名', en_US: 'Enter a name' },
  nameIsNoAddress: { zh_CN: '姓名不能包含网址', en_US: 'A name can’t contain a web address' },
  passwordForm: {
    zh_CN: '密码为 6 至 16 位，须包含字母和数字',
    en_US: 'Use 6 to 16 characters with letters and numbers',
  },
  accountForm: {
    zh_CN: '账号为 4 至 50 位字母、数字或 . _ @ + -',
    en_US: 'Use 4 to 50 letters, digits or . _ @ + -',
  },
  urlNameForm: { zh_CN: '4 至 10 位字母或数字', en_US: '4 to 10 letters or digits' },
  companyNeeded: { zh_CN: '请填写公司名称', en_US: 'Enter a company name' },
  codeForm: { zh_CN: '验证码为 6 位数字', en_US: 'The code must have 6 digits' },
  codeNotSent: { zh_CN: '验证码发送失败', en_US: 'Verification code sending failed' },
  registrationFailed: { zh_CN: '注册失败', en_US: 'Registration failed' },
  inviteForm: { zh_CN: '邀请码为 10 位字母或数字', en_US: 'The invite code must have 10 letters or digits' },
  roleNameNeeded: { zh_CN: '请填写角色名称', en_US: 'Enter a role name' },
  phoneForm: { zh_CN: '电话格式不正确', en_US: 'Invalid phone number' },
  emailForm: { zh_CN: '邮箱格式不正确', en_US: 'Invalid email address' },
  accountNeeded: { zh_CN: '请输入账号', en_US: 'Enter your account' },
} as const satisfies Record<string, Text>
