import type { GuideSection } from '../platform/text/guide.ts'
import type { Text } from '../platform/text/text.ts'
import { shippingText } from './text.ts'

/** Of the page of basic data, what is about paper. */
export const paperParagraphs: readonly Text[] = [
  {
    zh_CN:
      '打印设置：只对您和这台电脑的这个浏览器有效，也在“个人信息”中。可填打印机提示、面单份数和顺序、装箱单和拣货单纸张；每台标签打印机可建一个方案（纸张、精度、PDF 或 ZPL、打印或下载），并指定 SKU 标签、库位标签和箱唛默认用哪一个。“指令条码”是贴在作业台旁的一页。“测试页”用来检查打印机：打印时选“实际大小”，量一量刻度，扫一扫条码。',
    en_US:
      'Print settings hold for you, in this browser on this computer, and stand in your personal information too: reminders of the printers, copies and order of labels, packing slip, paper of picking lists. Each label printer can have a profile (paper, dots, PDF or ZPL, printed or downloaded) and be the one for SKU labels, location labels or box labels. “Command barcodes” is a page to hang at the bench. The test page checks a printer: print it at actual size, hold it against a ruler and scan its codes.',
  },
  {
    zh_CN:
      '面单水印：模板决定在承运商面单上加印什么（SKU、库位、订单号、自定义文本等）、位置、宽度、字号和行数。可叠印在空白处，或把面单缩小、印在空出的位置。拖动或填写毫米数，预览随之变化；盖住条码或地址（红色斜线）、超出面单的都不能保存。放不下的行以“+n”计数。“样例 PDF”给出真正加印后的样例面单。自定义文本 1 至 30 个可打印字符。加印失败时不会给出面单。',
    en_US:
      'Waybill watermark: a template says what is stamped on a carrier’s label (SKU, location, order number, words of your own and more), where, how wide, how large and in how many rows: over the free parts, or in the strip that is freed when the label is drawn smaller. Drag the items or type millimetres and watch the preview; what covers the barcode or the address (hatched in red) or leaves the label cannot be saved. Rows without room are counted as +n. The sample PDF is a sample label really stamped. Words of your own have 1 to 30 printable characters. When stamping fails there is no label.',
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
