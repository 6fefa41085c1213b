import { machine, type StateOf } from '../../platform/text/state-machine.ts'
import type { Text } from '../../platform/text/text.ts'

/**
 * A waybill, from the request of a label to its end.
 *
 * A carrier's label is requested first and obtained when the carrier answers, the others in the same moment. A label that
 * the customer replaced is superseded. A failed request is asked again under the same attempt, or discarded.
 */
export const waybillStates = machine({
  name: 'waybill',
  first: 'requesting',
  states: ['requesting', 'obtained', 'failed', 'voiding', 'voided', 'void_failed', 'superseded'],
  actions: {
    obtain: { from: ['requesting', 'failed'], to: 'obtained' },
    fail: { from: ['requesting'], to: 'failed' },
    retry: { from: ['failed'], to: 'requesting' },
    ask_void: { from: ['obtained', 'void_failed', 'failed'], to: 'voiding' },
    void: { from: ['obtained', 'voiding', 'requesting', 'failed'], to: 'voided' },
    refuse_void: { from: ['voiding'], to: 'void_failed' },
    replace: { from: ['obtained'], to: 'superseded' },
  },
})
export type WaybillState = StateOf<typeof waybillStates>

export const waybillStateText: Record<WaybillState, Text> = {
  requesting: { zh_CN: '获取中', en_US: 'Requesting' },
  obtained: { zh_CN: '已获取', en_US: 'Obtained' },
  failed: { zh_CN: '获取失败', en_US: 'Failed' },
  voiding: { zh_CN: '作废中', en_US: 'Being voided' },
  voided: { zh_CN: '已作废', en_US: 'Voided' },
  void_failed: { zh_CN: '作废失败', en_US: 'Void refused' },
  superseded: { zh_CN: '已替换', en_US: 'Replaced' },
}
