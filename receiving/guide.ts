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
          'Receivers look up expected arrivals here. Each row is one inbound order: whose goods, how many are expected, how many were received, and the expected arrival date.',
      },
      {
        zh_CN:
          '上方按状态分页签并显示数量。新建入库单时选择客户和产品；按箱入库的每一行填写箱号。保存为草稿的可以编辑，提交后等待到仓；到仓后确认，收货，需要时上架。全部按预报收齐并上架后，入库单自动完成；有差异的由人完成。报价按托或按柜计费的，完成时填写托数/柜数，未计费前也可用“登记托数/柜数”补登。',
        en_US:
          'The tabs at the top show the statuses with their counts. For a new inbound order, select the customer and products; for an order by box, enter the box number on every line. Drafts can be edited; once submitted, the order waits for the goods. When they arrive, confirm the arrival, receive, and put away if needed. An order completes automatically when everything was received as expected and put away; if there are differences, someone completes it manually. Where prices are per pallet or per container, enter their numbers when completing, or afterwards with “Count pallets and containers” as long as the order is not charged.',
      },
      {
        zh_CN:
          '实收与预报不同，完成时须填写原因。收货记录可以撤销，只要货还在原处且未被锁定。完成当天可以重新打开，已记的费用随之冲回；系统自动完成的，当天再收一件或撤销一笔收货，就会自动重新打开。',
        en_US:
          'If the received quantity differs from the expected quantity, you must give a reason when completing. A receipt can be cancelled as long as its goods are still in place and not allocated. An order can be reopened on the day it was completed; its fees are then reversed. An order that completed automatically reopens automatically that day if you receive another piece or cancel a receipt.',
      },
      {
        zh_CN:
          '用 Excel 导入：按箱（每箱每个产品一行）或按 SKU（也可导入退货和期初库存）。同一客户、同一参考号的行合为一张入库单，整单导入或整单不导入；导入后即为待确认，结果列出新的入库单号。',
        en_US:
          'Import from Excel: by box (one row per product and box) or by SKU (also for returns and opening stock). Rows with the same customer and reference form one inbound order, which is imported as a whole or not at all. Imported orders are pending confirmation, and the result lists the new inbound numbers.',
      },
      {
        zh_CN:
          '选中入库单可打印箱唛和收货单。扫描或输入单号、参考号、柜号、运单号或箱号，直接打开对应的入库单。用 J、K 选择行，按 R 开始收货。',
        en_US:
          'Select inbound orders to print box labels and receiving sheets. Scan or enter an inbound number, reference, container number, tracking number or box number to open its order. Use J and K to move through the rows and R to start receiving.',
      },
      {
        zh_CN:
          '详情中有箱子的申报与实测尺寸，收货中可以测量箱子、添加预报外的箱子；还有收货记录、上架记录、费用和操作记录。',
        en_US:
          'The details show the declared and measured size of each box; while receiving you can measure boxes and add unexpected ones. They also show receipts, putaways, fees and the activity log.',
      },
    ],
    terms: [
      {
        term: receivingText.boxes,
        meaning: {
          zh_CN: '前一个数是客户预报的箱数，后一个数是仓库实收的箱数。两者不同即为多收或少收。',
          en_US:
            'The first number is the boxes expected by the customer, the second the boxes received. If they differ, the order is over- or short-received.',
        },
      },
      {
        term: receivingText.tracking,
        meaning: {
          zh_CN: '集装箱号或快递运单号，与外箱或提单上的一致。',
          en_US: 'Container number or carrier tracking number, as printed on the box or the bill of lading.',
        },
      },
      {
        term: {
          zh_CN: '待确认 / 收货中 / 收货完成',
          en_US: 'Pending confirmation / Receiving / Recv complete',
        },
        meaning: {
          zh_CN: '货未到仓；已到仓，正在清点；清点与上架均已完成。',
          en_US: 'Goods not arrived; arrived and being counted; counted and put away.',
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
          'Receivers do all receiving with a scanner, without a mouse. First scan the inbound number, reference, container number, tracking number or any box number to open the inbound order; then follow the instructions on the screen.',
      },
      {
        zh_CN:
          '按箱收货：扫一次箱号，整箱按预报收下。逐件清点：扫描箱号打开，再扫描产品，每扫一次加一件；“12*”后扫描表示 12 件。再次扫描同一箱号，或连按两次回车，完成此箱。须有有效期或批号的货物，从 GS1 条码或预报中读取，没有时询问一次。',
        en_US:
          'By box: one scan receives the whole box as expected. Piece by piece: scan the box to open it, then scan products, one piece per scan; “12*” before a scan means 12 pieces. Scan the box again, or press Enter twice, to finish it. Where an expiry date or lot number is required, it is taken from the GS1 barcode or the inbound order; otherwise you are asked once.',
      },
      {
        zh_CN:
          '一步收货的仓库收货时直接扫描库位，或接受推荐库位；两步收货的仓库先收到收货区，再上架：扫描库位，再扫描产品，不说数量就是全部；有多个有效期或批号待上架时，扫描 GS1 条码或选择其中一批。上架可以分次，也可以分到多个库位。',
        en_US:
          'With one-step receiving, scan the storage bin directly or accept the suggested bin. With two-step receiving, goods go to the receiving area first. To put away, scan the bin, then the product; without a quantity, everything pending is put away. If several expiry dates or lots are pending, scan a GS1 barcode or select one. You can put away in several steps and into several bins.',
      },
      {
        zh_CN:
          '网络中断时可以继续扫描：扫描保存在本机，屏幕上显示有几条待上传，恢复后按顺序上传，不会丢失，也不会重复计数。超过 6 天仍未上传的扫描不再自动上传，会列在“未计入的扫描”中，请核对后更正。刷新或重新打开页面后，单据仍在原处，继续即可。',
        en_US:
          'You can keep scanning when the network is down: scans are stored on this device, the screen shows how many are waiting, and they are sent in order when the network is back. No scan is lost or counted twice. After 6 days a scan is no longer sent by itself: it is listed under “Scans that were not counted”, for you to check and correct. After a reload, you continue where you left off.',
      },
      {
        zh_CN:
          '需要帮助时按 F1 或扫描 CMD-LEAD 呼叫主管，点选原因后继续工作；主管在顶部栏看到呼叫，应答后这里会显示谁正在过来。用“键盘输入”手工录入的，操作日志会注明。',
        en_US:
          'If you need help, press F1 or scan CMD-LEAD to call a supervisor, tap the reason and keep working. Supervisors see the call in the top bar; when one responds, this screen shows who is on the way. Entries made with “Type in” are marked in the audit log.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '指令条码', en_US: 'Command barcodes' },
        meaning: {
          zh_CN:
            '贴在工作台上的条码，代替按键：确认、撤销、完成此步、数量、次品、短少、切换方式、呼叫主管。在收货屏幕上可以显示和打印，打印设置中也有 A4 的一页。',
          en_US:
            'Barcodes at the station that replace keys: OK, undo, finish this step, quantity, defective, short, switch mode, call supervisor. You can show and print them on the receiving screen; Print settings also has an A4 page.',
        },
      },
      {
        term: { zh_CN: '绿 / 黄 / 红', en_US: 'Green / amber / red' },
        meaning: {
          zh_CN: '绿色为正常，黄色须注意或确认，红色为没有计入。每种颜色有自己的声音。',
          en_US:
            'Green means OK, amber needs attention or confirmation, red means not counted. Each color has its own sound.',
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
          'If you scan a parcel that matches no inbound order and its customer is known, an inbound order for a return or new goods is created on the spot and counting starts. Otherwise, take a photo, register the parcel and put it in the unmatched area.',
      },
      {
        zh_CN:
          '查明后，再次扫描运单号，或在这里打开包裹：关联到已有的入库单、生成入库单，或填写原因退回。照片会附到入库单上。收货台没有相机时，可以用手机扫描屏幕上的二维码拍照，无需登录，链接只能用一次，10 分钟内有效。',
        en_US:
          'Once identified, scan the tracking number again or open the parcel here: link it to an existing inbound order, create one, or send it back with a reason. Its photos are attached to the inbound order. If the receiving station has no camera, scan the QR code on the screen with a phone to take the photo. No login is needed; the link works once, for 10 minutes.',
      },
    ],
  },
]
