import type { Text } from '../platform/text/text.ts'

/** What dialogs and drawers say that are loaded when they are opened. Apart from the texts of orders, which every list of orders loads. */
export const dialogText = {
  acknowledgeAsk: {
    zh_CN: '确认 {count} 个订单的面单作废失败？',
    en_US: 'Acknowledge the refused {count|void|voids} of {count} {count|order|orders}?',
  },
  acknowledgeWarning: {
    zh_CN: '承运商仍会收取面单费用，订单不再计入待处理数量。之后仍可再次作废。',
    en_US:
      'The carrier still bills the label, and the order no longer counts as waiting. It can be voided again later.',
  },
  acknowledgedBy: { zh_CN: '{name} 已确认：{reason}', en_US: 'Acknowledged by {name}: {reason}' },
  chooseFile: { zh_CN: '选择文件', en_US: 'Choose file' },
  fileNeeded: { zh_CN: '请选择面单文件', en_US: 'Choose the label file' },
  labelFile: { zh_CN: '面单文件', en_US: 'Label file' },
  uploadZipHint: {
    zh_CN:
      '一个 ZIP 最多 100 个文件、5 MB。文件名为订单号或参考号、下划线、运单号，如 WEB-1001_1Z999AA1.pdf。支持 PDF、PNG、JPG、GIF。',
    en_US:
      'One ZIP file with up to 100 PDF, PNG, JPG or GIF labels, up to 5 MB. Name each label with the order number or reference, an underscore and the tracking number, such as WEB-1001_1Z999AA1.pdf.',
  },
  zipRunning: {
    zh_CN: '正在读取面单，可以关闭此窗口，结果也会显示在任务列表中',
    en_US: 'Reading the labels. You may close this window: the result is among your tasks as well.',
  },
  filesRefused: {
    zh_CN: '{count} 个文件未采用',
    en_US: '{count} {count|file was|files were} not used',
  },
  chooseAnotherFile: { zh_CN: '选择另一个文件', en_US: 'Choose another file' },
  fileName: { zh_CN: '文件名', en_US: 'File name' },
  channelAsk: {
    zh_CN: '为 {count} 个订单更换渠道',
    en_US: 'Change the channel of {count} {count|order|orders}',
  },
  channelWarning: {
    zh_CN: '待发货和已打单的订单会作废原面单并重新获取，需重新打印。',
    en_US: 'Orders that are ready to ship get a new label and have to be printed again.',
  },
  markTitle: {
    zh_CN: '设置 {count} 个订单的优先级和标签',
    en_US: 'Priority and tags of {count} {count|order|orders}',
  },
  notEditable: {
    zh_CN: '已通过审核，不能再编辑。渠道、优先级和标签可直接修改；要修改地址或商品，请先作废，再新建订单。',
    en_US:
      'An order that passed its audit can’t be edited. Its channel, priority and tags can still be changed. To change the address or the items, void it first and create it again.',
  },
  unchanged: { zh_CN: '保持不变', en_US: 'Leave unchanged' },
  changeTags: { zh_CN: '如何修改标签', en_US: 'Change tags' },
  addTags: { zh_CN: '添加标签', en_US: 'Add tags' },
  replaceTags: { zh_CN: '替换全部标签', en_US: 'Replace all tags' },
  replaceHint: { zh_CN: '留空则清除标签', en_US: 'Leave empty to remove all tags' },
} as const satisfies Record<string, Text>
