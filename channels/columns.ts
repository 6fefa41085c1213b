import { columnText } from '../platform/lists/column-text.ts'
import type { ColumnDef } from '../platform/lists/columns.ts'
import type { ChannelRow } from './contract.ts'
import { numberText } from './numbers/text.ts'
import { successWords } from './rules.ts'
import { channelsText } from './text.ts'
import { zoneText } from './zones/text.ts'

export const channelColumns: readonly ColumnDef<ChannelRow>[] = [
  { key: 'channelCode', title: channelsText.channelCode, kind: 'code', sortKey: 'channelCode' },
  { key: 'isEnabled', title: columnText.status, kind: 'enabled', phone: 'status' },
  {
    key: 'nameZh',
    title: channelsText.channelName,
    kind: 'text',
    value: ({ nameZh, nameEn }, language) => (language === 'zh_CN' ? nameZh : nameEn),
    phone: 'detail',
  },
  { key: 'carrier', title: channelsText.carrier, kind: 'text', sortKey: 'carrier', phone: 'detail' },
  { key: 'labelSource', title: channelsText.labelSource, kind: { words: 'channelLabelSource' } },
  { key: 'numbersLeft', title: numberText.numbersLeft, kind: 'count', phone: 'quantity' },
  { key: 'billingMethod', title: channelsText.billingMethod, kind: { words: 'channelBillingMethod' } },
  { key: 'labelFormat', title: channelsText.labelFormat, kind: { words: 'hwmsLabelFormat' } },
  { key: 'weekCalls', title: channelsText.success, kind: 'text', value: successWords },
  { key: 'cutoffTime', title: channelsText.cutoff, kind: 'code', sortKey: 'cutoffTime' },
  { key: 'countries', title: channelsText.countries, kind: 'text' },
  { key: 'zoneSchemaCode', title: zoneText.schema, kind: 'code', isExtra: true },
  { key: 'serviceCode', title: channelsText.serviceCode, kind: 'code', isExtra: true },
  { key: 'accountName', title: channelsText.account, kind: 'text', isExtra: true },
  { key: 'customerCount', title: channelsText.customers, kind: 'count', isExtra: true },
  { key: 'updatedAt', title: columnText.updatedAt, kind: 'time', sortKey: 'updatedAt', isExtra: true },
]
