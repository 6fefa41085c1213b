import type { Text } from '../platform/text/text.ts'

export const friendsText = {
  title: { zh_CN: '邀请好友', en_US: 'Invite friends' },
  how: {
    zh_CN: '好友用您的邀请码注册并完成初始设置后，您获得 10 天免费使用期，最多 {max} 天。',
    en_US:
      'When a friend registers with your invite code and completes setup, you get 10 free days, up to {max} days in total.',
  },
  earned: { zh_CN: '已获得 {earned} / {max} 天', en_US: '{earned} of {max} days earned' },
  code: { zh_CN: '邀请码', en_US: 'Invite code' },
  link: { zh_CN: '邀请链接', en_US: 'Invite link' },
  friends: { zh_CN: '受邀的公司', en_US: 'Invited companies' },
  none: { zh_CN: '还没有好友注册', en_US: 'No friends have registered yet' },
} as const satisfies Record<string, Text>
