import type { Dictionary } from '../platform/text/dictionary.ts'

export const warehouseDictionaries = [
  {
    code: 'hwmsStatus',
    items: [
      { value: 'enabled', text: { zh_CN: '启用', en_US: 'Enabled' } },
      { value: 'disabled', text: { zh_CN: '停用', en_US: 'Disabled' } },
    ],
  },
  {
    code: 'metricUnit',
    items: [
      { value: '1', text: { zh_CN: '公制(KG/CM)', en_US: 'Metric (KG/CM)' } },
      { value: '2', text: { zh_CN: '英制(LB/IN)', en_US: 'Imperial (LB/IN)' } },
    ],
  },
  {
    code: 'position_type',
    items: [
      { value: 'self_operated', text: { zh_CN: '自营仓', en_US: 'Self-operated' } },
      { value: 'agent', text: { zh_CN: '代理仓', en_US: 'Agent' } },
      { value: 'transit', text: { zh_CN: '中转仓', en_US: 'Transit / cross-dock' } },
      { value: 'returns', text: { zh_CN: '退货仓', en_US: 'Returns' } },
    ],
  },
] as const satisfies Dictionary[]
