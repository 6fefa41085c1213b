import type { OutputOf } from '../../../platform/calls/call.ts'
import type { createPickingLists } from '../contract.ts'
import { callsOf, chunksOf, MAX_ORDERS } from '../plan.ts'

/**
 * The orders of each call for a selection. Those that can't be picked are asked for too, so that the result says why; a selection that one
 * call takes is done as a whole.
 */
export function callsOfSelection(
  ids: readonly number[],
  ...[orders, split]: Parameters<typeof callsOf>
): number[][] {
  if (ids.length <= MAX_ORDERS) return [[...ids]]
  const { calls } = callsOf(orders, split)
  const listed = new Set(calls.flat())
  const left = ids.filter((id) => !listed.has(id))
  return [...calls, ...chunksOf(left, MAX_ORDERS)]
}

type Made = OutputOf<typeof createPickingLists>

/**
 * Creates the picking lists of several parts of a selection, one call after the other. If a later call fails, the lists
 * made so far are the result: they exist and have to be printed.
 */
export async function createInParts(
  parts: readonly number[][],
  create: (ids: number[]) => Promise<Made>,
): Promise<Made & { isComplete: boolean }> {
  const made = { ok: 0, failed: [], lists: [], isComplete: true } as Made & { isComplete: boolean }
  for (const ids of parts) {
    try {
      const { ok, failed, lists } = await create(ids)
      made.ok += ok
      made.failed.push(...failed)
      made.lists.push(...lists)
    } catch (error) {
      if (made.lists.length === 0) throw error
      return { ...made, isComplete: false }
    }
  }
  return made
}
