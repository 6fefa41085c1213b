import type { Text } from '../../platform/text/text.ts'

export const moneyText = {
  title: { zh_CN: '收款管理', en_US: 'Collections' },
  collection: { zh_CN: '收款单', en_US: 'Collection' },
  collectionNo: { zh_CN: '收款单号', en_US: 'Collection no.' },
  purpose: { zh_CN: '收款用途', en_US: 'Purpose' },
  payMethod: { zh_CN: '付款方式', en_US: 'Payment method' },
  bankName: { zh_CN: '银行名称', en_US: 'Bank name' },
  bankRefNo: { zh_CN: '银行流水号', en_US: 'Bank reference' },
  paidOn: { zh_CN: '付款日期', en_US: 'Paid on' },
  proofs: { zh_CN: '凭证', en_US: 'Proof' },
  addProof: { zh_CN: '上传凭证', en_US: 'Add proof' },
  removeProof: { zh_CN: '移除凭证', en_US: 'Remove proof' },
  noProof: { zh_CN: '没有凭证', en_US: 'No proof' },
  confirmedAt: { zh_CN: '确认时间', en_US: 'Confirmed' },
  confirmedBy: { zh_CN: '确认人', en_US: 'Confirmed by' },
  reversedAt: { zh_CN: '冲销时间', en_US: 'Reversed' },
  reversedBy: { zh_CN: '冲销人', en_US: 'Reversed by' },
  reverseReason: { zh_CN: '冲销原因', en_US: 'Reason for reversal' },
  customerName: { zh_CN: '客户名称', en_US: 'Customer name' },
  search: { zh_CN: '收款单号 / 银行流水号', en_US: 'Collection no. or bank reference' },
  minAmount: { zh_CN: '最低金额', en_US: 'Amount from' },
  maxAmount: { zh_CN: '最高金额', en_US: 'Amount up to' },
  newCollection: { zh_CN: '登记收款', en_US: 'Record payment' },
  accountBlocked: {
    zh_CN: '客户 {customer} 的账户与流水不一致，已暂停记账。请联系财务查明原因并恢复。',
    en_US:
      'The account of customer {customer} doesn’t match its balance flow and is blocked. Ask a biller to find the cause and unblock it.',
  },
  blocked: {
    zh_CN: '账户已暂停记账（{code}）',
    en_US: 'Account blocked by the ledger check ({code})',
  },
  blockedHint: {
    zh_CN: '账户与流水不一致，已自动暂停记账；期间发生的费用会等待，恢复后再扣。',
    en_US:
      'This account doesn’t match its balance flow and was blocked automatically. New fees wait and are charged once it is unblocked.',
  },
  unblock: { zh_CN: '恢复记账', en_US: 'Unblock account' },
  unblockHint: {
    zh_CN: '请先查明原因；未改正的，下次核对会再次暂停。',
    en_US: 'Find the cause first: anything not corrected will be blocked again by the next check.',
  },
  notBlocked: {
    zh_CN: '客户 {customer} 的账户没有暂停记账',
    en_US: 'The account of {customer} is not blocked',
  },
  settled: { zh_CN: '结清账单', en_US: 'Bills paid' },
  paysBill: {
    zh_CN: '{bill}：付 {amount}，结清',
    en_US: '{bill}: {amount}, paid in full. Its fees are settled.',
  },
  paysPart: {
    zh_CN: '{bill}：付 {amount}，仍欠 {open}',
    en_US: '{bill}: {amount}, {open} still to pay',
  },
  recharge: { zh_CN: '充值', en_US: 'Top up' },
  showFlow: { zh_CN: '查看账户流水', en_US: 'Show balance flow' },
  confirm: { zh_CN: '确认收款', en_US: 'Confirm payment' },
  delete: { zh_CN: '删除草稿', en_US: 'Delete draft' },
  reverse: { zh_CN: '冲销', en_US: 'Reverse' },
  import: { zh_CN: '导入银行流水', en_US: 'Import bank transactions' },
  noCollections: { zh_CN: '暂无收款记录', en_US: 'No collections yet' },
  noCollectionsHint: {
    zh_CN: '登记第一笔付款，或导入银行流水。确认后余额才会增加。',
    en_US: 'Record the first payment or import bank transactions. The balance changes once you confirm.',
  },
  notFound: { zh_CN: '收款单不存在', en_US: 'Collection not found' },
  customerNotFound: { zh_CN: '客户不存在', en_US: 'Customer not found' },
  notDraft: {
    zh_CN: '{no} 已不是草稿，无法修改',
    en_US: '{no} is no longer a draft and can’t be changed',
  },
  notPaid: { zh_CN: '{no} 未确认或已冲销，无法冲销', en_US: '{no} isn’t paid, so it can’t be reversed' },
  changedSince: {
    zh_CN: '收款 {no} 在您查看后已被修改，请重新查看后确认',
    en_US: 'Collection {no} was changed after you opened it. Review it, then confirm.',
  },
  billsChangedSince: {
    zh_CN: '收款 {no} 要支付的账单在您查看后已变化，请重新查看后确认',
    en_US: 'The bills that collection {no} pays changed after you opened it. Review them, then confirm.',
  },
  stale: {
    zh_CN: '这笔收款已被他人修改，请刷新后重试',
    en_US: 'Someone else changed this collection. Refresh and try again.',
  },
  kept: {
    zh_CN: '已确认的收款不能修改或删除，请冲销',
    en_US: 'A confirmed collection can’t be changed or deleted. Reverse it instead.',
  },
  notEnough: {
    zh_CN: '{no}：客户可退余额只有 {left}',
    en_US: '{no}: the customer has only {left} that can be paid out',
  },
  later: { zh_CN: '付款日期不能晚于今天', en_US: 'The payment date can’t be after today' },
  notZero: { zh_CN: '金额不能为 0', en_US: 'The amount can’t be 0' },
  onlyPositive: {
    zh_CN: '金额必须大于 0；退款给客户请选择“退款给客户”',
    en_US: 'Enter an amount above 0. To pay a customer back, choose “Refund to customer”.',
  },
  onlyNegative: { zh_CN: '退款金额必须为负数', en_US: 'A refund needs a negative amount' },
  bankNeeded: { zh_CN: '银行转账需要填写银行名称', en_US: 'A bank transfer needs the bank’s name' },
  dayForm: { zh_CN: '日期格式为 2026-01-31', en_US: 'Enter the date as 2026-01-31' },
  fileNotFound: { zh_CN: '文件不存在，请重新上传', en_US: 'File not found. Upload it again.' },
  tooManyProofs: { zh_CN: '最多 {max} 个凭证', en_US: 'Up to {max} files' },
  proofKept: {
    zh_CN: '已确认收款的凭证不能移除',
    en_US: 'The proof of a confirmed collection can’t be removed',
  },
  twins: {
    zh_CN: '可能重复登记（银行流水号相同，或无流水号而客户、日期、金额相同）：{nos}',
    en_US:
      'May be recorded twice (same bank reference or, without one, same customer, day and amount): {nos}',
  },
  refundHint: { zh_CN: '退款会从余额扣除', en_US: 'A refund is taken from the balance' },
  depositHint: {
    zh_CN: '押金计入余额并立即冻结，客户不能用于下单',
    en_US: 'A deposit is added to the balance and held at once; the customer can’t order with it',
  },
  before: { zh_CN: '确认前', en_US: 'Before' },
  change: { zh_CN: '变动', en_US: 'Change' },
  after: { zh_CN: '确认后', en_US: 'After' },
  confirmCount: { zh_CN: '确认 {count} 笔收款', en_US: 'Confirm {count} {count|payment|payments}' },
  nothingToConfirm: {
    zh_CN: '所选收款单都不是草稿，没有可确认的收款',
    en_US: 'None of the selected collections is a draft, so there is nothing to confirm',
  },
  deleteCount: { zh_CN: '删除 {count} 个草稿？', en_US: 'Delete {count} {count|draft|drafts}?' },
  release: { zh_CN: '释放押金', en_US: 'Release deposit' },
  releaseWarning: {
    zh_CN: '释放后押金留在余额中，客户可以使用；收款单状态不变。',
    en_US: 'The deposit stays in the balance and the customer can use it. The collection stays as it is.',
  },
  depositHeld: { zh_CN: '押金状态', en_US: 'Deposit' },
  isHeld: { zh_CN: '冻结中', en_US: 'Held' },
  isReleased: { zh_CN: '已释放', en_US: 'Released' },
  notHeld: {
    zh_CN: '{no} 没有冻结中的押金',
    en_US: '{no} has no deposit that is held',
  },
  owedTitle: { zh_CN: '本月应收', en_US: 'Owed this month' },
  owedFees: { zh_CN: '本月费用', en_US: 'Fees this month' },
  owedSettled: { zh_CN: '已结算', en_US: 'Settled' },
  owedOpen: { zh_CN: '未结算', en_US: 'Not settled' },
  openBills: { zh_CN: '未付账单', en_US: 'Bills to pay' },
  openBillSum: {
    zh_CN: '{count} 张，{amount}',
    en_US: '{count} {count|bill|bills}, {amount}',
  },
  reverseWarning: {
    zh_CN: '冲销会把这笔金额从余额中退回，收款单保留并标记为已冲销。',
    en_US:
      'Reversing takes the amount out of the balance again. The collection stays and is marked as reversed.',
  },
  reason: { zh_CN: '原因', en_US: 'Reason' },
  balanceAfter: { zh_CN: '变动后余额', en_US: 'Balance after' },
  frozenAfter: { zh_CN: '变动后冻结', en_US: 'Held after' },
  creditAfter: { zh_CN: '变动后额度', en_US: 'Credit after' },
  flowNo: { zh_CN: '流水号', en_US: 'Flow no.' },
  direction: { zh_CN: '收支类型', en_US: 'Direction' },
  business: { zh_CN: '业务类型', en_US: 'Business type' },
  noFlow: { zh_CN: '暂无账户流水', en_US: 'No balance flow yet' },
  opening: { zh_CN: '期初余额', en_US: 'Opening balance' },
  closing: { zh_CN: '期末余额', en_US: 'Closing balance' },
  dayTotals: { zh_CN: '按日合计', en_US: 'Day totals' },
  day: { zh_CN: '日期', en_US: 'Day' },
  totalIn: { zh_CN: '入款合计', en_US: 'Money in' },
  totalOut: { zh_CN: '扣款合计', en_US: 'Money out' },
  documentSearch: { zh_CN: '单据号', en_US: 'Document no.' },
  amountNote: { zh_CN: '两位小数；退款为负数', en_US: 'Two decimals; refunds are negative' },
  refNote: {
    zh_CN:
      '字母、数字和连字符；已登记过的会跳过。没有流水号可不填：客户、日期、金额与已登记的收款相同时会提示',
    en_US:
      'Letters, digits and hyphens; recorded ones are skipped. May be empty: a line with the customer, day and amount of a recorded collection is pointed out.',
  },
  sameIsThere: {
    zh_CN: '客户、日期、金额相同的收款 {no} 已登记；仍会导入，如为重复请从表格中删除',
    en_US:
      'Collection {no} has the same customer, day and amount. The row is imported anyway; remove it if it is the same payment.',
  },
  proofPicture: { zh_CN: '凭证图片', en_US: 'Proof picture' },
} as const satisfies Record<string, Text>
