import type { Text } from '../../platform/text/text.ts'
import type { Warning } from './warning-contract.ts'

/** Apart from the slice's other texts, because Home carries these and should carry no more. */
export const warningText = {
  low: { zh_CN: '低库存', en_US: 'Low' },
  old: { zh_CN: '超库龄', en_US: 'Old' },
  expiring: { zh_CN: '30 天内到期', en_US: 'Expires in 30 days' },
  waiting: { zh_CN: '收货区超 3 天', en_US: 'Over 3 days in receiving' },
  blocked: { zh_CN: '账目停用', en_US: 'Stopped' },
} as const satisfies Record<Warning, Text>
