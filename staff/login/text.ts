import type { Text } from '../../platform/text/text.ts'

/** The texts of the other pages before login: registration, and choosing a password. */
export const loginPageText = {
  password: { zh_CN: '密码', en_US: 'Password' },
  account: { zh_CN: '账号', en_US: 'Account' },
  toLogin: { zh_CN: '返回登录', en_US: 'Back to login' },
  logOut: { zh_CN: '退出登录', en_US: 'Log out' },

  code: { zh_CN: '验证码', en_US: 'Code' },
  sendCode: { zh_CN: '发送验证码', en_US: 'Send code' },
  sendAgain: { zh_CN: '重新发送', en_US: 'Resend' },
  sendAgainIn: { zh_CN: '{seconds} 秒后可重发', en_US: 'Resend in {seconds} s' },
  haveCode: { zh_CN: '已有验证码', en_US: 'I already have a code' },
  codeSent: {
    zh_CN: '验证码已发送，10 分钟内有效。没有收到时，请查看垃圾邮件。',
    en_US:
      'The code has been sent and is valid for 10 minutes. If you don’t receive it, check your spam folder.',
  },
  codeInLog: {
    zh_CN: '服务器没有设置邮件，验证码写在服务器日志中。',
    en_US: 'No mail server is configured; the code is in the server log.',
  },

  register: { zh_CN: '注册', en_US: 'Register' },
  registerHint: {
    zh_CN: '先用邮箱获取验证码，再填写公司资料。',
    en_US: 'Get a code by email first, then enter your company details.',
  },
  emailIsAccount: { zh_CN: '以后用这个邮箱登录', en_US: 'You will log in with this email' },
  companyName: { zh_CN: '公司名称', en_US: 'Company name' },
  urlName: { zh_CN: '登录网址名称', en_US: 'Login URL name' },
  urlNameHint: { zh_CN: '4 至 10 位字母或数字', en_US: '4 to 10 letters or digits' },
  urlNameChecking: { zh_CN: '正在查询…', en_US: 'Checking…' },
  urlNameFree: {
    zh_CN: '可以使用，登录网址为 {address}',
    en_US: 'Available. Your login address: {address}',
  },
  inviteCode: { zh_CN: '邀请码（选填）', en_US: 'Invite code (optional)' },
  create: { zh_CN: '创建', en_US: 'Create' },

  forgot: { zh_CN: '重置密码', en_US: 'Reset password' },
  forgotHint: {
    zh_CN: '验证码会发送到账号的邮箱。没有邮箱时，请联系仓库管理员重置。',
    en_US:
      'The code is sent to the account’s email. If it has none, ask your warehouse manager to reset the password.',
  },
  maybeSent: {
    zh_CN: '如果账号存在并有邮箱，验证码已发送，10 分钟内有效。',
    en_US: 'If the account exists and has an email, a code has been sent. It is valid for 10 minutes.',
  },
  maybeInLog: {
    zh_CN: '服务器没有设置邮件：如果账号存在并有邮箱，验证码写在服务器日志中。',
    en_US:
      'No mail server is configured: if the account exists and has an email, the code is in the server log.',
  },
  setPassword: { zh_CN: '设置密码', en_US: 'Set password' },
  passwordSet: { zh_CN: '密码已设置，请登录', en_US: 'Password set. Please log in.' },

  welcome: { zh_CN: '欢迎加入 {company}', en_US: 'Welcome to {company}' },
  welcomeTitle: { zh_CN: '设置密码', en_US: 'Set your password' },
  welcomeHint: {
    zh_CN: '{name}，请为账号 {account} 设置密码，然后即可进入系统。',
    en_US: '{name}, set a password for the account {account} to get started.',
  },
  enter: { zh_CN: '进入系统', en_US: 'Continue' },
  linkMissing: {
    zh_CN: '请打开邀请邮件中的链接',
    en_US: 'Please open the link in your invitation email',
  },
  otherAccount: {
    zh_CN: '这台电脑上已有账号登录，继续后将退出该账号。',
    en_US: 'Another account is logged in on this computer. Continuing will log it out.',
  },

  customerTitle: { zh_CN: '修改密码', en_US: 'Change your password' },
  customerHint: {
    zh_CN: '{account} 是客户账号，在这里只能修改密码和退出登录。下单、查库存请使用订单管理系统。',
    en_US:
      '{account} is a customer account. Here you can only change the password or log out. Use the order management system for orders and stock.',
  },

  mustChange: { zh_CN: '请设置自己的密码', en_US: 'Choose your own password' },
  mustChangeHint: {
    zh_CN: '账号 {account} 的当前密码由他人设置。请先设置自己的密码，再重新登录。',
    en_US:
      'The current password of {account} was set by someone else. Choose your own password, then log in again.',
  },
} as const satisfies Record<string, Text>
