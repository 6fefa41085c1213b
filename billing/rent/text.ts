import type { Text } from '../../platform/text/text.ts'
import type { SnapshotState } from './states.ts'

export const rentText = {
  rent: { zh_CN: '仓租', en_US: 'Rent' },
  night: { zh_CN: '仓租快照', en_US: 'Night of rent' },
  chargeDate: { zh_CN: '计费日期', en_US: 'Charge date' },
  dueAt: { zh_CN: '快照时间', en_US: 'Stock as of' },
  takenAt: { zh_CN: '完成时间', en_US: 'Completed' },
  lineCount: { zh_CN: '明细行数', en_US: 'Lines' },
  customers: { zh_CN: '客户数', en_US: 'Customers' },
  withoutPrice: { zh_CN: '无报价客户', en_US: 'Without a price' },
  total: { zh_CN: '仓租合计', en_US: 'Total rent' },
  change: { zh_CN: '较前一日', en_US: 'Change' },
  changeHint: {
    zh_CN: '较前一日变化超过 {percent}%，请核对',
    en_US: 'Differs by more than {percent}% from the night before. Check it.',
  },
  none: { zh_CN: '暂无仓租', en_US: 'No rent yet' },
  why: {
    zh_CN: '货物上架后的第二天起，每晚自动生成库存快照并计算仓租',
    en_US: 'From the night after the first putaway, stock is recorded and charged every night',
  },
  runAgain: { zh_CN: '重新运行', en_US: 'Run again' },
  runStarted: { zh_CN: '已开始运行，稍后刷新查看', en_US: 'Started. Refresh in a moment.' },
  failedHint: {
    zh_CN: '该日仓租未能完成，之后的日期会等待它。系统每 5 分钟自动重试，也可以立即重新运行。',
    en_US:
      'The rent of this night could not be finished, and later nights wait for it. It is tried again every 5 minutes; you can also run it now.',
  },
  notFound: { zh_CN: '仓租快照不存在', en_US: 'Night not found' },
  isDone: { zh_CN: '{day} 的仓租已完成', en_US: 'The rent of {day} is already done' },
  dayNotFound: { zh_CN: '该客户当日没有仓租', en_US: 'This customer has no rent for that day' },
  noCustomers: { zh_CN: '当晚没有在库货物', en_US: 'No goods were in storage that night' },
  putawayDate: { zh_CN: '上架日期', en_US: 'Putaway date' },
  age: { zh_CN: '库龄（天）', en_US: 'Age (days)' },
  quality: { zh_CN: '品质', en_US: 'Quality' },
  quantity: { zh_CN: '数量', en_US: 'Pieces' },
  unitVolume: { zh_CN: '单件体积', en_US: 'Volume per piece' },
  volume: { zh_CN: '体积', en_US: 'Volume' },
  price: { zh_CN: '单价', en_US: 'Price per day' },
  noDims: { zh_CN: '无尺寸，按最小体积', en_US: 'No sizes: minimum volume' },
  fee: { zh_CN: '费用单号', en_US: 'Fee no.' },
  cycleTo: { zh_CN: '扣款日', en_US: 'Charged on' },
  sum: {
    zh_CN: '明细合计 {sum} × 折扣 {discount}，四舍五入为 {amount}',
    en_US: 'Lines {sum} × discount {discount}, rounded to {amount}',
  },
  showLines: { zh_CN: '查看 {customer} 的明细', en_US: 'Show the lines of {customer}' },
  cardNone: { zh_CN: '还没有计算过仓租', en_US: 'No rent has been charged yet' },
  cardLate: {
    zh_CN: '有 {count} 个计费日的仓租没有完成',
    en_US: 'The rent of {count} {count|night|nights} is missing',
  },
  cardFailed: { zh_CN: '{day} 的仓租运行失败', en_US: 'The rent of {day} failed' },
  open: { zh_CN: '查看仓租', en_US: 'Open rent' },
} as const satisfies Record<string, Text>

export const snapshotStatusText: Record<SnapshotState, Text> = {
  running: { zh_CN: '进行中', en_US: 'Running' },
  done: { zh_CN: '已完成', en_US: 'Done' },
  failed: { zh_CN: '失败', en_US: 'Failed' },
}

/** What became of a customer's rent of a day. */
export const rentDayStates = ['waiting', 'open', 'free', 'put_aside', 'charged', 'waived'] as const
export type RentDayState = (typeof rentDayStates)[number]

export const rentDayText: Record<RentDayState, Text> = {
  waiting: { zh_CN: '待计费', en_US: 'Waiting' },
  open: { zh_CN: '无法计费', en_US: 'Not priced' },
  free: { zh_CN: '免费', en_US: 'Free' },
  put_aside: { zh_CN: '已冻结待扣', en_US: 'Held' },
  charged: { zh_CN: '已计费', en_US: 'Charged' },
  waived: { zh_CN: '已免收', en_US: 'Waived' },
}
