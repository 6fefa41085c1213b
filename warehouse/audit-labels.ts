import type { Text } from '../platform/text/text.ts'
import { warehouseText } from './text.ts'

/** Audit labels; the staff slice, which shows them, is beside this one, not below. */
export const warehouseAuditLabels: Record<'types' | 'actions' | 'fields', Record<string, Text>> = {
  types: { warehouse: { zh_CN: '仓库', en_US: 'Warehouse' } },
  actions: {
    fix_measures: warehouseText.measures,
    edit_settings: warehouseText.editSettings,
    set_up: warehouseText.setUpStep,
  },
  fields: {
    warehouseCode: warehouseText.warehouseCode,
    warehouseName: warehouseText.warehouseName,
    positionType: warehouseText.positionType,
    stateCode: warehouseText.state,
    city: warehouseText.city,
    zip: warehouseText.zip,
    address1: warehouseText.address1,
    address2: warehouseText.address2,
    timeZone: warehouseText.timeZone,
    currencyCode: warehouseText.currency,
    unit: warehouseText.unit,
    snapshotTime: warehouseText.snapshotTime,
    minVolume: warehouseText.minVolume,
    initStep: warehouseText.initStep,
    autoAudit: warehouseText.autoAudit,
    receiveOneStep: warehouseText.receiveOneStep,
    overReceivePolicy: warehouseText.overReceivePolicy,
    overReceivePercent: warehouseText.overReceivePercent,
    weighRequired: warehouseText.weighRequired,
    interceptAllowed: warehouseText.interceptAllowed,
    chargeSunkFreight: warehouseText.chargeSunkFreight,
    interceptNeedsReview: warehouseText.interceptNeedsReview,
    reprintNeedsPermission: warehouseText.reprintNeedsPermission,
    pickStrategy: warehouseText.pickStrategy,
    balanceWarnDefault: warehouseText.balanceWarnDefault,
    receiverDays: warehouseText.receiverDays,
  },
}
