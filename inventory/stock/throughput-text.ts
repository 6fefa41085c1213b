import type { Text } from '../../platform/text/text.ts'
import type { Span } from './throughput-contract.ts'

/** Separate texts, because Home loads them and should load nothing else. */
export const throughputText = {
  title: { zh_CN: '收发货量', en_US: 'Received and shipped' },
  received: { zh_CN: '收货', en_US: 'Received' },
  shipped: { zh_CN: '出库', en_US: 'Shipped' },
  pieces: { zh_CN: '{count} 件', en_US: '{count} {count|piece|pieces}' },
  before: { zh_CN: '{when} {count} 件', en_US: '{when}: {count}' },
  none: {
    zh_CN: '这段时间没有收货，也没有出库',
    en_US: 'Nothing was received or shipped in this period',
  },
  span: { zh_CN: '时间', en_US: 'Time' },
  hour: { zh_CN: '小时', en_US: 'Hour' },
  day: { zh_CN: '日期', en_US: 'Date' },
  asTable: { zh_CN: '以表格查看', en_US: 'Show as a table' },
  customers: { zh_CN: '件数最多的客户', en_US: 'Customers with the most pieces' },
  allCustomers: { zh_CN: '全部客户', en_US: 'All customers' },
} as const satisfies Record<string, Text>

export const spanText: Record<Span, Text> = {
  1: { zh_CN: '今天', en_US: 'Today' },
  7: { zh_CN: '近 7 天', en_US: 'Last 7 days' },
  30: { zh_CN: '近 30 天', en_US: 'Last 30 days' },
}

/** What the numbers are compared with. */
export const beforeText: Record<Span, Text> = {
  1: { zh_CN: '上周同日', en_US: 'Same day last week' },
  7: { zh_CN: '之前 7 天', en_US: 'The 7 days before' },
  30: { zh_CN: '之前 30 天', en_US: 'The 30 days before' },
}
