import type { Text } from '../../platform/text/text.ts'

export const feeTypeText = {
  feeType: { zh_CN: '费用类型', en_US: 'Fee type' },
  title: { zh_CN: '费用类型', en_US: 'Fee types' },
  feeCode: { zh_CN: '费用代码', en_US: 'Fee code' },
  nameZh: { zh_CN: '中文名称', en_US: 'Chinese name' },
  nameEn: { zh_CN: '英文名称', en_US: 'English name' },
  orderType: { zh_CN: '适用单据', en_US: 'Document type' },
  bizType: { zh_CN: '流水业务类型', en_US: 'Business type' },
  isSystem: { zh_CN: '系统内置', en_US: 'Built in' },
  search: { zh_CN: '费用代码、名称或拼音首字母', en_US: 'Fee code, name or pinyin initials' },
  fresh: { zh_CN: '新建费用类型', en_US: 'New fee type' },
  none: { zh_CN: '暂无费用类型', en_US: 'No fee types yet' },
  why: {
    zh_CN: '费用类型是费用和报价规则的名称',
    en_US: 'Fee types are the names of fees and of the rules in quotes',
  },
  disableAsk: { zh_CN: '停用 {count} 个费用类型？', en_US: 'Disable {count} fee {count|type|types}?' },
  disableWarning: {
    zh_CN: '停用后不能再选用，已有费用不变',
    en_US: 'Disabled types can no longer be chosen; existing fees stay as they are',
  },
  notFound: { zh_CN: '费用类型不存在', en_US: 'Fee type not found' },
  stale: {
    zh_CN: '费用类型已被修改，请刷新后重试',
    en_US: 'This fee type was changed by someone else. Refresh and try again.',
  },
  codeForm: {
    zh_CN: '只能包含大写字母、数字、连字符和下划线，最多 35 位',
    en_US: 'Capital letters, digits, hyphens and underscores only, up to 35 characters',
  },
  codeTaken: { zh_CN: '费用代码已存在', en_US: 'This fee code already exists' },
  kept: {
    zh_CN: '费用代码和适用单据保存后不能修改',
    en_US: 'Code and document type of a fee type can’t be changed',
  },
  alwaysCharged: {
    zh_CN: '运费和仓租自动按此类型收取，不能停用',
    en_US: 'Freight and rent are charged under this type, so it can’t be disabled',
  },
  inUse: {
    zh_CN: '正在被以下报价使用：{quotes}',
    en_US: 'Used by these quotes: {quotes}',
  },
} as const satisfies Record<string, Text>
