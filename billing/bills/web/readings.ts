import { readings as ofMoney } from '../../money/web/readings.ts'
import { listBillLines, previewBills } from '../contract.ts'

/** What a change of a bill makes out of date. */
export const readings = [...ofMoney, listBillLines, previewBills]
