import type { Text } from '../../platform/text/text.ts'

/** The outgoing mails. */
export const mailText = {
  register: {
    subject: { zh_CN: 'Tallyhouse 注册验证码 {code}', en_US: 'Tallyhouse registration code {code}' },
    text: {
      zh_CN: '您的注册验证码是 {code}，10 分钟内有效。如果不是您本人操作，请忽略此邮件。',
      en_US:
        'Your registration code is {code}. It is valid for 10 minutes. If you did not request it, please ignore this email.',
    },
  },
  reset: {
    subject: { zh_CN: 'Tallyhouse 重置密码验证码 {code}', en_US: 'Tallyhouse password reset code {code}' },
    text: {
      zh_CN:
        '您的重置密码验证码是 {code}，10 分钟内有效。如果不是您本人操作，请忽略此邮件，您的密码不会改变。',
      en_US:
        'Your password reset code is {code}. It is valid for 10 minutes. If you did not request it, please ignore this email; your password will not change.',
    },
  },
  alreadyHere: {
    subject: { zh_CN: '您已有 Tallyhouse 账号', en_US: 'You already have a Tallyhouse account' },
    text: {
      zh_CN: '有人用这个邮箱注册 Tallyhouse，但该邮箱已有账号。请直接登录；忘记密码时可在登录页重置。',
      en_US:
        'Someone tried to register with this email address, which already has an account. Please log in. If you forgot your password, you can reset it on the login page.',
    },
  },
  invitation: {
    subject: { zh_CN: '{company} 邀请您加入 Tallyhouse', en_US: '{company} invited you to Tallyhouse' },
    text: {
      zh_CN:
        '{name}，您好：\n\n{company} 为您开通了账号 {account}。请在 7 天内打开以下链接设置密码：\n{link}',
      en_US:
        'Hello {name},\n\n{company} has created the account {account} for you. Open this link within 7 days to set your password:\n{link}',
    },
  },
} as const satisfies Record<string, { subject: Text; text: Text }>
