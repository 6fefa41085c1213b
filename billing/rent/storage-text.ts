import type { Text } from '../../platform/text/text.ts'

/** Separate texts, because Home loads them and should load nothing else. */
export const storageText = {
  title: { zh_CN: '仓储', en_US: 'Storage' },
  binsUsed: { zh_CN: '已用库位，共 {all} 个', en_US: 'of {all} bins in use' },
  volume: { zh_CN: '{day} 在库体积', en_US: 'Stored on {day}' },
  ages: { zh_CN: '库龄', en_US: 'Age of the goods' },
  days: { zh_CN: '{from}–{to} 天', en_US: '{from}–{to} days' },
  older: { zh_CN: '{from} 天以上', en_US: '{from} days and more' },
  pieces: { zh_CN: '{count} 件', en_US: '{count} {count|piece|pieces}' },
  none: {
    zh_CN: '库龄从第一晚的库存快照起显示',
    en_US: 'The age of the goods is shown from the first night’s stock snapshot on',
  },
} as const satisfies Record<string, Text>
