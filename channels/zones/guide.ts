import type { GuideSection } from '../../platform/text/guide.ts'
import { MOST_ZONE_ROWS } from './rules.ts'
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
        'A zone schema says which freight zone an address lies in; every channel billed by price book uses one. The list shows code, status, name, carrier, origin postcode, zones, rows and the channels that use it. Click a line to see, zone by zone, the countries, states and postcodes on the right.',
    },
    {
      zh_CN: `“新建分区方案”（快捷键 n）和“编辑”中，每行填写分区、国家，以及需要时的州/省、城市、起止邮编和偏远等级，最多 ${MOST_ZONE_ROWS} 行。从表格软件复制一块后粘贴到任一格即可填入多行：有表头时按表头对应；没有表头的四列按分区、国家、起始、结束填入。`,
      en_US: `In New zone schema (key n) and in Edit each row takes zone and country and, where needed, state, city, first and last postcode and how remote it is; up to ${MOST_ZONE_ROWS} rows. Copy a block from a spreadsheet and paste it into any cell to fill many rows: heads are recognised; four columns without heads are zone, country, from and to.`,
    },
    {
      zh_CN:
        '邮编可写开头几位：900 至 908 包含所有以 900 到 908 开头的邮编，900* 即开头为 900。比较时不分大小写，忽略空格、连字符和美国邮编的后四位。几行都符合时，位数最多的优先，其次范围最窄的，再次城市先于州/省、州/省先于国家。优先级相同、范围重叠而分区不同的两行不能保存，会同时指出两行。',
      en_US:
        'The beginning of a postcode will do: 900 to 908 holds all that begin with 900 to 908, and 900* all that begin with 900. Capitals, spaces, hyphens and the last four digits of an American postcode do not count. Where several rows fit, the one with the most digits decides, then the narrowest, then city before state before country. Two rows of one rank that overlap and name different zones are not saved, and both are named.',
    },
    {
      zh_CN: '“试一个邮编”立即给出分区和决定它的那一行，编辑时也适用于尚未保存的行。',
      en_US:
        'Try a postcode gives the zone and the row that decides at once; while editing it also asks rows that are not saved yet.',
    },
    {
      zh_CN:
        '“导入分区行”每次最多 500 行，写明方案代码，可一次导入多个方案。方案中已有的相同范围会改为新的分区，其余加在末尾；重叠的行会指出与哪一行重叠。',
      en_US:
        'Import rows takes up to 500 at once; each names its schema’s code, and one sheet can fill several schemas. Places that a schema has already get the new zone, others come last; a row that overlaps says with which.',
    },
    {
      zh_CN:
        '启用中的渠道正在使用的方案不能停用，会指出渠道；停用的方案不能再选择。卫星仓的分区从自己的位置起算，因此各自维护；主仓的渠道到卫星仓后使用卫星仓自己的同代码方案。',
      en_US:
        'A schema that an enabled channel uses cannot be disabled, and the channel is named; a disabled one can no longer be chosen. A satellite counts zones from its own door and keeps its own; a channel of the main warehouse uses the satellite’s own schema of the same code there.',
    },
  ],
  terms: [
    {
      term: zoneText.remote,
      meaning: {
        zh_CN: '承运商的偏远等级：非偏远、偏远（DAS）、超偏远（DAS 扩展），决定偏远附加费。',
        en_US:
          'How remote the carrier calls a place: not, remote (DAS) or very remote (extended DAS); it decides the remote surcharge.',
      },
    },
  ],
}
