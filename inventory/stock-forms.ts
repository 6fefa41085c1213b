import { z } from 'zod'
import { columnText } from '../lib/column-text.ts'
import { importForm } from '../lib/imports.ts'
import { rule } from '../lib/problems.ts'
import { code, neededWords } from '../lib/rules.ts'
import { adjustStock, MOST_PIECES } from './stock-contract.ts'
import { stockText } from './stock-text.ts'
import { inventoryText } from './text.ts'

const signed = z
  .string()
  .regex(/^[+-]?\d{1,10}$/, rule(stockText.signedPieces))
  .transform(Number)
  .refine((pieces) => pieces !== 0 && Math.abs(pieces) <= MOST_PIECES, rule(stockText.signedPieces))

const line = z.object({
  customerCode: code,
  sku: neededWords(80),
  locationCode: code,
  quantity: signed,
  putawayDate: z.iso.date(rule(stockText.notDay)).optional(),
  reason: neededWords(500),
})
export type AdjustLine = z.output<typeof line>

/** Adjustments from a sheet: all of them are booked, or none is. */
export const adjustImport = importForm<AdjustLine>({
  kind: 'stock_adjustments',
  title: stockText.importTitle,
  permission: adjustStock.permission,
  feature: adjustStock.feature,
  line,
  isWhole: true,
  identity: ({ customerCode, sku, locationCode }) =>
    [customerCode, sku, locationCode].map((part) => part.toLowerCase()).join('/'),
  columns: [
    {
      key: 'customerCode',
      title: columnText.customer,
      isRequired: true,
      example: 'ACME',
      note: { zh_CN: '客户编码', en_US: 'The customer’s code' },
    },
    {
      key: 'sku',
      title: columnText.sku,
      isRequired: true,
      example: 'SKU-001',
      note: { zh_CN: '该客户的 SKU', en_US: 'A SKU of that customer' },
    },
    {
      key: 'locationCode',
      title: inventoryText.locationCode,
      isRequired: true,
      example: 'A-01-01',
      note: {
        zh_CN: '已启用的库位，品质随库区',
        en_US: 'An enabled location; the quality is that of its zone',
      },
    },
    {
      key: 'quantity',
      title: stockText.quantity,
      isRequired: true,
      example: '-2',
      note: {
        zh_CN: '调增为正，调减为负；调减先扣最早上架的',
        en_US: 'Above 0 adds, below 0 takes away; the oldest goods go first',
      },
    },
    {
      key: 'putawayDate',
      title: stockText.putawayDate,
      example: '',
      note: {
        zh_CN: '调增记入此上架日期的批次；不填则记入最近的批次',
        en_US: 'Added pieces join the batch of this day; without it, the youngest',
      },
    },
    {
      key: 'reason',
      title: stockText.reason,
      isRequired: true,
      example: '破损',
      note: { zh_CN: '写入库存流水', en_US: 'Stands in the inventory flow' },
    },
  ],
})
