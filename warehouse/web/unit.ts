import { useAnswer } from '../../lib/web/call.ts'
import { topInfo } from '../door-contract.ts'
import { unitsOf } from '../units.ts'

/** The units of the warehouse; none while they are not set. */
export function useUnits(): ReturnType<typeof unitsOf> {
  const info = useAnswer(topInfo, {}, { staleTime: 60_000 })
  return unitsOf(info.data?.unit)
}
