import type { Text } from '../../platform/text/text.ts'
import type { ManifestState } from './states.ts'

export const manifestText = {
  title: { zh_CN: '承运商交接单', en_US: 'Carrier manifest' },
  manifestNo: { zh_CN: '承运商交接单号', en_US: 'Manifest no.' },
  account: { zh_CN: '承运商账号', en_US: 'Carrier account' },
  notMade: { zh_CN: '未生成', en_US: 'Not created' },
  retry: { zh_CN: '重新生成承运商交接单', en_US: 'Retry carrier manifest' },
  print: { zh_CN: '打印', en_US: 'Print' },
  requested: { zh_CN: '申请承运商交接单', en_US: 'Request carrier manifest' },
  made: { zh_CN: '生成承运商交接单', en_US: 'Create carrier manifest' },
  noCarrier: {
    zh_CN: '此批次没有可生成承运商交接单的包裹。请使用交接单。',
    en_US: 'No package of this batch has a carrier with manifests. Use the hand-over sheet.',
  },
  nothingLeft: {
    zh_CN: '面单均已作废，没有可交接的包裹',
    en_US: 'All labels are voided. No packages are left for a manifest.',
  },
  overdue: {
    zh_CN: '承运商交接单未能及时生成。重试时会先查询承运商，不会重复生成。',
    en_US:
      'The manifest wasn’t created in time. Retry: the carrier is asked first, and no second one is created.',
  },
  unknown: {
    zh_CN: '承运商没有明确答复，交接单可能已生成（{reason}）。重试时会先查询，不会重复生成。',
    en_US:
      'The carrier may have created the manifest ({reason}). Retry: the carrier is asked first, and no second one is created.',
  },
} as const satisfies Record<string, Text>

export const manifestStateText: Record<ManifestState, Text> = {
  requesting: { zh_CN: '生成中', en_US: 'Being created' },
  made: { zh_CN: '已生成', en_US: 'Created' },
  failed: { zh_CN: '生成失败', en_US: 'Failed' },
}
