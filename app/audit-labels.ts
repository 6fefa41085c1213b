import { billingAuditLabels } from '../billing/audit-labels.ts'
import { carrierAuditLabels } from '../carriers/audit-labels.ts'
import { channelsAuditLabels } from '../channels/audit-labels.ts'
import { stateAuditLabels } from '../channels/provinces/audit-labels.ts'
import { zoneAuditLabels } from '../channels/zones/audit-labels.ts'
import { customersAuditLabels } from '../customers/audit-labels.ts'
import { inventoryAuditLabels } from '../inventory/audit-labels.ts'
import { ordersAuditLabels } from '../orders/audit-labels.ts'
import { leadText } from '../platform/scanning/lead-calls.ts'
import { productsAuditLabels } from '../products/audit-labels.ts'
import { receivingAuditLabels } from '../receiving/audit-labels.ts'
import { setUpAuditLabels } from '../setup/text.ts'
import { shippingAuditLabels } from '../shipping/audit-labels.ts'
import { type AuditLabels, staffAuditLabels } from '../staff/audit-labels.ts'
import { warehouseAuditLabels } from '../warehouse/audit-labels.ts'
import { warehouseText } from '../warehouse/text.ts'

/** Files and spreadsheets belong to no slice. */
const sheetWords: AuditLabels = {
  types: {
    file: { zh_CN: '文件', en_US: 'File' },
    import: { zh_CN: '导入', en_US: 'Import' },
    lead_call: leadText.title,
  },
  actions: {
    upload: { zh_CN: '上传', en_US: 'Upload' },
    finish: { zh_CN: '完成', en_US: 'Finish' },
    call: leadText.call,
    take: leadText.take,
  },
  fields: {
    size: { zh_CN: '大小', en_US: 'Size' },
    rows: { zh_CN: '行数', en_US: 'Rows' },
    mapping: { zh_CN: '列对应', en_US: 'Column mapping' },
    station: { zh_CN: '作业台', en_US: 'Station' },
    subject: { zh_CN: '对象', en_US: 'Subject' },
    isTyped: { zh_CN: '手工输入', en_US: 'Typed by hand' },
    rowNo: { zh_CN: '行号', en_US: 'Row' },
    mode: { zh_CN: '导入方式', en_US: 'Mode' },
    ok: { zh_CN: '成功', en_US: 'Succeeded' },
    failed: { zh_CN: '失败', en_US: 'Failed' },
  },
}

/** The logos belong to the company; the slice that stores them has no audit labels. */
const logoWords: AuditLabels = {
  types: {},
  actions: {
    set_logo: { zh_CN: '更换 Logo', en_US: 'Change logo' },
    remove_logo: { zh_CN: '恢复默认 Logo', en_US: 'Reset logo to default' },
  },
  fields: {
    companyLogo: warehouseText.companyLogo,
    wmsLogo: warehouseText.wmsLogo,
    omsLogo: warehouseText.omsLogo,
  },
}

const all: readonly AuditLabels[] = [
  staffAuditLabels,
  warehouseAuditLabels,
  inventoryAuditLabels,
  customersAuditLabels,
  productsAuditLabels,
  stateAuditLabels,
  receivingAuditLabels,
  ordersAuditLabels,
  shippingAuditLabels,
  channelsAuditLabels,
  zoneAuditLabels,
  billingAuditLabels,
  carrierAuditLabels,
  logoWords,
  sheetWords,
  setUpAuditLabels,
]
const gather = (part: keyof AuditLabels) => Object.assign({}, ...all.map((words) => words[part] ?? {}))

/** The audit labels of every slice. */
export const auditLabels: AuditLabels = {
  types: gather('types'),
  actions: gather('actions'),
  fields: gather('fields'),
  values: gather('values'),
}
