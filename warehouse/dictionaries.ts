import { dictionary } from '../platform/text/dictionary.ts'

export const warehouseDictionaries = [
  dictionary('hwmsStatus', {
    enabled: { zh_CN: '启用', en_US: 'Enabled' },
    disabled: { zh_CN: '停用', en_US: 'Disabled' },
  }),
  dictionary('metricUnit', {
    1: { zh_CN: '公制(KG/CM)', en_US: 'Metric (KG/CM)' },
    2: { zh_CN: '英制(LB/IN)', en_US: 'Imperial (LB/IN)' },
  }),
  dictionary('position_type', {
    self_operated: { zh_CN: '自营仓', en_US: 'Self-operated' },
    agent: { zh_CN: '代理仓', en_US: 'Agent' },
    transit: { zh_CN: '中转仓', en_US: 'Transit / cross-dock' },
    returns: { zh_CN: '退货仓', en_US: 'Returns' },
  }),
]
