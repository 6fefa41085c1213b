import type { Text } from '../platform/text/text.ts'

export const ordersText = {
  order: { zh_CN: '订单', en_US: 'Order' },
  orders: { zh_CN: '订单', en_US: 'Orders' },
  ordersTitle: { zh_CN: '订单出库', en_US: 'Order outbound' },
  queryTitle: { zh_CN: '订单查询', en_US: 'Order query' },
  newOrder: { zh_CN: '新建订单', en_US: 'New order' },
  import: { zh_CN: '导入', en_US: 'Import' },
  orderNo: { zh_CN: '订单号', en_US: 'Order no.' },
  orderStatus: { zh_CN: '状态', en_US: 'Status' },
  customer: { zh_CN: '客户', en_US: 'Customer' },
  customerCode: { zh_CN: '客户代码', en_US: 'Customer code' },
  customerName: { zh_CN: '客户名称', en_US: 'Customer name' },
  referenceNo: { zh_CN: '参考号', en_US: 'Reference' },
  channel: { zh_CN: '物流渠道', en_US: 'Channel' },
  channelCode: { zh_CN: '渠道代码', en_US: 'Channel code' },
  platform: { zh_CN: '销售平台', en_US: 'Platform' },
  platformOrderNo: { zh_CN: '平台订单号', en_US: 'Platform order no.' },
  shopName: { zh_CN: '店铺', en_US: 'Shop' },
  goods: { zh_CN: 'SKU/件数', en_US: 'SKUs / pieces' },
  fee: { zh_CN: '费用', en_US: 'Fees' },
  estWeight: { zh_CN: '预估重量', en_US: 'Estimated weight' },
  actualWeight: { zh_CN: '实际重量', en_US: 'Actual weight' },
  estSize: { zh_CN: '预估尺寸', en_US: 'Estimated size' },
  pieceClass: { zh_CN: '订单类型', en_US: 'Order class' },
  pickStatus: { zh_CN: '拣货状态', en_US: 'Picking' },
  pickingNo: { zh_CN: '拣货单号', en_US: 'Picking list no.' },
  stock: { zh_CN: '库存', en_US: 'Stock' },
  hasStock: { zh_CN: '库存充足', en_US: 'Enough in stock' },
  lacksStock: { zh_CN: '库存不足', en_US: 'Not enough in stock' },
  minPriority: { zh_CN: '优先级不低于', en_US: 'Minimum priority' },
  minPriorityChip: { zh_CN: '优先级 ≥ {priority}', en_US: 'Priority ≥ {priority}' },
  printStatus: { zh_CN: '打印状态', en_US: 'Print status' },
  createdByWhom: { zh_CN: '创建人', en_US: 'Created by' },
  everyone: { zh_CN: '所有人', en_US: 'Everyone' },
  mine: { zh_CN: '我的', en_US: 'Mine' },
  isDue: { zh_CN: '今日应发', en_US: 'Ships today' },
  refusedVoid: { zh_CN: '面单作废失败', en_US: 'Label void refused' },
  destination: { zh_CN: '目的地', en_US: 'Destination' },
  createdAt: { zh_CN: '创建时间', en_US: 'Created' },
  statusAt: { zh_CN: '进入状态时间', en_US: 'In this status since' },
  age: { zh_CN: '在此状态天数', en_US: 'Days in status' },
  minAge: { zh_CN: '在此状态不少于（天）', en_US: 'Minimum days in status' },
  minAgeChip: { zh_CN: '在此状态 ≥ {days} 天', en_US: 'In status ≥ {days} {days|day|days}' },
  tag: { zh_CN: '标签', en_US: 'Tag' },
  tags: { zh_CN: '标签', en_US: 'Tags' },
  priority: { zh_CN: '优先级', en_US: 'Priority' },
  shippedAt: { zh_CN: '发货时间', en_US: 'Shipped' },
  noOrders: { zh_CN: '暂无订单', en_US: 'No orders yet' },
  noOrdersHint: {
    zh_CN: '新建订单，或从表格导入。',
    en_US: 'Create an order, or import orders from a spreadsheet.',
  },
  noneInStatus: { zh_CN: '没有“{status}”的订单', en_US: 'No orders are “{status}”' },
  search: { zh_CN: '订单号、参考号、平台单号', en_US: 'Order, reference or platform no.' },

  receiver: { zh_CN: '收件人', en_US: 'Recipient' },
  purge: { zh_CN: '删除收件人信息', en_US: 'Delete recipient’s data' },
  purgedAt: { zh_CN: '收件人信息已删除', en_US: 'Recipient’s data deleted on' },
  receiverName: { zh_CN: '收件人姓名', en_US: 'Recipient name' },
  company: { zh_CN: '公司', en_US: 'Company' },
  phone: { zh_CN: '电话', en_US: 'Phone' },
  email: { zh_CN: '邮箱', en_US: 'Email' },
  taxNo: { zh_CN: '税号', en_US: 'Tax no.' },
  country: { zh_CN: '国家/地区', en_US: 'Country' },
  state: { zh_CN: '州/省', en_US: 'State or province' },
  city: { zh_CN: '城市', en_US: 'City' },
  postcode: { zh_CN: '邮编', en_US: 'Postal code' },
  address: { zh_CN: '地址', en_US: 'Address' },
  address1: { zh_CN: '地址 1', en_US: 'Address line 1' },
  address2: { zh_CN: '地址 2', en_US: 'Address line 2' },
  address3: { zh_CN: '地址 3', en_US: 'Address line 3' },
  doorplate: { zh_CN: '门牌号', en_US: 'House no.' },
  addressKind: { zh_CN: '地址类型', en_US: 'Address type' },
  sender: { zh_CN: '发件人', en_US: 'Sender' },
  hasSender: {
    zh_CN: '面单上的发件人不是本仓库',
    en_US: 'The label names a sender other than the warehouse',
  },
  senderName: { zh_CN: '发件人姓名', en_US: 'Sender name' },
  senderPhone: { zh_CN: '发件人电话', en_US: 'Sender phone' },
  senderCountry: { zh_CN: '发件国家/地区', en_US: 'Sender country' },
  senderState: { zh_CN: '发件州/省', en_US: 'Sender state or province' },
  senderCity: { zh_CN: '发件城市', en_US: 'Sender city' },
  senderPostcode: { zh_CN: '发件邮编', en_US: 'Sender postal code' },
  senderAddress: { zh_CN: '发件地址', en_US: 'Sender address' },
  senderWhole: {
    zh_CN: '发件人需填写姓名、国家/地区、城市和地址',
    en_US: 'A sender needs a name, country, city and address',
  },
  signature: { zh_CN: '需要签收', en_US: 'Signature required' },
  insuredValue: { zh_CN: '保价金额', en_US: 'Insured value' },
  remark: { zh_CN: '备注', en_US: 'Note' },
  pickRemark: { zh_CN: '拣货备注', en_US: 'Note for the picker' },
  lines: { zh_CN: '商品明细', en_US: 'Items' },
  quantity: { zh_CN: '数量', en_US: 'Quantity' },
  declaredValue: { zh_CN: '申报单价', en_US: 'Declared value' },
  productNeeded: { zh_CN: '请选择产品', en_US: 'Choose a product' },
  customerFirst: { zh_CN: '请先选择客户', en_US: 'Select a customer first' },
  available: { zh_CN: '可用 {count}', en_US: '{count} available' },
  lineProduct: { zh_CN: '第 {row} 行产品', en_US: 'Product in line {row}' },
  lineQuantity: { zh_CN: '第 {row} 行数量', en_US: 'Quantity in line {row}' },
  lineValue: { zh_CN: '第 {row} 行申报单价', en_US: 'Declared value in line {row}' },
  inField: { zh_CN: '{field}：{what}', en_US: '{field}: {what}' },
  removeLine: { zh_CN: '删除第 {row} 行', en_US: 'Remove line {row}' },
  addLine: { zh_CN: '添加商品', en_US: 'Add item' },
  product: { zh_CN: '产品', en_US: 'Product' },
  allocated: { zh_CN: '锁定库位', en_US: 'Allocated from' },
  facts: { zh_CN: '订单信息', en_US: 'Order details' },

  audit: { zh_CN: '审核', en_US: 'Audit' },
  causes: { zh_CN: '异常原因', en_US: 'Causes' },
  remedies: { zh_CN: '处理方式', en_US: 'What to do' },
  checkAllAgain: {
    zh_CN: '全部重新审核（{count}）',
    en_US: 'Check {count} {count|order|orders} again',
  },
  checkAgain: { zh_CN: '重新审核', en_US: 'Check again' },
  pass_audit: { zh_CN: '审核通过', en_US: 'Audit passed' },
  fail_audit: { zh_CN: '审核未通过', en_US: 'Audit failed' },
  void: { zh_CN: '作废', en_US: 'Void' },
  voidAsk: { zh_CN: '作废 {count} 个订单？', en_US: 'Void {count} {count|order|orders}?' },
  voidWarning: {
    zh_CN: '锁定的库存会释放，作废后不能恢复。',
    en_US: 'Allocated stock is released. This can’t be undone.',
  },
  reason: { zh_CN: '原因', en_US: 'Reason' },
  changeChannel: { zh_CN: '更换渠道', en_US: 'Change channel' },
  reissue: { zh_CN: '重新出面单', en_US: 'Reissue label' },
  reissueAsk: {
    zh_CN: '为 {count} 个订单重新出面单？',
    en_US: 'Reissue the {count|label|labels} of {count} {count|order|orders}?',
  },
  reissueWarning: {
    zh_CN: '原面单会作废，订单需重新打印。',
    en_US: 'The old label is voided, and the order has to be printed again.',
  },
  voidAgain: { zh_CN: '再次作废', en_US: 'Void again' },
  acknowledge: { zh_CN: '确认作废失败', en_US: 'Acknowledge refused void' },
  force: { zh_CN: '强制通过', en_US: 'Force audit' },
  forceAsk: {
    zh_CN: '强制通过 {count} 个订单的审核？',
    en_US: 'Force the audit of {count} {count|order|orders}?',
  },
  forceWarning: {
    zh_CN: '不再检查地址、渠道限制、报价和余额；库存和面单仍然必须满足。',
    en_US: 'Address, channel limits, price and balance are not checked. Stock and label are still needed.',
  },
  intercept: { zh_CN: '截单', en_US: 'Intercept' },
  interceptAsk: { zh_CN: '申请对 {count} 个订单截单？', en_US: 'Intercept {count} {count|order|orders}?' },
  interceptWarning: {
    zh_CN: '未审核的订单立即作废；其余订单等待处理，期间不能打印和出库。',
    en_US:
      'Orders not audited yet are voided at once. The others wait for an answer and can’t be printed or shipped until then.',
  },
  approveIntercept: { zh_CN: '同意截单', en_US: 'Approve intercept' },
  rejectIntercept: { zh_CN: '驳回截单', en_US: 'Reject intercept' },
  approveAsk: {
    zh_CN: '同意对 {count} 个订单截单？',
    en_US: 'Approve the intercept of {count} {count|order|orders}?',
  },
  interceptRequested: {
    zh_CN: '客户申请截单：{reason}',
    en_US: 'The customer asked to stop this order: {reason}',
  },
  waybills: { zh_CN: '面单', en_US: 'Labels' },
  labelStatus: { zh_CN: '面单状态', en_US: 'Label status' },
  printCount: { zh_CN: '打印次数', en_US: 'Times printed' },
  openLabel: { zh_CN: '查看', en_US: 'Open' },
  noLabels: { zh_CN: '还没有面单', en_US: 'No label yet' },
  uploadLabel: { zh_CN: '上传面单', en_US: 'Upload label' },
  uploadZip: { zh_CN: '批量上传面单', en_US: 'Upload labels' },
  more: { zh_CN: '更多操作', en_US: 'More actions' },
  voidReason: { zh_CN: '作废原因', en_US: 'Reason' },
  mark: { zh_CN: '设置优先级和标签', en_US: 'Set priority and tags' },
  start_audit: { zh_CN: '开始审核', en_US: 'Audit started' },
  force_audit: { zh_CN: '强制通过审核', en_US: 'Audit forced' },
  assign_channel: { zh_CN: '更换渠道', en_US: 'Channel changed' },
  reissue_label: { zh_CN: '重新出面单', en_US: 'Label reissued' },
  acknowledge_refused_void: { zh_CN: '确认面单作废失败', en_US: 'Refused void acknowledged' },
  void_label_again: { zh_CN: '再次申请作废面单', en_US: 'Label void requested again' },
  upload_label: { zh_CN: '上传面单', en_US: 'Label uploaded' },
  request_intercept: { zh_CN: '申请截单', en_US: 'Intercept requested' },
  approve_intercept: { zh_CN: '同意截单', en_US: 'Intercept approved' },
  reject_intercept: { zh_CN: '驳回截单', en_US: 'Intercept rejected' },
  interceptStatus: { zh_CN: '截单状态', en_US: 'Intercept' },
  trackingNo: { zh_CN: '运单号', en_US: 'Tracking no.' },
  exceptionCode: { zh_CN: '异常原因', en_US: 'Exception' },
  exception: { zh_CN: '异常', en_US: 'Exception' },

  notFound: { zh_CN: '订单不存在', en_US: 'Order not found' },
  customerNeeded: { zh_CN: '请选择客户', en_US: 'Choose a customer' },
  channelNeeded: { zh_CN: '请选择物流渠道', en_US: 'Choose a channel' },
  customerNotFound: { zh_CN: '客户不存在', en_US: 'Customer not found' },
  customerDisabled: { zh_CN: '客户已停用', en_US: 'This customer is disabled' },
  channelNotFound: { zh_CN: '物流渠道不存在', en_US: 'Channel not found' },
  productNotFound: { zh_CN: '该客户没有这个产品', en_US: 'This customer has no such product' },
  productDisabled: { zh_CN: '产品 {sku} 已停用', en_US: 'Product {sku} is disabled' },
  productNotPassed: { zh_CN: '产品 {sku} 尚未审核', en_US: 'Product {sku} is not approved yet' },
  linesNeeded: { zh_CN: '请至少添加一种商品', en_US: 'Add at least one item' },
  tooManyLines: { zh_CN: '一个订单最多 {max} 种商品', en_US: 'An order can have up to {max} items' },
  tooManyTags: { zh_CN: '最多 {max} 个标签', en_US: 'Up to {max} tags' },
  differsFromRow: {
    zh_CN: '与同一订单第 {row} 行的内容不一致',
    en_US: 'Differs from row {row} of the same order',
  },
  stateForm: {
    zh_CN: '州/省代码为 1 至 5 位字母、数字或连字符',
    en_US: 'Use the state’s code: 1 to 5 letters, digits or hyphens',
  },
  stateUnknown: {
    zh_CN: '{country} 没有州/省代码 {state}',
    en_US: '{country} has no state or province {state}',
  },
  stateNeeded: {
    zh_CN: '{country} 的地址需要州/省',
    en_US: 'Addresses in {country} need a state or province',
  },
  postcodeForm: { zh_CN: '邮编不符合 {country} 的格式', en_US: 'Not a valid postal code for {country}' },
  postcodeNeeded: { zh_CN: '{country} 的地址需要邮编', en_US: 'Addresses in {country} need a postal code' },
  stale: {
    zh_CN: '订单已被修改，请刷新后重试',
    en_US: 'This order has been changed. Refresh and try again.',
  },
  notNow: {
    zh_CN: '订单 {no} 的状态为“{status}”，不能执行此操作',
    en_US: 'Order {no} is “{status}”, so this isn’t possible',
  },
  intercepting: {
    zh_CN: '订单 {no} 正在申请截单，请先处理截单申请',
    en_US: 'An intercept of order {no} has been requested. Answer the request first.',
  },

  phoneNeeded: {
    zh_CN: '渠道 {channel} 要求收件人电话',
    en_US: 'Channel {channel} needs the recipient’s phone number',
  },
  emailNeeded: {
    zh_CN: '渠道 {channel} 要求收件人邮箱',
    en_US: 'Channel {channel} needs the recipient’s email address',
  },
  addressTooLong: {
    zh_CN: '渠道 {channel} 的地址每行最多 {max} 个字符',
    en_US: 'Channel {channel} takes address lines of up to {max} characters',
  },
  channelDisabled: { zh_CN: '渠道 {channel} 已停用', en_US: 'Channel {channel} is disabled' },
  channelNotForCustomer: {
    zh_CN: '渠道 {channel} 未对该客户开放',
    en_US: 'Channel {channel} is not open to this customer',
  },
  channelNotThere: {
    zh_CN: '渠道 {channel} 不发往 {country}',
    en_US: 'Channel {channel} doesn’t deliver to {country}',
  },
  tooHeavy: {
    zh_CN: '重量 {weight} 超过渠道 {channel} 的上限 {max}',
    en_US: 'The weight of {weight} is above the {max} that channel {channel} takes',
  },
  tooLong: {
    zh_CN: '最长边 {side} 超过渠道 {channel} 的上限 {max}',
    en_US: 'The longest side of {side} is above the {max} that channel {channel} takes',
  },
  tooThick: {
    zh_CN: '长加围 {girth} 超过渠道 {channel} 的上限 {max}',
    en_US: 'Length plus girth of {girth} is above the {max} that channel {channel} takes',
  },
  noSignature: { zh_CN: '渠道 {channel} 不支持签收', en_US: 'Channel {channel} doesn’t offer signatures' },
  noInsurance: { zh_CN: '渠道 {channel} 不支持保价', en_US: 'Channel {channel} doesn’t offer insurance' },
  noHandlingPrice: { zh_CN: '客户没有订单操作费报价', en_US: 'The customer has no price for order handling' },
  noSignaturePrice: {
    zh_CN: '渠道 {channel} 的运费报价没有签名服务费',
    en_US: 'The freight price for channel {channel} has no signature fee',
  },
  noInsurancePrice: {
    zh_CN: '渠道 {channel} 的运费报价没有保价费',
    en_US: 'The freight price for channel {channel} has no insurance',
  },
  noFreightPrice: {
    zh_CN: '客户没有渠道 {channel} 的运费报价',
    en_US: 'The customer has no freight price for channel {channel}',
  },
  noRate: {
    zh_CN: '承运商账号没有 {currency} 的汇率',
    en_US: 'The carrier account has no exchange rate for {currency}',
  },
  noCarrierCost: {
    zh_CN: '渠道 {channel} 的承运商没有给出面单价格',
    en_US: 'The carrier of channel {channel} gave no price for the label',
  },
  priceTooLarge: {
    zh_CN: '按报价计算的金额为 {value}，超出单据的上限，请检查报价和数量',
    en_US: 'The price comes to {value}, more than an order can cost. Check the prices and the quantities.',
  },
  noTier: { zh_CN: '费用 {fee} 没有覆盖 {value} 的价格区间', en_US: 'No tier of fee {fee} covers {value}' },
  noFreightTier: {
    zh_CN: '渠道 {channel} 的运费表没有覆盖计费重 {value}',
    en_US: 'The freight table of channel {channel} does not cover a billable weight of {value}',
  },
  noZone: {
    zh_CN: '收件地址在渠道 {channel} 没有分区',
    en_US: 'The address has no zone on channel {channel}',
  },
  notMeasured: {
    zh_CN: '缺少计费所需的尺寸或重量',
    en_US: 'Sizes or weights needed for the price are missing',
  },
  accountBlocked: {
    zh_CN: '客户 {customer} 的账户已暂停记账，恢复后自动重新审核',
    en_US: 'The account of customer {customer} is blocked. The order is audited again once it is unblocked.',
  },
  balanceShort: {
    zh_CN: '余额不足：预估 {estimate}，还差 {short}',
    en_US: 'Not enough balance: estimate {estimate}, short by {short}',
  },
  balanceShortIn: {
    zh_CN: '余额不足：预估 {estimate} {currency}，还差 {short} {currency}',
    en_US: 'Not enough balance: estimate {estimate} {currency}, short by {short} {currency}',
  },
  stockShort: { zh_CN: '库存不足，缺少：{goods}', en_US: 'Not enough stock, missing: {goods}' },
  noNumbers: {
    zh_CN: '渠道 {channel} 的单号已用完，请添加号段或导入号码',
    en_US: 'Channel {channel} has no tracking numbers left. Add a range or import numbers.',
  },
  numberUsed: {
    zh_CN: '渠道 {channel} 的单号 {number} 已被其他面单使用，请重新审核以取下一个号码',
    en_US:
      'Number {number} of channel {channel} is already on another label. Check again to take the next one.',
  },
  labelMissing: {
    zh_CN: '渠道 {channel} 需要客户面单，请上传面单和运单号',
    en_US: 'Channel {channel} needs the customer’s label. Upload it with its tracking number.',
  },
  labelRefused: { zh_CN: '承运商未出面单：{reason}', en_US: 'The carrier issued no label: {reason}' },
  labelUnknown: {
    zh_CN: '承运商未应答，可能已出单：{reason}。重新审核会先向承运商查询。',
    en_US:
      'The carrier’s answer was lost; it may have issued the label: {reason}. Checking again asks the carrier first.',
  },
  labelNotFound: {
    zh_CN:
      '承运商未应答，可能已出单，且该承运商不支持查询。请先到承运商后台确认，再点“重新出面单”，原面单会先作废。',
    en_US:
      'The carrier’s answer was lost; it may have issued the label, and it can’t be asked. Look in its own system, then choose “Reissue label”: the old label is voided first.',
  },
  labelLost: {
    zh_CN:
      '承运商已出单，运单号 {number}，但面单文件未能保存，且该承运商不支持查询。请点“重新出面单”，原面单会先作废。',
    en_US:
      'The carrier issued a label with tracking number {number}, but its file was not saved, and the carrier can’t be asked for it again. Choose “Reissue label”: the old label is voided first.',
  },
  labelUnreadable: {
    zh_CN: '承运商的面单文件无法使用：{reason}',
    en_US: 'The carrier’s label file can’t be used: {reason}',
  },
  labelLate: {
    zh_CN: '承运商超过 {minutes} 分钟未应答，请重新审核',
    en_US: 'The carrier has not answered for {minutes} minutes. Check again.',
  },
  trackingForm: {
    zh_CN: '运单号为 1 至 60 位可打印的英文字符',
    en_US: 'Enter a tracking number of 1 to 60 printable characters',
  },
  trackingPattern: {
    zh_CN: '运单号不符合渠道 {channel} 的格式',
    en_US: 'This is not a tracking number of channel {channel}',
  },
  putBack: {
    zh_CN: '货物已拣出，现在在库位 {bin}，移回存储库位后才可用',
    en_US:
      'Its goods were already picked and are now in bin {bin}. They are available once they are moved back to a storage bin.',
  },
  showStock: { zh_CN: '查看库存', en_US: 'Show stock' },
  openFirst: { zh_CN: '打开第一个订单', en_US: 'Open the first order' },
  measuresMissing: {
    zh_CN: '包裹没有重量或尺寸，请先补全产品的重量和尺寸',
    en_US: 'The package has no weight or size. Enter the weight and size of its products.',
  },
  trackingTaken: {
    zh_CN: '运单号 {number} 已被另一张面单使用',
    en_US: 'Tracking number {number} is already on another label',
  },
  labelUnderWay: {
    zh_CN: '订单 {no} 正在向承运商获取面单，请稍后再试',
    en_US: 'A label for order {no} is being requested from the carrier. Try again in a minute.',
  },
  voidRefused: {
    zh_CN: '承运商拒绝作废面单：{reason}',
    en_US: 'The carrier refused to void the label: {reason}',
  },
  voidTooLate: {
    zh_CN: '已超过渠道的可取消天数，未向承运商申请作废，面单费用不退',
    en_US:
      'The void period of the channel is over, so the carrier was not asked to void the label. Its cost stays.',
  },
  voidByHand: {
    zh_CN: '该承运商不支持在线作废，请到承运商后台处理',
    en_US: 'this carrier has no online void. Void it in the carrier’s own system.',
  },
  lacking: { zh_CN: '{sku} 缺 {missing} 件', en_US: '{sku} lacks {missing}' },
} as const satisfies Record<string, Text>

export const pickStatusText = {
  none: { zh_CN: '未拣货', en_US: 'Not picked' },
  listed: { zh_CN: '已生成拣货单', en_US: 'On a picking list' },
  picked: { zh_CN: '已拣货', en_US: 'Picked' },
  short: { zh_CN: '缺货', en_US: 'Short' },
} as const satisfies Record<string, Text>

export const pieceClassText = {
  ss: { zh_CN: '单品单件', en_US: 'One SKU, one piece' },
  sm: { zh_CN: '单品多件', en_US: 'One SKU, several pieces' },
  mm: { zh_CN: '多品', en_US: 'Several SKUs' },
} as const satisfies Record<string, Text>

export const refusedVoidText = {
  open: { zh_CN: '待确认', en_US: 'Not acknowledged' },
  acknowledged: { zh_CN: '已确认', en_US: 'Acknowledged' },
} as const satisfies Record<string, Text>

export const addressKindText = {
  unknown: { zh_CN: '未知', en_US: 'Unknown' },
  residential: { zh_CN: '住宅', en_US: 'Residential' },
  commercial: { zh_CN: '商业', en_US: 'Commercial' },
} as const satisfies Record<string, Text>
