import type { Units } from '../platform/lists/columns.ts'

/** The units of the warehouse; undefined while they are not set. A package's volume is the product of its sides, as carriers count it. */
export function unitsOf(unit: number | null | undefined): Units & { volume: string; packageVolume: string } {
  if (unit === 1) return { side: 'cm', weight: 'kg', volume: 'm³', packageVolume: 'cm³' }
  return unit === 2
    ? { side: 'in', weight: 'lb', volume: 'ft³', packageVolume: 'in³' }
    : { side: '', weight: '', volume: '', packageVolume: '' }
}
