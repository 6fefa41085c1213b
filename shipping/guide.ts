import type { GuideSection } from '../platform/text/guide.ts'
import type { Text } from '../platform/text/text.ts'
import { loadingText, outboundText } from './outbound/text.ts'
import { pickingText } from './picking/text.ts'
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
      '面单水印：模板决定在承运商面单上加印什么（SKU、库位、订单号、自定义文本等）、位置、宽度、字号和行数。可叠印在空白处，或把面单缩小、印在空出的位置。拖动或填写毫米数，预览随之变化；盖住条码或地址（红色斜线）、超出面单的都不能保存。放不下的行以“+n”计数。打印时以面单本身为准：模板指定的位置若已有条码或文字，水印移到最近的空白处；空白不够时先缩小字号（不小于 5 磅），再把面单缩小，最小到 75%。“样例 PDF”给出真正加印后的样例面单。自定义文本 1 至 30 个可打印字符。加印失败时不会给出面单。',
    en_US:
      'Waybill watermark: a template defines what is printed on carrier labels in addition (SKU, bin, order number, custom text and more), where, how wide, in which font size and how many rows. It can be printed over blank areas, or the label is scaled down and the freed space is used. Drag items or enter millimeters; the preview updates as you go. Items that cover a barcode or the address (hatched in red) or extend beyond the label can’t be saved. Rows that don’t fit are counted as “+n”. What counts when printing is the label itself: if there is a barcode or text where the template puts an item, the item moves to the nearest blank area; if there is too little room, the text gets smaller (down to 5 pt), and then the label is scaled down (to 75% at most). “Sample PDF” shows a sample label with the watermark applied. Custom text can have 1 to 30 printable characters. If the watermark fails, no label is issued.',
  },
]

export const shippingGuide: readonly GuideSection[] = [
  {
    id: 'print-labels',
    paths: ['/order/list/print_label'],
    title: shippingText.labelsTitle,
    paragraphs: [
      {
        zh_CN:
          '列出待打印面单的订单，按物流渠道分组并显示数量。勾选订单，或选择一个渠道后按 Enter 打印全部（一次最多 500 单）。可选面单顺序、份数、装箱单和水印；预览就是真正的面单。面单合并成一个文件，不能打印的订单逐一说明原因。',
        en_US:
          'Lists orders whose labels are to be printed, grouped by channel with their numbers. Select orders, or choose a channel and press Enter to print all of them (up to 500 at a time). Choose the order of the labels, copies, packing slips and the watermark; the preview is the real label. The labels become one file, and orders that can’t be printed are listed with the reason.',
      },
      {
        zh_CN:
          '打印后请确认哪些面单真正打了出来：全部、从第几张起没有，或逐张勾选。只有确认过的才算“已打印”，订单的面单都打出后进入“已打单”。没有确认的打印显示在列表上方，其中的面单不能由别人重复打印。打印后被作废或申请截单的订单会指出来，请销毁其面单。',
        en_US:
          'After printing, confirm which labels really came out: all, none from a certain label on, or one by one. Only confirmed labels count as printed, and an order becomes “Waybill printed” when all of its labels are. Unconfirmed prints are shown above the list, and no one else can print their labels until then. Orders that were voided or intercepted after printing are listed; destroy their labels.',
      },
      {
        zh_CN:
          '在“已打印”中可以补打（按 r），需要填写原因，面单上印有 R2、R3 等字样；也可以取消打印，订单回到“待发货”。每次打印都记录在订单的“面单打印记录”中。无需面单的渠道打印送货单。',
        en_US:
          'Under “Printed” you can reprint labels (press r); a reason is required, and the label says R2, R3 and so on. You can also cancel a print, which makes the order “Pending shipment” again. Every print is recorded under “Label prints” of the order. Channels without labels print a delivery note.',
      },
    ],
  },
  {
    id: 'batch-outbound',
    paths: ['/order/list/batch_shipment'],
    title: outboundText.title,
    paragraphs: [
      {
        zh_CN:
          '“待出库”列出面单已打印、尚未离仓的订单。勾选订单，或把订单号、参考号、运单号粘贴到搜索框（最多 500 个）：查不到的单号、不能出库的订单会列出并写明原因。然后点击“出库”，可填写车牌号或袋号。',
        en_US:
          '“To ship” lists orders whose waybill is printed and that have not left the warehouse. Tick orders, or paste order, reference or tracking numbers into the search box (up to 500): unknown numbers and orders that can’t be shipped are listed with the reason. Then choose “Ship”; a truck or bag number is optional.',
      },
      {
        zh_CN:
          '出库时扣减库存、订单变为“已发货”并计费。出库后不能撤销，只能退货。已作废、正在申请截单、没有有效面单、面单属于另一渠道、库存没有全部锁定的订单不会出库，其余照常出库。仓库设置要求称重时，没有称重的包裹也不会出库。',
        en_US:
          'Shipping deducts the stock, turns the orders to “Shipped” and charges fees. It can’t be undone, only returned. Orders that are voided, have an open intercept request, have no valid label or one of another channel, or whose stock isn’t fully allocated are left out; the others are shipped. Where the warehouse settings require weighing, packages without a weight are left out too.',
      },
      {
        zh_CN:
          '每次出库按承运商生成一个批次。“出库批次”列出所有批次及其包裹；交接单（渠道、数量、时间、运单号、签字栏）可以随时重新打印，供司机签字。',
        en_US:
          'Each shipment makes one batch per carrier. “Batches” lists all batches with their packages; the hand-over sheet (channels, count, time, tracking numbers, signatures) for the driver can be printed again at any time.',
      },
      {
        zh_CN:
          '批次中有通过承运商账号获取的面单，且该承运商支持交接单时，打开批次可生成“承运商交接单”：每个账号一张，不含已作废的面单，可随时打印。生成失败会写明原因，可以重试；承运商没有明确答复时，重试会先查询，不会重复生成。',
        en_US:
          'If a batch has labels bought through a carrier account and the carrier makes manifests, open the batch to create the “Carrier manifest”: one per account, without voided labels, to print at any time. A failure shows its reason and can be retried; if the carrier’s answer was lost, it is asked first and no second manifest is created.',
      },
    ],
  },
  {
    id: 'scan-out',
    paths: ['/order/outbound'],
    title: loadingText.title,
    paragraphs: [
      {
        zh_CN:
          '包裹装车时逐个扫描运单号（或订单号）。绿色：已加入；黄色：已经扫描过、已经出库，或同一订单还有包裹没有扫描；红色：面单未打印、已作废、面单已失效等，不能装车。截单的包裹会响起警报并全屏变红，取出后确认才能继续。屏幕上方显示包裹数和总重量。',
        en_US:
          'Scan the tracking number (or order number) of each package as it goes onto the truck. Green: added. Amber: scanned already, shipped already, or another package of the same order isn’t scanned yet. Red: not printed, voided or an old label, so it must not go. An intercepted package sounds the alarm and turns the screen red; put it aside and confirm to continue. The header shows the number of packages and their weight.',
      },
      {
        zh_CN:
          '要求称重时，扫描后输入秤上的重量。F7 填写车牌号或袋号，F4 撤销上一次扫描，F9 出库，F8 打印交接单。同一订单的全部包裹都扫描后才会出库。刷新页面后，已扫描的包裹仍在。',
        en_US:
          'Where weighing is required, enter the weight from the scale after the scan. F7 sets the truck or bag number, F4 undoes the last scan, F9 ships, F8 prints the hand-over sheet. An order ships once all its packages are scanned. Scanned packages are still there after a reload.',
      },
    ],
  },
  {
    id: 'picking-lists',
    paths: ['/order/list/picking_list'],
    title: pickingText.title,
    paragraphs: [
      {
        zh_CN:
          '“生成拣货单”按规则（订单类型、渠道、客户）选出待发货和已打单、尚未生成拣货单的订单；生成前显示订单数和拣货单数。也可在“全部订单”中勾选订单后生成。一张拣货单最多 500 个订单，可设置每张的上限；单品单件、单品多件和多品订单默认分开。正在申请截单的订单不会列入。',
        en_US:
          '“Create picking lists” takes orders by a rule (class, channel, customer): those that are pending shipment or have a printed waybill and aren’t on a list yet. It shows the number of orders and lists first. You can also select orders under “All orders”. A list has up to 500 orders, or fewer if you set a limit; single pieces, several pieces and several SKUs get lists of their own by default. Orders with a requested intercept are left out.',
      },
      {
        zh_CN:
          '明细按库位和 SKU 合并，按拣货路线序号排列；有批号或有效期的货品分行。每个订单有一个篮号，“1×2”表示 1 号篮放 2 件。',
        en_US:
          'Goods are merged by bin and SKU and listed in pick sequence; lots and expiry dates have lines of their own. Each order has a basket: “1×2” means two pieces for basket 1.',
      },
      {
        zh_CN:
          '“打印”可用 A4 或 100×150 mm，带拣货单号条码；确认已打印后，拣货单变为“拣货中”。“分配”指定拣货员，同样开始拣货。“完成拣货”把单上全部货品记为已拣，订单变为“已拣货”。“取消拣货单”后订单可以重新生成，锁定的库存不变。这些操作可对多张拣货单进行；不能执行的会列出原因。',
        en_US:
          '“Print” uses A4 or 100×150 mm paper, with the number as a barcode; once you confirm that a list printed, it becomes “Picking”. “Assign” chooses a picker and starts it too. “Complete” counts everything on the list as picked, and its orders with it. After “Cancel list” the orders can be put on another list; their stock stays allocated. All of this works on several lists at once; those that can’t are named with the reason.',
      },
      {
        zh_CN:
          '作废的订单自动移出拣货单，明细随之减少。订单全部发货后，拣货单变为“已完成”；订单全部移出的拣货单自动取消。在搜索框扫描或输入拣货单号，直接打开该拣货单。',
        en_US:
          'A voided order leaves its list, and the goods to pick shrink with it. A list is done when all its orders have shipped, and cancelled when all have left. Scan or enter a list number in the search field to open that list.',
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
