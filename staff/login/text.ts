import type { Text } from '../../platform/text/text.ts'

/** What the other pages outside the log-in wall say: to newcomers, and to whoever must choose a password. */
export const doorText = {
  password: { zh_CN: '密码', en_US: 'Password' },
  account: { zh_CN: '账号', en_US: 'Account' },
  toLogin: { zh_CN: '返回登录', en_US: 'Back to log-in' },
  logOut: { zh_CN: '退出登录', en_US: 'Log out' },

  code: { zh_CN: '验证码', en_US: 'Code' },
  sendCode: { zh_CN: '发送验证码', en_US: 'Send code' },
  sendAgain: { zh_CN: '重新发送', en_US: 'Send again' },
  sendAgainIn: { zh_CN: '{seconds} 秒后可重发', en_US: 'Again in {seconds} s' },
  haveCode: { zh_CN: '已有验证码', en_US: 'I have a code already' },
  codeSent: {
    zh_CN: '验证码已发送，10 分钟内有效。没有收到时，请查看垃圾邮件。',
    en_US: 'The code is on its way and good for 10 minutes. If it does not arrive, look among the junk mail.',
  },
  codeInLog: {
    zh_CN: '服务器没有设置邮件，验证码写在服务器日志中。',
    en_US: "No mail server is set up: the code stands in the server's log.",
  },

  register: { zh_CN: '注册', en_US: 'Register' },
  registerHint: {
    zh_CN: '先用邮箱获取验证码，再填写公司资料。',
    en_US: 'First get a code by e-mail, then tell us about your company.',
  },
  emailIsAccount: { zh_CN: '以后用这个邮箱登录', en_US: 'You log in with this address later' },
  companyName: { zh_CN: '公司名称', en_US: 'Company' },
  urlName: { zh_CN: '登录网址名称', en_US: 'Login URL name' },
  urlNameHint: { zh_CN: '4 至 10 位字母或数字', en_US: '4 to 10 letters or digits' },
  urlNameChecking: { zh_CN: '正在查询…', en_US: 'Checking…' },
  urlNameFree: {
    zh_CN: '可以使用，登录网址为 {address}',
    en_US: 'Free. Your log-in address: {address}',
  },
  inviteCode: { zh_CN: '邀请码（选填）', en_US: 'Invite code (optional)' },
  create: { zh_CN: '创建', en_US: 'Create' },

  forgot: { zh_CN: '重置密码', en_US: 'Set a new password' },
  forgotHint: {
    zh_CN: '验证码会发送到账号的邮箱。没有邮箱时，请联系仓库管理员重置。',
    en_US: 'The code goes to the e-mail of the account. Without one, ask your warehouse manager.',
  },
  maybeSent: {
    zh_CN: '如果账号存在并有邮箱，验证码已发送，10 分钟内有效。',
    en_US: 'If the account exists and has an e-mail, a code is on its way. It is good for 10 minutes.',
  },
  maybeInLog: {
    zh_CN: '服务器没有设置邮件：如果账号存在并有邮箱，验证码写在服务器日志中。',
    en_US:
      "No mail server is set up: if the account exists and has an e-mail, the code stands in the server's log.",
  },
  setPassword: { zh_CN: '设置密码', en_US: 'Set password' },
  passwordSet: { zh_CN: '密码已设置，请登录', en_US: 'The password is set; please log in' },

  welcome: { zh_CN: '欢迎加入 {company}', en_US: 'Welcome to {company}' },
  welcomeTitle: { zh_CN: '设置密码', en_US: 'Choose your password' },
  welcomeHint: {
    zh_CN: '{name}，请为账号 {account} 设置密码，然后即可进入系统。',
    en_US: '{name}, choose a password for the account {account}, and you are in.',
  },
  enter: { zh_CN: '进入系统', en_US: 'Enter' },
  linkMissing: {
    zh_CN: '请打开邀请邮件中的链接',
    en_US: 'Please open the link in your invitation letter',
  },
  otherAccount: {
    zh_CN: '这台电脑上已有账号登录，继续后将退出该账号。',
    en_US: 'Somebody is logged in on this computer. Going on logs them out.',
  },

  customerTitle: { zh_CN: '修改密码', en_US: 'Change your password' },
  customerHint: {
    zh_CN: '{account} 是客户账号，在这里只能修改密码和退出登录。下单、查库存请使用订单管理系统。',
    en_US:
      '{account} is a customer account. Here you can change its password or log out. Orders and stock are in the order management system.',
  },

  mustChange: { zh_CN: '请设置自己的密码', en_US: 'Choose a password of your own' },
  mustChangeHint: {
    zh_CN: '账号 {account} 的当前密码由他人设置。请先设置自己的密码，再重新登录。',
    en_US: 'Somebody else chose the password of {account}. Choose one of your own, then log in with it.',
  },
} as const satisfies Record<string, Text>
