import type { Text } from '../../platform/text/text.ts'

export const whatIfText = {
  title: { zh_CN: '价格试算', en_US: 'What-if' },
  hint: {
    zh_CN:
      '用其他报价版本重新计算一段时间内的入库、退货、订单和仓租，与实际费用比较。缺少报价的业务单独列出首次计价的金额，不计入差额。不会改动任何数据。',
    en_US:
      'Recalculates the inbound orders, returns, orders and storage rent of a past period with other quote versions and compares the result with the fees charged. Activities without a price are listed apart with their first price, which is in no difference. Nothing is changed.',
  },
  from: { zh_CN: '开始日期', en_US: 'From' },
  to: { zh_CN: '结束日期', en_US: 'To' },
  customers: { zh_CN: '客户', en_US: 'Customers' },
  allCustomers: { zh_CN: '全部客户', en_US: 'All customers' },
  versions: { zh_CN: '改用的报价版本', en_US: 'Versions to use instead' },
  ownVersions: { zh_CN: '不选则按原版本重新核对', en_US: 'Leave empty to use the original versions' },
  forAll: {
    zh_CN: '用于所有客户，而不仅是使用这些报价的客户',
    en_US: 'For all customers, not only those using these quotes',
  },
  calculate: { zh_CN: '试算', en_US: 'Calculate' },
  download: { zh_CN: '下载表格', en_US: 'Download spreadsheet' },
  events: { zh_CN: '业务数', en_US: 'Activities' },
  charged: { zh_CN: '实际费用', en_US: 'Charged' },
  instead: { zh_CN: '试算费用', en_US: 'Recalculated' },
  difference: { zh_CN: '差额', en_US: 'Difference' },
  gaps: { zh_CN: '无法计费', en_US: 'Without a price' },
  total: { zh_CN: '合计', en_US: 'Total' },
  day: { zh_CN: '日期', en_US: 'Date' },
  document: { zh_CN: '单据', en_US: 'Document' },
  biggest: { zh_CN: '差额最大的单据', en_US: 'Biggest differences' },
  noDifference: { zh_CN: '没有差额', en_US: 'No difference' },
  newlyPriced: { zh_CN: '首次计价业务数', en_US: 'Newly priced' },
  newAmount: { zh_CN: '首次计价金额', en_US: 'First prices' },
  stillOpen: { zh_CN: '仍缺少报价', en_US: 'Still without a price' },
  firstPrices: { zh_CN: '首次计价金额最大的单据', en_US: 'Highest first prices' },
  noFirstPrices: {
    zh_CN: '所选版本没有给缺少报价的业务计价',
    en_US: 'These versions price nothing that had no price',
  },
  noPrice: { zh_CN: '无报价', en_US: 'No price' },
  nothing: {
    zh_CN: '这段时间没有已计费或缺少报价的单据',
    en_US: 'In this period nothing was charged, and nothing lacks a price',
  },
  simulate: { zh_CN: '试算', en_US: 'Simulate' },
  tooMany: {
    zh_CN: '这段时间有超过 {max} 笔业务。请缩短时间、选择客户，或下载表格。',
    en_US:
      'More than {max} activities in this period. Choose fewer days or customers, or download the spreadsheet.',
  },
  endsBefore: { zh_CN: '结束日期不能早于开始日期', en_US: 'The period can’t end before it starts' },
  tooLong: { zh_CN: '最多 {max} 天', en_US: 'Up to {max} days' },
  twice: {
    zh_CN: '同一类别和渠道只能选一个版本',
    en_US: 'Choose only one version for each category and channel',
  },
  noCustomer: { zh_CN: '客户不存在', en_US: 'Customer not found' },
  notFound: { zh_CN: '报价版本不存在', en_US: 'Version not found' },
  done: {
    zh_CN: '已试算 {count} 笔业务',
    en_US: '{count} {count|activity|activities} recalculated',
  },
  task: { zh_CN: '价格试算', en_US: 'What-if' },
} as const satisfies Record<string, Text>
