import type { Text } from '../../platform/text/text.ts'

export const feeText = {
  refunded: {
    zh_CN: '费用 {no} 已有退款，不能冲销',
    en_US: 'Fee {no} has a refund and can’t be reversed',
  },
  fee: { zh_CN: '费用', en_US: 'Fee' },
  event: { zh_CN: '计费业务', en_US: 'Billable activity' },
  request: { zh_CN: '费用审批', en_US: 'Fee approval' },
  feeNo: { zh_CN: '费用单号', en_US: 'Fee no.' },
  feeType: { zh_CN: '费用类型', en_US: 'Fee type' },
  customerName: { zh_CN: '客户名称', en_US: 'Customer name' },
  documentType: { zh_CN: '单据类型', en_US: 'Document type' },
  documentNo: { zh_CN: '单据号', en_US: 'Document no.' },
  origin: { zh_CN: '来源', en_US: 'Origin' },
  automatic: { zh_CN: '自动', en_US: 'Automatic' },
  manual: { zh_CN: '手工', en_US: 'Manual' },
  refund: { zh_CN: '退款', en_US: 'Refund' },
  basis: { zh_CN: '计费依据', en_US: 'Basis' },
  rule: { zh_CN: '适用报价', en_US: 'Quote used' },
  cost: { zh_CN: '成本', en_US: 'Cost' },
  profit: { zh_CN: '利润', en_US: 'Profit' },
  margin: { zh_CN: '利润率（%）', en_US: 'Margin (%)' },
  taxRate: { zh_CN: '税率（%）', en_US: 'Tax rate (%)' },
  taxAmount: { zh_CN: '税额', en_US: 'Tax' },
  chargeDate: { zh_CN: '计费日期', en_US: 'Charge date' },
  reason: { zh_CN: '原因', en_US: 'Reason' },
  endedReason: { zh_CN: '作废/冲销原因', en_US: 'Reason for voiding or reversal' },
  settledAt: { zh_CN: '结算时间', en_US: 'Settled' },
  total: { zh_CN: '合计', en_US: 'Total' },
  settledTotal: { zh_CN: '已结算', en_US: 'Settled' },
  notSettledTotal: { zh_CN: '未结算', en_US: 'Not settled' },
  noFees: { zh_CN: '暂无费用', en_US: 'No fees yet' },
  noFeesHint: {
    zh_CN: '入库完成、订单出库后按报价自动产生费用，也可以手工添加。',
    en_US:
      'Fees are created from your quotes when inbound orders are completed and orders are shipped. You can also add them by hand.',
  },
  failed: { zh_CN: '计费失败', en_US: 'Billing failed' },
  failedHint: {
    zh_CN: '余额结算的客户，费用应立即扣款。这些还没有扣款，系统会自动重试，也可以立即结算。',
    en_US:
      'These fees should have left the balance at once and have not. They are retried automatically; you can also settle them now.',
  },
  failedBecause: { zh_CN: '未扣款原因', en_US: 'Why not deducted' },
  nextAttempt: {
    zh_CN: '尚未扣款，一小时内自动重试',
    en_US: 'Not deducted yet; tried again within the hour',
  },
  accountBlocked: { zh_CN: '客户账户已暂停记账', en_US: 'The customer’s account is blocked' },
  notFound: { zh_CN: '费用不存在', en_US: 'Fee not found' },
  needed: { zh_CN: '必填', en_US: 'Required' },
  dayForm: { zh_CN: '日期格式为 2026-01-31', en_US: 'Enter the date as 2026-01-31' },
  notZero: { zh_CN: '金额不能为 0', en_US: 'The amount can’t be 0' },
  oneAmount: {
    zh_CN: '只有单笔退款可以填写金额',
    en_US: 'Enter an amount only if you refund a single fee',
  },
  why: { zh_CN: '金额是怎么算出来的', en_US: 'Why this amount' },
  what: { zh_CN: '项目', en_US: 'Item' },
  how: { zh_CN: '计算', en_US: 'Calculation' },
  byHand: { zh_CN: '手工添加的费用，没有计算过程', en_US: 'Added by hand, without a calculation' },
  refunds: { zh_CN: '退款记录', en_US: 'Refunds' },
  left: { zh_CN: '可退金额', en_US: 'Can be refunded' },
  refundOf: { zh_CN: '退款的原费用', en_US: 'Refund of' },
  replaces: { zh_CN: '替换的费用', en_US: 'Replaces' },
  replacedBy: { zh_CN: '已由此费用替换', en_US: 'Replaced by' },
  flow: { zh_CN: '账户流水', en_US: 'Account balance flow' },
  reversal: { zh_CN: '冲销流水', en_US: 'Reversal' },
  waitingRequests: {
    zh_CN: '待另一人审批：{nos}',
    en_US: 'Waiting for a second person: {nos}',
  },

  newFee: { zh_CN: '添加手工费用', en_US: 'Add manual fee' },
  manualFees: { zh_CN: '手工费用', en_US: 'Manual fees' },
  importFees: { zh_CN: '导入手工费用', en_US: 'Import manual fees' },
  customerNotFound: { zh_CN: '客户不存在', en_US: 'Customer not found' },
  typeNotFound: { zh_CN: '费用类型不存在', en_US: 'Fee type not found' },
  typeOff: {
    zh_CN: '费用类型 {code} 已停用，请先启用',
    en_US: 'Fee type {code} is disabled. Enable it first.',
  },
  documentNotFound: {
    zh_CN: '该客户没有单据 {no}',
    en_US: 'This customer has no document {no}',
  },
  documentHint: {
    zh_CN: '订单号或入库单号；没有单据时留空',
    en_US: 'An order or inbound order number; leave empty if there is none',
  },
  amountHint: {
    zh_CN: '最多两位小数；负数表示退给客户',
    en_US: 'Up to two decimals; a negative amount goes back to the customer',
  },
  later: { zh_CN: '日期不能晚于今天', en_US: 'The date can’t be later than today' },
  alreadyBilled: {
    zh_CN: '单据 {document} 已有同类型费用 {no}，不能重复收取',
    en_US: '{document} already has a fee of this type: {no}. It can’t be charged twice.',
  },
  refundsFee: {
    zh_CN: '单据已有同类型费用 {no}：本行作为它的退款，已收 {amount}，可退 {left}',
    en_US: 'Already billed as {no}: this row refunds it. {amount} was charged, {left} can be refunded.',
  },
  mayNotRefund: {
    zh_CN: '单据已有同类型费用 {no}，本行是它的退款，您没有退款权限',
    en_US: 'Already billed as {no}: this row would refund it, and you don’t have permission to refund fees',
  },
  beforeFee: {
    zh_CN: '费用 {no} 的计费日期是 {day}，退款日期不能早于它',
    en_US: '{no} was charged on {day}. Its refund can’t be dated earlier.',
  },
  refundedCount: {
    zh_CN: '其中 {count} 行是已收费用的退款：{nos}',
    en_US: '{count} {count|row is a refund of a fee|rows are refunds of fees} already billed: {nos}',
  },
  noProofNeeded: {
    zh_CN: '凭证只用于手工费用和退款；自动产生的费用有计算过程',
    en_US: 'Proof is for manual fees and refunds. This fee was calculated and explains itself.',
  },
  proofKept: {
    zh_CN: '只有未结算费用的凭证可以移除',
    en_US: 'Only the proof of a fee that is not settled can be removed',
  },
  showFeesOf: { zh_CN: '查看 {no} 的费用', en_US: 'Show the fees of {no}' },
  billedOnce: {
    zh_CN: '单据已有同类型的费用，不能重复收取',
    en_US: 'The document already has a fee of this type. It can’t be charged twice.',
  },
  kept: {
    zh_CN: '费用产生后不能修改，请退款或重新计费',
    en_US: 'A fee can’t be changed. Refund it or recalculate it.',
  },
  ownAnswer: {
    zh_CN: '自己提交的申请须由另一人审批',
    en_US: 'Another person has to approve your own request',
  },
  requestSent: {
    zh_CN: '金额超过您的权限，已提交 {no}，等待另一人审批',
    en_US: 'Above the amount your role allows: {no} waits for a second person.',
  },
  requestsSent: {
    zh_CN: '{count} 笔超过您的权限，等待另一人审批',
    en_US: '{count} above the amount your role allows {count|waits|wait} for a second person',
  },
  created: { zh_CN: '已添加 {no}', en_US: '{no} added' },

  refundFee: { zh_CN: '退款', en_US: 'Refund' },
  refundAll: {
    zh_CN: '退款 {count} 笔费用的全部可退金额',
    en_US: 'Refund what is left of {count} {count|fee|fees}',
  },
  refundAmount: { zh_CN: '退款金额', en_US: 'Amount to refund' },
  notARefund: { zh_CN: '退款 {no} 不能再退款', en_US: '{no} is a refund and can’t be refunded' },
  nothingToRefund: {
    zh_CN: '{no} 是付给客户的金额，不能退款',
    en_US: '{no} was paid to the customer and can’t be refunded',
  },
  hasEnded: {
    zh_CN: '{no} 已作废或冲销',
    en_US: '{no} has been voided or reversed',
  },
  aboveOriginal: {
    zh_CN: '{no} 最多可退 {left}',
    en_US: 'Up to {left} of {no} can be refunded',
  },

  voidFee: { zh_CN: '作废', en_US: 'Void' },
  voidCount: { zh_CN: '作废 {count} 笔费用', en_US: 'Void {count} {count|fee|fees}' },
  notOpen: {
    zh_CN: '{no} 已结算，不能作废；请退款或重新计费',
    en_US: '{no} is settled and can’t be voided. Refund it or recalculate it.',
  },
  isRefunded: { zh_CN: '{no} 已有退款', en_US: '{no} has a refund' },
  settle: { zh_CN: '结算', en_US: 'Settle' },
  notUnsettled: { zh_CN: '{no} 不是未结算状态', en_US: '{no} is not waiting to be settled' },
  byBill: {
    zh_CN: '{no} 的客户按账单结算，付清账单后结算',
    en_US: 'The customer of {no} pays by bill; it is settled when the bill is paid',
  },
  onBill: { zh_CN: '{no} 在账单上，请先作废账单', en_US: '{no} is on a bill. Void the bill first.' },
  rerate: { zh_CN: '重新计费', en_US: 'Recalculate' },
  rerateCount: {
    zh_CN: '重新计费 {count} 笔费用',
    en_US: 'Recalculate {count} {count|fee|fees}',
  },
  rerateHint: {
    zh_CN:
      '同一单据的费用一起按当时记录的数据重新计算。金额不变的费用保留；已结算的先全额冲销再重新扣款，未结算的作废后重新产生。',
    en_US:
      'All fees of the same document are recalculated from what was recorded at the time. Fees with the same amount stay. Settled ones are reversed in full and charged again; the others are voided and replaced.',
  },
  notPriced: {
    zh_CN: '{no} 不是按报价产生的费用，不能重新计费',
    en_US: '{no} was not calculated from a quote and can’t be recalculated',
  },
  rentFree: {
    zh_CN: '{no}：{day} 的仓租按此价格为零。请改用退款。',
    en_US: '{no}: the night of {day} would be free at this price. Refund it instead.',
  },
  stillOpen: { zh_CN: '仍无法计费：{reason}', en_US: 'Still without a price: {reason}' },
  version: { zh_CN: '报价版本', en_US: 'Quote version' },
  versionOfTime: { zh_CN: '当时生效的版本', en_US: 'The version of that time' },
  versionNotFound: {
    zh_CN: '报价版本不存在或未发布',
    en_US: 'The quote version doesn’t exist or isn’t published',
  },
  otherQuote: {
    zh_CN: '{no}：此报价不适用于该客户或该渠道',
    en_US: '{no}: this customer or channel doesn’t use this quote',
  },
  notOlder: {
    zh_CN: '{no} 不早于此报价的第一个版本，请直接重新计费',
    en_US: '{no} is not older than the first version of this quote. Price it without choosing a version.',
  },

  eventNotFound: { zh_CN: '计费业务不存在', en_US: 'Billable activity not found' },
  kind: { zh_CN: '业务', en_US: 'Activity' },
  firstSeen: { zh_CN: '首次出现', en_US: 'First seen' },
  repair: { zh_CN: '去处理', en_US: 'Fix' },
  price: { zh_CN: '重新计费', en_US: 'Recalculate' },
  priceWith: { zh_CN: '按指定版本计费', en_US: 'Calculate with a version' },
  priceWithHint: {
    zh_CN:
      '用于早于报价第一个版本的业务，或当时的版本没有相应区间或价格的业务：按所选版本计算，费用上会记录该版本。',
    en_US:
      'For activities older than the first version of their quote, and for those that their own version has no tier or price for: they are calculated with the version you choose, which is recorded on the fee.',
  },
  waive: { zh_CN: '免收', en_US: 'Waive' },
  waiveCount: {
    zh_CN: '免收 {count} 项业务的费用',
    en_US: 'Waive the fees of {count} {count|document|documents}',
  },
  hasPrice: { zh_CN: '{no} 已经计费', en_US: '{no} is no longer waiting for a price' },
  noGaps: { zh_CN: '没有未计费的业务', en_US: 'Everything has a price' },
  noGapsHint: {
    zh_CN: '找不到报价、区间、分区或尺寸的业务会列在这里，补齐后自动重新计费。',
    en_US:
      'Activities without a price, tier, zone or measures are listed here. They are recalculated once the missing data is there.',
  },

  waitingDay: {
    zh_CN: '等待当天结束后计费',
    en_US: 'Calculated when the warehouse’s day ends',
  },
  waitingCarrier: {
    zh_CN: '等待承运商答复面单是否取消',
    en_US: 'Waiting for the carrier to confirm that the label is cancelled',
  },
  gapNoPrice: { zh_CN: '客户没有{kind}报价', en_US: 'The customer has no {kind} quote' },
  gapNoVersion: {
    zh_CN: '{kind}报价 {quote} 在当时没有生效的版本',
    en_US: 'The {kind} quote {quote} had no version in force at that time',
  },
  gapNoRule: {
    zh_CN: '报价 {quote} 没有此类单据的规则',
    en_US: 'Quote {quote} has no rule for this kind of document',
  },
  gapNoCell: {
    zh_CN: '报价 {quote} 分区 {zone}、重量 {value} 的价格为空',
    en_US: 'Quote {quote} has an empty price for zone {zone} and weight {value}',
  },
  gapCarrierCost: {
    zh_CN: '承运商没有返回面单费用',
    en_US: 'The carrier gave no cost for the label',
  },
  gapBlocked: {
    zh_CN: '客户账户已暂停记账，恢复后自动计费',
    en_US: 'The customer’s account is blocked. It is charged once the account is unblocked.',
  },
  gapTooLarge: {
    zh_CN: '按报价计算的金额为 {value}，超出单据的上限，请检查报价和数量',
    en_US: 'The price comes to {value}, more than a document can cost. Check the prices and the quantities.',
  },
  gapRate: { zh_CN: '没有 {currency} 的汇率', en_US: 'There is no exchange rate for {currency}' },
  gapDivisor: {
    zh_CN: '报价 {quote} 没有计抛系数',
    en_US: 'Quote {quote} has no volumetric divisor',
  },
  gapSignature: {
    zh_CN: '报价 {quote} 没有签名服务费',
    en_US: 'Quote {quote} has no signature fee',
  },
  gapInsurance: {
    zh_CN: '报价 {quote} 没有保价费',
    en_US: 'Quote {quote} has no price for insurance',
  },
  gapTwice: {
    zh_CN: '已有同类型的费用 {fee}：作废它后重新计费，或免收',
    en_US: 'There is already a fee of the same type: {fee}. Void it and price again, or waive this.',
  },
  gapNoTier: {
    zh_CN: '报价 {quote} 没有包含{what} {value} 的区间',
    en_US: 'Quote {quote} has no tier for {what} {value}',
  },
  gapNoZone: {
    zh_CN: '收件地址没有分区',
    en_US: 'The address isn’t in any zone',
  },
  gapZoneMissing: {
    zh_CN: '报价 {quote} 没有分区 {zone}',
    en_US: 'Quote {quote} has no zone {zone}',
  },
  gapNoDims: { zh_CN: '缺少{what}', en_US: '{what} not known' },
  gapNoDimsOf: { zh_CN: '产品 {sku} 缺少{what}', en_US: '{what} of product {sku} is unknown' },
  gapNoDimsOfPackage: {
    zh_CN: '包裹 {package} 缺少{what}',
    en_US: '{what} of package {package} is unknown',
  },
  operation: { zh_CN: '操作费', en_US: 'operation' },
  freight: { zh_CN: '运费', en_US: 'freight' },
  storage: { zh_CN: '仓租', en_US: 'storage' },

  requestNo: { zh_CN: '申请号', en_US: 'Request no.' },
  askedBy: { zh_CN: '申请人', en_US: 'Requested by' },
  askedAt: { zh_CN: '申请时间', en_US: 'Requested' },
  answeredBy: { zh_CN: '审批人', en_US: 'Reviewed by' },
  answeredAt: { zh_CN: '审批时间', en_US: 'Reviewed' },
  answer: { zh_CN: '审批意见', en_US: 'Comment' },
  originFee: { zh_CN: '原费用', en_US: 'Fee to refund' },
  approve: { zh_CN: '通过', en_US: 'Approve' },
  refuse: { zh_CN: '拒绝', en_US: 'Reject' },
  approveCount: {
    zh_CN: '通过 {count} 个申请？通过后立即产生费用。',
    en_US: 'Approve {count} {count|request|requests}? The fees are created at once.',
  },
  refuseCount: { zh_CN: '拒绝 {count} 个申请', en_US: 'Reject {count} {count|request|requests}' },
  requestNotFound: { zh_CN: '申请不存在', en_US: 'Request not found' },
  answered: { zh_CN: '{no} 已审批', en_US: '{no} has already been reviewed' },
  ownRequest: {
    zh_CN: '{no} 是您自己提交的，须由另一人审批',
    en_US: 'You requested {no} yourself. Another person has to approve it.',
  },
  noRequests: { zh_CN: '暂无审批申请', en_US: 'No requests yet' },
  noRequestsHint: {
    zh_CN: '超过角色审批金额的退款和手工费用会列在这里，由另一人审批',
    en_US: 'Refunds and manual fees above a role’s limit are listed here for a second person to approve',
  },
  settledByCount: { zh_CN: '结算 {count} 笔费用？', en_US: 'Settle {count} {count|fee|fees}?' },
} as const satisfies Record<string, Text>
