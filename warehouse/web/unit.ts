import { useAnswer } from '../../platform/calls/web/call.ts'
import { grouped } from '../../platform/lists/columns.ts'
import { topInfo } from '../top-contract.ts'
import { unitsOf } from '../units.ts'

/** The currency of the warehouse; empty while it is not set. */
export const useCurrency = (): string =>
  useAnswer(topInfo, {}, { staleTime: 60_000 }).data?.currencyCode ?? ''

/** Writes an amount of a document with the currency of the warehouse. */
export function useMoney(): (amount: string) => string {
  const currency = useCurrency()
  return (amount) => `${grouped(amount)} ${currency}`.trim()
}

/** The units of the warehouse; undefined while they are not set. */
export function useUnits(): ReturnType<typeof unitsOf> {
  const info = useAnswer(topInfo, {}, { staleTime: 60_000 })
  return unitsOf(info.data?.unit)
}
