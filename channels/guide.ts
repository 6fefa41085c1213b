import { accountParagraphs } from '../carriers/guide.ts'
import type { GuideSection } from '../platform/text/guide.ts'
import { channelsText } from './text.ts'
import { zonesGuide } from './zones/guide.ts'

export const channelsGuide: readonly GuideSection[] = [
  {
    id: 'channels',
    paths: ['/setting/channel'],
    title: channelsText.channelsTitle,
    paragraphs: [
      {
        zh_CN:
          '列出仓库可用的物流渠道：代码、名称、承运商、面单来源、计费方式、面单格式、截单时间、可到国家和剩余号码。可按代码、名称、承运商或拼音首字母搜索，并按面单来源、承运商、计费方式、国家和状态筛选。点击一行，右侧显示全部资料。',
        en_US:
          'Lists the warehouse’s logistics channels: code, name, carrier, label source, billing method, label format, cut-off time, destination countries and tracking numbers left. Search by code, name, carrier or pinyin initials; filter by label source, carrier, billing method, country and status. Click a row to see all details on the right.',
      },
      {
        zh_CN:
          '“新建渠道”（快捷键 n）先选面单来源，表单只显示该来源用得到的内容。列表为空时有三种常见渠道可以直接开始：自有车辆或自提、平台面单、承运商 API。渠道代码保存后不能修改。“复制”得到停用的副本，号码不会复制。',
        en_US:
          '“New channel” (shortcut n): choose the label source first; the form then shows only the fields it needs. An empty list offers the three most common channels to start with: own truck or pickup, platform label, carrier API. The channel code can’t be changed after saving. “Copy” creates a disabled copy without its tracking numbers.',
      },
      {
        zh_CN:
          '表单和详情中的面单预览随格式、承运商、服务和水印变化。承运商 API 渠道可“查询承运商的服务”：用示例包裹询价，点击一项即填入服务代码，不会购买面单。详情还显示所用的承运商账号、哪些凭证已设置、测试连接和最近 50 次调用，并可从这里修改账号与凭证。',
        en_US:
          'The label preview in the form and the details follows the format, carrier, service and watermark. For a carrier API channel, “Get services from carrier” gets rates for a sample package; click one to fill in its service code. No label is bought. The details also show the carrier account, which credentials are set, “Test connection” and the last 50 calls, and let you edit the account and its credentials.',
      },
      {
        zh_CN:
          '自建渠道使用自己的运单号：添加号段（前缀、位数、校验位、后缀、起止号），或导入号码（每次最多 500 个，重复和已有的号码会指出）。同一号码不会出现在两个号段中，也不会取用两次。剩余不足 100 个时列表会提醒。也可以改为选择自建平台账号，由平台出单。',
        en_US:
          'A self-built channel uses your own tracking numbers: add a range (prefix, digits, check digit, suffix, first and last number) or import numbers (up to 500 at a time; duplicates and existing numbers are reported). A number is never in two ranges and never used twice. The list warns you when fewer than 100 are left. You can also choose a platform account and let the platform create the labels.',
      },
      {
        zh_CN:
          '停用渠道后，新订单不能选择，也不再购买新面单；已打印的面单和进行中的订单继续。承运商账号或分区方案停用时，渠道不能重新启用。按报价计费的渠道需要分区方案。',
        en_US:
          'A disabled channel can’t be chosen for new orders, and no new labels are bought for it; printed labels and orders in progress continue. A channel can’t be enabled while its carrier account or zone schema is disabled. A channel billed by price book needs a zone schema.',
      },
      {
        zh_CN:
          '近 7 天成功率是该渠道承运商账号今天和前六天的调用中得到正常答复的比例，括号内为次数；低于 95% 会标出。每次调用的内容见渠道详情或“承运商账号”。',
        en_US:
          '7-day success rate: the share of successful calls to the channel’s carrier account today and on the previous six days, with the number of calls in brackets. It is highlighted below 95%. See the channel details or “Carrier accounts” for each call.',
      },
      {
        zh_CN:
          '卫星仓版本中，渠道由主仓维护，只能查看；号段和承运商账号由卫星仓自己维护。使用承运商账号的渠道，在卫星仓有同名账号时才会出现，并使用卫星仓自己的账号。',
        en_US:
          'In the satellite version, channels are maintained by the main warehouse and are read-only; tracking number ranges and carrier accounts are maintained by the satellite itself. A channel that uses a carrier account appears once the satellite has an account of the same name, and uses that one.',
      },
      ...accountParagraphs,
    ],
    terms: [
      {
        term: channelsText.labelSource,
        meaning: {
          zh_CN: '承运商 API、自建渠道、客户上传面单、平台面单，或无需面单。',
          en_US: 'Carrier API, self-built, uploaded by customer, platform label, or no label.',
        },
      },
      {
        term: channelsText.trackingPattern,
        meaning: {
          zh_CN:
            '客户上传的运单号须符合的格式：字母和数字照写，\\d 为一位数字，[A-Z0-9] 为其中一个字符，花括号写次数，| 隔开几种格式。表单中可以试一个号码。',
          en_US:
            'The format that tracking numbers uploaded by customers must match: letters and digits as written, \\d for a digit, [A-Z0-9] for one of these characters, a count in braces, | between alternatives. You can test a number in the form.',
        },
      },
    ],
  },
  zonesGuide,
]
