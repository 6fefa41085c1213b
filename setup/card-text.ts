import type { Text } from '../platform/text/text.ts'
import type { CheckName } from './state-contract.ts'

export const setUpCardText = {
  unfinished: { zh_CN: '初始设置尚未完成', en_US: 'Setup is not complete' },
  unfinishedHint: {
    zh_CN: '仓库的初始设置尚未完成，由有权的同事继续。',
    en_US: 'The warehouse setup is not complete. A colleague with permission must finish it.',
  },
  checklist: { zh_CN: '设置清单', en_US: 'Setup checklist' },
  checksDone: { zh_CN: '已完成 {done} / {total}', en_US: '{done} of {total} done' },
  isDone: { zh_CN: '已完成', en_US: 'Done' },
  isOpen: { zh_CN: '待完成', en_US: 'To do' },
} as const satisfies Record<string, Text>

/** What each line of the checklist requires, and where it is done. */
export const checkLines: Record<CheckName, { text: Text; path: string }> = {
  wizard: { text: { zh_CN: '完成初始设置', en_US: 'Finish setup' }, path: '/setup' },
  warehouse: {
    text: { zh_CN: '填写仓库地址和联系方式', en_US: 'Enter the warehouse address and contact' },
    path: '/setting/warehouse',
  },
  measures: { text: { zh_CN: '设置单位与币种', en_US: 'Set unit and currency' }, path: '/setting/warehouse' },
  locations: {
    text: { zh_CN: '建立库位', en_US: 'Create bins' },
    path: '/setting/warehouse?view=locations',
  },
  channels: {
    text: { zh_CN: '新建物流渠道', en_US: 'Create a logistics channel' },
    path: '/setting/channel',
  },
  prices: {
    text: {
      zh_CN: '设置操作费和渠道的报价：没有报价的订单无法通过审核',
      en_US: 'Set prices for handling and channels: orders without a price fail their audit',
    },
    path: '/setting/quote',
  },
  customers: { text: { zh_CN: '新建客户', en_US: 'Create a customer' }, path: '/query/customer' },
  products: {
    text: { zh_CN: '新建或导入产品', en_US: 'Create or import products' },
    path: '/query/productArchives',
  },
  colleagues: { text: { zh_CN: '邀请同事', en_US: 'Invite colleagues' }, path: '/setting/account' },
  logo: { text: { zh_CN: '上传 Logo', en_US: 'Upload a logo' }, path: '/setting/logo' },
  printing: {
    text: { zh_CN: '设置打印并打印测试页', en_US: 'Set up printing and print a test page' },
    path: '/setting/basicData?view=print',
  },
}
