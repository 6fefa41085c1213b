import type { GuideSection } from '../lib/guide.ts'
import { customersText } from './text.ts'

export const customersGuide: readonly GuideSection[] = [
  {
    id: 'customers',
    paths: ['/query/customer'],
    title: customersText.customersTitle,
    paragraphs: [
      {
        zh_CN: '列出货主：代码、名称、登录账号、账户余额、信用额度、可下单金额和报价方案。此页面只供查看。',
        en_US:
          'Lists the owners of the goods: code, name, login account, balance, credit limit, what is left for orders, and their prices. The screen is for looking up.',
      },
      {
        zh_CN: '卫星仓版本中，客户由主仓维护，本页为只读。',
        en_US: 'In the satellite version customers are kept by the main warehouse and the page is read-only.',
      },
    ],
    terms: [
      {
        term: customersText.orderable,
        meaning: {
          zh_CN: '余额减去冻结金额；客户允许使用信用额度时再加上信用额度。',
          en_US: 'Balance less what is frozen; plus the credit limit where the customer may use it.',
        },
      },
      {
        term: { zh_CN: '停用', en_US: 'Disabled' },
        meaning: {
          zh_CN: '停用的客户不能登录。',
          en_US: 'A disabled customer cannot log in.',
        },
      },
    ],
  },
]
