import type { Slice } from '../platform/slices/slice.ts'

export const staff: Slice = {
  places: [
    {
      path: '/setting/account',
      title: { zh_CN: '员工账号', en_US: 'Staff accounts' },
      feature: 'account',
      permission: 'setting:account:view',
      initials: 'ygzh',
      area: 'settings',
      rank: 30,
    },
    {
      path: '/setting/audit',
      title: { zh_CN: '操作日志', en_US: 'Audit log' },
      feature: 'account',
      permission: 'setting:audit:view',
      initials: 'czrz',
      area: 'settings',
      rank: 70,
    },
    {
      path: '/personInfo',
      title: { zh_CN: '个人信息', en_US: 'Personal information' },
      feature: 'home',
      initials: 'grxx',
      hidden: true,
    },
  ],
}
