import type { Text } from '../platform/text/text.ts'

/** Separate texts, because Home loads them and should load nothing else. */
export const warehouseCardText = {
  warehouseName: { zh_CN: '仓库名称', en_US: 'Warehouse name' },
  currency: { zh_CN: '币种', en_US: 'Currency' },
  unit: { zh_CN: '计量单位', en_US: 'Unit' },
  notSet: { zh_CN: '未设置', en_US: 'Not set' },
  localTime: { zh_CN: '仓库当地时间', en_US: 'Warehouse local time' },
} as const satisfies Record<string, Text>
