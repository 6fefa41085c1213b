import type { Server } from '../../platform/calls/server/serve.ts'
import {
  channelStamp,
  createTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
  sampleStamp,
  switchTemplates,
  templatesInUse,
} from '../watermarks/contract.ts'
import * as watermarks from '../watermarks/server/watermarks.ts'

export function shippingRoutes({ answer }: Server) {
  answer(listTemplates, watermarks.listTemplates)
  answer(getTemplate, watermarks.getTemplate)
  answer(channelStamp, watermarks.channelStamp)
  answer(createTemplate, watermarks.createTemplate)
  answer(editTemplate, watermarks.editTemplate)
  answer(switchTemplates, watermarks.switchTemplates)
  answer(templatesInUse, watermarks.templatesInUse)
  answer(sampleStamp, watermarks.sampleStamp)
}
