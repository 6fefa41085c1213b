import { useAnswer } from '../../lib/web/call.ts'
import { topInfo } from '../door-contract.ts'

/** The units of the warehouse; none while they are not set. */
export function useUnits(): { side: string; weight: string; volume: string } {
  const info = useAnswer(topInfo, {}, { staleTime: 60_000 })
  const unit = info.data?.unit
  if (unit === 1) return { side: 'cm', weight: 'kg', volume: 'm³' }
  return unit === 2 ? { side: 'in', weight: 'lb', volume: 'ft³' } : { side: '', weight: '', volume: '' }
}

/** A label with its unit, where there is one. */
export const withUnit = (label: string, unit: string) => (unit ? `${label} (${unit})` : label)
