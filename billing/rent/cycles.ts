import type { Decimal } from '../../platform/text/decimal.ts'
import type { Day } from '../pricing/price-types.ts'
import { rentCycleOf } from '../pricing/rent.ts'

/** How a customer pays rent: every day, or put aside and paid at the end of a cycle of days. */
export type RentPlan = {
  storageSettlementCycle: 'daily' | 'deposit'
  storageCycleDays: number | null
  storageCycleAnchor: Day | null
  isEnabled: boolean
}

/** The price that a day's rent was calculated with. */
type DayPrice = { versionId: number; discount: Decimal }

/** Rent that is put aside until the last day of its cycle. */
export type PutAside = DayPrice & { chargeDate: Day; cycleTo: Day }

/** The last day of the cycle that a day's rent is put aside in; null where it is charged at once. */
export function cycleEndOf(plan: RentPlan, day: Day): Day | null {
  const { storageSettlementCycle, storageCycleDays, storageCycleAnchor, isEnabled } = plan
  if (storageSettlementCycle === 'daily' || !isEnabled || !storageCycleDays || !storageCycleAnchor)
    return null
  return rentCycleOf(storageCycleAnchor, storageCycleDays, day)?.to ?? null
}

/** What becomes of a day's rent: it is charged by itself, or put aside, after what has another price or cycle was charged. */
type DayPlan = { cycleTo: null } | { cycleTo: Day; closesOthers: boolean }

/**
 * Decides what becomes of a day's rent. A fee has one price and one cycle: the first day with another one closes what was put aside. A
 * day that gets its price late joins its cycle if that is still open and has the same price; otherwise it is charged by itself.
 *
 * `lastDone` is the last charge date that is done.
 */
export function planDay(
  plan: RentPlan,
  day: DayPrice & { chargeDate: Day },
  aside: readonly PutAside[],
  lastDone: Day | null,
): DayPlan {
  const cycleTo = cycleEndOf(plan, day.chargeDate)
  if (cycleTo === null || (lastDone !== null && cycleTo <= lastDone)) return { cycleTo: null }
  const isOther = (other: PutAside) =>
    other.cycleTo !== cycleTo || other.versionId !== day.versionId || other.discount !== day.discount
  if (!aside.some(isOther)) return { cycleTo, closesOthers: false }
  const isLatest = aside.every(({ chargeDate }) => chargeDate < day.chargeDate)
  return isLatest ? { cycleTo, closesOthers: true } : { cycleTo: null }
}

/** Whether a cycle ends with a night: on its last day, or because the customer was disabled or pays otherwise by now. */
export const isCycleOver = (plan: RentPlan, aside: { firstDate: Day; cycleTo: Day }, night: Day): boolean =>
  aside.cycleTo <= night || cycleEndOf(plan, aside.firstDate) !== aside.cycleTo
