import { createPickingLists, findPickable } from '../shipping/picking/server/create.ts'
import {
  assignPickingLists,
  completePickingLists,
  markPickingListsPrinted,
} from '../shipping/picking/server/steps.ts'
import type { Event, Floor } from './floor.ts'

/** How many orders each list takes; the others wait for one. */
const ORDERS = 3

/** The picking lists of this morning: single pieces are picked, and a list of several pieces is on its way. */
export function pickingEvents({ tx, people }: Floor): Event[] {
  const desk = people('packing1')
  const listOf = async (pieceClass: 'ss' | 'sm') => {
    const { orders } = await findPickable(tx, desk, { pieceClass })
    const ids = orders[pieceClass].slice(0, ORDERS)
    if (ids.length === 0) return []
    const { lists } = await createPickingLists(tx, desk, { ids, perList: ORDERS, isMixed: false })
    return lists.map(({ id }) => id)
  }
  return [
    {
      day: 0,
      hour: 8,
      happen: async () => {
        const ids = await listOf('ss')
        const picker = people('picking1')
        await markPickingListsPrinted(tx, desk, { ids })
        await assignPickingLists(tx, desk, { ids, assigneeId: picker.accountId })
        await completePickingLists(tx, picker, { ids })
      },
    },
    { day: 0, hour: 9, happen: () => listOf('sm') },
  ]
}
