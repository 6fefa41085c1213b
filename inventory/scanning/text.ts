import type { Text } from '../../platform/text/text.ts'

export const moveText = {
  title: { zh_CN: '扫描移库', en_US: 'Move by scanner' },
  scanFrom: { zh_CN: '扫描货物所在的库位', en_US: 'Scan the bin the goods are in' },
  scanGoods: { zh_CN: '{bin}：扫描要移走的产品', en_US: '{bin}: scan the product to move' },
  scanTo: { zh_CN: '手中 {pieces} 件：扫描目标库位', en_US: 'Holding {pieces}: scan the destination bin' },
  opened: { zh_CN: '{count} 件可移', en_US: '{count} movable' },
  emptyBin: { zh_CN: '库位为空', en_US: 'The bin is empty' },
  noBin: { zh_CN: '没有这个库位', en_US: 'Bin not found' },
  notHere: { zh_CN: '不在库位 {bin}，也不是库位', en_US: 'Not in bin {bin}, and not a bin code' },
  tooFew: { zh_CN: '{bin} 只有 {free} 件可移', en_US: 'Only {free} can be moved from {bin}' },
  inHand: { zh_CN: '手中 {pieces} 件', en_US: 'Holding {pieces}' },
  whose: { zh_CN: '是哪个产品？', en_US: 'Which product?' },
  whichBatch: { zh_CN: '{sku} 是哪一批？', en_US: 'Which batch of {sku}?' },
  ofExpiry: { zh_CN: '有效期 {expiry}', en_US: 'Expiry {expiry}' },
  ofLot: { zh_CN: '批号 {lot}', en_US: 'Lot {lot}' },
  noBatchFacts: { zh_CN: '无有效期和批号', en_US: 'No expiry date or lot' },
  moved: { zh_CN: '{pieces} 件 {from} → {to}', en_US: '{pieces}: {from} → {to}' },
  putBack: { zh_CN: '放回原库位', en_US: 'Put back in its bin' },
  takeAll: { zh_CN: '全部取出', en_US: 'Take all' },
  freeze: { zh_CN: '就地冻结', en_US: 'Freeze here' },
  frozen: { zh_CN: '{pieces} 件已冻结', en_US: '{pieces} frozen' },
  unfreeze: { zh_CN: '解冻', en_US: 'Unfreeze' },
  unfrozen: { zh_CN: '{pieces} 件已解冻', en_US: '{pieces} unfrozen' },
  mayNotFreeze: { zh_CN: '不能冻结或解冻。{why}', en_US: 'Can’t freeze or unfreeze goods. {why}' },
  mayNotAdjust: { zh_CN: '不能调整库存。{why}', en_US: 'Can’t adjust stock. {why}' },
  nothingFrozen: { zh_CN: '此库位没有冻结的货物', en_US: 'No frozen goods in this bin' },
  whichFrozen: { zh_CN: '解冻哪个产品？', en_US: 'Which product do you want to unfreeze?' },
  whichFrozenHint: { zh_CN: '选择，或扫描产品', en_US: 'Select or scan the product' },
  unfreezeReason: { zh_CN: '为何解冻？', en_US: 'Why unfreeze?' },
  adjust: { zh_CN: '调整数量', en_US: 'Adjust quantity' },
  askAdjust: {
    zh_CN: '{bin} 的账面数量：减少手中的 {pieces} 件，还是增加 {pieces} 件？',
    en_US: 'System quantity in {bin}: remove the {pieces} you are holding, or add {pieces}?',
  },
  writeOff: { zh_CN: '减少 {pieces} 件', en_US: 'Remove {pieces}' },
  addFound: { zh_CN: '增加 {pieces} 件', en_US: 'Add {pieces}' },
  adjustReason: { zh_CN: '为何调整？', en_US: 'Why adjust?' },
  adjusted: { zh_CN: '账面 {change} 件', en_US: 'System quantity {change}' },
  isFrozen: { zh_CN: '冻结 {count}', en_US: '{count} frozen' },
  nothingInHand: { zh_CN: '请先扫描产品', en_US: 'Scan a product first' },
  qualityReason: {
    zh_CN: '{bin} 存放另一品质的货物，为何变更？',
    en_US: '{bin} is for goods of the other quality. Why change the quality?',
  },
  freezeReason: { zh_CN: '为何冻结？', en_US: 'Why freeze?' },
  reasonHint: { zh_CN: '选择原因，或输入原因后回车', en_US: 'Select a reason, or type one and press Enter' },
  undoReason: { zh_CN: '撤销扫描', en_US: 'Undo scan' },
  printLabel: { zh_CN: '打印产品标签', en_US: 'Print product label' },
  printing: { zh_CN: '正在打印标签', en_US: 'Printing label' },
  lies: { zh_CN: '库位货物', en_US: 'In this bin' },
  hand: { zh_CN: '手中', en_US: 'Holding' },
  more: { zh_CN: '另有 {count} 行', en_US: '{count} more {count|row|rows}' },
} as const satisfies Record<string, Text>

/** Common reasons for a quality change or a freeze; any other is typed. */
export const qualityReasons = [
  { zh_CN: '破损', en_US: 'Damaged' },
  { zh_CN: '复检合格', en_US: 'Rechecked, good' },
  { zh_CN: '包装不合格', en_US: 'Defective packaging' },
] as const satisfies readonly Text[]
export const freezeReasons = [
  { zh_CN: '数量有疑问，待盘点', en_US: 'Quantity in doubt, count pending' },
  { zh_CN: '质量待查', en_US: 'Quality check pending' },
  { zh_CN: '客户要求', en_US: 'Customer request' },
] as const satisfies readonly Text[]

export const unfreezeReasons = [
  { zh_CN: '数量已核对', en_US: 'Quantity verified' },
  { zh_CN: '质量合格', en_US: 'Quality approved' },
  { zh_CN: '客户要求', en_US: 'Customer request' },
] as const satisfies readonly Text[]
export const adjustReasons = [
  { zh_CN: '破损报废', en_US: 'Damaged and disposed of' },
  { zh_CN: '实物与账面不符', en_US: 'Physical stock differs from the system' },
  { zh_CN: '样品取用', en_US: 'Taken as a sample' },
] as const satisfies readonly Text[]

export const countScanText = {
  title: { zh_CN: '扫描盘点', en_US: 'Count by scanner' },
  scanCount: { zh_CN: '扫描盘点单号，或要盘点的库位', en_US: 'Scan a count number, or the bin to count' },
  scanBin: { zh_CN: '{no}：扫描库位', en_US: '{no}: scan a bin' },
  scanGoods: { zh_CN: '{bin}：扫描产品', en_US: '{bin}: scan the products' },
  binFirst: { zh_CN: '请先扫描库位', en_US: 'Scan the bin first' },
  choose: { zh_CN: '选择盘点单', en_US: 'Select count' },
  whichCount: { zh_CN: '哪张盘点单？', en_US: 'Which count?' },
  noneOpen: { zh_CN: '没有进行中的盘点单', en_US: 'No open counts' },
  askNew: { zh_CN: '新建盘点单，盘点 {bin}？', en_US: 'Create a count for {bin}?' },
  opened: { zh_CN: '{done}/{all} 行已盘', en_US: '{done}/{all} lines counted' },
  isOver: { zh_CN: '{no} 已结束', en_US: '{no} is already closed' },
  askRecount: {
    zh_CN: '{no} 已提交，{count} 行有差异。复盘这些行？',
    en_US: '{no} was submitted; {count} {count|line differs|lines differ}. Recount?',
  },
  noDifference: { zh_CN: '{no} 已提交，没有差异', en_US: '{no} was submitted with no differences' },
  binOpen: { zh_CN: '已打开', en_US: 'Opened' },
  askAgain: { zh_CN: '{bin} 已盘过。重新盘点？', en_US: '{bin} was already counted. Count it again?' },
  startAgain: { zh_CN: '从零开始', en_US: 'Start from zero' },
  goOn: { zh_CN: '接着盘', en_US: 'Continue counting' },
  counted: { zh_CN: '{total} 件', en_US: '{total}' },
  finishBin: { zh_CN: '完成此库位', en_US: 'Finish bin' },
  askMissing: {
    zh_CN: '{bin} 有 {count} 个 SKU 没有找到：{skus}。全部记为 0 件？',
    en_US:
      '{count} {count|SKU was|SKUs were} not found in {bin}: {skus}. Record 0 for {count|it|all of them}?',
  },
  writeZero: { zh_CN: '记为 0', en_US: 'Record 0' },
  leaveOpen: { zh_CN: '暂不盘', en_US: 'Don’t count yet' },
  binDone: { zh_CN: '库位已盘完', en_US: 'Bin counted' },
  handIn: { zh_CN: '提交审核', en_US: 'Submit for approval' },
  askHandIn: {
    zh_CN: '{done}/{all} 行已盘，提交 {no}？',
    en_US: '{done} of {all} lines counted. Submit {no}?',
  },
  handedIn: { zh_CN: '{no} 已提交', en_US: '{no} submitted' },
  recount: { zh_CN: '复盘', en_US: 'Recount' },
  notYet: { zh_CN: '未盘', en_US: 'Not counted' },
  bins: { zh_CN: '待盘库位', en_US: 'Bins to count' },
  allCounted: { zh_CN: '全部已盘', en_US: 'All counted' },
} as const satisfies Record<string, Text>
