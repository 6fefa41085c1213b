import type { GuideSection } from '../platform/text/guide.ts'
import { parcelText } from './parcels/text.ts'
import { receiveText } from './scanning/text.ts'
import { receivingText } from './text.ts'

export const receivingGuide: readonly GuideSection[] = [
  {
    id: 'inbound',
    paths: ['/inbound/list'],
    title: receivingText.inboundTitle,
    paragraphs: [
      {
        zh_CN: '收货员在这里查看客户预报的到货。每行是一张入库单：谁的货、预报多少、实收多少、预计哪天到仓。',
        en_US:
          'Receivers look up here what customers have announced. Each line is one inbound order: whose goods, how much was announced, how much has come, and the day it is expected.',
      },
      {
        zh_CN:
          '上方按状态分页签并显示数量。新建入库单时选择客户和产品；按箱入库的每一行填写箱号。保存为草稿的可以编辑，提交后等待到仓；到仓后确认，收货，需要时上架。全部按预报收齐并上架后，入库单自动完成；有差异的由人完成。',
        en_US:
          'The views on top are the states with their counts. A new inbound order names its customer and products; by box, every line names its box. A draft can be edited; once submitted it waits for the goods. When they arrive, confirm, receive, put away where that is a second step. Once all came as announced and lies in its bin, the order is completed by itself; where something differs, somebody completes it.',
      },
      {
        zh_CN:
          '实收与预报不同，完成时须填写原因。收货记录可以撤销，只要货还在原处且未被占用。完成当天可以重新打开，已记的费用随之冲回；系统自动完成的，当天再收一件或撤销一笔收货，就会自动重新打开。',
        en_US:
          'Where more or less came than announced, completing asks for the reason. A receipt can be cancelled while its goods lie where they were counted and nobody was promised them. On the day it was completed an order can be reopened; what was to be charged is taken back. One that completed itself opens itself that day, when one more piece is received or a receipt is cancelled.',
      },
      {
        zh_CN:
          '用 Excel 导入：按箱（每箱每个产品一行）或按 SKU（也可导入退货和期初库存）。同一客户、同一参考号的行合为一张入库单，整单导入或整单不导入；导入后即为待确认，结果列出新的入库单号。',
        en_US:
          'A sheet brings in many at once: by box, a line for each product of each box, or by SKU, also for returns and opening stock. Lines of one customer with the same reference make one inbound order, which comes in whole or not at all. Imported orders are submitted at once, and the result lists their numbers.',
      },
      {
        zh_CN:
          '选中入库单可打印箱唛和收货单。扫描或输入单号、参考号、柜号、运单号或箱号，直接打开对应的入库单。用 J、K 选择行，按 R 开始收货。',
        en_US:
          'Box labels and receiving sheets are printed for the orders picked. Scan or type an inbound number, reference, container, tracking number or box, and its order opens. Walk the rows with J and K; R receives the one you are on.',
      },
      {
        zh_CN:
          '详情中有箱子的申报与实测尺寸，收货中可以测量箱子、添加预报外的箱子；还有收货记录、上架记录、费用和操作记录。',
        en_US:
          'The details show each box as declared and as measured; while goods come in, boxes can be measured and extra ones added. Below stand the receipts, the putaways, what there is to charge, and who did which step when.',
      },
    ],
    terms: [
      {
        term: receivingText.boxes,
        meaning: {
          zh_CN: '前一个数是客户预报的箱数，后一个数是仓库实收的箱数。两者不同即为多收或少收。',
          en_US:
            'First the boxes the customer announced, then the boxes the warehouse counted. A difference means over- or short-received.',
        },
      },
      {
        term: receivingText.tracking,
        meaning: {
          zh_CN: '集装箱号或快递运单号，与外箱或提单上的一致。',
          en_US: 'The container or carrier number, as printed on the box or the bill of lading.',
        },
      },
      {
        term: {
          zh_CN: '待确认 / 收货中 / 收货完成',
          en_US: 'Pending confirmation / Receiving / Recv complete',
        },
        meaning: {
          zh_CN: '货未到仓；已到仓，正在清点；清点与上架均已完成。',
          en_US: 'Not arrived; arrived and being counted; counted and put away.',
        },
      },
    ],
  },
  {
    id: 'receive-by-scanner',
    paths: ['/inbound/receive'],
    title: receiveText.title,
    paragraphs: [
      {
        zh_CN:
          '收货员用扫描枪完成收货，全程不需要鼠标。先扫描入库单号、参考号、柜号、运单号或任意一个箱号，打开入库单；再按屏幕上的大字逐步扫描。',
        en_US:
          'Receivers work here with a scanner and no mouse. Scan the inbound number, its reference, container, tracking number or any box of it to open it; then follow the large words on the screen.',
      },
      {
        zh_CN:
          '按箱收货：扫一次箱号，整箱按预报收下。逐件清点：扫描箱号打开，再扫描产品，每扫一次加一件；“12*”后扫描表示 12 件。再次扫描同一箱号，或连按两次回车，完成此箱。须有有效期或批号的货物，从 GS1 条码或预报中读取，没有时询问一次。',
        en_US:
          'By box: one scan takes the whole box as announced. Piece by piece: scan the box to open it, then its products, one piece a scan; “12*” before a scan makes it twelve. Scan the box again, or press Enter twice, to finish it. Expiry date and lot, where they are kept, are read from GS1 barcodes or the announcement, and asked for once where neither says them.',
      },
      {
        zh_CN:
          '一步收货的仓库收货时直接扫描库位，或接受推荐库位；两步收货的仓库先收到收货区，再上架：扫描库位，再扫描产品，不说数量就是全部；有多个有效期或批号待上架时，扫描 GS1 条码或选择其中一批。上架可以分次，也可以分到多个库位。',
        en_US:
          'Where goods go straight to a bin, scan it or take the suggested one. Where they are put away in a second step, scan the bin and then the product; without a quantity all that waits goes there. Where several dates or lots wait, scan a GS1 barcode or choose one. It can be done in parts and over several bins.',
      },
      {
        zh_CN:
          '网络中断时可以继续扫描：扫描保存在本机，屏幕上显示有几条待上传，恢复后按顺序上传，不会丢失，也不会重复计数。刷新或重新打开页面后，单据仍在原处，继续即可。',
        en_US:
          'When the network is cut, go on scanning: scans stay on this device, the screen says how many wait, and they are sent in order once it is back. None is lost and none is counted twice. After a reload the document lies there as you left it.',
      },
      {
        zh_CN:
          '需要帮助时按 F1 或扫描 CMD-LEAD 呼叫主管，点选原因后继续工作；主管在顶部栏看到呼叫，应答后这里会显示谁正在过来。用“键盘输入”手工录入的，操作日志会注明。',
        en_US:
          'When you need somebody, press F1 or scan CMD-LEAD, tap the reason and go on: leads see the call in the bar, and once one of them goes, this screen says who comes. What is typed with “Type” is marked as such in the audit log.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '指令条码', en_US: 'Command barcodes' },
        meaning: {
          zh_CN:
            '贴在工作台上的条码，代替按键：确认、撤销、完成此步、数量、残次、短少、切换方式、呼叫主管。在收货屏幕上可以显示和打印，打印设置中也有 A4 的一页。',
          en_US:
            'Barcodes on the bench that stand for keys: OK, undo, finish this step, quantity, damaged, short, other way of working, call a lead. The screen shows and prints them; the print settings have them as an A4 page.',
        },
      },
      {
        term: { zh_CN: '绿 / 黄 / 红', en_US: 'Green / amber / red' },
        meaning: {
          zh_CN: '绿色为正常，黄色须注意或确认，红色为没有计入。每种颜色有自己的声音。',
          en_US: 'Green is counted, amber wants your attention, red was not counted. Each has its own sound.',
        },
      },
    ],
  },
  {
    id: 'parcels',
    paths: ['/inbound/parcels'],
    title: parcelText.title,
    paragraphs: [
      {
        zh_CN:
          '收货时扫描到没有单据的包裹：知道客户的，当场生成退货或新到货的入库单并开始清点；不知道的，拍照登记，放到待认领区。',
        en_US:
          'When a parcel without a document is scanned at receiving and its customer is known, an inbound order for a return or for new goods is made on the spot. Otherwise it is photographed, kept here and set aside.',
      },
      {
        zh_CN:
          '查明后，再次扫描运单号，或在这里打开包裹：关联到已有的入库单、生成入库单，或填写原因退回。照片会附到入库单上。收货台没有相机时，可以用手机扫描屏幕上的二维码拍照，无需登录，链接只能用一次，10 分钟内有效。',
        en_US:
          'Once somebody knows more, scan its number again or open it here: link it to an inbound order, make one, or send it back with a reason. Its photos go with the inbound order. Where the bench has no camera, a phone that scans the code on the screen takes the photo without logging in; the link works once, for 10 minutes.',
      },
    ],
  },
]
