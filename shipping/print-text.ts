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
  testPage: { zh_CN: '测试页', en_US: 'Test page' },
  testPageHint: {
    zh_CN: '100×150 mm：条码、二维码、中文和刻度尺。打印时选“实际大小”，再量一量、扫一扫。',
    en_US:
      '100×150 mm with a barcode, a QR code, Chinese letters and rulers. Print at actual size, then measure and scan it.',
  },
  rulers: { zh_CN: '刻度为毫米：量得 90 即为实际大小', en_US: 'Millimetres: it reads 90 at actual size' },
  letters: { zh_CN: '中文和英文都应清楚', en_US: 'Chinese and English should be clear' },
} as const satisfies Record<string, Text>
