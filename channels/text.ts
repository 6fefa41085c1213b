import type { Text } from '../lib/text.ts'

export const channelsText = {
  channelsTitle: { zh_CN: '物流渠道', en_US: 'Logistics channels' },
  channelCode: { zh_CN: '渠道代码', en_US: 'Channel code' },
  channelName: { zh_CN: '渠道名称', en_US: 'Channel name' },
  carrier: { zh_CN: '承运商', en_US: 'Carrier' },
  labelSource: { zh_CN: '面单来源', en_US: 'Label source' },
  billingMethod: { zh_CN: '计费方式', en_US: 'Billing method' },
  labelFormat: { zh_CN: '面单格式', en_US: 'Label format' },
  cutoff: { zh_CN: '截单时间', en_US: 'Cut-off' },
  noChannels: { zh_CN: '暂无物流渠道', en_US: 'No logistics channels yet' },
  zonesTitle: { zh_CN: '物流分区', en_US: 'Logistics zones' },
  schemaCode: { zh_CN: '分区方案代码', en_US: 'Schema code' },
  schemaName: { zh_CN: '分区方案名称', en_US: 'Schema name' },
  originZip: { zh_CN: '始发邮编', en_US: 'Origin postcode' },
  zoneCount: { zh_CN: '分区数', en_US: 'Zones' },
  noZones: { zh_CN: '暂无分区方案', en_US: 'No zone schemas yet' },
  selfBuilt: { zh_CN: '自建渠道平台', en_US: 'Self-built channel platform' },
  numberPrefix: { zh_CN: '号段前缀', en_US: 'Number prefix' },
  numbersLeft: { zh_CN: '剩余号码', en_US: 'Numbers left' },
  labelTemplate: { zh_CN: '面单模板', en_US: 'Label template' },
  noSelfBuilt: { zh_CN: '暂无自建渠道', en_US: 'No self-built channels yet' },
} as const satisfies Record<string, Text>
