import type { Text } from '../../platform/text/text.ts'

export const photoText = {
  title: { zh_CN: '拍照', en_US: 'Take a photo' },
  ofWhat: { zh_CN: '请说明拍什么', en_US: 'Describe what the photo shows' },
  subject: { zh_CN: '{company} · {subject}', en_US: '{company} · {subject}' },
  take: { zh_CN: '拍照', en_US: 'Take a photo' },
  sending: { zh_CN: '正在发送…', en_US: 'Sending…' },
  sent: {
    zh_CN: '已发送。照片已出现在收货台，可以关闭此页。',
    en_US: 'Sent. The photo is now at the receiving station; you can close this page.',
  },
  over: {
    zh_CN: '链接已使用或已过期，请在收货台重新扫码',
    en_US: 'This link has been used or has expired. Scan a new code at the receiving station.',
  },
  cannotDraw: {
    zh_CN: '无法读取这张照片，请拍 JPG 或 PNG',
    en_US: 'This photo can’t be read. Take a JPG or PNG photo.',
  },
  byPhone: { zh_CN: '用手机拍照', en_US: 'Take photo with phone' },
  scanWithPhone: {
    zh_CN: '用手机扫码，拍一张照片；10 分钟内有效',
    en_US: 'Scan with a phone and take one photo. Valid for 10 minutes.',
  },
  onlyHere: {
    zh_CN: '本页以 {host} 打开，手机访问不到。请用本机在网络中的地址打开系统。',
    en_US:
      'This page was opened as {host}, which phones can’t reach. Open the system using this computer’s network address.',
  },
  came: { zh_CN: '收到手机照片', en_US: 'Photo received from phone' },
} as const satisfies Record<string, Text>
