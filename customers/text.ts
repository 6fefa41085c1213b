import type { Text } from '../lib/text.ts'

export const customersText = {
  customersTitle: { zh_CN: '客户档案', en_US: 'Customers' },
  customerCode: { zh_CN: '客户代码', en_US: 'Customer code' },
  customerName: { zh_CN: '客户名称', en_US: 'Customer name' },
  loginAccount: { zh_CN: '登录账号', en_US: 'Login account' },
  balance: { zh_CN: '账户余额', en_US: 'Balance' },
  creditLimit: { zh_CN: '信用额度', en_US: 'Credit limit' },
  orderable: { zh_CN: '可下单金额', en_US: 'Available for orders' },
  priceSet: { zh_CN: '报价方案', en_US: 'Prices' },
  lastOrderAt: { zh_CN: '最近下单', en_US: 'Last order' },
  noCustomers: { zh_CN: '暂无客户', en_US: 'No customers yet' },
} as const satisfies Record<string, Text>
