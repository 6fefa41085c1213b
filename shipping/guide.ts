import type { GuideSection } from '../lib/guide.ts'
import { shippingText } from './text.ts'

export const shippingGuide: readonly GuideSection[] = [
  {
    id: 'print-labels',
    paths: ['/order/list/print_label'],
    title: shippingText.labelsTitle,
    paragraphs: [
      {
        zh_CN: '列出待发货订单的面单：渠道、运单号、面单格式，以及是否打印过、打印过几次。此视图只供查看。',
        en_US:
          'Lists the waybills of orders pending shipment: channel, tracking number, label format, and whether and how often each was printed. The view is for looking up.',
      },
    ],
  },
  {
    id: 'batch-outbound',
    paths: ['/order/list/batch_shipment'],
    title: shippingText.batchTitle,
    paragraphs: [
      {
        zh_CN: '列出面单已打印、尚未离仓的包裹，供打包员与司机交接时核对件数和重量。此视图只供查看。',
        en_US:
          'Lists parcels whose waybill is printed and that are still in the house, so that packer and driver can compare pieces and weight. The view is for looking up.',
      },
    ],
  },
  {
    id: 'picking-lists',
    paths: ['/order/list/picking_list'],
    title: shippingText.pickingTitle,
    paragraphs: [
      {
        zh_CN: '拣货员在这里查看拣货单：包含多少订单、SKU 和件数，由谁拣货，进度如何。此视图只供查看。',
        en_US:
          'Pickers look up picking lists here: how many orders, SKUs and pieces each holds, who picks it and how far it is. The view is for looking up.',
      },
    ],
    terms: [
      {
        term: {
          zh_CN: '单品单件 / 单品多件 / 多品',
          en_US: 'One SKU, one piece / One SKU, several pieces / Several SKUs',
        },
        meaning: {
          zh_CN: '拣货单按订单构成分类；“混合”表示同一张单内有多种订单。',
          en_US:
            'Picking lists are grouped by what their orders hold; “Mixed” means orders of different kinds on one list.',
        },
      },
    ],
  },
]
