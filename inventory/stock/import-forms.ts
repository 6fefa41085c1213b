import { z } from 'zod'
import { rule } from '../../platform/calls/problems.ts'
import { calendarDay, code, lot, neededWords, words } from '../../platform/calls/rules.ts'
import { type ImportColumn, importForm } from '../../platform/imports/imports.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { inventoryText } from '../locations/text.ts'
import { adjustStock, freezeStock, MAX_PIECES, moveStock } from './contract.ts'
import { stockText } from './text.ts'

const isFew = (pieces: number) => pieces !== 0 && Math.abs(pieces) <= MAX_PIECES
const signed = z
  .string()
  .regex(/^[+-]?\d{1,10}$/, rule(stockText.signedPieces))
  .transform(Number)
  .refine(isFew, rule(stockText.signedPieces))
const pieces = z
  .string()
  .regex(/^\+?\d{1,10}$/, rule(stockText.wholePieces))
  .transform(Number)
  .refine(isFew, rule(stockText.wholePieces))

/** Goods in a bin, as every row of these spreadsheets names them. */
const goods = {
  customerCode: code,
  sku: neededWords(80),
  locationCode: code,
  expiryDate: calendarDay(rule(stockText.notDay)).optional(),
  lot: lot.optional(),
}

type Goods = { customerCode: string; sku: string; locationCode: string } & {
  expiryDate?: string | undefined
  lot?: string | undefined
}
const key = ({ customerCode, sku, locationCode, expiryDate = '', lot = '' }: Goods, ...more: string[]) =>
  [customerCode, sku, locationCode, expiryDate, lot, ...more].map((part) => part.toLowerCase()).join('/')
const keys = ['customerCode', 'sku', 'locationCode', 'expiryDate', 'lot']

const customer: ImportColumn = {
  key: 'customerCode',
  title: columnText.customer,
  isRequired: true,
  example: 'ACME',
  note: { zh_CN: '客户编码', en_US: 'Customer code' },
}
const sku: ImportColumn = {
  key: 'sku',
  title: columnText.sku,
  isRequired: true,
  example: 'SKU-001',
  note: { zh_CN: '该客户的 SKU', en_US: 'A SKU of this customer' },
}
const place: ImportColumn = {
  key: 'locationCode',
  title: inventoryText.locationCode,
  isRequired: true,
  example: 'A-01-01',
  note: { zh_CN: '货物所在的库位', en_US: 'The bin the goods are in' },
}
const batch: readonly ImportColumn[] = [
  {
    key: 'expiryDate',
    title: stockText.expiryDate,
    example: '',
    note: {
      zh_CN: '日期，如 2026-03-14；库位上有多个有效期时必填',
      en_US: 'Date, such as 2026-03-14; required if the bin has several expiry dates',
    },
  },
  {
    key: 'lot',
    title: stockText.lot,
    example: '',
    note: { zh_CN: '库位上有多个批号时必填', en_US: 'Required if the bin has several lots' },
  },
]
const quantity: ImportColumn = {
  key: 'quantity',
  title: stockText.quantity,
  isRequired: true,
  example: '2',
  note: { zh_CN: '先取最早上架的', en_US: 'Oldest putaway first' },
}
const reason: ImportColumn = {
  key: 'reason',
  title: stockText.reason,
  isRequired: true,
  example: '破损',
  note: { zh_CN: '写入库存流水', en_US: 'Appears in the inventory flow' },
}

const adjustLine = z.object({
  ...goods,
  quantity: signed,
  putawayDate: calendarDay(rule(stockText.notDay)).optional(),
  reason: neededWords(500),
})
export type AdjustLine = z.output<typeof adjustLine>

/** Adjustments from a spreadsheet: all are posted, or none. */
export const adjustImport = importForm<AdjustLine>({
  kind: 'stock_adjustments',
  title: stockText.importTitle,
  permission: adjustStock.permission,
  feature: adjustStock.feature,
  line: adjustLine,
  isWhole: true,
  identity: (line) => key(line),
  keys,
  columns: [
    customer,
    sku,
    {
      ...place,
      note: {
        zh_CN: '已启用的库位，品质随库区',
        en_US: 'An enabled bin; the quality is that of its zone',
      },
    },
    ...batch,
    {
      ...quantity,
      example: '-2',
      note: {
        zh_CN: '调增为正，调减为负；调减先扣最早上架的',
        en_US: 'Positive to add, negative to remove; removals take the oldest putaway first',
      },
    },
    {
      key: 'putawayDate',
      title: stockText.putawayDate,
      example: '',
      note: {
        zh_CN: '调增记入此上架日期的批次；不填则记入最近的批次',
        en_US: 'Added pieces join the batch with this putaway date; leave empty for the latest batch',
      },
    },
    reason,
  ],
})

const moveLine = z.object({
  ...goods,
  quantity: pieces,
  toLocationCode: code,
  reason: words(500).optional(),
})
export type MoveLine = z.output<typeof moveLine>

/** Moves and quality changes from a spreadsheet, all or nothing. */
export const moveImport = importForm<MoveLine>({
  kind: 'stock_moves',
  title: stockText.importMovesTitle,
  permission: moveStock.permission,
  feature: moveStock.feature,
  line: moveLine,
  isWhole: true,
  identity: (line) => key(line, line.toLocationCode),
  keys: [...keys, 'toLocationCode'],
  columns: [
    customer,
    sku,
    place,
    ...batch,
    quantity,
    {
      key: 'toLocationCode',
      title: stockText.toLocation,
      isRequired: true,
      example: 'B-01-01',
      note: {
        zh_CN: '已启用的库位；移入另一品质的库区即变更品质',
        en_US: 'An enabled bin; moving to a zone of the other quality changes the quality',
      },
    },
    {
      ...reason,
      isRequired: false,
      example: '',
      note: { zh_CN: '变更品质时必填', en_US: 'Required when the quality changes' },
    },
  ],
})

const freezeKinds = ['freeze', 'unfreeze'] as const

const freezeLine = z.object({
  ...goods,
  quantity: pieces,
  kind: z.enum(freezeKinds, rule(stockText.frostUnknown)),
  reason: neededWords(500),
})
export type FreezeLine = z.output<typeof freezeLine>

/** Freezes and unfreezes from a spreadsheet, all or nothing. */
export const freezeImport = importForm<FreezeLine>({
  kind: 'stock_freezes',
  title: stockText.importFreezesTitle,
  permission: freezeStock.permission,
  feature: freezeStock.feature,
  line: freezeLine,
  isWhole: true,
  identity: (line) => key(line, line.kind),
  keys: [...keys, 'kind'],
  columns: [
    customer,
    sku,
    place,
    ...batch,
    quantity,
    {
      key: 'kind',
      title: stockText.frostKind,
      isRequired: true,
      example: '冻结',
      note: { zh_CN: '冻结 或 解冻', en_US: 'Freeze or Unfreeze' },
      choices: [
        { value: 'freeze', text: stockText.freeze },
        { value: 'unfreeze', text: stockText.unfreeze },
      ],
    },
    { ...reason, example: '待检' },
  ],
})
