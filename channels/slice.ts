import type { Slice } from '../platform/slices/slice.ts'

export const channels: Slice = {
  places: [
    {
      path: '/setting/channel',
      title: { zh_CN: '物流渠道', en_US: 'Logistics channels' },
      feature: 'channel',
      permission: 'setting:channel:view',
      initials: 'wlqd',
      area: 'settings',
      rank: 10,
    },
    {
      path: '/setting/quote/zone_schema',
      title: { zh_CN: '物流分区', en_US: 'Logistics zones' },
      feature: 'quote',
      permission: 'setting:channel:view',
      initials: 'wlfq',
      area: 'settings',
      rank: 25,
      hidden: true,
    },
  ],
}
