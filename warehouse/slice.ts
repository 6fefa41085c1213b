import type { Slice } from '../platform/slices/slice.ts'

export const warehouse: Slice = {
  places: [
    {
      path: '/setting/warehouse',
      title: { zh_CN: '仓库信息', en_US: 'Warehouse info' },
      feature: 'warehouse',
      permission: 'setting:warehouse:view',
      initials: 'ckxx',
      area: 'settings',
      rank: 40,
    },
    {
      path: '/setting/logo',
      title: { zh_CN: 'Logo 设置', en_US: 'Logo settings' },
      feature: 'logo',
      permission: 'setting:logo:view',
      initials: 'logosz',
      area: 'settings',
      rank: 50,
    },
  ],
}
