import type { Text } from '../platform/text/text.ts'

export const shippingText = {
  labelsTitle: { zh_CN: '打印面单', en_US: 'Print labels' },
  labelFormat: { zh_CN: '面单格式', en_US: 'Label format' },
  printStatus: { zh_CN: '打印状态', en_US: 'Print status' },
  printCount: { zh_CN: '打印次数', en_US: 'Times printed' },
  pickingNo: { zh_CN: '拣货单号', en_US: 'Picking list no.' },
} as const satisfies Record<string, Text>
