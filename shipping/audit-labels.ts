import type { AuditLabels } from '../staff/audit-labels.ts'
import { outboundText } from './outbound/text.ts'
import { pickingStates, pickingStateText } from './picking/states.ts'
import { pickingText } from './picking/text.ts'
import { watermarkText } from './watermarks/text.ts'

export const shippingAuditLabels: AuditLabels = {
  types: {
    watermark_template: { zh_CN: '水印模板', en_US: 'Watermark template' },
    picking_list: pickingText.list,
    shipment_batch: outboundText.batch,
  },
  actions: {
    assign_picker: pickingText.assign,
    print_list: pickingText.print,
    ship: outboundText.ship,
    weigh: outboundText.weigh,
  },
  fields: {
    templateName: watermarkText.template,
    labelSource: watermarkText.labelSource,
    labelFormat: watermarkText.labelFormat,
    stampMode: watermarkText.mode,
    scalePercent: watermarkText.scale,
    lang: watermarkText.lang,
    items: watermarkText.items,
    pickingStatus: pickingText.status,
    picker: pickingText.picker,
    orderCount: pickingText.orderCount,
    printCount: pickingText.printCount,
    batchNo: outboundText.batchNo,
    truckNo: outboundText.truckNo,
    packageCount: outboundText.packages,
    packageNo: outboundText.packageNo,
    weight: outboundText.weight,
  },
  values: {
    pickingStatus: (code) => {
      const state = pickingStates.states.find((state) => state === code)
      return state ? pickingStateText[state] : { zh_CN: code, en_US: code }
    },
  },
}
