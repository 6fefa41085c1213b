import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'
import { type Charged, chargeOf, larger, sumOf, totalOf } from './amounts.ts'
import { pieceBillableWeight, upTo } from './billable-weight.ts'
import type {
  BillOrderType,
  ChargeUnit,
  ConditionType,
  Fee,
  Gap,
  GapDetail,
  Measured,
  OperationRule,
  OperationTier,
  OperationVersion,
  Priced,
  Unit,
} from './price-types.ts'
import { sidesOf, unitVolume } from './volume.ts'

/** The fee type that is charged when an order is intercepted, and only then. */
export const INTERCEPT_FEE = 'INTERCEPT'

const WEIGHT_STEP = '0.1'

type EventKind = 'inbound' | 'return' | 'order' | 'order_intercept'

const billOrderTypeOf: Record<EventKind, BillOrderType> = {
  inbound: 'inbound',
  return: 'return',
  order: 'order',
  order_intercept: 'order',
}

/** What a document gave the warehouse to do, whatever kind of document it is. */
export type Handled = {
  kind: EventKind
  lines: readonly (Measured & { productId: number; quantity: number })[]
  boxes: readonly { boxId: number; weight: Decimal | null }[]
  /** Null while not counted. */
  pallets: number | null
  containers: number | null
  /** The weight of all goods as packed; null where it has to be the sum of the products. */
  weight: Decimal | null
  /** The channel's, for the volumetric weight of a piece. */
  dimDivisor: number | null
}

/** What this needs of the billing facts of an order. */
export type OrderHandlingFacts = {
  dimDivisor: number | null
  packages: readonly { weight: Decimal | null }[]
  lines: readonly (Measured & { productId: number; quantity: number })[]
}

/** What this needs of the billing facts of an inbound order or a return. */
export type InboundHandlingFacts = {
  boxSizes: readonly { boxId: number; weight: Decimal | null }[]
  pallets?: number | null
  containers?: number | null
  lines: readonly (Measured & { productId: number; good: number; defective: number; boxId: number | null })[]
}

/** The packages' weight counts once all are weighed; before, and for the estimate, the products'. */
export function handledByOrder(facts: OrderHandlingFacts, kind: 'order' | 'order_intercept'): Handled {
  const { lines, dimDivisor } = facts
  const weight = sumOfAll(facts.packages.map((each) => each.weight))
  return { kind, lines, boxes: [], pallets: null, containers: null, weight, dimDivisor }
}

/** The boxes' weight counts if all goods came in boxes and all are weighed, otherwise the products'. */
export function handledByInbound(facts: InboundHandlingFacts, kind: 'inbound' | 'return'): Handled {
  const isBoxed = facts.lines.every(({ boxId }) => boxId !== null)
  return {
    kind,
    lines: facts.lines.map(({ good, defective, ...line }) => ({ ...line, quantity: good + defective })),
    boxes: facts.boxSizes,
    pallets: facts.pallets ?? null,
    containers: facts.containers ?? null,
    weight: isBoxed ? sumOfAll(facts.boxSizes.map(({ weight }) => weight)) : null,
    dimDivisor: null,
  }
}

function sumOfAll(weights: readonly (Decimal | null)[]): Decimal | null {
  const known = weights.filter((weight) => weight !== null)
  return known.length === weights.length && known.length > 0 ? sumOf(known).toFixed() : null
}

/** One step of the sum: how many of what, in which tier, at which price. */
export type OperationStep = {
  /** The product or box this is about, where each has its own tier. */
  productId?: number
  boxId?: number
  /** The value that decided the tier; null without a condition. */
  value: Decimal | null
  tier: OperationTier
  /** Pieces, SKUs, boxes, or the weight or volume. */
  quantity: Decimal
  firstQuantity: Decimal
  nextQuantity: Decimal
  sum: Decimal
}

export type OperationDetail = Charged & {
  kind: 'operation'
  versionId: number
  feeTypeId: number
  billOrderType: BillOrderType
  chargeUnit: ChargeUnit
  conditionType: ConditionType
  steps: OperationStep[]
}

type OperationFee = Fee<OperationDetail> & { feeTypeId: number }

/** What the price of a document depends on besides the version and the facts. */
type OperationTerms = { discount: Decimal; unit: Unit }

/**
 * The operation fees of a document: one for each rule of its type. A version without any rule for the type has no price;
 * what is meant to be free has a rule with the price 0. Only an interception is free without a rule.
 */
export function operationFees(
  version: OperationVersion,
  handled: Handled,
  terms: OperationTerms,
): (Priced<OperationDetail> & { fees: OperationFee[] }) | Gap {
  const isIntercept = handled.kind === 'order_intercept'
  const rules = version.rules.filter(
    ({ billOrderType, feeCode }) =>
      billOrderType === billOrderTypeOf[handled.kind] && (feeCode === INTERCEPT_FEE) === isIntercept,
  )
  if (rules.length === 0 && !isIntercept)
    return { gap: 'no_price', detail: { versionId: version.versionId, what: billOrderTypeOf[handled.kind] } }
  const fees: OperationFee[] = []
  for (const rule of rules) {
    const fee = operationFee(version, rule, handled, terms)
    if ('gap' in fee) return fee
    fees.push(fee)
  }
  return { versionId: version.versionId, amount: totalOf(fees), fees }
}

/** The fee of one rule. */
export function operationFee(
  version: OperationVersion,
  rule: OperationRule,
  handled: Handled,
  { discount, unit }: OperationTerms,
): OperationFee | Gap {
  const { feeTypeId, feeCode, billOrderType, chargeUnit, conditionType } = rule
  const missing = (gap: Gap['gap'], detail: GapDetail): Gap => ({
    gap,
    detail: { versionId: version.versionId, feeCode, ...detail },
  })
  // An order has no boxes to count; a rule that was saved despite it is no price.
  if (billOrderType === 'order' && chargeUnit === 'box') return missing('no_price', { what: 'box' })

  const counted = countedItems(rule, handled, unit, version.dimDivisor ?? handled.dimDivisor)
  if ('gap' in counted) return missing(counted.gap, counted.detail)
  const steps: OperationStep[] = []
  for (const item of counted) {
    const tier = tierOf(rule, item.value)
    if (!tier)
      return missing('no_tier', {
        what: conditionType,
        ...(item.value && { value: item.value.toFixed() }),
        ...(item.productId !== undefined && { productId: item.productId }),
      })
    steps.push(stepOf(rule, item, tier))
  }
  const raw = sumOf(steps.map(({ sum }) => sum))
  const isNothing = steps.every(({ quantity }) => new Big(quantity).eq(0))
  // Nothing was done, so there is no minimum either.
  const limits = isNothing ? {} : rule
  const charged = chargeOf(raw, discount, limits)
  return {
    feeTypeId,
    feeCode,
    amount: charged.amount,
    detail: {
      kind: 'operation',
      versionId: version.versionId,
      feeTypeId,
      billOrderType,
      chargeUnit,
      conditionType,
      steps,
      ...charged,
    },
  }
}

type Item = { productId?: number; boxId?: number; value: Big | null; quantity: Big; pieces?: Big }
type Missing = { gap: Gap['gap']; detail: GapDetail }

const perPiece = ['piece_weight', 'longest_side', 'piece_billable_weight'] as const
type PerPiece = (typeof perPiece)[number]
const isPerPiece = (condition: ConditionType): condition is PerPiece =>
  perPiece.some((each) => each === condition)

/** What a rule counts, each with the value that decides its tier. */
function countedItems(
  { chargeUnit, conditionType }: OperationRule,
  handled: Handled,
  unit: Unit,
  divisor: number | null,
): Item[] | Missing {
  const isGraded = isPerPiece(conditionType)
  if (isGraded && (chargeUnit === 'piece' || chargeUnit === 'sku'))
    return gradedProducts(handled, conditionType, chargeUnit, divisor)
  if (conditionType === 'box_weight' && chargeUnit === 'box') return gradedBoxes(handled)

  const quantity = quantityOf(chargeUnit, handled, unit)
  if ('gap' in quantity) return quantity
  const value = documentValue(conditionType, handled, unit, divisor)
  if (value !== null && 'gap' in value) return value
  return [{ value, quantity, pieces: piecesOf(handled) }]
}

const unknown = (what: string, productId?: number): Missing => ({
  gap: 'no_dims',
  detail: { what, ...(productId !== undefined && { productId }) },
})

const piecesOf = ({ lines }: Handled) => lines.reduce((sum, { quantity }) => sum.plus(quantity), new Big(0))

const kindsOf = ({ lines }: Handled) =>
  new Set(lines.filter(({ quantity }) => quantity > 0).map(({ productId }) => productId)).size

/** Every product with the pieces in its own tier. */
function gradedProducts(
  { lines }: Handled,
  condition: PerPiece,
  chargeUnit: 'piece' | 'sku',
  divisor: number | null,
): Item[] | Missing {
  const items = new Map<number, Item>()
  for (const line of lines) {
    if (line.quantity === 0) continue
    const value = pieceValue(line, condition, divisor)
    if ('gap' in value) return value
    const { productId } = line
    const known = items.get(productId)
    // One product has one set of measures, however many boxes it came in.
    const quantity = chargeUnit === 'sku' ? new Big(1) : new Big(line.quantity).plus(known?.quantity ?? 0)
    items.set(productId, { productId, value: known?.value ?? value, quantity })
  }
  return [...items.values()]
}

function gradedBoxes({ boxes }: Handled): Item[] | Missing {
  const items: Item[] = []
  for (const { boxId, weight } of boxes) {
    if (weight === null) return unknown('box_weight')
    items.push({ boxId, value: new Big(weight), quantity: new Big(1) })
  }
  return items
}

function pieceValue(
  line: Measured & { productId: number },
  condition: PerPiece,
  divisor: number | null,
): Big | Missing {
  const { weight, productId } = line
  const sides = sidesOf(line)
  if (condition === 'piece_weight') return weight === null ? unknown(condition, productId) : new Big(weight)
  if (sides === null) return unknown(condition, productId)
  if (condition === 'longest_side')
    return larger(larger(new Big(sides.length), new Big(sides.width)), new Big(sides.height))
  if (weight === null) return unknown(condition, productId)
  if (divisor === null) return { gap: 'no_price', detail: { what: 'dim_divisor' } }
  return pieceBillableWeight({ ...sides, weight }, divisor)
}

function quantityOf(chargeUnit: ChargeUnit, handled: Handled, unit: Unit): Big | Missing {
  switch (chargeUnit) {
    case 'order':
      return new Big(1)
    case 'piece':
      return piecesOf(handled)
    case 'sku':
      return new Big(kindsOf(handled))
    case 'box':
      return new Big(handled.boxes.length)
    case 'pallet':
      return handled.pallets === null ? unknown('pallets') : new Big(handled.pallets)
    case 'container':
      return handled.containers === null ? unknown('containers') : new Big(handled.containers)
    case 'weight': {
      const weight = totalWeight(handled)
      return 'gap' in weight ? weight : upTo(weight, WEIGHT_STEP)
    }
    case 'volume':
      return totalVolume(handled, unit)
  }
}

function totalWeight({ weight, lines }: Handled): Big | Missing {
  if (weight !== null) return new Big(weight)
  return totalOver(lines, 'order_weight', ({ weight: each }) => (each === null ? null : new Big(each)))
}

const totalVolume = ({ lines }: Handled, unit: Unit): Big | Missing =>
  totalOver(lines, 'total_volume', (line) => unitVolume(line, unit))

function totalOver(
  lines: Handled['lines'],
  what: ConditionType,
  each: (line: Measured) => Big | null,
): Big | Missing {
  let sum = new Big(0)
  for (const line of lines) {
    if (line.quantity === 0) continue
    const value = each(line)
    if (value === null) return unknown(what, line.productId)
    sum = sum.plus(value.times(line.quantity))
  }
  return sum
}

/** The value of the whole document. Of values per piece or box the highest decides: the heaviest needs the most work. */
function documentValue(
  condition: ConditionType,
  handled: Handled,
  unit: Unit,
  divisor: number | null,
): Big | null | Missing {
  switch (condition) {
    case 'none':
      return null
    case 'order_weight':
      return totalWeight(handled)
    case 'pieces':
      return piecesOf(handled)
    case 'sku_kinds':
      return new Big(kindsOf(handled))
    case 'total_volume':
      return totalVolume(handled, unit)
    case 'box_weight':
      return highest(gradedBoxes(handled), condition)
    default:
      return highest(gradedProducts(handled, condition, 'sku', divisor), condition)
  }
}

function highest(items: Item[] | Missing, condition: ConditionType): Big | Missing {
  if ('gap' in items) return items
  const values = items.map(({ value }) => value).filter((value) => value !== null)
  const [first, ...others] = values
  return first ? others.reduce(larger, first) : unknown(condition)
}

/** The tier of a value: above its lower bound and not above its upper. Without a condition there is only one. */
function tierOf({ tiers }: OperationRule, value: Big | null): OperationTier | undefined {
  if (value === null) return tiers[0]
  return tiers.find(
    ({ from, to }) =>
      (value.gt(from) || (value.eq(0) && new Big(from).eq(0))) && (to === null || value.lte(to)),
  )
}

/**
 * Per order the first price is for the document with its first pieces, and each further piece costs the next price.
 * Otherwise each of the first ones costs the first price and each further one the next. Where everything counted has a
 * tier of its own, and by weight or volume, there is only the first price.
 */
function stepOf({ chargeUnit }: OperationRule, item: Item, tier: OperationTier): OperationStep {
  const { value, quantity, pieces, ...about } = item
  const { first, next } = sharesOf(chargeUnit, item, tier)
  const sum = first.times(tier.firstPrice).plus(next.times(tier.nextPrice ?? tier.firstPrice))
  return {
    ...about,
    value: value === null ? null : value.toFixed(),
    tier,
    quantity: quantity.toFixed(),
    firstQuantity: first.toFixed(),
    nextQuantity: next.toFixed(),
    sum: sum.toFixed(),
  }
}

function sharesOf(
  chargeUnit: ChargeUnit,
  { quantity, pieces }: Item,
  { firstCount, nextPrice }: OperationTier,
): { first: Big; next: Big } {
  const isWhole =
    pieces === undefined || nextPrice === null || chargeUnit === 'weight' || chargeUnit === 'volume'
  if (isWhole) return { first: quantity, next: new Big(0) }
  const count = chargeUnit === 'order' ? pieces : quantity
  const next = larger(count.minus(firstCount), new Big(0))
  return { first: chargeUnit === 'order' ? quantity : count.minus(next), next }
}
