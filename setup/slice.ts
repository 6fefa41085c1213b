import type { Slice } from '../platform/slices/slice.ts'

export const setUp: Slice = {
  places: [
    {
      path: '/setup',
      title: { zh_CN: '初始设置', en_US: 'Setup' },
      feature: 'home',
      permission: 'setting:warehouse:view',
      initials: 'cssz',
      hidden: true,
    },
  ],
  tasks: { fill_samples: { zh_CN: '填入示例数据', en_US: 'Load sample data' } },
}
