import type { Text } from '../../platform/text/text.ts'

export const numberText = {
  numbers: { zh_CN: '运单号池', en_US: 'Tracking numbers' },
  numbersLeft: { zh_CN: '剩余号码', en_US: 'Numbers left' },
  runningOut: { zh_CN: '号码不足', en_US: 'Running low' },
  runningOutHint: {
    zh_CN: '只剩 {left} 个号码，请添加号段或导入号码。',
    en_US: 'Only {left} {left|number|numbers} left. Add a range or import numbers.',
  },
  noPools: { zh_CN: '还没有号码，渠道无法出单', en_US: 'No numbers yet. The channel can’t create labels.' },
  addRange: { zh_CN: '添加号段', en_US: 'Add range' },
  importList: { zh_CN: '导入号码', en_US: 'Import numbers' },
  kind: { zh_CN: '类型', en_US: 'Type' },
  range: { zh_CN: '号段', en_US: 'Range' },
  list: { zh_CN: '导入的号码', en_US: 'Imported numbers' },
  fromTo: { zh_CN: '号码范围', en_US: 'Number range' },
  used: { zh_CN: '已用 / 总数', en_US: 'Used / total' },
  prefix: { zh_CN: '前缀', en_US: 'Prefix' },
  digits: { zh_CN: '数字位数', en_US: 'Digits' },
  checkRule: { zh_CN: '校验位', en_US: 'Check digit' },
  none: { zh_CN: '无校验位', en_US: 'None' },
  mod10: { zh_CN: 'GS1 模 10', en_US: 'GS1 mod 10' },
  s10: { zh_CN: '邮政 S10', en_US: 'Postal S10' },
  suffix: { zh_CN: '后缀', en_US: 'Suffix' },
  firstNo: { zh_CN: '起始号', en_US: 'First number' },
  lastNo: { zh_CN: '结束号', en_US: 'Last number' },
  preview: {
    zh_CN: '{count} 个号码：{first} 至 {last}',
    en_US: '{count} {count|number|numbers}: {first} to {last}',
  },
  isOpen: { zh_CN: '使用状态', en_US: 'Status' },
  open: { zh_CN: '使用中', en_US: 'Active' },
  closed: { zh_CN: '已关闭', en_US: 'Closed' },
  usedUp: { zh_CN: '已用完', en_US: 'Used up' },
  close: { zh_CN: '关闭', en_US: 'Close' },
  reopen: { zh_CN: '重新启用', en_US: 'Reopen' },
  closeAsk: { zh_CN: '关闭这个号段？', en_US: 'Close this range?' },
  closeWarning: {
    zh_CN: '剩余号码不再取用，已取用的号码不受影响；可以重新启用。',
    en_US:
      'The remaining numbers will no longer be used. Numbers already used are not affected. You can reopen it later.',
  },
  form: {
    zh_CN: '只能包含字母、数字和连字符，最多 {max} 位',
    en_US: 'Letters, digits and hyphens only, up to {max} characters',
  },
  numberForm: {
    zh_CN: '号码为 4 至 40 位字母、数字或连字符',
    en_US: 'A number must have 4 to 40 letters, digits or hyphens',
  },
  lastBeforeFirst: {
    zh_CN: '结束号不能小于起始号',
    en_US: 'The last number must not be lower than the first',
  },
  tooFewDigits: { zh_CN: '位数不够写下结束号', en_US: 'Not enough digits for the last number' },
  s10Digits: { zh_CN: 'S10 号码为 8 位数字', en_US: 'An S10 number has 8 digits' },
  s10Letters: { zh_CN: 'S10 需要两个大写字母', en_US: 'S10 requires two capital letters' },
  mod10Prefix: {
    zh_CN: 'GS1 校验位的前缀只能是数字',
    en_US: 'With a GS1 check digit, the prefix must be digits only',
  },
  mod10Suffix: {
    zh_CN: 'GS1 校验位在最后，不能有后缀',
    en_US: 'The GS1 check digit comes last; leave the suffix empty',
  },
  tooLong: { zh_CN: '号码不能超过 40 位', en_US: 'A number can have up to 40 characters' },
  rangeTaken: {
    zh_CN: '其中有号码已在别的号段或列表中',
    en_US: 'Some of these numbers are already in another range or import',
  },
  numberTaken: {
    zh_CN: '号码已在别的号段或列表中',
    en_US: 'This number is already in another range or import',
  },
  poolKept: { zh_CN: '号段添加后不能修改', en_US: 'A range can’t be changed after it is added' },
  poolNotFound: { zh_CN: '号段不存在', en_US: 'Number range not found' },
  notSelfBuilt: {
    zh_CN: '只有自建渠道有自己的号码',
    en_US: 'Only self-built channels have their own numbers',
  },
  usesPlatform: {
    zh_CN: '该渠道从自建平台取号，不使用号池',
    en_US: 'This channel gets its numbers from a platform account',
  },
  number: { zh_CN: '号码', en_US: 'Number' },
} as const satisfies Record<string, Text>

/** The list's message for a channel with few numbers left, or none. */
export const supplyText = (left: number): Text => (left === 0 ? numberText.usedUp : numberText.runningOut)
