import type { Text } from '../../platform/text/text.ts'

/** What is said of the files in a ZIP of labels. Only the server says it, so no page loads it. */
export const labelFileText = {
  labelFileName: {
    zh_CN: '文件名应为“订单号或参考号_运单号.pdf”',
    en_US: 'Name the file “order or reference number_tracking number.pdf”',
  },
  labelFileCopy: {
    zh_CN: '文件名像是另一个文件的副本，请只保留一个文件，并去掉“(1)”等字样',
    en_US: 'The name looks like a copy of another file. Keep one file, without “(1)” or “copy” in its name.',
  },
  labelRepeated: {
    zh_CN: '{number} 的面单在此压缩包中已有',
    en_US: 'The label of {number} is already in this ZIP',
  },
  labelsDiffer: {
    zh_CN: '此压缩包中有 {number} 的不同面单，请只保留正确的一张',
    en_US: 'This ZIP has different labels for {number}. Keep the right one.',
  },
  numberUnknown: { zh_CN: '没有订单号或参考号为 {number} 的订单', en_US: 'No order has the number {number}' },
  zipWithoutFiles: { zh_CN: '压缩包中没有文件', en_US: 'The ZIP file contains no files' },
  numberAmbiguous: {
    zh_CN: '有多个订单使用 {number}，请用订单号命名文件',
    en_US: 'Several orders have the number {number}. Name the file by order number.',
  },
  labelsAttached: { zh_CN: '已上传 {count} 张面单', en_US: '{count} {count|label|labels} uploaded' },
} as const satisfies Record<string, Text>
