import { refuseAs } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { LAST_STEP, type SetUpStep } from '../steps.ts'
import { warehouseText } from '../text.ts'
import { lockWarehouse, saveWarehouse } from './facts.ts'

/**
 * Opens a step of the set-up: the warehouse is locked, so that two who set up at once follow each other.
 *
 * A step that was taken can be looked at and taken again until the last is; none can be jumped over.
 */
export async function openStep(tx: Tx, who: Who, step: SetUpStep) {
  const { initStep } = await lockWarehouse(tx, who)
  if (initStep === LAST_STEP) refuseAs({ kind: 'moved_on' }, warehouseText.setUpOver)
  if (initStep < step) refuseAs({ kind: 'moved_on' }, warehouseText.setUpEarlier)
}

/** Closes a step in the transaction that did its work. The set-up goes forward only. */
export async function closeStep(tx: Tx, who: Who, step: SetUpStep): Promise<{ initStep: number }> {
  const warehouse = await lockWarehouse(tx, who)
  const { initStep } = warehouse
  if (initStep !== step) return { initStep }
  const after = { initStep: step + 1 }
  await saveWarehouse(tx, who, warehouse, after, { action: 'set_up', before: { initStep }, after })
  return after
}
