import { readings as orderReadings } from '../../../orders/web/readings.ts'
import { countLabels, labelLog, listLabels, openLabelPrints } from '../contract.ts'

/** What shows labels and their orders, and is read again after a print. */
export const labelReadings = [listLabels, countLabels, openLabelPrints, labelLog, ...orderReadings]
