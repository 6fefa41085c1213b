import type { Text } from '../platform/text/text.ts'

/** What the tab of carrier accounts does. */
export const accountParagraphs: readonly Text[] = [
  {
    zh_CN:
      '承运商账号：填写对接方式、承运商、环境和凭证。凭证加密保存，保存后任何人都看不到，只显示哪些已设置；编辑时留空即保持不变。“测试连接”显示承运商的原话和我们的解读。每个账号保留最近 50 次调用，已隐去密钥、电话和邮箱。承运商连续 5 次无响应时，该账号暂停 30 秒。',
    en_US:
      'Carrier accounts: the connection, the carrier, the environment and the credentials. Credentials are kept encrypted and shown to nobody; the page says only which are set, and a field left empty keeps what is there. “Test connection” shows the carrier’s own words and our reading of them. Each account keeps its last 50 calls, without secrets, telephone numbers and e-mail addresses. A carrier that does not answer five times in a row is left alone for 30 seconds.',
  },
  {
    zh_CN:
      '演示承运商不需要网络，用来试用：收件人姓名中含 DEMO-ADDRESS、DEMO-DIMENSION、DEMO-BALANCE、DEMO-SERVICE、DEMO-AUTH 或 DEMO-DOWN 时按相应原因拒绝，DEMO-LOST 丢失响应，DEMO-SLOW 延迟响应，DEMO-KEEP 拒绝作废。服务代码为 GROUND 和 EXPRESS。',
    en_US:
      'The demo carrier needs no network. With DEMO-ADDRESS, DEMO-DIMENSION, DEMO-BALANCE, DEMO-SERVICE, DEMO-AUTH or DEMO-DOWN in the recipient’s name it refuses for that reason; DEMO-LOST loses the answer, DEMO-SLOW is late, DEMO-KEEP refuses a void. Its services are GROUND and EXPRESS.',
  },
]

/** What the tab of self-built platforms does. */
export const platformParagraphs: readonly Text[] = [
  {
    zh_CN:
      '自建渠道平台：描述一个承运商的 HTTP 接口，包括地址、请求头、获取面单的内容，以及运单号、面单和费用在返回内容中的位置。只能使用公网 https 地址。填写“按键查询”后，响应丢失时系统会先查询，不会重复获取面单；查询得不到明确答复时什么也不买。查无此面单时不返回 404 的平台，请填写“查无此面单时的值”。更换主机时，相关账号的凭证会被清除。',
    en_US:
      'Self-built channel platform: describes a carrier’s HTTP interface: its address, the headers, what is sent to buy a label, and where the tracking number, the label and the cost stand in the answer. Only public https addresses can be used. With “finding by key” a lost answer is asked for before anything is bought again, and nothing is bought while the platform gives no clear answer. One that does not say 404 for “no such label” needs the value that it says instead. When the host changes, the credentials of its accounts are forgotten.',
  },
  {
    zh_CN:
      '“试一试”用示例包裹真实调用一次，显示发送的请求（已隐去密钥）、原始返回和我们的解读。正式环境可能产生费用；示例面单可以随即在此作废，作废接口也就一并试过了。',
    en_US:
      '“Try it” really sends a sample parcel and shows the request without its secrets, the raw answer and our reading. On a live platform it may cost money; the sample’s label can be voided right there, which tries the void as well.',
  },
]
