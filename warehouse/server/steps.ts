import { refuseAs } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { LAST_STEP, type SetUpStep } from '../steps.ts'
import { warehouseText } from '../text.ts'
import { lockWarehouse, saveWarehouse } from './facts.ts'

/**
 * Starts a step of the setup: the warehouse is locked, so that two users run one after the other.
 *
 * A completed step can be repeated until the last one; none can be skipped ahead.
 */
export async function openStep(tx: Tx, who: Who, step: SetUpStep) {
  const { initStep } = await lockWarehouse(tx, who)
  if (initStep === LAST_STEP) refuseAs({ kind: 'moved_on' }, warehouseText.setUpOver)
  if (initStep < step) refuseAs({ kind: 'moved_on' }, warehouseText.setUpEarlier)
}

/** Completes a step in the transaction that did its work. The setup only moves forward. */
export async function closeStep(tx: Tx, who: Who, step: SetUpStep): Promise<{ initStep: number }> {
  const warehouse = await lockWarehouse(tx, who)
  const { initStep } = warehouse
  if (initStep !== step) return { initStep }
  const after = { initStep: step + 1 }
  await saveWarehouse(tx, who, warehouse, after, { action: 'set_up', before: { initStep }, after })
  return after
}
