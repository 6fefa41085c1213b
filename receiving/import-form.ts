import { z } from 'zod'
import { rule } from '../platform/calls/problems.ts'
import {
  calendarDay,
  code,
  length,
  lot,
  neededWords,
  weight,
  wholeText,
  words,
} from '../platform/calls/rules.ts'
import { type Complaint, type ImportColumn, importForm } from '../platform/imports/imports.ts'
import { columnText } from '../platform/lists/column-text.ts'
import { fill } from '../platform/text/text.ts'
import { createInbound, inboundTypes, MAX_PIECES, scannable, transports } from './contract.ts'
import { receivingDictionaries } from './dictionaries.ts'
import { receivingText } from './text.ts'

const day = calendarDay(rule(receivingText.dayForm))

const line = z.object({
  customerCode: code,
  referenceNo: code,
  inboundType: z.enum(inboundTypes).exclude(['standard']).optional(),
  boxNo: code.optional(),
  sku: neededWords(80),
  expected: wholeText(1, MAX_PIECES),
  productionDate: day.optional(),
  expiryDate: day.optional(),
  lot: lot.optional(),
  transport: z.enum(transports).optional(),
  containerNo: scannable.optional(),
  trackingNos: z
    .string()
    // A cell has a number per line as often as commas, and words accept no line break.
    .transform((typed) => typed.replace(/[\s,，、;；]+/g, ' '))
    .pipe(words(2000))
    .transform((typed) => typed.split(' ').filter(Boolean))
    .pipe(z.array(scannable).max(100))
    .optional(),
  eta: day.optional(),
  originNo: code.optional(),
  putawayDate: day.optional(),
  customerBoxNo: scannable.optional(),
  boxLength: length.optional(),
  boxWidth: length.optional(),
  boxHeight: length.optional(),
  boxWeight: weight.optional(),
  remark: words(500).optional(),
})
export type InboundSheetLine = z.output<typeof line>

/** The document a row belongs to, and its box. */
export const inboundKey = ({ customerCode, referenceNo }: InboundSheetLine) =>
  `${customerCode}/${referenceNo}`.toLowerCase()
export const boxKey = (value: InboundSheetLine) => `${inboundKey(value)}/${value.boxNo?.toLowerCase() ?? ''}`

/** Values given once per document and once per box; later rows may omit them but not contradict them. */
const headFacts = [
  'inboundType',
  'transport',
  'containerNo',
  'trackingNos',
  'eta',
  'originNo',
  'putawayDate',
  'remark',
] as const satisfies (keyof InboundSheetLine)[]
const boxFacts = [
  'customerBoxNo',
  'boxLength',
  'boxWidth',
  'boxHeight',
  'boxWeight',
] as const satisfies (keyof InboundSheetLine)[]

/** Rows that contradict an earlier row of the same document or box, by row number. */
export function disagreements(
  lines: readonly { rowNo: number; value: InboundSheetLine }[],
): Map<number, Complaint[]> {
  const answer = new Map<string, { rowNo: number; text: string }>()
  const matches = new Map<number, Complaint[]>()
  for (const { rowNo, value } of lines) {
    const facts = [
      ...headFacts.map((fact) => [fact, inboundKey(value)] as const),
      ...(value.boxNo ? boxFacts.map((fact) => [fact, boxKey(value)] as const) : []),
    ]
    for (const [fact, of] of facts) {
      if (value[fact] === undefined) continue
      const text = String(value[fact])
      const first = answer.get(`${of} ${fact}`)
      if (!first) answer.set(`${of} ${fact}`, { rowNo, text })
      else if (first.text !== text) {
        const message = fill(receivingText.differsFromRow, { row: first.rowNo })
        matches.set(rowNo, [...(matches.get(rowNo) ?? []), { column: fact, message }])
      }
    }
  }
  return matches
}

const wordsOf = (code: string) =>
  receivingDictionaries.find((receivingDictionary) => receivingDictionary.code === code)?.items ?? []
const dayNote = { zh_CN: '日期，如 2026-03-14', en_US: 'Date, such as 2026-03-14' }
const sizeNote = {
  zh_CN: '按仓库的计量单位，最多 2 位小数；每箱填一次即可',
  en_US: 'In the warehouse’s unit, up to 2 decimals; enter once per box',
}

const column = {
  customerCode: {
    key: 'customerCode',
    title: columnText.customer,
    isRequired: true,
    example: 'ACME',
    note: { zh_CN: '已启用客户的编码', en_US: 'Code of an enabled customer' },
  },
  referenceNo: {
    key: 'referenceNo',
    title: receivingText.referenceNo,
    isRequired: true,
    example: 'PO-2026-001',
    note: {
      zh_CN: '同一客户、同一参考号的行合为一张入库单；不能与已有的重复',
      en_US:
        'Rows with the same customer and reference form one inbound order; the reference must not exist yet',
    },
  },
  sku: {
    key: 'sku',
    title: columnText.sku,
    isRequired: true,
    example: 'SKU-001',
    note: { zh_CN: '该客户已审核的 SKU', en_US: 'An approved SKU of this customer' },
  },
  expected: {
    key: 'expected',
    title: receivingText.expected,
    isRequired: true,
    example: '24',
    note: { zh_CN: '预报件数，整数', en_US: 'Expected pieces, whole number' },
  },
  productionDate: {
    key: 'productionDate',
    title: receivingText.productionDate,
    example: '',
    note: dayNote,
  },
  expiryDate: { key: 'expiryDate', title: receivingText.expiry, example: '', note: dayNote },
  lot: {
    key: 'lot',
    title: receivingText.lot,
    example: '',
    note: {
      zh_CN: '最多 20 个字母、数字或符号，不含空格；按大写保存',
      en_US: 'Up to 20 letters, digits or symbols, no spaces; saved in upper case',
    },
  },
  transport: {
    key: 'transport',
    title: receivingText.transport,
    example: '',
    note: { zh_CN: '每张入库单填一次即可', en_US: 'Enter once per inbound order' },
    choices: wordsOf('inboundTransport'),
  },
  containerNo: {
    key: 'containerNo',
    title: receivingText.containerNo,
    example: '',
    note: { zh_CN: '柜号，每张入库单填一次即可', en_US: 'Container number; enter once per inbound order' },
  },
  trackingNos: {
    key: 'trackingNos',
    title: receivingText.trackingNos,
    example: '',
    note: {
      zh_CN: '多个用逗号、空格或换行分隔',
      en_US: 'Separate several with commas, spaces or line breaks',
    },
  },
  eta: { key: 'eta', title: receivingText.eta, example: '', note: dayNote },
  remark: {
    key: 'remark',
    title: receivingText.remark,
    example: '',
    note: { zh_CN: '最多 500 个字符', en_US: 'Up to 500 characters' },
  },
} as const satisfies Record<string, ImportColumn>

const shared = {
  permission: createInbound.permission,
  feature: createInbound.feature,
  documentBy: ['customerCode', 'referenceNo'],
  foundAt: '/inbound/list',
  identity: (value: InboundSheetLine) =>
    [boxKey(value), value.sku.normalize('NFKC').toLowerCase(), value.expiryDate ?? '', value.lot ?? ''].join(
      '/',
    ),
  keys: ['customerCode', 'referenceNo', 'boxNo', 'sku', 'expiryDate', 'lot'],
}

/** Inbound orders from a spreadsheet, one row for each product of each box. */
export const byBoxImport = importForm<InboundSheetLine>({
  ...shared,
  kind: 'inbounds_by_box',
  title: receivingText.byBoxTitle,
  line,
  columns: [
    column.customerCode,
    column.referenceNo,
    {
      key: 'boxNo',
      title: receivingText.boxNo,
      isRequired: true,
      example: 'BOX-1',
      note: {
        zh_CN: '字母、数字和连字符，最多 35 位；一箱多个产品时分行填写',
        en_US: 'Letters, digits and hyphens, up to 35; use one row for each product in the box',
      },
    },
    column.sku,
    column.expected,
    {
      key: 'customerBoxNo',
      title: receivingText.customerBoxNo,
      example: '',
      note: { zh_CN: '外箱上另印的编号', en_US: 'Other number printed on the box' },
    },
    { key: 'boxLength', title: receivingText.length, example: '60', note: sizeNote },
    { key: 'boxWidth', title: receivingText.width, example: '40', note: sizeNote },
    { key: 'boxHeight', title: receivingText.height, example: '30', note: sizeNote },
    {
      key: 'boxWeight',
      title: receivingText.weight,
      example: '12.5',
      note: {
        zh_CN: '按仓库的计量单位，最多 3 位小数；每箱填一次即可',
        en_US: 'In the warehouse’s unit, up to 3 decimals; enter once per box',
      },
    },
    column.productionDate,
    column.expiryDate,
    column.lot,
    column.transport,
    column.containerNo,
    column.trackingNos,
    column.eta,
    column.remark,
  ],
})

/** Inbound orders from a spreadsheet, one row for each product; also returns and opening stock. */
export const bySkuImport = importForm<InboundSheetLine>({
  ...shared,
  kind: 'inbounds_by_sku',
  title: receivingText.bySkuTitle,
  line,
  columns: [
    column.customerCode,
    column.referenceNo,
    column.sku,
    column.expected,
    {
      key: 'inboundType',
      title: receivingText.inboundType,
      example: '',
      note: { zh_CN: '不填则为按 SKU 入库', en_US: 'Leave empty for By SKU' },
      choices: wordsOf('inboundType').filter(({ value }) => value !== 'standard'),
    },
    column.productionDate,
    column.expiryDate,
    column.lot,
    column.transport,
    column.containerNo,
    column.trackingNos,
    column.eta,
    {
      key: 'originNo',
      title: receivingText.originNo,
      example: '',
      note: { zh_CN: '仅退货入库填写', en_US: 'Returns only' },
    },
    {
      key: 'putawayDate',
      title: receivingText.putawayDate,
      example: '',
      note: {
        zh_CN: '期初库存必填，可早于今天；库龄从这天算起',
        en_US: 'Required for opening stock; can be in the past. Stock age is counted from this date.',
      },
    },
    column.remark,
  ],
})
