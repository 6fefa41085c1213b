import type { GuideSection } from '../platform/text/guide.ts'
import type { Text } from '../platform/text/text.ts'
import { shippingText } from './text.ts'

/** The part of the basic data page about printing. */
export const paperParagraphs: readonly Text[] = [
  {
    zh_CN:
      '打印设置：只对您和这台电脑的这个浏览器有效，也在“个人信息”中。可填打印机提示、面单份数和顺序、装箱单和拣货单纸张；每台标签打印机可建一个方案（纸张、精度、PDF 或 ZPL、打印或下载），并指定 SKU 标签、库位标签和箱唛默认用哪一个。“指令条码”是贴在作业台旁的一页。“测试页”用来检查打印机：打印时选“实际大小”，量一量刻度，扫一扫条码。',
    en_US:
      'Print settings apply only to you and to this browser on this computer; they are also under Personal information. Set printer reminders, label copies and order, packing slips and picking list paper. Create a profile for each label printer (paper, resolution, PDF or ZPL, print or download) and choose which one is the default for SKU, bin and box labels. “Command barcodes” is a page to put up at the station. Use the test page to check a printer: print it at actual size, measure the rulers and scan the barcodes.',
  },
  {
    zh_CN:
      '面单水印：模板决定在承运商面单上加印什么（SKU、库位、订单号、自定义文本等）、位置、宽度、字号和行数。可叠印在空白处，或把面单缩小、印在空出的位置。拖动或填写毫米数，预览随之变化；盖住条码或地址（红色斜线）、超出面单的都不能保存。放不下的行以“+n”计数。“样例 PDF”给出真正加印后的样例面单。自定义文本 1 至 30 个可打印字符。加印失败时不会给出面单。',
    en_US:
      'Waybill watermark: a template defines what is printed on carrier labels in addition (SKU, bin, order number, custom text and more), where, how wide, in which font size and how many rows. It can be printed over blank areas, or the label is scaled down and the freed space is used. Drag items or enter millimeters; the preview updates as you go. Items that cover a barcode or the address (hatched in red) or extend beyond the label can’t be saved. Rows that don’t fit are counted as “+n”. “Sample PDF” shows a sample label with the watermark applied. Custom text can have 1 to 30 printable characters. If the watermark fails, no label is issued.',
  },
]

export const shippingGuide: readonly GuideSection[] = [
  {
    id: 'print-labels',
    paths: ['/order/list/print_label'],
    title: shippingText.labelsTitle,
    paragraphs: [
      {
        zh_CN: '列出待发货订单的面单：渠道、运单号、面单格式，以及是否打印过、打印过几次。此视图只供查看。',
        en_US:
          'Lists the labels of orders pending shipment: channel, tracking number, label format, and whether and how often each was printed. This view is view-only.',
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
          'Lists packages whose waybill is printed but that have not left the warehouse, so packers and drivers can check pieces and weight at handover. This view is view-only.',
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
          'Pickers look up picking lists here: how many orders, SKUs and pieces they contain, who is picking, and the progress. This view is view-only.',
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
            'Picking lists are grouped by order composition; “Mixed” means a list contains different kinds of orders.',
        },
      },
    ],
  },
]
