import type { Text } from '../text/text.ts'

/** Why a label file cannot be used. */
export const labelFileText = {
  unknownKind: {
    zh_CN: '面单文件不是 PDF、PNG、JPEG 或 GIF',
    en_US: 'The label file is not a PDF, PNG, JPEG or GIF',
  },
  tooLarge: {
    zh_CN: '面单文件超过 {max} MB',
    en_US: 'The label file is larger than {max} MB',
  },
  encrypted: {
    zh_CN: '面单文件有密码保护，请提供没有密码的文件',
    en_US: 'The label file is protected by a password. Use a file without one.',
  },
  broken: {
    zh_CN: '面单文件已损坏，无法读取，请重新获取面单',
    en_US: 'The label file is damaged and can’t be read. Get the label again.',
  },
  empty: {
    zh_CN: '面单文件是空白的，请重新获取面单',
    en_US: 'The label file is blank. Get the label again.',
  },
  tooManyPages: {
    zh_CN: '面单文件超过 {max} 页',
    en_US: 'The label file has more than {max} pages',
  },
  tooManyDots: {
    zh_CN: '面单图片超过 {max} 百万像素，请缩小后重试',
    en_US: 'The label image has more than {max} megapixels. Use a smaller one.',
  },
  tooSlow: {
    zh_CN: '面单文件过于复杂，无法处理，请提供更简单的文件',
    en_US: 'The label file is too complex to process. Use a simpler file.',
  },
} as const satisfies Record<string, Text>
