import type { Text } from '../../platform/text/text.ts'
import { createPickingListText } from './create-text.ts'

export const pickingText = {
  title: { zh_CN: '拣货单', en_US: 'Picking lists' },
  list: { zh_CN: '拣货单', en_US: 'Picking list' },
  pickingNo: { zh_CN: '拣货单号', en_US: 'Picking list no.' },
  status: { zh_CN: '状态', en_US: 'Status' },
  listType: { zh_CN: '类型', en_US: 'Type' },
  orderCount: { zh_CN: '订单数', en_US: 'Orders' },
  taskCount: { zh_CN: '拣货行数', en_US: 'Lines' },
  picker: { zh_CN: '拣货员', en_US: 'Picker' },
  progress: { zh_CN: '进度', en_US: 'Progress' },
  pickedOf: {
    zh_CN: '已拣 {picked} / {pieces} 件',
    en_US: '{picked} of {pieces} {pieces|piece|pieces} picked',
  },
  printCount: { zh_CN: '打印次数', en_US: 'Times printed' },
  createdBy: { zh_CN: '创建人', en_US: 'Created by' },
  startedAt: { zh_CN: '开始时间', en_US: 'Started' },
  doneAt: { zh_CN: '完成时间', en_US: 'Done' },
  cancelledAt: { zh_CN: '取消时间', en_US: 'Cancelled' },
  pickedAt: { zh_CN: '拣货完成时间', en_US: 'Picked' },
  age: { zh_CN: '已创建小时', en_US: 'Age (hours)' },
  zone: { zh_CN: '库区', en_US: 'Zone' },
  zoneHint: {
    zh_CN: '订单的货品全部在该库区',
    en_US: 'Orders whose goods are all in this zone',
  },
  search: { zh_CN: '拣货单号、订单号', en_US: 'Picking list or order no.' },
  noLists: { zh_CN: '暂无拣货单', en_US: 'No picking lists yet' },
  noListsHint: {
    zh_CN: '待发货和已打单的订单可以生成拣货单。',
    en_US: 'Create lists from orders that are pending shipment or have a printed waybill.',
  },

  nothingToPick: { zh_CN: '暂无待拣货的拣货单', en_US: 'Nothing to pick' },
  waitForAudit: {
    zh_CN: '有 {count} 个订单待审核，审核通过后可以生成拣货单。',
    en_US: '{count} {count|order waits|orders wait} for audit and can be picked after it.',
  },
  showWaiting: { zh_CN: '查看待审核订单', en_US: 'Show orders to audit' },

  create: createPickingListText,
  createHint: {
    zh_CN: '按规则选择待发货和已打单、尚未生成拣货单的订单。',
    en_US: 'Choose from orders that are ready and not on a picking list yet.',
  },
  pieceClass: { zh_CN: '订单类型', en_US: 'Order class' },
  perList: { zh_CN: '每张拣货单最多订单数', en_US: 'Orders per list, at most' },
  isMixed: { zh_CN: '不同类型的订单放在一张拣货单', en_US: 'Put different classes on one list' },
  isMixedHint: {
    zh_CN: '不勾选时，单品单件、单品多件和多品订单分别生成拣货单',
    en_US: 'Otherwise single pieces, several pieces and several SKUs get lists of their own',
  },
  counting: { zh_CN: '正在统计…', en_US: 'Counting…' },
  willCreate: {
    zh_CN: '{orders} 个订单，生成 {lists} 张拣货单',
    en_US: '{orders} {orders|order|orders} on {lists} {lists|list|lists}',
  },
  noneMatch: {
    zh_CN: '没有可以生成拣货单的订单',
    en_US: 'No orders can be picked',
  },
  leftOut: {
    zh_CN: '所选订单中有 {count} 个不能生成拣货单，结果中会列出原因',
    en_US: '{count} of the selected orders can’t be picked. The result says why.',
  },
  notAllMade: {
    zh_CN: '生成中断，其余订单还没有拣货单。请先打印以下拣货单，再重新生成其余的。',
    en_US:
      'Creation was interrupted: the other orders have no picking list yet. Print these lists, then create the rest.',
  },
  moreMatch: {
    zh_CN: '共有 {total} 个订单，本次处理前 {max} 个',
    en_US: '{total} orders match. The first {max} are put on lists.',
  },
  made: {
    zh_CN: '已生成 {count} 张拣货单',
    en_US: '{count} {count|picking list|picking lists} created',
  },
  madeList: { zh_CN: '{no}（{orders} 个订单）', en_US: '{no} ({orders} {orders|order|orders})' },

  print: { zh_CN: '打印', en_US: 'Print' },
  assign: { zh_CN: '分配', en_US: 'Assign' },
  assignTitle: {
    zh_CN: '分配 {count} 张拣货单',
    en_US: 'Assign {count} {count|picking list|picking lists}',
  },
  assignHint: { zh_CN: '留空则取消分配', en_US: 'Leave empty to unassign' },
  complete: { zh_CN: '完成拣货', en_US: 'Complete' },
  completeAsk: {
    zh_CN: '{count} 张拣货单的货品已全部拣出？',
    en_US: 'Is everything on {count} {count|list|lists} picked?',
  },
  completeHint: {
    zh_CN: '单上全部货品记为已拣，订单变为“已拣货”。',
    en_US: 'All pieces count as picked, and so do the orders.',
  },
  merge: { zh_CN: '合并', en_US: 'Merge' },
  mergeTitle: {
    zh_CN: '合并 {count} 张拣货单',
    en_US: 'Merge {count} {count|picking list|picking lists}',
  },
  mergeHint: {
    zh_CN: '这些拣货单会取消，其中的订单放到一张新的拣货单。',
    en_US: 'These lists are cancelled and their orders put on one new list.',
  },
  split: { zh_CN: '拆分', en_US: 'Split' },
  splitTitle: { zh_CN: '拆分拣货单 {no}', en_US: 'Split picking list {no}' },
  splitHint: {
    zh_CN: '这张拣货单会取消，其中的订单放到新的拣货单。',
    en_US: 'This list is cancelled and its orders put on new lists.',
  },
  apart: { zh_CN: '单独成单的订单', en_US: 'Orders for a list of their own' },
  apartHint: { zh_CN: '不选则只按订单数拆分', en_US: 'Leave empty to limit only the number of orders' },
  willSplit: {
    zh_CN: '{orders} 个订单，分成 {lists} 张拣货单',
    en_US: '{orders} {orders|order|orders} on {lists} {lists|list|lists}',
  },
  earlierLists: { zh_CN: '原拣货单', en_US: 'Earlier lists' },
  laterLists: { zh_CN: '新拣货单', en_US: 'New lists' },
  cancel: { zh_CN: '取消拣货单', en_US: 'Cancel list' },
  cancelAsk: {
    zh_CN: '取消 {count} 张拣货单？',
    en_US: 'Cancel {count} {count|picking list|picking lists}?',
  },
  cancelHint: {
    zh_CN: '订单可以重新生成拣货单，锁定的库存不变。',
    en_US: 'The orders can be put on another list. Their stock stays allocated.',
  },

  tasks: { zh_CN: '拣货明细', en_US: 'Goods to pick' },
  orders: { zh_CN: '订单', en_US: 'Orders' },
  taskNo: { zh_CN: '序号', en_US: 'No.' },
  bin: { zh_CN: '库位', en_US: 'Bin' },
  product: { zh_CN: '产品', en_US: 'Product' },
  lot: { zh_CN: '批号', en_US: 'Lot' },
  expiry: { zh_CN: '有效期', en_US: 'Expiry date' },
  quantity: { zh_CN: '数量', en_US: 'Quantity' },
  picked: { zh_CN: '已拣', en_US: 'Picked' },
  basket: { zh_CN: '篮号', en_US: 'Basket' },
  baskets: { zh_CN: '篮号×数量', en_US: 'Basket × quantity' },
  hasLeft: { zh_CN: '已移出', en_US: 'Removed' },
  intercepted: { zh_CN: '申请截单', en_US: 'Intercept requested' },

  printTitle: { zh_CN: '打印拣货单', en_US: 'Print picking lists' },
  didAllPrint: { zh_CN: '全部打印出来了吗？', en_US: 'Did all picking lists print?' },
  notPrintedFrom: { zh_CN: '从第几张起没打出来', en_US: 'First list not printed' },
  paperTitle: { zh_CN: '拣货单', en_US: 'Picking list' },
  paperCount: { zh_CN: '{count} 张拣货单', en_US: '{count} {count|picking list|picking lists}' },
  paperTotal: {
    zh_CN: '{orders} 个订单，{tasks} 行，{pieces} 件',
    en_US: '{orders} {orders|order|orders}, {tasks} {tasks|line|lines}, {pieces} {pieces|piece|pieces}',
  },
  paperPage: { zh_CN: '第 {page} / {pages} 页', en_US: 'Page {page} of {pages}' },
  paperCheck: { zh_CN: '拣货员：________  时间：________', en_US: 'Picker: ________  Time: ________' },

  cartLabels: { zh_CN: '篮号标签', en_US: 'Cart labels' },
  noBaskets: { zh_CN: '没有可以打印的篮号标签', en_US: 'No cart labels to print' },
  noPapers: { zh_CN: '没有可以打印的拣货单', en_US: 'No picking lists to print' },

  notFound: { zh_CN: '拣货单不存在', en_US: 'Picking list not found' },
  notNow: {
    zh_CN: '拣货单 {no} 的状态为“{status}”，不能执行此操作',
    en_US: 'Picking list {no} is “{status}”, so this isn’t possible',
  },
  someArePicked: {
    zh_CN: '拣货单 {no} 已有拣出的货品，请先放回库位',
    en_US: 'Pieces of picking list {no} are already picked. Put them back first.',
  },
  alreadyStarted: {
    zh_CN: '拣货单 {no} 已开始拣货、已完成或已取消，只有待拣货的拣货单可以合并或拆分',
    en_US: 'Picking list {no} is no longer waiting to be picked. Only such lists can be merged or split.',
  },
  noOrdersLeft: {
    zh_CN: '拣货单 {no} 的订单都已发货或移出',
    en_US: 'All orders of picking list {no} have left it or were shipped',
  },
  othersStay: {
    zh_CN: '未合并：其他拣货单不能合并',
    en_US: 'Not merged, because another list can’t be merged',
  },
  mergeTwo: { zh_CN: '请选择至少两张拣货单', en_US: 'Select at least two picking lists' },
  tooManyToMerge: {
    zh_CN: '共有 {orders} 个订单，一张拣货单最多 {max} 个',
    en_US: 'There are {orders} orders. A picking list takes up to {max}.',
  },
  chosenHasLeft: {
    zh_CN: '所选订单已不在拣货单 {no} 中，请刷新后重试',
    en_US: 'An order you chose is no longer on picking list {no}. Refresh and try again.',
  },
  nothingToSplit: {
    zh_CN: '这样拆分后拣货单 {no} 不变，请选择部分订单或减少每张的订单数',
    en_US: 'Picking list {no} would stay as it is. Choose some of its orders or allow fewer on each list.',
  },
  orderNotReady: {
    zh_CN: '订单 {no} 的状态为“{status}”，只有待发货和已打单的订单可以拣货',
    en_US:
      'Order {no} is “{status}”. Only orders that are pending shipment or have a printed waybill can be picked.',
  },
  orderOnList: {
    zh_CN: '订单 {no} 已在拣货单 {list} 中',
    en_US: 'Order {no} is already on picking list {list}',
  },
  orderPicked: { zh_CN: '订单 {no} 的货物已拣出', en_US: 'The goods of order {no} are already picked' },
  orderNotAllocated: {
    zh_CN: '订单 {no} 的库存没有全部锁定，请重新审核',
    en_US: 'The stock of order {no} is not fully allocated. Audit it again.',
  },
  pickerNotFound: {
    zh_CN: '请选择可以拣货的员工',
    en_US: 'Choose a person who may pick',
  },
} as const satisfies Record<string, Text>
