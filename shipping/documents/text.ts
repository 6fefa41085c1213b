import type { Text } from '../../platform/text/text.ts'

export const documentText = {
  title: { zh_CN: '单据', en_US: 'Documents' },
  basket: { zh_CN: '篮号 {no}', en_US: 'basket {no}' },
  left: { zh_CN: '已移出', en_US: 'no longer on it' },
} as const satisfies Record<string, Text>
