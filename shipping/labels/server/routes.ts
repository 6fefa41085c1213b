import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import * as calls from '../contract.ts'
import { cancelLabelPrint, confirmLabelPrint } from './confirm-print.ts'
import {
  getLabelPrint,
  labelCounts,
  labelLog,
  labelPage,
  labelsOfOrders,
  openLabelPrints,
} from './find-labels.ts'
import { previewLabel, printLabels, reprintLabels } from './print-labels.ts'

export function labelRoutes({ answer, answerOutside, database }: Server, files: Files) {
  answer(calls.listLabels, labelPage)
  answer(calls.countLabels, labelCounts)
  answer(calls.labelsOfOrders, labelsOfOrders)
  answerOutside(calls.previewLabel, previewLabel(files, database))
  answer(calls.printLabels, printLabels)
  answer(calls.reprintLabels, reprintLabels)
  answer(calls.getLabelPrint, getLabelPrint(files))
  answer(calls.openLabelPrints, openLabelPrints)
  answer(calls.confirmLabelPrint, confirmLabelPrint)
  answer(calls.cancelLabelPrint, cancelLabelPrint)
  answer(calls.labelLog, labelLog)
}
