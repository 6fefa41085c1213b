import { billing } from '../billing/slice.ts'
import { channels } from '../channels/slice.ts'
import { customers } from '../customers/slice.ts'
import { inventory } from '../inventory/slice.ts'
import { orders } from '../orders/slice.ts'
import type { Slice } from '../platform/slices/slice.ts'
import { products } from '../products/slice.ts'
import { receiving } from '../receiving/slice.ts'
import { setUp } from '../setup/slice.ts'
import { shipping } from '../shipping/slice.ts'
import { staff } from '../staff/slice.ts'
import { warehouse } from '../warehouse/slice.ts'

/** What belongs to no slice: the home page, and platform tasks. */
const app: Slice = {
  places: [
    {
      path: '/',
      title: { zh_CN: '首页', en_US: 'Home' },
      feature: 'home',
      initials: 'sy',
    },
    {
      path: '/setting/basicData',
      title: { zh_CN: '基础配置', en_US: 'Basic configuration' },
      feature: 'basicData',
      permission: 'setting:basicData:view',
      initials: 'jcpz',
      area: 'settings',
      rank: 60,
    },
  ],
  tasks: {
    export_list: { zh_CN: '导出列表', en_US: 'Export list' },
    act_on_all: { zh_CN: '批量操作', en_US: 'Bulk action' },
    import: { zh_CN: '导入', en_US: 'Import' },
    check_books: { zh_CN: '账务自检', en_US: 'Ledger check' },
  },
}

/** Every slice, in the order of a day's work. */
export const slices: readonly Slice[] = [
  app,
  receiving,
  orders,
  shipping,
  customers,
  products,
  inventory,
  billing,
  channels,
  staff,
  warehouse,
  setUp,
]
