import type { BillingMethod } from '../../channels/rules.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { type ContentProblem, contentProblems, type ProblemCode } from '../pricing/content-problems.ts'
import type { VersionContent } from './contract.ts'
import { quoteText } from './text.ts'

const texts: Record<ProblemCode, Text> = {
  empty: { zh_CN: '还没有价格', en_US: 'There are no prices yet' },
  no_rows: {
    zh_CN: '渠道按报价计费，请填写各分区和重量的价格',
    en_US: 'The channel bills by price book. Enter prices by zone and weight.',
  },
  no_flat: {
    zh_CN: '渠道按固定单价计费，请填写每件包裹一口价',
    en_US: 'The channel bills a flat price per package. Enter the flat price.',
  },
  fee_twice: { zh_CN: '同一费用类型只能有一条规则', en_US: 'The same fee type allows only one rule' },
  order_by_box: quoteText.orderByBox,
  condition: { zh_CN: '该单据不能使用此计费条件', en_US: 'This condition isn’t available for the document' },
  no_tiers: { zh_CN: '没有区间', en_US: 'There are no tiers' },
  bounds: { zh_CN: '区间上限须大于下限', en_US: 'The upper bound must be greater than the lower one' },
  start: { zh_CN: '第一个区间须从 0 开始', en_US: 'The first tier must start at 0' },
  gap: { zh_CN: '与上一区间之间有空档', en_US: 'There is a gap before this tier' },
  overlap: { zh_CN: '与上一区间重叠', en_US: 'Overlaps the tier before it' },
  min_above_max: { zh_CN: '最低收费大于封顶收费', en_US: 'The minimum charge is above the maximum' },
  no_price: { zh_CN: '没有价格', en_US: 'The price is missing' },
  first_next: {
    zh_CN: '首重续重计费须填写首重、续重单价和续重单位',
    en_US: 'First + additional needs first weight, additional price and step',
  },
  unknown_zone: { zh_CN: '渠道的分区方案中没有此分区', en_US: 'The channel’s zone schema has no such zone' },
  one_value: { zh_CN: '金额和百分比须填写其中一项', en_US: 'Enter an amount or a percentage' },
  dates: { zh_CN: '结束日期早于开始日期', en_US: 'The end date is before the start date' },
  measure: { zh_CN: '须同时填写比较项和数值', en_US: 'Enter the measure and its limit' },
  divisor: {
    zh_CN: '单件计费重需要在此版本填写计抛系数',
    en_US: 'Piece billable weight needs a volumetric divisor in this version',
  },
  short: { zh_CN: '其他分区有更重的区间', en_US: 'Other zones have prices for more weight' },
  ends: { zh_CN: '更长的库龄没有价格', en_US: 'Older goods have no price' },
  falling: { zh_CN: '价格低于更轻的区间', en_US: 'The price is lower than for less weight' },
}

const places = {
  rule: { zh_CN: '第 {place} 条规则：{what}', en_US: 'Rule {place}: {what}' },
  tier: { zh_CN: '第 {place} 条规则第 {tier} 档：{what}', en_US: 'Rule {place}, tier {tier}: {what}' },
  zone: { zh_CN: '分区 {zone}，第 {place} 行：{what}', en_US: 'Zone {zone}, row {place}: {what}' },
  row: { zh_CN: '第 {place} 行：{what}', en_US: 'Row {place}: {what}' },
} as const satisfies Record<string, Text>

/** A problem in words, with its place as a person counts it. */
export function problemText({ code, place, tier, zone }: ContentProblem, kind: VersionContent['kind']): Text {
  const what = texts[code]
  if (code === 'empty' || code === 'no_rows' || code === 'no_flat') return what
  const where = zone
    ? places.zone
    : kind !== 'operation'
      ? places.row
      : tier === undefined
        ? places.rule
        : places.tier
  const values = { place: place + 1, tier: (tier ?? 0) + 1, zone: zone ?? '' }
  return {
    zh_CN: fill(where, { ...values, what: what.zh_CN }).zh_CN,
    en_US: fill(where, { ...values, what: what.en_US }).en_US,
  }
}

/** What keeps these prices from being published. */
export const errorsIn = (
  content: VersionContent,
  zones: readonly string[] | null,
  method: BillingMethod | null = null,
) => contentProblems(content, zones, method).filter(({ isWarning }) => !isWarning)
