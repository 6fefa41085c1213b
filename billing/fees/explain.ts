import Big from 'big.js'
import { fill, type Text } from '../../platform/text/text.ts'
import { type Charged, chargeOf, sumOf } from '../pricing/amounts.ts'
import type { FreightDetail, PackageFreight } from '../pricing/freight-types.ts'
import type { OperationDetail, OperationStep } from '../pricing/operation.ts'
import type { FreightRow, FreightSurcharge } from '../pricing/price-types.ts'
import { countOf } from './basis.ts'
import type { RentNight } from './contract.ts'
import { documentPage } from './gap-text.ts'

/** One line of an explanation: what, how it was calculated, and what it came to. */
export type Explained = { what: Text; how: Text; amount: string; page?: string | undefined }

/** The names of what a calculation is about, the nights of rent, and the warehouse's units. */
export type Names = {
  productOf: (id: number) => string
  boxOf: (id: number) => string
  nights: readonly RentNight[]
  weight: string
  volume: string
}

/** The fee of one or several nights, whose goods are in their snapshots. */
type RentFeeDetail = { kind: 'rent'; discount: string }

export type FeeDetail = OperationDetail | FreightDetail | RentFeeDetail

const text = {
  document: { zh_CN: '整单', en_US: 'Whole document' },
  product: { zh_CN: 'SKU {sku}', en_US: 'SKU {sku}' },
  box: { zh_CN: '箱 {no}', en_US: 'Box {no}' },
  package: { zh_CN: '包裹 {no}', en_US: 'Package {no}' },
  tier: { zh_CN: '区间 {from}–{to}（值 {value}）：', en_US: 'tier {from}–{to} (value {value}): ' },
  tierAbove: { zh_CN: '区间 {from} 以上（值 {value}）：', en_US: 'tier above {from} (value {value}): ' },
  discount: { zh_CN: '折扣', en_US: 'Discount' },
  rounded: { zh_CN: '四舍五入到两位小数', en_US: 'Rounded to two decimals' },
  min: { zh_CN: '最低收费', en_US: 'Minimum charge' },
  max: { zh_CN: '封顶收费', en_US: 'Maximum charge' },
  lessThan: { zh_CN: '{amount} 低于 {limit}', en_US: '{amount} is below {limit}' },
  moreThan: { zh_CN: '{amount} 高于 {limit}', en_US: '{amount} is above {limit}' },
  weightOf: { zh_CN: '包裹 {no} 的计费重', en_US: 'Billable weight of package {no}' },
  actual: { zh_CN: '实重 {weight}', en_US: 'actual weight {weight}' },
  volumetric: {
    zh_CN: '体积重 {sides} ÷ {divisor} = {weight}',
    en_US: 'volumetric weight {sides} ÷ {divisor} = {weight}',
  },
  byActual: { zh_CN: '按实重', en_US: 'billed by actual weight' },
  byVolumetric: { zh_CN: '按体积重', en_US: 'billed by volumetric weight' },
  estimated: { zh_CN: '（预估）', en_US: ' (estimated)' },
  freightOf: { zh_CN: '包裹 {no} 的运费', en_US: 'Freight of package {no}' },
  zone: { zh_CN: '分区 {zone}，', en_US: 'zone {zone}, ' },
  row: { zh_CN: '重量 {from}–{to}：', en_US: 'weight {from}–{to}: ' },
  rowAbove: { zh_CN: '重量 {from} 以上：', en_US: 'weight above {from}: ' },
  flat: { zh_CN: '每个包裹一口价', en_US: 'flat price per package' },
  carrierCost: { zh_CN: '承运商对包裹 {no} 的收费', en_US: 'Carrier’s charge for package {no}' },
  rate: { zh_CN: ' × 汇率 {rate}', en_US: ' × rate {rate}' },
  once: { zh_CN: '每个包裹', en_US: 'per package' },
  percentOf: { zh_CN: '运费 {freight} × {percent}%', en_US: 'freight {freight} × {percent}%' },
  percentOfInsured: {
    zh_CN: '保价金额 {freight} × {percent}%',
    en_US: 'insured value {freight} × {percent}%',
  },
  measure: { zh_CN: '（{value} 大于 {above}）', en_US: ' ({value} is above {above})' },
  fuelOf: { zh_CN: '包裹 {no} 的燃油', en_US: 'Fuel of package {no}' },
  fuel: {
    zh_CN: '（运费 {freight} + 附加费 {fuelable}）× {percent}%，{day} 起',
    en_US: '(freight {freight} + surcharges {fuelable}) × {percent}%, from {day}',
  },
  free: { zh_CN: '此渠道不收运费', en_US: 'This channel charges no freight' },
  age: { zh_CN: '库龄 {age} 天：', en_US: 'age in days {age}: ' },
  changed: { zh_CN: '该日明细此后已重新计费', en_US: 'its lines were recalculated since' },
} as const satisfies Record<string, Text>

const plain = (value: string): Text => ({ zh_CN: value, en_US: value })
const joined = (...parts: Text[]): Text => ({
  zh_CN: parts.map(({ zh_CN }) => zh_CN).join(''),
  en_US: parts.map(({ en_US }) => en_US).join(''),
})
const listed = (parts: readonly Text[]): Text => ({
  zh_CN: parts.map(({ zh_CN }) => zh_CN).join('；'),
  en_US: parts.map(({ en_US }) => en_US).join('; '),
})
const short = (value: string) => new Big(value).toFixed()
const isOne = (value: string) => new Big(value).eq(1)

/** How a fee came to its amount, line by line. The last line is the amount, except for fees of several packages, whose lines are added. */
export function explain(detail: FeeDetail, names: Names): Explained[] {
  switch (detail.kind) {
    case 'operation':
      return [...detail.steps.map((step) => stepLine(step, detail, names)), ...lastSteps(detail)]
    case 'freight':
      return detail.packages.flatMap((each) => [
        ...weightLine(each, detail, names),
        priceLine(each, detail.zoneCode),
        ...lastSteps(each),
      ])
    case 'carrier_cost':
      return detail.packages.flatMap((each) => [
        {
          what: fill(text.carrierCost, { no: each.packageSeq }),
          how: listed(
            each.costs.map(({ costAmount, costCurrency, rate }) =>
              joined(
                plain(`${costAmount} ${costCurrency}`),
                ...(isOne(rate) ? [] : [fill(text.rate, { rate })]),
              ),
            ),
          ),
          amount: short(each.raw),
        },
        ...lastSteps(each),
      ])
    case 'surcharge':
      return detail.packages.map(({ packageSeq, surcharge, value, freight, amount }) => ({
        what: fill(text.package, { no: packageSeq }),
        how: surchargeWords(surcharge, value, freight),
        amount,
      }))
    case 'fuel':
      return detail.packages.map(({ packageSeq, freight, fuelable, amount }) => ({
        what: fill(text.fuelOf, { no: packageSeq }),
        how: fill(text.fuel, { freight, fuelable, percent: detail.percent, day: detail.startsOn }),
        amount,
      }))
    case 'free':
      return [{ what: text.document, how: text.free, amount: '0.00' }]
    case 'rent':
      return names.nights.flatMap((night) => nightLines(night, detail, names))
  }
}

/** Goods by their price. A night that was recalculated since has other lines than those it was charged by. */
function nightLines(night: RentNight, { discount }: RentFeeDetail, { volume: unit }: Names): Explained[] {
  const what = plain(night.chargeDate)
  const page = documentPage('storage', night.id)
  const charged = chargeOf(sumOf(night.tiers.map(({ amount6 }) => amount6)), discount)
  if (!new Big(charged.amount).eq(night.amount))
    return [{ what, page, how: text.changed, amount: night.amount }]
  return [
    ...night.tiers.map(({ ageFrom, ageTo, volume, price, amount6 }) => ({
      what,
      page,
      how: joined(
        fill(text.age, { age: ageFrom === ageTo ? ageFrom : `${ageFrom}–${ageTo}` }),
        plain([short(volume), unit, '×', short(price)].filter(Boolean).join(' ')),
      ),
      amount: short(amount6),
    })),
    ...lastSteps(charged),
  ]
}

/** Whether a calculation is one that is explained here. */
export const isExplained = (detail: unknown): detail is FeeDetail =>
  typeof detail === 'object' &&
  detail !== null &&
  'kind' in detail &&
  ['operation', 'freight', 'carrier_cost', 'surcharge', 'fuel', 'free', 'rent'].includes(String(detail.kind))

function stepLine(step: OperationStep, { chargeUnit }: OperationDetail, names: Names): Explained {
  const { tier, value, firstQuantity, nextQuantity } = step
  const what =
    step.productId !== undefined
      ? fill(text.product, { sku: names.productOf(step.productId) })
      : step.boxId !== undefined
        ? fill(text.box, { no: names.boxOf(step.boxId) })
        : text.document
  const from = short(tier.from)
  const where =
    value === null
      ? plain('')
      : tier.to === null
        ? fill(text.tierAbove, { from, value: short(value) })
        : fill(text.tier, { from, to: short(tier.to), value: short(value) })
  const next = short(nextQuantity)
  const more = next === '0' ? [] : [plain(` + ${next} × ${short(tier.nextPrice ?? tier.firstPrice)}`)]
  const first = countOf(chargeUnit, short(firstQuantity))
  return {
    what,
    how: joined(where, first, plain(` × ${short(tier.firstPrice)}`), ...more),
    amount: short(step.sum),
  }
}

function weightLine(
  each: PackageFreight,
  { weighing }: Extract<FreightDetail, { kind: 'freight' }>,
  { weight: unit }: Names,
): Explained[] {
  const { billableWeight, volumetricWeight, sides, billedBy, isEstimated } = each
  if (billableWeight === null || each.weight === null) return []
  const hasVolume =
    sides !== null &&
    weighing.dimDivisor !== null &&
    volumetricWeight !== null &&
    !new Big(volumetricWeight).eq(0)
  const parts = [
    joined(
      fill(text.actual, { weight: short(each.weight) }),
      ...(isEstimated ? [text.estimated as Text] : []),
    ),
    ...(hasVolume
      ? [
          fill(text.volumetric, {
            sides: sides.map(short).join(' × '),
            divisor: weighing.dimDivisor ?? 0,
            weight: short(volumetricWeight),
          }),
        ]
      : []),
    billedBy === 'volumetric' ? text.byVolumetric : text.byActual,
  ]
  return [
    {
      what: fill(text.weightOf, { no: each.packageSeq }),
      how: listed(parts),
      amount: [short(billableWeight), unit].filter(Boolean).join(' '),
    },
  ]
}

function priceLine(each: PackageFreight, zoneCode: string | null): Explained {
  const what = fill(text.freightOf, { no: each.packageSeq })
  const { row, price, quantity, nextSteps, raw } = each
  if (row === null) return { what, how: joined(text.flat, plain(` ${price}`)), amount: short(raw) }
  return {
    what,
    how: joined(
      fill(text.zone, { zone: zoneCode ?? '–' }),
      rangeOf(row),
      plain(
        row.billingCode === 'first_next'
          ? `${short(price)} + ${nextSteps} × ${short(row.nextPrice ?? '0')}`
          : isOne(quantity)
            ? short(price)
            : `${short(quantity)} × ${short(price)}`,
      ),
    ),
    amount: short(raw),
  }
}

const rangeOf = ({ weightFrom, weightTo }: FreightRow): Text =>
  weightTo === null
    ? fill(text.rowAbove, { from: short(weightFrom) })
    : fill(text.row, { from: short(weightFrom), to: short(weightTo) })

function surchargeWords(
  { type, amount, percent, above }: FreightSurcharge,
  value: string | null,
  freight: string | null,
): Text {
  const price =
    amount === null
      ? fill(type === 'insurance' ? text.percentOfInsured : text.percentOf, {
          freight: freight ?? '–',
          percent: percent ?? '0',
        })
      : joined(text.once, plain(` ${short(amount)}`))
  return value === null || above === null
    ? price
    : joined(price, fill(text.measure, { value: short(value), above: short(above) }))
}

/** Discount, rounding, minimum and maximum, as far as they changed anything. */
function lastSteps({
  raw,
  discount,
  discounted,
  rounded,
  applied,
  minCharge,
  maxCharge,
  amount,
}: Charged): Explained[] {
  const lines: Explained[] = []
  if (!isOne(discount))
    lines.push({
      what: text.discount,
      how: plain(`${short(raw)} × ${discount}`),
      amount: short(discounted),
    })
  if (!new Big(rounded).eq(discounted))
    lines.push({ what: text.rounded, how: plain(short(discounted)), amount: rounded })
  if (applied === 'min')
    lines.push({
      what: text.min,
      how: fill(text.lessThan, { amount: rounded, limit: minCharge ?? '' }),
      amount,
    })
  if (applied === 'max')
    lines.push({
      what: text.max,
      how: fill(text.moreThan, { amount: rounded, limit: maxCharge ?? '' }),
      amount,
    })
  return lines
}
