import type { Text } from '../text/text.ts'

/** Column titles shared by several slices; a slice's own titles are in its own texts. */
export const columnText = {
  customer: { zh_CN: '客户', en_US: 'Customer' },
  status: { zh_CN: '状态', en_US: 'Status' },
  enabled: { zh_CN: '启用', en_US: 'Enabled' },
  disabled: { zh_CN: '停用', en_US: 'Disabled' },
  type: { zh_CN: '类型', en_US: 'Type' },
  channel: { zh_CN: '物流渠道', en_US: 'Channel' },
  orderNo: { zh_CN: '订单号', en_US: 'Order no.' },
  trackingNo: { zh_CN: '运单号', en_US: 'Tracking no.' },
  sku: { zh_CN: 'SKU', en_US: 'SKU' },
  location: { zh_CN: '库位', en_US: 'Bin' },
  quality: { zh_CN: '品质', en_US: 'Quality' },
  pieces: { zh_CN: '件数', en_US: 'Pieces' },
  skuCount: { zh_CN: 'SKU 种类数', en_US: 'SKUs' },
  amount: { zh_CN: '金额', en_US: 'Amount' },
  document: { zh_CN: '关联单据', en_US: 'Document' },
  country: { zh_CN: '国家/地区', en_US: 'Country' },
  discount: { zh_CN: '折扣', en_US: 'Discount' },
  remark: { zh_CN: '备注', en_US: 'Note' },
  operator: { zh_CN: '操作人', en_US: 'Done by' },
  createdAt: { zh_CN: '创建时间', en_US: 'Created' },
  updatedAt: { zh_CN: '更新时间', en_US: 'Updated' },
  occurredAt: { zh_CN: '发生时间', en_US: 'Time' },
} as const satisfies Record<string, Text>
