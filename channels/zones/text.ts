import type { Text } from '../../platform/text/text.ts'
import type { RemoteLevel } from './rules.ts'

export const remoteTexts: Record<RemoteLevel, Text> = {
  none: { zh_CN: '非偏远', en_US: 'Not remote' },
  das: { zh_CN: '偏远', en_US: 'Remote' },
  das_ext: { zh_CN: '超偏远', en_US: 'Very remote' },
}

export const zoneText = {
  title: { zh_CN: '物流分区', en_US: 'Logistics zones' },
  schema: { zh_CN: '分区方案', en_US: 'Zone schema' },
  schemaCode: { zh_CN: '分区方案代码', en_US: 'Schema code' },
  schemaName: { zh_CN: '分区方案名称', en_US: 'Schema name' },
  carrier: { zh_CN: '承运商', en_US: 'Carrier' },
  originZip: { zh_CN: '始发邮编', en_US: 'Origin postal code' },
  originHint: {
    zh_CN: '承运商从哪里起算分区，如仓库的邮编',
    en_US: 'Where the carrier’s zones start from, such as the warehouse’s postal code',
  },
  originForm: {
    zh_CN: '邮编最多 10 位字母和数字',
    en_US: 'A postal code can have up to 10 letters and digits',
  },
  zoneCount: { zh_CN: '分区数', en_US: 'Zones' },
  rowCount: { zh_CN: '行数', en_US: 'Rows' },
  usedBy: { zh_CN: '使用的渠道', en_US: 'Used by channels' },
  why: {
    zh_CN: '分区方案把邮编归入报价分区；新建后逐行填写，或用表格导入',
    en_US:
      'A zone schema assigns postal codes to price zones. Enter rows one by one, or import a spreadsheet.',
  },
  none: { zh_CN: '暂无分区方案', en_US: 'No zone schemas yet' },
  fresh: { zh_CN: '新建分区方案', en_US: 'New zone schema' },
  import: { zh_CN: '导入分区行', en_US: 'Import rows' },
  importTitle: { zh_CN: '分区行', en_US: 'Zone rows' },
  search: { zh_CN: '代码、名称、承运商或拼音首字母', en_US: 'Code, name, carrier or pinyin initials' },
  codeHint: {
    zh_CN: '字母、数字和连字符，保存后不能修改',
    en_US: 'Letters, digits and hyphens. Can’t be changed after saving.',
  },
  disableAsk: {
    zh_CN: '停用 {count} 个分区方案？',
    en_US: 'Disable {count} zone {count|schema|schemas}?',
  },
  disableWarning: {
    zh_CN: '停用后渠道不能再选择；启用中的渠道正在使用的不能停用。',
    en_US: 'Channels can no longer select them. Schemas used by enabled channels can’t be disabled.',
  },
  usedByEnabled: {
    zh_CN: '启用中的渠道正在使用：{channels}',
    en_US: 'Used by enabled channels: {channels}',
  },
  zone: { zh_CN: '分区', en_US: 'Zone' },
  state: { zh_CN: '州/省', en_US: 'State' },
  city: { zh_CN: '城市', en_US: 'City' },
  zip: { zh_CN: '邮编', en_US: 'Postal code' },
  zipFrom: { zh_CN: '起始邮编', en_US: 'From' },
  zipTo: { zh_CN: '结束邮编', en_US: 'To' },
  remote: { zh_CN: '偏远', en_US: 'Remote level' },
  places: { zh_CN: '国家、州/省和邮编范围', en_US: 'Countries, states and postal code ranges' },
  rows: { zh_CN: '分区行', en_US: 'Rows' },
  rowsHint: {
    zh_CN: '可从表格软件复制后粘贴到任一格；有表头时按表头对应。邮编可写开头几位，如 900 或 900*。',
    en_US:
      'Copy a block from a spreadsheet and paste it into any cell; columns are matched by their headers. The first digits of a postal code are enough, such as 900 or 900*.',
  },
  noRows: { zh_CN: '暂无分区行', en_US: 'No rows yet' },
  addRow: { zh_CN: '添加一行', en_US: 'Add row' },
  removeRow: { zh_CN: '删除第 {row} 行', en_US: 'Remove row {row}' },
  cell: { zh_CN: '{column}，第 {row} 行', en_US: '{column}, row {row}' },
  cellWrong: { zh_CN: '第 {row} 行{column}：{what}', en_US: 'Row {row}, {column}: {what}' },
  moreWrong: { zh_CN: '另有 {count} 处', en_US: 'and {count} more' },
  tooManyRows: { zh_CN: '一个方案最多 {max} 行', en_US: 'A schema can have up to {max} rows' },
  boundForm: {
    zh_CN: '最多 10 位字母和数字，末尾可加 *',
    en_US: 'Up to 10 letters and digits, optionally followed by *',
  },
  fromMissing: { zh_CN: '请填写起始邮编', en_US: 'Enter the first postal code' },
  otherLength: {
    zh_CN: '起始和结束邮编位数须相同，请检查开头的 0 是否丢失',
    en_US: 'Both postal codes must have the same length. Check for missing leading zeros.',
  },
  turnedAround: { zh_CN: '结束邮编小于起始邮编', en_US: 'The last postal code is lower than the first' },
  overlap: {
    zh_CN:
      '第 {first} 行（{firstArea}，分区 {firstZone}）与第 {second} 行（{secondArea}，分区 {secondZone}）重叠且优先级相同',
    en_US:
      'Row {first} ({firstArea}, zone {firstZone}) and row {second} ({secondArea}, zone {secondZone}) overlap and have the same priority',
  },
  overlapsLine: {
    zh_CN: '与表中第 {row} 行（{area}，分区 {zone}）重叠且优先级相同',
    en_US: 'Overlaps row {row} of the spreadsheet ({area}, zone {zone}) with the same priority',
  },
  overlapsKnown: {
    zh_CN: '与方案中第 {row} 行（{area}，分区 {zone}）重叠且优先级相同',
    en_US: 'Overlaps row {row} of the schema ({area}, zone {zone}) with the same priority',
  },
  tryIt: { zh_CN: '试一个邮编', en_US: 'Test a postal code' },
  tryAnswer: { zh_CN: '分区 {zone}', en_US: 'Zone {zone}' },
  tryRow: { zh_CN: '由第 {row} 行决定：{area}', en_US: 'Determined by row {row}: {area}' },
  tryNone: { zh_CN: '没有分区：没有一行包含这个地址', en_US: 'No zone: no row covers this address' },
  notFound: { zh_CN: '分区方案不存在', en_US: 'Zone schema not found' },
  stale: {
    zh_CN: '分区方案已被修改，请刷新后重试',
    en_US: 'This zone schema was changed by someone else. Refresh and try again.',
  },
  codeTaken: { zh_CN: '分区方案代码已存在', en_US: 'This schema code is already in use' },
  codeKept: { zh_CN: '分区方案代码不能修改', en_US: 'The schema code can’t be changed' },
  needed: { zh_CN: '按报价计费需要分区方案', en_US: 'Billing by price book requires a zone schema' },
  off: { zh_CN: '分区方案已停用', en_US: 'This zone schema is disabled' },
  noneToChoose: {
    zh_CN: '还没有分区方案：请先在“客户报价”的“物流分区”中新建',
    en_US: 'No zone schemas yet. Create one under Customer quote > Logistics zones.',
  },
} as const satisfies Record<string, Text>
