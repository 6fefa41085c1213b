import type { Text } from '../../platform/text/text.ts'

/** The texts of the login page; it loads first and contains no other texts. */
export const loginText = {
  title: { zh_CN: '登录', en_US: 'Log in' },
  heading: { zh_CN: '仓储管理系统', en_US: 'Warehouse management system' },
  account: { zh_CN: '账号', en_US: 'Account' },
  password: { zh_CN: '密码', en_US: 'Password' },
  show: { zh_CN: '显示', en_US: 'Show' },
  hide: { zh_CN: '隐藏', en_US: 'Hide' },
  showPassword: { zh_CN: '显示密码', en_US: 'Show password' },
  logIn: { zh_CN: '登录', en_US: 'Log in' },
  bothNeeded: { zh_CN: '请输入账号和密码', en_US: 'Enter your account and password' },
  codeOver: {
    zh_CN: '登录链接已失效，请重新登录',
    en_US: 'This login link is no longer valid. Please log in.',
  },
  language: { zh_CN: '语言', en_US: 'Language' },
  toRegister: { zh_CN: '注册', en_US: 'Register' },
  toForgot: { zh_CN: '忘记密码', en_US: 'Forgot password?' },
} as const satisfies Record<string, Text>
