import type { Text } from '../platform/text/text.ts'

export const platformText = {
  selfBuilt: { zh_CN: '自建渠道平台', en_US: 'Self-built channel platform' },
  platformCode: { zh_CN: '平台代码', en_US: 'Platform code' },
  platformName: { zh_CN: '平台名称', en_US: 'Platform name' },
  address: { zh_CN: '接口地址', en_US: 'API address' },
  addressHint: {
    zh_CN: '以 https:// 开头的公网地址；更换主机后，相关账号的凭证需要重新填写',
    en_US:
      'A public address starting with https://. If the host changes, the credentials of its accounts must be entered again.',
  },
  addressForm: {
    zh_CN: '请填写公网 https 地址，不含用户名、密码和参数',
    en_US: 'Enter a public https address without user name, password or query parameters',
  },
  headers: { zh_CN: '请求头', en_US: 'Headers' },
  headersHint: { zh_CN: '每行一个，如 {example}', en_US: 'One per line, for example {example}' },
  headersForm: { zh_CN: '每行应为“名称: 值”', en_US: 'Each line must be “name: value”' },
  headersLatin: {
    zh_CN: '请求头只能包含英文字母、数字和符号，不能含中文',
    en_US: 'Headers can only contain Latin letters, digits and symbols',
  },
  fields: { zh_CN: '可用字段', en_US: 'Available fields' },
  fieldsHint: {
    zh_CN:
      '在地址、请求头和请求内容中写 {example}，发送时换成实际内容；在 JSON 中需要数字时写 {number}。需要签收时 order.signature 为 true，否则为 false；没有保价时 insurance.amount 为空。',
    en_US:
      'Write {example} in paths, headers and bodies; it is replaced with the actual value when the request is sent. Write {number} where JSON needs a number. order.signature is true or false, and insurance.amount is empty without insurance.',
  },
  unknownField: { zh_CN: '含有不存在的字段', en_US: 'Contains an unknown field' },
  buy: { zh_CN: '获取面单', en_US: 'Buy label' },
  buyMethod: { zh_CN: '获取面单：方法', en_US: 'Buy: method' },
  buyPath: { zh_CN: '获取面单：路径', en_US: 'Buy: path' },
  buyBody: { zh_CN: '获取面单：内容（JSON）', en_US: 'Buy: body (JSON)' },
  find: { zh_CN: '查询、作废与测试', en_US: 'Look up, void and test' },
  findPath: { zh_CN: '按键查询：路径', en_US: 'Look up by key: path' },
  findHint: {
    zh_CN: '响应丢失时，系统先按 {example} 查询，避免重复获取',
    en_US: 'After a lost response, the system looks the label up by {example} before buying again',
  },
  voidMethod: { zh_CN: '作废：方法', en_US: 'Void: method' },
  voidPath: { zh_CN: '作废：路径', en_US: 'Void: path' },
  voidBody: { zh_CN: '作废：内容（JSON）', en_US: 'Void: body (JSON)' },
  checkPath: { zh_CN: '测试连接：路径', en_US: 'Test connection: path' },
  checkHint: { zh_CN: '只读接口，用于测试连接', en_US: 'A read-only endpoint used by “Test connection”' },
  pathForm: { zh_CN: '路径以 / 开头，不含空格', en_US: 'A path starts with / and contains no spaces' },
  jsonForm: { zh_CN: '不是有效的 JSON', en_US: 'Not valid JSON' },
  answers: { zh_CN: '返回内容的位置', en_US: 'Where to find values in the response' },
  placeHint: { zh_CN: '如 data.labels[0].no', en_US: 'For example data.labels[0].no' },
  placeForm: { zh_CN: '请写成 data.labels[0].no 的形式', en_US: 'Use the form data.labels[0].no' },
  okPath: { zh_CN: '成功标志位置', en_US: 'Success flag path' },
  okValue: { zh_CN: '成功时的值', en_US: 'Value on success' },
  noneValue: { zh_CN: '查无此面单时的值', en_US: 'Value when the label doesn’t exist' },
  markNeeded: {
    zh_CN: '填写了“查无此面单时的值”，请同时填写成功标志位置',
    en_US:
      'Enter the success flag path: it is required when you enter a value for a label that doesn’t exist',
  },
  noneHint: {
    zh_CN: '按键查询没有找到面单、但对方不返回 404 时填写；其他失败一律不再购买',
    en_US:
      'For platforms that don’t return 404 when no label exists for the key. After any other failure, nothing is bought.',
  },
  errorPath: { zh_CN: '错误信息位置', en_US: 'Error message path' },
  refPath: { zh_CN: '作废编号位置', en_US: 'Void reference path' },
  trackingPath: { zh_CN: '运单号位置', en_US: 'Tracking number path' },
  labelKind: { zh_CN: '面单形式', en_US: 'Label delivered as' },
  asBase64: { zh_CN: 'Base64 内容', en_US: 'Base64 content' },
  asAddress: { zh_CN: '下载地址', en_US: 'Download address' },
  labelPath: { zh_CN: '面单位置', en_US: 'Label path' },
  costPath: { zh_CN: '运费位置', en_US: 'Cost path' },
  currencyPath: { zh_CN: '币种位置', en_US: 'Currency path' },
  accountCount: { zh_CN: '账号数', en_US: 'Accounts' },
  search: { zh_CN: '代码、名称或拼音首字母', en_US: 'Code, name or pinyin initials' },
  why: {
    zh_CN: '没有内置接口的承运商，在此描述其 HTTP 接口，再为它建立承运商账号',
    en_US:
      'For a carrier without a built-in connection, describe its HTTP API here, then create a carrier account for it.',
  },
  noPlatforms: { zh_CN: '暂无自建渠道平台', en_US: 'No self-built platforms yet' },
  newPlatform: { zh_CN: '新建平台', en_US: 'New platform' },
  codeHint: { zh_CN: '保存后不能修改', en_US: 'Can’t be changed after saving' },
  codeTaken: { zh_CN: '平台代码已存在', en_US: 'This platform code is already in use' },
  notFound: { zh_CN: '自建平台不存在', en_US: 'Platform not found' },
  stale: {
    zh_CN: '自建平台已被修改，请刷新后重试',
    en_US: 'This platform was changed by someone else. Refresh and try again.',
  },
  disableAsk: { zh_CN: '停用 {count} 个自建平台？', en_US: 'Disable {count} {count|platform|platforms}?' },
  disableWarning: {
    zh_CN: '停用后，使用它们的账号不能再获取面单。',
    en_US: 'Accounts on these platforms can no longer buy labels.',
  },
  isDisabled: { zh_CN: '自建平台已停用', en_US: 'The platform is disabled' },
  tryIt: { zh_CN: '试一试', en_US: 'Try it' },
  tryHint: {
    zh_CN: '用示例包裹真实调用一次“获取面单”。正式环境可能产生费用，请随后作废。',
    en_US:
      'Sends a real “Buy label” request with a sample package. In a live environment this may cost money, so void the label afterwards.',
  },
  marksDiffer: {
    zh_CN: '与成功时的值相同，无法区分',
    en_US: 'Must differ from the value on success',
  },
  notTried: {
    zh_CN: '只能作废在此试买的面单',
    en_US: 'You can only void labels bought here with “Try it”',
  },
  labelRef: { zh_CN: '面单编号', en_US: 'Label ID' },
  voidTried: { zh_CN: '作废示例面单', en_US: 'Void the sample label' },
  tryAccount: { zh_CN: '使用账号的凭证', en_US: 'Use credentials of' },
  tryService: { zh_CN: '服务代码', en_US: 'Service code' },
  tryNow: { zh_CN: '发送示例包裹', en_US: 'Send sample package' },
  otherPlatform: { zh_CN: '该账号不属于此平台', en_US: 'This account doesn’t belong to this platform' },
  readOk: {
    zh_CN: '运单号 {trackingNo}，面单 {format}（{bytes} 字节）',
    en_US: 'Tracking number {trackingNo}, label {format} ({bytes} bytes)',
  },
  readCost: { zh_CN: '运费 {amount} {currency}', en_US: 'Cost {amount} {currency}' },
  requests: { zh_CN: '请求', en_US: 'Requests' },
  moved: {
    zh_CN: '平台更换主机，凭证已清除',
    en_US: 'The platform’s host changed; credentials were cleared',
  },
} as const satisfies Record<string, Text>
