import { type RightGroup, right } from '../platform/slices/rights.ts'

export const channelsRights: readonly RightGroup[] = [
  {
    name: 'channels',
    title: { zh_CN: '渠道与分区', en_US: 'Channels and zones' },
    views: [right('setting:channel:view', '查看渠道', 'View channels')],
    acts: [right('setting:channel:edit', '编辑渠道', 'Edit channels')],
    fullFor: ['manager'],
    viewFor: ['biller', 'service_desk', 'read_only'],
  },
]
