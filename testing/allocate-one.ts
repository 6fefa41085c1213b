import { allocate } from '../inventory/stock/server/allocate.ts'

/** Allocates goods to one document, and returns what it lacks. */
export const allocateOne = async (
  tx: Parameters<typeof allocate>[0],
  who: Parameters<typeof allocate>[1],
  demand: Parameters<typeof allocate>[2][number],
  strategy?: Parameters<typeof allocate>[3],
) => (await allocate(tx, who, [demand], strategy)).get(demand.id) ?? []
