import pg from 'pg'
import { BadSettings } from '../../postgres/bad-settings.ts'

/**
 * What to say of a fault that ended a start or a command: words where it is a matter of settings, disk or database, and all there is
 * of it where it is a fault of ours.
 */
export function wordsFor(fault: unknown): unknown {
  if (fault instanceof BadSettings) return fault.message
  const isOfSystem = fault instanceof Error && 'syscall' in fault
  if (isOfSystem || fault instanceof pg.DatabaseError) return `It cannot go on:\n  ${fault.message}`
  return fault
}
