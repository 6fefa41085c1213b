import type { AuditLabels } from '../staff/audit-labels.ts'
import { labelsText } from './labels/text.ts'
import { manifestText } from './manifests/text.ts'
import { outboundText } from './outbound/text.ts'
import { pickingStates, pickingStateText } from './picking/states.ts'
import { pickingText } from './picking/text.ts'
import { watermarkText } from './watermarks/text.ts'

export const shippingAuditLabels: AuditLabels = {
  types: {
    label_print: labelsText.labelPrint,
    picking_list: pickingText.list,
    shipment_batch: outboundText.batch,
    watermark_template: { zh_CN: '水印模板', en_US: 'Watermark template' },
  },
  actions: {
    assign_picker: pickingText.assign,
    print_list: pickingText.print,
    request_manifest: manifestText.requested,
    make_manifest: manifestText.made,
    merge_lists: pickingText.merge,
    split_list: pickingText.split,
  },
  fields: {
    copyNo: labelsText.copyNo,
    printed: labelsText.printed,
    notPrinted: labelsText.notPrinted,
    refused: labelsText.refused,
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
    earlierLists: pickingText.earlierLists,
    laterLists: pickingText.laterLists,
    batchNo: outboundText.batchNo,
    truckNo: outboundText.truckNo,
    packageCount: outboundText.packages,
    manifestNo: manifestText.manifestNo,
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
