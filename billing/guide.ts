import type { GuideSection } from '../platform/text/guide.ts'
import { billingText } from './text.ts'

export const billingGuide: readonly GuideSection[] = [
  {
    id: 'fees',
    paths: ['/query/cost'],
    title: billingText.costTitle,
    paragraphs: [
      {
        zh_CN:
          '财务人员在这里查看费用。五个页签分别是：费用、无报价、账单、账户流水、费用类型。每笔费用都写明关联单据、计费依据和适用报价，便于向客户解释。',
        en_US:
          'Billing staff look up fees here. There are five tabs: fees, no price, bills, account balance flow and fee types. Each fee shows its document, how it was calculated and the quote used, so you can explain it to the customer.',
      },
      { zh_CN: '五个页签都只供查看。', en_US: 'All five tabs are view-only.' },
    ],
    terms: [
      {
        term: billingText.noPrice,
        meaning: {
          zh_CN: '找不到报价的单据列在这里，不会按零收费，也不会被跳过。',
          en_US:
            'Documents without a matching price are listed here. They are neither charged at zero nor skipped.',
        },
      },
      {
        term: { zh_CN: '未结算 / 已结算', en_US: 'Not settled / settled' },
        meaning: {
          zh_CN: '费用尚未从客户账户扣除；已从客户账户扣除。负数金额为退款。',
          en_US:
            'Not yet deducted from the customer’s account; already deducted. A negative amount is a refund.',
        },
      },
    ],
  },
  {
    id: 'collections',
    paths: ['/query/collectPayment'],
    title: billingText.collectionsTitle,
    paragraphs: [
      {
        zh_CN:
          '列出客户的付款：金额、用途、付款方式、银行和付款日期。此页面只供查看；卫星仓版本不显示此页面。',
        en_US:
          'Lists customer payments: amount, purpose, payment method, bank and payment date. This page is view-only and is not shown in the satellite version.',
      },
    ],
  },
  {
    id: 'quotes',
    paths: [
      '/setting/quote',
      '/setting/quote/customer_price',
      '/setting/quote/warehouse_operation',
      '/setting/quote/logistics_freight',
      '/setting/quote/storage_fee',
      '/setting/quote/channel_quote',
    ],
    title: billingText.quotesTitle,
    paragraphs: [
      {
        zh_CN:
          '客户报价分为：全部报价、客户价格、仓库操作费、物流运费、仓租、物流分区、渠道报价。点击标题下方的页签切换。除物流分区外，各部分只供查看。',
        en_US:
          'Customer quote has these sections: all quotes, customer price, warehouse operation fee, logistics freight, storage rent, logistics zones and channel quote. Switch between them with the tabs below the title. All except logistics zones are view-only.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '折扣', en_US: 'Discount' },
        meaning: {
          zh_CN: '乘数，0.85 表示按报价的 85% 收费。',
          en_US: 'A multiplier: 0.85 means the customer pays 85% of the quoted price.',
        },
      },
      {
        term: { zh_CN: '生效 / 失效', en_US: 'Effective / inactive' },
        meaning: {
          zh_CN: '报价版本在其生效时间与失效时间之间有效。',
          en_US: 'A quote version applies between its effective time and its inactive time.',
        },
      },
    ],
  },
]
