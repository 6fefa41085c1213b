import type { Text } from '../lib/text.ts'

export const printText = {
  title: { zh_CN: '打印设置', en_US: 'Print settings' },
  hint: {
    zh_CN: '只对您和这台电脑的这个浏览器有效。打印时由浏览器的打印窗口选择打印机。',
    en_US:
      'Holds for you, in this browser on this computer. When printing, the browser’s own window asks for the printer.',
  },
  labelPrinter: { zh_CN: '面单打印机', en_US: 'Label printer' },
  docPrinter: { zh_CN: '单据打印机', en_US: 'Document printer' },
  printerHint: {
    zh_CN: '打印前显示的提示，如“2 号台 ZD421”',
    en_US: 'Shown before printing as a reminder, such as “Bench 2, ZD421”',
  },
  copies: { zh_CN: '面单份数', en_US: 'Copies of a label' },
  labelSort: { zh_CN: '面单顺序', en_US: 'Order of labels' },
  packingSlip: { zh_CN: '装箱单', en_US: 'Packing slip' },
  pickingPaper: { zh_CN: '拣货单纸张', en_US: 'Paper of picking lists' },
  autoPrintOnCheck: {
    zh_CN: '验货完成后自动打印面单',
    en_US: 'Print the label as soon as a parcel is checked',
  },
  profiles: { zh_CN: '打印机方案', en_US: 'Printer profiles' },
  profilesHint: {
    zh_CN: '每台标签打印机一个方案：纸张、精度、语言。打印标签时选用，也可指定默认。',
    en_US:
      'One for each label printer: its paper, dots and language. Chosen when labels are printed, or by default.',
  },
  profile: { zh_CN: '方案 {place}', en_US: 'Profile {place}' },
  profileName: { zh_CN: '名称', en_US: 'Name' },
  paper: { zh_CN: '纸张', en_US: 'Paper' },
  dpi: { zh_CN: '精度 dpi', en_US: 'Dots per inch' },
  language: { zh_CN: '语言', en_US: 'Language' },
  way: { zh_CN: '方式', en_US: 'Way' },
  addProfile: { zh_CN: '添加方案', en_US: 'Add a profile' },
  removeProfile: { zh_CN: '删除方案 {place}', en_US: 'Remove profile {place}' },
  profileTwice: { zh_CN: '方案名称重复', en_US: 'Two profiles have the same name' },
  zplByFile: { zh_CN: 'ZPL 只能下载文件', en_US: 'ZPL can only be downloaded' },
  byDefault: { zh_CN: '{what}默认用', en_US: '{what} go to' },
  commandSheet: { zh_CN: '指令条码', en_US: 'Command barcodes' },
  commandSheetHint: {
    zh_CN: 'A4，中英文。贴在作业台旁，扫描即可确认、撤销、输入数量、呼叫主管等。',
    en_US:
      'A4, in both languages. Hang it at the bench: scanning confirms, undoes, sets a quantity, calls a lead.',
  },
  drawerLabels: { zh_CN: '标签', en_US: 'Labels' },
  drawerPreview: { zh_CN: '预览', en_US: 'Preview' },
  previewAgain: { zh_CN: '更新预览', en_US: 'Draw the preview' },
  noViewer: { zh_CN: '此浏览器不能显示 PDF', en_US: 'This browser shows no PDF' },
  openFile: { zh_CN: '打开文件', en_US: 'Open the file' },
  all: { zh_CN: '全选', en_US: 'All' },
  none: { zh_CN: '全不选', en_US: 'None' },
  printer: { zh_CN: '打印机方案', en_US: 'Printer profile' },
  order: { zh_CN: '顺序', en_US: 'Order' },
  orders: {
    listed: { zh_CN: '默认顺序', en_US: 'As usual' },
    picked: { zh_CN: '按勾选顺序', en_US: 'As picked' },
    code: { zh_CN: '按编码', en_US: 'By code' },
  },
  print: { zh_CN: '打印', en_US: 'Print' },
  download: { zh_CN: '下载文件', en_US: 'Download the file' },
  drawing: { zh_CN: '正在生成…', en_US: 'Drawing…' },
  didAll: { zh_CN: '全部打印出来了吗？', en_US: 'Did all of them print?' },
  yesAll: { zh_CN: '是，全部', en_US: 'Yes, all' },
  fromOn: { zh_CN: '从第几张起没有', en_US: 'Not from label' },
  reason: { zh_CN: '原因', en_US: 'Reason' },
  reprint: { zh_CN: '补打', en_US: 'Print those again' },
  printed: { zh_CN: '已打印', en_US: 'Printed' },
  settings: { zh_CN: '打印设置', en_US: 'Print settings' },
  testPage: { zh_CN: '测试页', en_US: 'Test page' },
  testPageHint: {
    zh_CN: '100×150 mm：条码、二维码、中文和刻度尺。打印时选“实际大小”，再量一量、扫一扫。',
    en_US:
      '100×150 mm with a barcode, a QR code, Chinese letters and rulers. Print at actual size, then measure and scan it.',
  },
  rulers: { zh_CN: '刻度为毫米：量得 90 即为实际大小', en_US: 'Millimetres: it reads 90 at actual size' },
  letters: { zh_CN: '中文和英文都应清楚', en_US: 'Chinese and English should be clear' },
} as const satisfies Record<string, Text | Record<string, Text>>
