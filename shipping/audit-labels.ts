import type { AuditLabels } from '../staff/audit-labels.ts'
import { watermarkText } from './watermarks/text.ts'

export const shippingAuditLabels: AuditLabels = {
  types: { watermark_template: { zh_CN: '水印模板', en_US: 'Watermark template' } },
  actions: {},
  fields: {
    templateName: watermarkText.template,
    labelSource: watermarkText.labelSource,
    labelFormat: watermarkText.labelFormat,
    stampMode: watermarkText.mode,
    scalePercent: watermarkText.scale,
    lang: watermarkText.lang,
    items: watermarkText.items,
  },
}
