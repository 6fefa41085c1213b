import { useAnswer } from '../../platform/calls/web/call.ts'
import { topInfo } from '../top-contract.ts'
import { unitsOf } from '../units.ts'

/** The currency of the warehouse; empty while it is not set. */
export const useCurrency = (): string =>
  useAnswer(topInfo, {}, { staleTime: 60_000 }).data?.currencyCode ?? ''

/** The units of the warehouse; undefined while they are not set. */
export function useUnits(): ReturnType<typeof unitsOf> {
  const info = useAnswer(topInfo, {}, { staleTime: 60_000 })
  return unitsOf(info.data?.unit)
}
