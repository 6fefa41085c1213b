import type { Server } from '../../platform/calls/server/serve.ts'
import {
  channelStamp,
  createTemplate,
  editTemplate,
  listTemplates,
  sampleStamp,
  switchTemplates,
  templatesInUse,
  watermarkTemplate,
} from '../watermarks/contract.ts'
import * as watermarks from '../watermarks/server/watermarks.ts'

export function shippingRoutes({ answer }: Server) {
  answer(listTemplates, watermarks.templatePage)
  answer(watermarkTemplate, watermarks.oneTemplate)
  answer(channelStamp, watermarks.stampOf)
  answer(createTemplate, watermarks.create)
  answer(editTemplate, watermarks.edit)
  answer(switchTemplates, watermarks.switchOn)
  answer(templatesInUse, watermarks.inUse)
  answer(sampleStamp, watermarks.sample)
}
