import type { Text } from '../../platform/text/text.ts'

export const stateText = {
  states: { zh_CN: '州/省', en_US: 'States' },
  stateCode: { zh_CN: '州/省代码', en_US: 'State code' },
  nameZh: { zh_CN: '中文名称', en_US: 'Chinese name' },
  nameEn: { zh_CN: '英文名称', en_US: 'English name' },
  codeForm: {
    zh_CN: '州/省代码为 2 至 5 位字母、数字或连字符',
    en_US: 'A state code must have 2 to 5 letters, digits or hyphens',
  },
  codeHint: {
    zh_CN: '2 至 5 位，保存为大写；国家和代码保存后不能修改',
    en_US: '2 to 5 characters, saved in upper case. Country and code can’t be changed after saving.',
  },
  oneName: {
    zh_CN: '中文名称和英文名称至少填写一个',
    en_US: 'Enter the Chinese name, the English name or both',
  },
  codeTaken: { zh_CN: '该国家已有此州/省代码', en_US: 'This country already has a state with this code' },
  codeKept: { zh_CN: '国家和州/省代码不能修改', en_US: 'Country and state code can’t be changed' },
  notFound: { zh_CN: '州/省不存在', en_US: 'State not found' },
  stale: {
    zh_CN: '州/省资料已被修改，请刷新后重试',
    en_US: 'This state was changed by someone else. Refresh and try again.',
  },
  search: { zh_CN: '代码、名称或拼音首字母', en_US: 'Code, name or pinyin initials' },
  why: {
    zh_CN: '地址和分区用这些代码表示州/省；缺少的可新建或用表格导入',
    en_US:
      'Addresses and zones use these codes for states and provinces. Add missing ones, or import a spreadsheet.',
  },
  noStates: { zh_CN: '暂无州/省数据', en_US: 'No states yet' },
  newState: { zh_CN: '新建州/省', en_US: 'New state' },
  import: { zh_CN: '导入', en_US: 'Import' },
  disableAsk: { zh_CN: '停用 {count} 个州/省？', en_US: 'Disable {count} {count|state|states}?' },
  disableWarning: {
    zh_CN: '停用后不能再选择；已有单据不受影响。',
    en_US: 'They can no longer be selected. Existing documents are not affected.',
  },
} as const satisfies Record<string, Text>
