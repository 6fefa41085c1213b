import pg from 'pg'
import { BadSettings } from '../../postgres/bad-settings.ts'

/**
 * The message for a fault that ended a start or a command: a short text for settings, disk or database
 * problems, and the full error for a bug.
 */
export function wordsFor(fault: unknown): unknown {
  if (fault instanceof BadSettings) return fault.message
  const isOfSystem = fault instanceof Error && 'syscall' in fault
  if (isOfSystem || fault instanceof pg.DatabaseError) return `Cannot continue:\n  ${fault.message}`
  return fault
}
