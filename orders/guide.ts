import type { GuideSection } from '../platform/text/guide.ts'
import { ordersText } from './text.ts'

export const ordersGuide: readonly GuideSection[] = [
  {
    id: 'orders',
    paths: ['/order/list', '/order/list/order_query'],
    title: ordersText.ordersTitle,
    paragraphs: [
      {
        zh_CN:
          '订单出库由五个视图组成：全部订单、打印面单、批量出库、拣货单、订单查询。点击标题下方的页签切换，每个视图有自己的网址，可以直接发给同事。',
        en_US:
          'Order outbound has five views: all orders, print labels, batch outbound, picking lists and order query. Switch between them with the tabs below the title; each view has its own address that you can share with colleagues.',
      },
      {
        zh_CN:
          '“全部订单”显示每张订单的客户、渠道、运单号、货品件数、重量、费用和目的地；“订单查询”另外显示平台订单号和发货时间。',
        en_US:
          '“All orders” shows each order’s customer, channel, tracking number, pieces, weight, fee and destination; “Order query” also shows the platform order number and ship time.',
      },
      {
        zh_CN: '这些视图只供查看。',
        en_US: 'These views are view-only.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '待审核 / 审核中 / 审核异常', en_US: 'Pending audit / Under audit / Audit exception' },
        meaning: {
          zh_CN: '等待检查；正在检查地址、渠道、库存、报价和余额；其中一项没有通过。',
          en_US:
            'Waiting to be checked; address, channel, stock, price and balance are being checked; one of the checks failed.',
        },
      },
      {
        term: { zh_CN: '待发货 / 已打单 / 已发货', en_US: 'Pending shipment / Waybill printed / Shipped' },
        meaning: {
          zh_CN: '库存已锁定；面单已打印；包裹已离仓，库存已扣减。',
          en_US:
            'Stock is allocated; the waybill is printed; the package has left the warehouse and stock has been deducted.',
        },
      },
      {
        term: ordersText.weights,
        meaning: {
          zh_CN: '前一个数由产品资料推算，后一个数是打包台称得的重量。',
          en_US:
            'The first weight is estimated from product data, the second is the actual weight from the packing station.',
        },
      },
    ],
  },
]
