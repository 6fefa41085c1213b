import type { Units } from '../platform/lists/columns.ts'

/** The units of the warehouse; undefined while they are not set. */
export function unitsOf(unit: number | null | undefined): Units & { volume: string } {
  if (unit === 1) return { side: 'cm', weight: 'kg', volume: 'm³' }
  return unit === 2 ? { side: 'in', weight: 'lb', volume: 'ft³' } : { side: '', weight: '', volume: '' }
}
