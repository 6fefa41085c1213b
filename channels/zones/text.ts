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
  originZip: { zh_CN: '始发邮编', en_US: 'Origin postcode' },
  originHint: {
    zh_CN: '承运商从哪里起算分区，如仓库的邮编',
    en_US: 'Where the carrier counts the zones from, such as the warehouse’s postcode',
  },
  originForm: {
    zh_CN: '邮编最多 10 位字母和数字',
    en_US: 'A postcode has at most 10 letters and digits',
  },
  zoneCount: { zh_CN: '分区数', en_US: 'Zones' },
  rowCount: { zh_CN: '行数', en_US: 'Rows' },
  usedBy: { zh_CN: '使用的渠道', en_US: 'Channels' },
  why: {
    zh_CN: '分区方案把邮编归入报价分区；新建后逐行填写，或用表格导入',
    en_US: 'A zone schema sorts postal codes into price zones. Fill it row by row, or import a sheet.',
  },
  none: { zh_CN: '暂无分区方案', en_US: 'No zone schemas yet' },
  fresh: { zh_CN: '新建分区方案', en_US: 'New zone schema' },
  import: { zh_CN: '导入分区行', en_US: 'Import rows' },
  importTitle: { zh_CN: '分区行', en_US: 'Zone rows' },
  search: { zh_CN: '代码、名称、承运商或拼音首字母', en_US: 'Code, name, carrier or pinyin initials' },
  codeHint: {
    zh_CN: '字母、数字和连字符，保存后不能修改',
    en_US: 'Letters, digits and hyphens; it never changes',
  },
  disableAsk: {
    zh_CN: '停用 {count} 个分区方案？',
    en_US: 'Disable {count} zone {count|schema|schemas}?',
  },
  disableWarning: {
    zh_CN: '停用后渠道不能再选择；启用中的渠道正在使用的不能停用。',
    en_US: 'Channels can no longer choose them; what an enabled channel uses stays enabled.',
  },
  usedByEnabled: {
    zh_CN: '启用中的渠道正在使用：{channels}',
    en_US: 'Enabled channels use it: {channels}',
  },
  zone: { zh_CN: '分区', en_US: 'Zone' },
  state: { zh_CN: '州/省', en_US: 'State' },
  city: { zh_CN: '城市', en_US: 'City' },
  zip: { zh_CN: '邮编', en_US: 'Postcode' },
  zipFrom: { zh_CN: '起始邮编', en_US: 'From' },
  zipTo: { zh_CN: '结束邮编', en_US: 'To' },
  remote: { zh_CN: '偏远', en_US: 'Remote' },
  places: { zh_CN: '国家、州/省和邮编范围', en_US: 'Countries, states and postcodes' },
  rows: { zh_CN: '分区行', en_US: 'Rows' },
  rowsHint: {
    zh_CN: '可从表格软件复制后粘贴到任一格；有表头时按表头对应。邮编可写开头几位，如 900 或 900*。',
    en_US:
      'Copy a block from a spreadsheet and paste it into any cell; heads are recognised. A beginning of a postcode will do, such as 900 or 900*.',
  },
  noRows: { zh_CN: '暂无分区行', en_US: 'No rows yet' },
  addRow: { zh_CN: '添加一行', en_US: 'Add a row' },
  removeRow: { zh_CN: '删除第 {row} 行', en_US: 'Remove row {row}' },
  cell: { zh_CN: '{column}，第 {row} 行', en_US: '{column}, row {row}' },
  cellWrong: { zh_CN: '第 {row} 行{column}：{what}', en_US: 'Row {row}, {column}: {what}' },
  moreWrong: { zh_CN: '另有 {count} 处', en_US: 'and {count} more' },
  tooManyRows: { zh_CN: '一个方案最多 {most} 行', en_US: 'A schema has at most {most} rows' },
  boundForm: {
    zh_CN: '最多 10 位字母和数字，末尾可加 *',
    en_US: 'At most 10 letters and digits, with * at the end if you like',
  },
  fromMissing: { zh_CN: '请填写起始邮编', en_US: 'Give the first postcode too' },
  otherLength: {
    zh_CN: '起始和结束邮编位数须相同，请检查开头的 0 是否丢失',
    en_US: 'Both bounds need the same length; check that no zero at the front was lost',
  },
  turnedAround: { zh_CN: '结束邮编小于起始邮编', en_US: 'It comes before the first postcode' },
  overlap: {
    zh_CN:
      '第 {first} 行（{firstArea}，分区 {firstZone}）与第 {second} 行（{secondArea}，分区 {secondZone}）重叠且优先级相同',
    en_US:
      'Row {first} ({firstArea}, zone {firstZone}) and row {second} ({secondArea}, zone {secondZone}) overlap and neither comes first',
  },
  overlapsLine: {
    zh_CN: '与表中第 {row} 行（{area}，分区 {zone}）重叠且优先级相同',
    en_US: 'Overlaps row {row} of the sheet ({area}, zone {zone}); neither comes first',
  },
  overlapsKnown: {
    zh_CN: '与方案中第 {row} 行（{area}，分区 {zone}）重叠且优先级相同',
    en_US: 'Overlaps row {row} of the schema ({area}, zone {zone}); neither comes first',
  },
  tryIt: { zh_CN: '试一个邮编', en_US: 'Try a postcode' },
  tryAnswer: { zh_CN: '分区 {zone}', en_US: 'Zone {zone}' },
  tryRow: { zh_CN: '由第 {row} 行决定：{area}', en_US: 'Decided by row {row}: {area}' },
  tryNone: { zh_CN: '没有分区：没有一行包含这个地址', en_US: 'No zone: no row is about this address' },
  notFound: { zh_CN: '分区方案不存在', en_US: 'Zone schema not found' },
  stale: {
    zh_CN: '分区方案已被修改，请刷新后重试',
    en_US: 'The zone schema was changed meanwhile; refresh and try again',
  },
  codeTaken: { zh_CN: '分区方案代码已存在', en_US: 'This schema code is taken' },
  codeKept: { zh_CN: '分区方案代码不能修改', en_US: 'A schema code never changes' },
  needed: { zh_CN: '按报价计费需要分区方案', en_US: 'Billing by price book needs a zone schema' },
  off: { zh_CN: '分区方案已停用', en_US: 'The zone schema is disabled' },
  noneToChoose: {
    zh_CN: '还没有分区方案：请先在“客户报价”的“物流分区”中新建',
    en_US: 'There is no zone schema yet: make one under Customer quote, Logistics zones',
  },
} as const satisfies Record<string, Text>
