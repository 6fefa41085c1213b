import type { Handled } from '../pricing/operation.ts'
import type { BillOrderType, OperationRule } from '../pricing/price-types.ts'

/** What a trial asks for, besides pieces and SKUs; each only where a rule depends on it. */
const trialFigures = [
  'weight',
  'length',
  'width',
  'height',
  'boxes',
  'boxWeight',
  'pallets',
  'containers',
] as const
export type TrialFigure = (typeof trialFigures)[number]
export type Trial = Record<'pieces' | 'skus' | TrialFigure, string>

const sizes = ['length', 'width', 'height'] as const

const unitNeeds: Partial<Record<OperationRule['chargeUnit'], readonly TrialFigure[]>> = {
  box: ['boxes'],
  pallet: ['pallets'],
  container: ['containers'],
  weight: ['weight'],
  volume: sizes,
}

const conditionNeeds: Partial<Record<OperationRule['conditionType'], readonly TrialFigure[]>> = {
  order_weight: ['weight'],
  piece_weight: ['weight'],
  longest_side: sizes,
  piece_billable_weight: ['weight', ...sizes],
  total_volume: sizes,
  box_weight: ['boxes', 'boxWeight'],
}

const isOf =
  (kind: BillOrderType) =>
  ({ billOrderType }: Pick<OperationRule, 'billOrderType'>) =>
    billOrderType === kind

/** The figures that the rules for a kind of document depend on. */
export function neededFigures(rules: readonly OperationRule[], kind: BillOrderType): TrialFigure[] {
  const needed = new Set(
    rules
      .filter(isOf(kind))
      .flatMap(({ chargeUnit, conditionType }) => [
        ...(unitNeeds[chargeUnit] ?? []),
        ...(conditionNeeds[conditionType] ?? []),
      ]),
  )
  return trialFigures.filter((figure) => needed.has(figure))
}

const wholeOf = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : null)
const measureOf = (typed: string) =>
  /^\d{1,8}(\.\d{1,3})?$/.test(typed.trim()) && /[1-9]/.test(typed) ? typed.trim() : null

/** A document as it was typed; null while pieces or SKUs are no numbers. Every SKU has the same pieces and measures. */
export function handledIn(typed: Trial, kind: Handled['kind']): Handled | null {
  const pieces = wholeOf(typed.pieces)
  const skus = wholeOf(typed.skus)
  if (!pieces || !skus) return null
  const measured = {
    weight: measureOf(typed.weight),
    length: measureOf(typed.length),
    width: measureOf(typed.width),
    height: measureOf(typed.height),
  }
  const boxes = wholeOf(typed.boxes) ?? 0
  return {
    kind,
    lines: Array.from({ length: skus }, (_, i) => ({ productId: i + 1, quantity: pieces, ...measured })),
    boxes: Array.from({ length: boxes }, (_, i) => ({ boxId: i + 1, weight: measureOf(typed.boxWeight) })),
    pallets: wholeOf(typed.pallets),
    containers: wholeOf(typed.containers),
    weight: null,
    dimDivisor: null,
  }
}
