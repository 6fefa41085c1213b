import type { Server } from '../../lib/server/serve.ts'
import { commandSheet, printSettings, savePrintSettings, testPage } from '../print-contract.ts'
import {
  createTemplate,
  editTemplate,
  listTemplates,
  sampleStamp,
  switchTemplates,
  watermarkTemplate,
} from '../watermark-contract.ts'
import { drawCommandSheet } from './command-sheet.ts'
import * as settings from './print-settings.ts'
import { drawTestPage } from './test-page.ts'
import * as watermarks from './watermarks.ts'

export function shippingRoutes({ answer }: Server) {
  answer(listTemplates, watermarks.templatePage)
  answer(watermarkTemplate, watermarks.oneTemplate)
  answer(createTemplate, watermarks.create)
  answer(editTemplate, watermarks.edit)
  answer(switchTemplates, watermarks.switchOn)
  answer(sampleStamp, watermarks.sample)
  answer(printSettings, settings.settingsAt)
  answer(savePrintSettings, settings.save)
  answer(testPage, drawTestPage)
  answer(commandSheet, drawCommandSheet)
}
