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
          '“库存”可按 SKU、库位或批次查看；点击锁定数量可看到占用它的单据，选择历史时点可看到当时的库存。上方的视图列出低库存、超库龄、即将到期和在收货区超过三天的货物。有批号的货物可按批号查找，须输入完整批号。',
        en_US:
          '“Stock” is shown by SKU, by location or by batch. The allocated figure leads to the documents that hold it, and a moment of the past shows the stock as it was then. The views above list what is low, old, about to expire, or over three days in receiving. Goods that have a lot are found by it; type the whole lot.',
      },
      {
        zh_CN:
          '按库位查看时，可对选中的行移库、调整、冻结或解冻，每次操作生成单据并记入流水。移到另一品质的库区即为品质变更，须写原因。移库、品质变更、调整、冻结和解冻也可用表格导入，每次最多 500 行，先取最早上架的货物：全部过账，或全部不过账。',
        en_US:
          'By location, chosen rows can be moved, adjusted, frozen and unfrozen; each is a document and stands in the flow. A move into a zone of the other quality changes the quality and needs a reason. Moves, changes of quality, adjustments, freezes and unfreezes can also come from a sheet of up to 500 lines, which takes the oldest goods first: all of it is booked, or none.',
      },
      {
        zh_CN:
          '“盘点”按库区、库位、客户或 SKU 建单，扫描库位和货物后录入数量。每次录入都与当时的账面比较，所以盘点时照常作业。提交后可复盘，审核后过账；差异金额超过角色限额时，须由未参与盘点的人审核。',
        en_US:
          '“Counts” are made by zone, location, customer or SKU: scan the bin, scan the goods, enter the number. Each entry is held against the books of that moment, so work goes on meanwhile. Once handed in, lines can be counted again, and approving books the difference; above the limit of a role, somebody who did not count has to approve.',
      },
      {
        zh_CN:
          '“库存流水”列出每一次变动。点击单号打开入库单或盘点单；点击一行，看到同一单据的全部变动。表下是筛选结果的合计：按货物筛选时与当前库存并列，两者应当相等。',
        en_US:
          '“Inventory flow” lists every change. The document’s number opens the inbound order or the count; a row shows all that its document changed. Below the table stands what the changes come to: filtered by goods, beside the stock of now, and the two are the same.',
      },
      {
        zh_CN: '账目每晚自动核对。与流水不一致的库存会被停用并注明原因，主管查明后可填写原因解除。',
        en_US:
          'The books are checked every night. Stock that does not agree with its flow is stopped and says why; a manager lets it go on, with a reason.',
      },
    ],
    terms: [
      {
        term: { zh_CN: '可用 = 在库 − 锁定 − 冻结', en_US: 'Available = on hand − allocated − frozen' },
        meaning: {
          zh_CN: '锁定的货已分配给订单；冻结的货因盘点、争议或隔离暂不可用。',
          en_US:
            'Allocated goods are promised to orders; frozen goods are blocked by a count, a dispute or quarantine.',
        },
      },
      {
        term: { zh_CN: '在途 / 待上架', en_US: 'In transit / pending putaway' },
        meaning: {
          zh_CN: '已预报但未到仓；已收货但未放到库位，暂不可出库。',
          en_US: 'Announced but not here; received but not on a shelf yet, so it cannot be shipped.',
        },
      },
      {
        term: inventoryText.age,
        meaning: {
          zh_CN: '从上架当天算起，当天为第 1 天。',
          en_US: 'Counted from the day of putaway, which is day 1.',
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
          'Scan the bin the goods lie in, then the products: one piece a scan, twelve after “12*”, or everything at once. Then scan the bin they go to, and all that is in the hand moves there. Scanned back into its own bin it is simply put back.',
      },
      {
        zh_CN:
          '目标库位存放另一品质的货物时，会询问品质变更的原因。手中的货也可以就地冻结，或调整账面数量（减少或增加）。手中没有货时，可把库位上冻结的货解冻。锁定和冻结的货不能取。撤销会用一张新的单据把货移回去。',
        en_US:
          'A bin of the other quality asks why the quality changes. What is in the hand can also be frozen where it lies, or taken off the books or added to them. With nothing in the hand, what is frozen in the bin can be let go. What is allocated or frozen cannot be taken. Undo leads the goods back with a document of its own.',
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
          'Scan a count, or simply the bin to count: a blind count of it is made. Then scan the bin and its products, piece by piece. The screen shows what was counted, never what the books say.',
      },
      {
        zh_CN:
          '完成一个库位时，没有找到的产品会询问是否记为 0。全部盘完后提交；有差异的行可以当场复盘。网络中断时可以继续扫描，恢复后按顺序上传。',
        en_US:
          'When a bin is finished, products that were not found can be written down as 0. Hand the count in at the end; lines that differ can be counted again on the spot. When the network is cut, go on scanning: scans are sent in order once it is back.',
      },
    ],
  },
]
