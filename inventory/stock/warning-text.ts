import type { Text } from '../../platform/text/text.ts'
import type { Warning } from './warning-contract.ts'

/** Separate texts, because Home loads them and should load nothing else. */
export const warningText = {
  low: { zh_CN: '低库存', en_US: 'Low stock' },
  old: { zh_CN: '超库龄', en_US: 'Aged stock' },
  expiring: { zh_CN: '30 天内到期', en_US: 'Expiring in 30 days' },
  waiting: { zh_CN: '收货区超 3 天', en_US: 'In receiving over 3 days' },
  returned: { zh_CN: '退货区待归位', en_US: 'To put back' },
  blocked: { zh_CN: '账务异常', en_US: 'Blocked' },
} as const satisfies Record<Warning, Text>
