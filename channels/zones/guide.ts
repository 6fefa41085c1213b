import type { GuideSection } from '../../platform/text/guide.ts'
import { MAX_ZONE_ROWS } from './rules.ts'
import { zoneText } from './text.ts'

export const zonesGuide: GuideSection = {
  id: 'zones',
  paths: ['/setting/quote/zone_schema'],
  title: zoneText.title,
  paragraphs: [
    {
      zh_CN:
        '分区方案说明收件地址属于哪个运费分区，按报价计费的渠道各选用一个。列表显示代码、状态、名称、承运商、始发邮编、分区数、行数和使用它的渠道。点击一行，右侧按分区列出国家、州/省和邮编范围。',
      en_US:
        'A zone schema determines which freight zone an address belongs to; each channel billed by price book uses one. The list shows code, status, name, carrier, origin postal code, number of zones and rows, and the channels that use it. Click a row to see countries, states and postal code ranges by zone on the right.',
    },
    {
      zh_CN: `“新建分区方案”（快捷键 n）和“编辑”中，每行填写分区、国家，以及需要时的州/省、城市、起止邮编和偏远等级，最多 ${MAX_ZONE_ROWS} 行。从表格软件复制一块后粘贴到任一格即可填入多行：有表头时按表头对应；没有表头的四列按分区、国家、起始、结束填入。`,
      en_US: `In “New zone schema” (shortcut n) and “Edit”, each row has a zone and country and, where needed, a state, city, first and last postal code and remote level; up to ${MAX_ZONE_ROWS} rows. Copy a block from a spreadsheet and paste it into any cell to fill several rows: columns are matched by their headers; four columns without headers are read as zone, country, from and to.`,
    },
    {
      zh_CN:
        '邮编可写开头几位：900 至 908 包含所有以 900 到 908 开头的邮编，900* 即开头为 900。比较时不分大小写，忽略空格、连字符和美国邮编的后四位。几行都符合时，位数最多的优先，其次范围最窄的，再次城市先于州/省、州/省先于国家。优先级相同、范围重叠而分区不同的两行不能保存，会同时指出两行。',
      en_US:
        'You can enter the first digits of a postal code: 900 to 908 covers all postal codes starting with 900 to 908, and 900* covers all that start with 900. Case, spaces, hyphens and the last four digits of a US ZIP+4 code are ignored. If several rows match, the one with the most digits wins, then the narrowest range, then city over state over country. Two rows with the same priority that overlap but have different zones can’t be saved; both rows are named.',
    },
    {
      zh_CN: '“试一个邮编”立即给出分区和决定它的那一行，编辑时也适用于尚未保存的行。',
      en_US:
        '“Test a postal code” shows the zone and the row that determines it. While editing, it includes unsaved rows.',
    },
    {
      zh_CN:
        '“导入分区行”每次最多 500 行，写明方案代码，可一次导入多个方案。方案中已有的相同范围会改为新的分区，其余加在末尾；重叠的行会指出与哪一行重叠。',
      en_US:
        '“Import rows” takes up to 500 rows at a time. Each row names its schema code, so one spreadsheet can fill several schemas. Existing identical ranges get the new zone and the rest are added at the end; overlapping rows name the row they overlap with.',
    },
    {
      zh_CN:
        '启用中的渠道正在使用的方案不能停用，会指出渠道；停用的方案不能再选择。卫星仓的分区从自己的位置起算，因此各自维护；主仓的渠道到卫星仓后使用卫星仓自己的同代码方案。',
      en_US:
        'A schema used by an enabled channel can’t be disabled, and the message names the channel; a disabled schema can no longer be chosen. A satellite’s zones start from its own site, so it maintains its own schemas; a channel synced from the main warehouse uses the satellite’s schema with the same code.',
    },
  ],
  terms: [
    {
      term: zoneText.remote,
      meaning: {
        zh_CN: '承运商的偏远等级：非偏远、偏远（DAS）、超偏远（DAS 扩展），决定偏远附加费。',
        en_US:
          'The carrier’s remote level: not remote, remote (DAS) or very remote (extended DAS). It determines the remote area surcharge.',
      },
    },
  ],
}
