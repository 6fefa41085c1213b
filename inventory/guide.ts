import type { GuideSection } from '../lib/guide.ts'
import { inventoryText } from './text.ts'

export const inventoryGuide: readonly GuideSection[] = [
  {
    id: 'stock',
    paths: ['/query/stock'],
    title: inventoryText.stockTitle,
    paragraphs: [
      {
        zh_CN:
          '“库存”按 SKU 和客户汇总在库数量；“库存流水”逐笔列出每次变动及其单据和操作人；“盘点”列出盘点单。三个页签都只供查看。',
        en_US:
          '“Stock” sums up what is on hand by SKU and customer; “Inventory flow” lists every single movement with its document and who made it; “Counts” lists stock counts. All three tabs are for looking up.',
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
]
