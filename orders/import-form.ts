import Big from 'big.js'
import { z } from 'zod'
import { rule } from '../platform/calls/problems.ts'
import { code, flagText, neededWords, ruleText, wholeText, words } from '../platform/calls/rules.ts'
import { type Complaint, importForm, wholeNote, yesOrNo } from '../platform/imports/imports.ts'
import { codeKey } from '../platform/lists/codes.ts'
import { columnText } from '../platform/lists/column-text.ts'
import { fill, type Text } from '../platform/text/text.ts'
import {
  addressKinds,
  createOrder,
  lineFields,
  MAX_LINES,
  MAX_PIECES,
  MAX_TAGS,
  orderFields,
} from './contract.ts'
import { addressKindText, ordersText } from './text.ts'

const line = z.object({
  customerCode: code,
  referenceNo: orderFields.referenceNo,
  channelCode: code.optional(),
  sku: neededWords(80),
  quantity: wholeText(1, MAX_PIECES),
  declaredValue: lineFields.shape.declaredValue.optional(),
  receiverName: orderFields.receiverName.optional(),
  phone: orderFields.phone.optional(),
  email: orderFields.email.optional(),
  countryCode: orderFields.countryCode.optional(),
  stateCode: orderFields.stateCode.optional(),
  city: orderFields.city.optional(),
  postcode: orderFields.postcode.optional(),
  address1: orderFields.address1.optional(),
  address2: orderFields.address2.optional(),
  address3: orderFields.address3.optional(),
  doorplate: orderFields.doorplate.optional(),
  company: orderFields.company.optional(),
  taxNo: orderFields.taxNo.optional(),
  addressKind: z.enum(addressKinds, rule(ruleText.choice)).optional(),
  signature: flagText.optional(),
  insuredValue: orderFields.insuredValue.optional(),
  platform: orderFields.platform.optional(),
  platformOrderNo: orderFields.platformOrderNo.optional(),
  shopName: orderFields.shopName.optional(),
  remark: orderFields.remark.optional(),
  pickRemark: orderFields.pickRemark.optional(),
  priority: wholeText(0, 9).optional(),
  tags: words(500)
    .transform((typed) =>
      typed
        .split(/[,，、;；]+/)
        .map((tag) => tag.trim())
        .filter(Boolean),
    )
    .pipe(orderFields.tags)
    .optional(),
})
export type OrderSheetLine = z.output<typeof line>
export type OrderSheetRow = { rowNo: number; value: OrderSheetLine }

/** The order a row belongs to. */
export const orderKey = ({ customerCode, referenceNo }: OrderSheetLine) =>
  `${customerCode}/${referenceNo}`.toLowerCase()

/** Values of an order; its other rows may omit them but not contradict them. */
const headFacts = [
  'channelCode',
  'receiverName',
  'phone',
  'email',
  'countryCode',
  'stateCode',
  'city',
  'postcode',
  'address1',
  'address2',
  'address3',
  'doorplate',
  'company',
  'taxNo',
  'addressKind',
  'signature',
  'insuredValue',
  'platform',
  'platformOrderNo',
  'shopName',
  'remark',
  'pickRemark',
  'priority',
  'tags',
] as const satisfies (keyof OrderSheetLine)[]
type HeadFact = (typeof headFacts)[number]

/** Values without which there is no order. */
const neededFacts = ['channelCode', 'receiverName', 'countryCode', 'city', 'address1'] as const

/** The first row of an order that gives a value. */
export const rowWith = (rows: readonly OrderSheetRow[], fact: HeadFact) =>
  rows.find(({ value }) => (value[fact] ?? undefined) !== undefined)

/** The value of an order, from the first row that gives it. */
export const factOf = <F extends HeadFact>(rows: readonly OrderSheetRow[], fact: F) =>
  rowWith(rows, fact)?.value[fact]

/** A value in the form in which two rows are compared. */
function comparable(value: OrderSheetLine, fact: HeadFact): string {
  if (fact === 'channelCode') return codeKey(value.channelCode ?? '')
  if (fact === 'insuredValue') return new Big(value.insuredValue ?? 0).toFixed()
  if (fact === 'tags') return (value.tags ?? []).toSorted().join(',')
  return String(value[fact])
}

export type RowProblem = Complaint & { rowNo: number }

/**
 * What is wrong with the rows of one order among each other: values that contradict an earlier row, more lines than
 * an order has, and values that no row gives.
 */
export function orderProblems(rows: readonly OrderSheetRow[], isPartial: boolean): RowProblem[] {
  const [first] = rows
  const differing = headFacts.flatMap((column) => {
    const given = rows.filter(({ value }) => (value[column] ?? undefined) !== undefined)
    const [stated] = given
    return given
      .filter(({ value }) => stated && comparable(value, column) !== comparable(stated.value, column))
      .map(({ rowNo }) => ({
        rowNo,
        column,
        kind: 'form' as const,
        message: fill(ordersText.differsFromRow, { row: stated?.rowNo ?? 0 }),
      }))
  })
  const excess = rows.slice(MAX_LINES).map(({ rowNo }) => ({
    rowNo,
    column: 'referenceNo',
    kind: 'form' as const,
    message: fill(ordersText.tooManyLines, { max: MAX_LINES }),
  }))
  // A row that could not be read may give what the others lack.
  const lacking = isPartial || !first ? [] : neededFacts.filter((fact) => !rowWith(rows, fact))
  return [
    ...differing,
    ...excess,
    ...lacking.map((column) => ({
      rowNo: first?.rowNo ?? 0,
      column,
      kind: 'needed' as const,
      message: ruleText.needed,
    })),
  ]
}

const oncePerOrder: Text = { zh_CN: '每个订单填一次即可', en_US: 'enter once per order' }
const optional = (about: Text): Text => ({
  zh_CN: `${about.zh_CN}；${oncePerOrder.zh_CN}`,
  en_US: `${about.en_US}; ${oncePerOrder.en_US}`,
})
const needed = (about: Text): Text => ({
  zh_CN: `${about.zh_CN}；每个订单必填，填一次即可`,
  en_US: `${about.en_US}; required, ${oncePerOrder.en_US}`,
})
const atMost = (max: number): Text => ({ zh_CN: `最多 ${max} 个字符`, en_US: `Up to ${max} characters` })
const money: Text = { zh_CN: '最多 2 位小数', en_US: 'Up to 2 decimals' }

/** Outbound orders from a spreadsheet, one row for each product of each order. */
export const orderImport = importForm<OrderSheetLine>({
  kind: 'orders',
  title: ordersText.orders,
  permission: createOrder.permission,
  feature: createOrder.feature,
  line,
  documentBy: ['customerCode', 'referenceNo'],
  foundAt: '/order/list',
  identity: (value) => `${orderKey(value)}/${codeKey(value.sku)}`,
  keys: ['customerCode', 'referenceNo', 'sku'],
  columns: [
    {
      key: 'customerCode',
      title: ordersText.customerCode,
      isRequired: true,
      example: 'ACME',
      note: { zh_CN: '已启用客户的代码', en_US: 'Code of an enabled customer' },
    },
    {
      key: 'referenceNo',
      title: ordersText.referenceNo,
      isRequired: true,
      example: 'WEB-1001',
      note: {
        zh_CN: '同一客户、同一参考号的行合为一个订单；不能与该客户未作废的订单重复',
        en_US:
          'Rows with the same customer and reference form one order; no other order of the customer may use it unless it is voided',
      },
    },
    {
      key: 'channelCode',
      title: ordersText.channelCode,
      example: 'GROUND',
      note: needed({ zh_CN: '已有的物流渠道代码', en_US: 'Code of an existing channel' }),
    },
    {
      key: 'sku',
      title: columnText.sku,
      isRequired: true,
      example: 'SKU-001',
      note: {
        zh_CN: '该客户已审核的 SKU；一个订单中每个 SKU 一行',
        en_US: 'An approved SKU of this customer; one row for each SKU of an order',
      },
    },
    {
      key: 'quantity',
      title: ordersText.quantity,
      isRequired: true,
      example: '2',
      note: wholeNote(1, MAX_PIECES, { zh_CN: '发货件数', en_US: 'pieces to ship' }),
    },
    { key: 'declaredValue', title: ordersText.declaredValue, example: '9.90', note: money },
    { key: 'receiverName', title: ordersText.receiverName, example: 'Ann Example', note: needed(atMost(60)) },
    {
      key: 'phone',
      title: ordersText.phone,
      example: '+1 213 555 0100',
      note: optional({ zh_CN: '数字、空格和 + ( ) -', en_US: 'Digits, spaces and + ( ) -' }),
    },
    {
      key: 'email',
      title: ordersText.email,
      example: 'ann@example.com',
      note: optional({ zh_CN: '一个邮箱地址', en_US: 'Email address' }),
    },
    {
      key: 'countryCode',
      title: ordersText.country,
      example: 'US',
      note: needed({ zh_CN: '两位国家代码', en_US: 'Two-letter country code' }),
    },
    {
      key: 'stateCode',
      title: ordersText.state,
      example: 'CA',
      note: optional({
        zh_CN: '州/省代码；美国、加拿大等国家的地址必填',
        en_US: 'State code; addresses in countries such as the US and Canada need it',
      }),
    },
    { key: 'city', title: ordersText.city, example: 'Los Angeles', note: needed(atMost(60)) },
    {
      key: 'postcode',
      title: ordersText.postcode,
      example: '90001',
      note: optional({ zh_CN: '符合该国格式的邮编', en_US: 'Postal code as written in that country' }),
    },
    { key: 'address1', title: ordersText.address1, example: '1 Main Street', note: needed(atMost(300)) },
    { key: 'address2', title: ordersText.address2, example: '', note: optional(atMost(300)) },
    { key: 'address3', title: ordersText.address3, example: '', note: optional(atMost(300)) },
    { key: 'doorplate', title: ordersText.doorplate, example: '', note: optional(atMost(20)) },
    { key: 'company', title: ordersText.company, example: '', note: optional(atMost(100)) },
    { key: 'taxNo', title: ordersText.taxNo, example: '', note: optional(atMost(40)) },
    {
      key: 'addressKind',
      title: ordersText.addressKind,
      example: '',
      note: optional({ zh_CN: '不填则为住宅', en_US: 'Leave empty for residential' }),
      choices: addressKinds.map((value) => ({ value, text: addressKindText[value] })),
    },
    {
      key: 'signature',
      title: ordersText.signature,
      example: '',
      note: optional({ zh_CN: '是 或 否；不填则为否', en_US: 'Yes or No; leave empty for No' }),
      choices: yesOrNo,
    },
    {
      key: 'insuredValue',
      title: ordersText.insuredValue,
      example: '',
      note: optional({
        zh_CN: '大于 0，最多 2 位小数；不填则不保价',
        en_US: 'Greater than 0, up to 2 decimals; leave empty for no insurance',
      }),
    },
    { key: 'platform', title: ordersText.platform, example: '', note: optional(atMost(40)) },
    { key: 'platformOrderNo', title: ordersText.platformOrderNo, example: '', note: optional(atMost(60)) },
    { key: 'shopName', title: ordersText.shopName, example: '', note: optional(atMost(60)) },
    { key: 'remark', title: ordersText.remark, example: '', note: optional(atMost(500)) },
    { key: 'pickRemark', title: ordersText.pickRemark, example: '', note: optional(atMost(200)) },
    {
      key: 'priority',
      title: ordersText.priority,
      example: '',
      note: optional(
        wholeNote(0, 9, { zh_CN: '数字大的优先，不填则为 0', en_US: 'higher comes first, 0 if empty' }),
      ),
    },
    {
      key: 'tags',
      title: ordersText.tags,
      example: '',
      note: optional({
        zh_CN: `最多 ${MAX_TAGS} 个，每个最多 30 个字符，用逗号分隔`,
        en_US: `Up to ${MAX_TAGS} tags of up to 30 characters, separated by commas`,
      }),
    },
  ],
})
