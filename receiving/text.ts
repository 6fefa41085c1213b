import type { Text } from '../lib/text.ts'

export const receivingText = {
  inboundTitle: { zh_CN: '入库单列表', en_US: 'Inbound list' },
  inboundNo: { zh_CN: '入库单号', en_US: 'Inbound no.' },
  referenceNo: { zh_CN: '参考号', en_US: 'Reference' },
  inboundType: { zh_CN: '入库类型', en_US: 'Type' },
  boxes: { zh_CN: '箱数（预报/实收）', en_US: 'Boxes (announced / received)' },
  pieces: { zh_CN: '件数（预报/实收）', en_US: 'Pieces (announced / received)' },
  eta: { zh_CN: '预计到仓', en_US: 'Expected on' },
  tracking: { zh_CN: '柜号/运单号', en_US: 'Container / tracking' },
  noInbounds: { zh_CN: '暂无入库单', en_US: 'No inbound orders yet' },
} as const satisfies Record<string, Text>
