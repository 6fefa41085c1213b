import Big from 'big.js'
import { fill, type Text } from '../../platform/text/text.ts'
import { unitsOf } from '../../warehouse/units.ts'
import type { ChargeUnit } from '../pricing/price-types.ts'
import type { Basis, FeeRow } from './contract.ts'

/** How much of each unit; weight and volume have no plural. */
const counted: Record<ChargeUnit, Text> = {
  order: { zh_CN: '{n} 单', en_US: '{n} {n|order|orders}' },
  piece: { zh_CN: '{n} 件', en_US: '{n} {n|piece|pieces}' },
  sku: { zh_CN: '{n} 个 SKU', en_US: '{n} {n|SKU|SKUs}' },
  box: { zh_CN: '{n} 箱', en_US: '{n} {n|box|boxes}' },
  pallet: { zh_CN: '{n} 托', en_US: '{n} {n|pallet|pallets}' },
  container: { zh_CN: '{n} 柜', en_US: '{n} {n|container|containers}' },
  weight: { zh_CN: '重量 {n}', en_US: 'weight {n}' },
  volume: { zh_CN: '体积 {n}', en_US: 'volume {n}' },
}

const text = {
  packages: { zh_CN: '{n} 个包裹', en_US: '{n} {n|package|packages}' },
  zone: { zh_CN: '分区 {zone}', en_US: 'zone {zone}' },
  weight: { zh_CN: '计费重 {weight}', en_US: 'billable weight {weight}' },
  carrier: { zh_CN: '承运商费用', en_US: 'carrier cost' },
  fuel: { zh_CN: '燃油 {percent}%', en_US: 'fuel {percent}%' },
  nights: { zh_CN: '{n} 个计费日', en_US: '{n} {n|night|nights}' },
} as const satisfies Record<string, Text>

const nothing: Text = { zh_CN: '', en_US: '' }

/** Some of a unit, in words. */
export const countOf = (unit: ChargeUnit, n: string): Text => {
  const { zh_CN, en_US } = counted[unit]
  return fill<{ zh_CN: '{n}'; en_US: string }>({ zh_CN: zh_CN as '{n}', en_US }, { n })
}

const joined = (parts: readonly Text[]): Text => ({
  zh_CN: parts.map((part) => part.zh_CN).join('，'),
  en_US: parts.map((part) => part.en_US).join(', '),
})

/** What a fee was counted by: pieces, or zone, weight and packages; of rent, the nights. */
export function basisText({
  kind,
  unit,
  quantity,
  packages,
  weight,
  zoneCode,
  percent,
  nights,
  system,
}: Basis): Text {
  const units = unitsOf(system)
  const measured = (value: string, measure: string | null) =>
    [new Big(value).toFixed(), measure === 'weight' || measure === 'volume' ? units[measure] : '']
      .filter(Boolean)
      .join(' ')
  const parcels = packages === null ? [] : [fill(text.packages, { n: packages })]
  switch (kind) {
    case 'operation':
      return unit && quantity ? countOf(unit as ChargeUnit, measured(quantity, unit)) : nothing
    case 'freight':
      return joined([
        ...(zoneCode ? [fill(text.zone, { zone: zoneCode })] : []),
        ...(weight ? [fill(text.weight, { weight: measured(weight, 'weight') })] : []),
        ...parcels,
      ])
    case 'carrier_cost':
      return joined([text.carrier, ...parcels])
    case 'fuel':
      return joined([...(percent ? [fill(text.fuel, { percent })] : []), ...parcels])
    case 'surcharge':
      return joined(parcels)
    case 'rent':
      return nights === null ? nothing : fill(text.nights, { n: nights })
    default:
      return nothing
  }
}

/** The margin, or two dashes where there is no amount to compare with; unknown without a cost. */
export const marginText = ({ amount, margin }: Pick<FeeRow, 'amount' | 'margin'>): string | null =>
  new Big(amount).eq(0) ? '--' : margin
