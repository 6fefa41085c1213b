import type { GuideSection } from '../platform/text/guide.ts'
import { inventoryText } from './locations/text.ts'
import { countScanText, moveText } from './scanning/text.ts'

export const inventoryGuide: readonly GuideSection[] = [
  {
    id: 'stock',
    paths: ['/query/stock'],
    title: inventoryText.stockTitle,
    paragraphs: [
      {
        zh_CN:
          '“库存”可按 SKU、库位或批次查看；点击锁定数量可看到锁定它的单据，选择历史时点可看到当时的库存。上方的视图列出低库存、超库龄、即将到期和在收货区超过三天的货物。有批号的货物可按批号查找，须输入完整批号。',
        en_US:
          '“Stock” can be viewed by SKU, bin or batch. Click the allocated quantity to see the documents that hold it; choose a past time to see the stock at that time. The views at the top list goods that are low, aged, expiring soon or in the receiving area for more than three days. Goods with a lot number can be found by it; enter the full lot number.',
      },
      {
        zh_CN:
          '按库位查看时，可对选中的行移库、调整、冻结或解冻，每次操作生成单据并记入流水。移到另一品质的库区即为品质变更，须写原因。移库、品质变更、调整、冻结和解冻也可用表格导入，每次最多 500 行，先取最早上架的货物；库位上有多个有效期或批号时，须填写取哪一个。全部过账，或全部不过账。',
        en_US:
          'In the by-bin view, selected rows can be moved, adjusted, frozen or unfrozen; each action creates a document and appears in the inventory flow. Moving goods to a zone of the other quality changes their quality and requires a reason. Moves, quality changes, adjustments, freezes and unfreezes can also be imported from a spreadsheet of up to 500 rows, oldest putaway first; where a bin has several expiry dates or lots of a product, the row must name one. Either all rows are posted or none.',
      },
      {
        zh_CN:
          '“盘点”按库区、库位、客户或 SKU 建单，扫描库位和货物后录入数量。每次录入都与当时的账面比较，所以盘点时照常作业。提交后可复盘，审核后过账；盘点后已被其他盘点单或调整单更正的行须先复盘；差异金额超过角色限额时，须由未参与盘点的人审核。',
        en_US:
          '“Counts” are created by zone, bin, customer or SKU: scan the bin, scan the goods, enter the quantity. Each entry is compared with the system quantity at that moment, so normal work can continue. After submission, lines can be recounted; approving posts the differences. A line whose stock another count or an adjustment has corrected since must be recounted first. If the difference exceeds a role’s limit, someone who did not count must approve it.',
      },
      {
        zh_CN:
          '“库存流水”列出每一次变动。点击单号打开入库单或盘点单；点击一行，看到同一单据的全部变动。表下是筛选结果的合计：按货物筛选时与当前库存并列，两者应当相等。',
        en_US:
          '“Inventory flow” lists every stock movement. Click the document number to open the inbound order or count; click a row to see all movements of the same document. Totals of the filtered movements are shown below the table; when filtered by goods, they are shown next to the current stock, and the two must match.',
      },
      {
        zh_CN:
          '账务每晚自动核对。与流水不一致的库存会标为“账务异常”、暂停作业并注明原因；主管查明后可填写原因恢复作业。',
        en_US:
          'The ledger check runs every night. Stock that doesn’t match its movements is blocked with a reason; once the cause is found, a supervisor can unblock it and must give a reason.',
      },
    ],
    terms: [
      {
        term: {
          zh_CN: '可用 = 在库 − 锁定 − 冻结 − 次品',
          en_US: 'Available = on hand − allocated − frozen − defective',
        },
        meaning: {
          zh_CN: '锁定的货已分给订单；冻结的货因盘点、争议或隔离暂不可用；次品不能销售。',
          en_US:
            'Allocated goods are reserved for orders; frozen goods are held back for a count, a dispute or quarantine. Defective goods can’t be sold.',
        },
      },
      {
        term: { zh_CN: '在途 / 待上架', en_US: 'In transit / pending putaway' },
        meaning: {
          zh_CN: '已预报但未到仓；已收货但未放到库位，暂不可出库。',
          en_US:
            'Expected but not yet arrived; received but not yet in a storage bin, so it can’t be shipped.',
        },
      },
      {
        term: inventoryText.age,
        meaning: {
          zh_CN: '从上架当天算起，当天为第 1 天。',
          en_US: 'Counted from the putaway date, which is day 1.',
        },
      },
    ],
  },
  {
    id: 'move-by-scanner',
    paths: ['/stock/move'],
    title: moveText.title,
    paragraphs: [
      {
        zh_CN:
          '先扫描货物所在的库位，再扫描产品：扫一次取一件，“12*”后扫描取 12 件，也可以全部取出。然后扫描目标库位，手中的货一次移过去。把手中的货扫回原库位，就是放回。',
        en_US:
          'Scan the bin the goods are in, then the products: each scan takes one piece, “12*” before a scan takes twelve, or take everything at once. Then scan the destination bin to move all the goods you are holding. Scan the original bin to put them back.',
      },
      {
        zh_CN:
          '目标库位存放另一品质的货物时，会询问品质变更的原因。手中的货也可以就地冻结，或调整账面数量（减少或增加）。手中没有货时，可把库位上冻结的货解冻。锁定和冻结的货不能取。撤销会用一张新的单据把货移回去。',
        en_US:
          'If the destination bin is for the other quality, you are asked for the reason for the quality change. You can also freeze the goods you are holding, or adjust the system quantity down or up. When you are holding nothing, you can unfreeze frozen goods in the bin. Allocated and frozen goods can’t be taken. Undo moves the goods back with a new document.',
      },
    ],
  },
  {
    id: 'count-by-scanner',
    paths: ['/stock/count'],
    title: countScanText.title,
    paragraphs: [
      {
        zh_CN:
          '扫描盘点单号，或直接扫描要盘点的库位：系统会为它新建一张盲盘单。再扫描库位，逐件扫描产品；屏幕只显示已数的数量，不显示账面数量。',
        en_US:
          'Scan a count number, or simply the bin you want to count: a blind count is created for it. Then scan the bin and its products, piece by piece. The screen shows what you have counted, never the system quantity.',
      },
      {
        zh_CN:
          '完成一个库位时，没有找到的产品会询问是否记为 0。全部盘完后提交；有差异的行可以当场复盘。网络中断时可以继续扫描，恢复后按顺序上传。',
        en_US:
          'When you finish a bin, you are asked whether to record 0 for products that were not found. Submit the count when everything is counted; lines with differences can be recounted right away. If the network is down, keep scanning: scans are sent in order when it is back.',
      },
    ],
  },
]
