import type { Text } from '../../platform/text/text.ts'
import type { CellValue } from './freight-grid.ts'

export const freightText = {
  zone: { zh_CN: '分区', en_US: 'Zone' },
  from: { zh_CN: '重量大于', en_US: 'Weight above' },
  to: { zh_CN: '重量至', en_US: 'Weight up to' },
  form: { zh_CN: '计费方式', en_US: 'Price form' },
  noZoneCode: { zh_CN: '第 {column} 列没有分区代码', en_US: 'Column {column} has no zone code' },
  zoneTwice: { zh_CN: '分区 {zone} 有两列', en_US: 'Zone {zone} has two columns' },
  zoneTooLong: {
    zh_CN: '分区代码 {zone} 超过 10 个字符',
    en_US: 'Zone code {zone} has more than 10 characters',
  },
  unknownZone: {
    zh_CN: '渠道的分区方案中没有分区 {zone}',
    en_US: 'The channel’s zone schema has no zone {zone}',
  },
  boundWrong: { zh_CN: '第 {row} 行，{column}：{what}', en_US: 'Row {row}, {column}: {what}' },
  cellWrong: { zh_CN: '分区 {zone}，第 {row} 行：{what}', en_US: 'Zone {zone}, row {row}: {what}' },
  oddPlaces: { zh_CN: '价格超过两位小数', en_US: 'The price has more than two decimals' },
} as const satisfies Record<string, Text>

export const valueTexts: Record<CellValue, Text> = {
  price: { zh_CN: '价格', en_US: 'Price' },
  firstWeight: { zh_CN: '首重', en_US: 'First weight' },
  nextPrice: { zh_CN: '续重单价', en_US: 'Additional price' },
  step: { zh_CN: '续重单位', en_US: 'Additional weight step' },
  minCharge: { zh_CN: '最低收费', en_US: 'Minimum charge' },
}
