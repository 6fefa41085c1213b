import type { Text } from '../../platform/text/text.ts'

export const feeText = {
  refunded: {
    zh_CN: '费用 {no} 已有退款，不能冲销',
    en_US: 'Fee {no} has a refund and can’t be reversed',
  },
} as const satisfies Record<string, Text>
