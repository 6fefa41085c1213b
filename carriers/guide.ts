import type { Text } from '../platform/text/text.ts'

/** What the carrier accounts tab does. */
export const accountParagraphs: readonly Text[] = [
  {
    zh_CN:
      '承运商账号：填写对接方式、承运商、环境和凭证。凭证加密保存，保存后任何人都看不到，只显示哪些已设置；编辑时留空即保持不变。“测试连接”显示承运商的原话和我们的解读。每个账号保留最近 50 次调用，已隐去密钥、电话和邮箱；因含收件人信息，发送和返回的内容只对可编辑订单的人显示。承运商连续 5 次无响应时，该账号暂停 30 秒。承运商用其他币种结算时，填写结算币种和汇率：按承运商价格收费的渠道用它换算成仓库币种。',
    en_US:
      'Carrier accounts: enter the connection type, carrier, environment and credentials. Credentials are stored encrypted and are never shown again; you only see which ones are set. When editing, leave a field empty to keep its value. “Test connection” shows the carrier’s original message and what it means. Each account keeps its last 50 calls, with secrets, phone numbers and email addresses removed; what was sent and received names recipients and is shown only to users who may edit orders. If a carrier fails to respond five times in a row, the account is paused for 30 seconds. If a carrier bills in another currency, enter that currency and its exchange rate: channels that charge the carrier’s price convert it with that rate.',
  },
  {
    zh_CN:
      '演示承运商不需要网络，用来试用：收件人姓名中含 DEMO-ADDRESS、DEMO-DIMENSION、DEMO-BALANCE、DEMO-SERVICE、DEMO-AUTH 或 DEMO-DOWN 时按相应原因拒绝，DEMO-LOST 丢失响应，DEMO-SLOW 延迟响应，DEMO-KEEP 拒绝作废。服务代码为 GROUND 和 EXPRESS。',
    en_US:
      'The demo carrier needs no network. If the recipient name contains DEMO-ADDRESS, DEMO-DIMENSION, DEMO-BALANCE, DEMO-SERVICE, DEMO-AUTH or DEMO-DOWN, it rejects the request for that reason; DEMO-LOST loses the response, DEMO-SLOW responds late, DEMO-KEEP refuses to void. Its service codes are GROUND and EXPRESS.',
  },
]

/** What the self-built platforms tab does. */
export const platformParagraphs: readonly Text[] = [
  {
    zh_CN:
      '自建渠道平台：描述一个承运商的 HTTP 接口，包括地址、请求头、获取面单的内容，以及运单号、面单和费用在返回内容中的位置。只能使用公网 https 地址。填写“按键查询”后，响应丢失时系统会先查询，不会重复获取面单；查询得不到明确答复时什么也不买。查无此面单时不返回 404 的平台，请填写“查无此面单时的值”。更换主机时，相关账号的凭证会被清除。',
    en_US:
      'Self-built channel platform: describe a carrier’s HTTP API: its address, headers, the request that buys a label, and where the tracking number, label and cost are in the response. Only public https addresses are allowed. If “Look up by key” is set, the system looks a label up after a lost response instead of buying it twice, and buys nothing until the platform gives a clear answer. If the platform doesn’t return 404 for an unknown label, enter the value it returns instead. If the host changes, the credentials of its accounts are cleared.',
  },
  {
    zh_CN:
      '“试一试”用示例包裹真实调用一次，显示发送的请求（已隐去密钥）、原始返回和我们的解读。正式环境可能产生费用；示例面单可以随即在此作废，作废接口也就一并试过了。',
    en_US:
      '“Try it” sends a real request with a sample package and shows the request (secrets removed), the raw response and how the system reads it. In a live environment this may cost money. You can void the sample label right away, which also tests the void request.',
  },
]
