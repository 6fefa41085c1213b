import { type ActionOf, machine, type StateOf } from '../../platform/text/state-machine.ts'
import type { Text } from '../../platform/text/text.ts'

/**
 * A picking list, from its creation until all its orders have left.
 *
 * Printing or assigning it starts the picking; goods stay where the ledger has them until the orders ship. An order may leave
 * a list that is not done or cancelled, which keeps its status.
 */
export const pickingStates = machine({
  name: 'picking_list',
  first: 'waiting',
  states: ['waiting', 'picking', 'picked', 'done', 'cancelled'],
  actions: {
    start: { from: ['waiting'], to: 'picking' },
    pick: { from: ['picking'], to: 'picking' },
    report_short: { from: ['picking'], to: 'picking' },
    complete: { from: ['picking'], to: 'picked' },
    finish: { from: ['picked'], to: 'done' },
    cancel: { from: ['waiting', 'picking'], to: 'cancelled' },
  },
})
export type PickingState = StateOf<typeof pickingStates>
export type PickingAction = ActionOf<typeof pickingStates>

export const pickingStateText: Record<PickingState, Text> = {
  waiting: { zh_CN: '待拣货', en_US: 'To pick' },
  picking: { zh_CN: '拣货中', en_US: 'Picking' },
  picked: { zh_CN: '已拣货', en_US: 'Picked' },
  done: { zh_CN: '已完成', en_US: 'Done' },
  cancelled: { zh_CN: '已取消', en_US: 'Cancelled' },
}

/** Whether the action is possible. A list is started by the way when it is completed. */
export const mayDo = (status: PickingState, action: PickingAction): boolean =>
  pickingStates.allows(status, action) || (action === 'complete' && pickingStates.allows(status, 'start'))
