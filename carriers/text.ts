import type { Text } from '../platform/text/text.ts'
import type { AdapterCode, CredentialName, VoidResult } from './carrier.ts'

export const carrierText = {
  accounts: { zh_CN: '承运商账号', en_US: 'Carrier accounts' },
  accountName: { zh_CN: '账号名称', en_US: 'Account name' },
  accountNo: { zh_CN: '承运商账号编号', en_US: 'Carrier account number' },
  adapter: { zh_CN: '对接方式', en_US: 'Connection type' },
  carrier: { zh_CN: '承运商', en_US: 'Carrier' },
  carrierHint: { zh_CN: '如 UPS、FEDEX、USPS、DHL', en_US: 'For example UPS, FEDEX, USPS, DHL' },
  environment: { zh_CN: '环境', en_US: 'Environment' },
  sandbox: { zh_CN: '测试', en_US: 'Sandbox' },
  live: { zh_CN: '正式', en_US: 'Live' },
  costCurrency: { zh_CN: '承运商结算币种', en_US: 'Billing currency' },
  costCurrencyHint: {
    zh_CN: '与仓库币种相同时留空',
    en_US: 'Leave empty if it is the warehouse’s currency',
  },
  costRate: { zh_CN: '汇率', en_US: 'Exchange rate' },
  costRateHint: {
    zh_CN: '1 单位结算币种等于多少仓库币种，最多 6 位小数',
    en_US: 'What one unit of it is worth in the warehouse’s currency, up to 6 decimals',
  },
  costRateSince: {
    zh_CN: '1 {currency} = {rate}（{day} 起）',
    en_US: '1 {currency} = {rate} (since {day})',
  },
  needsRate: { zh_CN: '请填写汇率', en_US: 'Enter the exchange rate' },
  needsCurrency: { zh_CN: '请选择结算币种', en_US: 'Choose the billing currency' },
  ownCurrency: {
    zh_CN: '这是仓库的币种，不需要汇率。请留空。',
    en_US: 'This is the warehouse’s currency and needs no rate. Leave it empty.',
  },
  platform: { zh_CN: '自建平台', en_US: 'Self-built platform' },
  credentials: { zh_CN: '凭证', en_US: 'Credentials' },
  credentialSet: { zh_CN: '已设置', en_US: 'Set' },
  noCredentials: { zh_CN: '未设置', en_US: 'Not set' },
  credentialHint: {
    zh_CN: '加密保存，保存后不再显示',
    en_US: 'Stored encrypted and never shown again',
  },
  keepHint: { zh_CN: '已设置；留空则保持不变', en_US: 'Already set. Leave empty to keep it.' },
  lastOkAt: { zh_CN: '最近成功', en_US: 'Last success' },
  never: { zh_CN: '尚无', en_US: 'Never' },
  search: { zh_CN: '账号名称、承运商或编号', en_US: 'Account name, carrier or number' },
  why: {
    zh_CN: '渠道通过承运商账号购买面单；账号的凭证加密保存',
    en_US: 'Channels buy labels through carrier accounts. Credentials are stored encrypted.',
  },
  noAccounts: { zh_CN: '暂无承运商账号', en_US: 'No carrier accounts yet' },
  newAccount: { zh_CN: '新建账号', en_US: 'New account' },
  needsCredential: { zh_CN: '此对接方式需要填写', en_US: 'Required for this connection type' },
  otherCredential: { zh_CN: '此对接方式不使用该凭证', en_US: 'Not used by this connection type' },
  secretForm: {
    zh_CN: '4 至 500 个字符，不含控制字符',
    en_US: '4 to 500 characters, no control characters',
  },
  needsPlatform: { zh_CN: '请选择自建平台', en_US: 'Choose a self-built platform' },
  noPlatform: { zh_CN: '此对接方式不使用自建平台', en_US: 'This connection type doesn’t use a platform' },
  nameTaken: { zh_CN: '已有同名的承运商账号', en_US: 'A carrier account with this name already exists' },
  notFound: { zh_CN: '承运商账号不存在', en_US: 'Carrier account not found' },
  isDisabled: { zh_CN: '承运商账号已停用', en_US: 'This carrier account is disabled' },
  stale: {
    zh_CN: '承运商账号已被修改，请刷新后重试',
    en_US: 'This carrier account was changed by someone else. Refresh and try again.',
  },
  disableAsk: {
    zh_CN: '停用 {count} 个承运商账号？',
    en_US: 'Disable {count} {count|carrier account|carrier accounts}?',
  },
  disableWarning: {
    zh_CN: '停用后不能再用它们获取面单；已获取的面单不受影响。',
    en_US: 'They can no longer be used to buy labels. Labels already bought are not affected.',
  },
  test: { zh_CN: '测试连接', en_US: 'Test connection' },
  testOk: { zh_CN: '连接成功', en_US: 'Connection successful' },
  theirWords: { zh_CN: '对方返回：{words}', en_US: 'Carrier’s message: {words}' },
  paused: {
    zh_CN: '承运商连续无响应，已暂停 30 秒',
    en_US: 'The carrier failed to respond several times in a row. The account is paused for 30 seconds.',
  },
  openAccount: { zh_CN: '修改账号与凭证', en_US: 'Edit account and credentials' },
  calls: { zh_CN: '最近 50 次调用', en_US: 'Last 50 calls' },
  callsHint: {
    zh_CN: '已隐去密钥、电话和邮箱',
    en_US: 'Secrets, phone numbers and email addresses are removed',
  },
  noCalls: { zh_CN: '暂无调用记录', en_US: 'No calls yet' },
  noAnswer: { zh_CN: '无响应', en_US: 'No response' },
  sent: { zh_CN: '发送', en_US: 'Sent' },
  received: { zh_CN: '返回', en_US: 'Received' },
  tested: { zh_CN: '测试连接', en_US: 'Test connection' },
  forgetCredentials: { zh_CN: '清除凭证', en_US: 'Clear credentials' },
  isOk: { zh_CN: '成功', en_US: 'Succeeded' },
} as const satisfies Record<string, Text>

/** Why a carrier did not respond, in our words: the outbound client's reasons. */
export const lineTexts = {
  address: { zh_CN: '地址无效', en_US: 'Invalid address' },
  forbidden: { zh_CN: '只能访问公网 https 地址', en_US: 'Only public https addresses can be called' },
  unreachable: { zh_CN: '无法连接到对方服务器', en_US: 'Could not connect to the server' },
  redirect: {
    zh_CN: '对方要求跳转，未跟随',
    en_US: 'The server responded with a redirect, which was not followed',
  },
  too_slow: { zh_CN: '对方未在规定时间内响应', en_US: 'The server did not respond in time' },
  too_large: { zh_CN: '返回内容超过 1 MB', en_US: 'The response is larger than 1 MB' },
  network: { zh_CN: '连接中断', en_US: 'The connection was interrupted' },
} as const satisfies Record<string, Text>

/** What is wrong with a response, in our words. */
export const answerText = {
  noLabel: { zh_CN: '返回中没有面单', en_US: 'The response contains no label' },
  unreadable: { zh_CN: '返回内容无法识别', en_US: 'The response could not be read' },
  labelNotGiven: { zh_CN: '面单下载失败（{status}）', en_US: 'Label download failed ({status})' },
  notALabel: {
    zh_CN: '面单不是 PDF、PNG、JPEG 或 GIF',
    en_US: 'The label is not a PDF, PNG, JPEG or GIF',
  },
  insuredInDollars: {
    zh_CN: 'EasyPost 只接受美元保价，订单的保价币种为 {currency}',
    en_US: 'EasyPost insures in USD only, and the order is insured in {currency}',
  },
  noRate: { zh_CN: '没有服务 {service} 的报价', en_US: 'No rate for service {service}' },
  noRates: { zh_CN: '没有任何报价', en_US: 'No rates returned' },
  nothingAt: { zh_CN: '返回内容中 {path} 处为空', en_US: '{path} is empty in the response' },
  trackingForm: {
    zh_CN: '返回的运单号无效：应为 1 至 60 个英文字母、数字或符号',
    en_US: 'The response contains an invalid tracking number. Expected 1 to 60 letters, digits or symbols.',
  },
  refForm: {
    zh_CN: '返回的作废编号无效：最多 200 个字符，不能含控制字符',
    en_US:
      'The response contains an invalid void reference. Expected up to 200 characters, no control characters.',
  },
  notJson: { zh_CN: '返回内容不是 JSON', en_US: 'The response is not JSON' },
  takenBack: {
    zh_CN: '此键的面单已作废，请换新键获取',
    en_US: 'The label for this key was voided. Use a new key.',
  },
  noManifest: {
    zh_CN: '承运商还在生成交接单，请稍后重试',
    en_US: 'The carrier is still creating the manifest. Try again in a moment.',
  },
  manifestNotMade: { zh_CN: '承运商未能生成交接单', en_US: 'The carrier couldn’t create the manifest' },
  manifestNotGiven: { zh_CN: '交接单下载失败（{status}）', en_US: 'Manifest download failed ({status})' },
  notAManifest: { zh_CN: '交接单不是 PDF', en_US: 'The manifest is not a PDF' },
  manifestNumber: {
    zh_CN: '返回的交接单号无效：最多 200 个字符，不能含控制字符',
    en_US:
      'The response contains an invalid manifest number. Expected up to 200 characters, no control characters.',
  },
  onOtherManifest: {
    zh_CN: '部分包裹已在承运商的交接单 {number} 上，其余不在。请在承运商处为其余包裹生成交接单。',
    en_US:
      'Some of the packages are on the carrier’s manifest {number} already, the others aren’t. Create a manifest for the others at the carrier.',
  },
  notOffered: { zh_CN: '平台没有配置此请求', en_US: 'This request is not configured for the platform' },
} as const satisfies Record<string, Text>

export const adapterTexts: Record<AdapterCode, Text> = {
  demo: { zh_CN: '演示承运商', en_US: 'Demo carrier' },
  easypost: { zh_CN: 'EasyPost', en_US: 'EasyPost' },
  platform: { zh_CN: '自建平台', en_US: 'Self-built platform' },
}

export const outcomeTexts: Record<VoidResult['outcome'], Text> = {
  voided: { zh_CN: '面单已作废', en_US: 'Label voided' },
  requested: { zh_CN: '已申请作废，等待承运商处理', en_US: 'Void requested; waiting for the carrier' },
  refused: { zh_CN: '承运商拒绝作废', en_US: 'The carrier refused to void the label' },
}

export const credentialTexts: Record<CredentialName, Text> = {
  apiKey: { zh_CN: 'API 密钥', en_US: 'API key' },
  user: { zh_CN: '用户名', en_US: 'User name' },
  password: { zh_CN: '密码', en_US: 'Password' },
  accessToken: { zh_CN: '令牌', en_US: 'Token' },
}

export const operationTexts: Record<string, Text> = {
  test: { zh_CN: '测试连接', en_US: 'Test connection' },
  quote: { zh_CN: '询价', en_US: 'Get rates' },
  rate: { zh_CN: '询价', en_US: 'Get rates' },
  buy: { zh_CN: '获取面单', en_US: 'Buy label' },
  find: { zh_CN: '按键查询', en_US: 'Look up by key' },
  label: { zh_CN: '下载面单', en_US: 'Download label' },
  void: { zh_CN: '作废面单', en_US: 'Void label' },
  track: { zh_CN: '查询轨迹', en_US: 'Track' },
  manifest: { zh_CN: '生成交接单', en_US: 'Create manifest' },
  find_manifest: { zh_CN: '查询交接单', en_US: 'Look up manifest' },
}
