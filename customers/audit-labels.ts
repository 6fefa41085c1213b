import type { AuditLabels } from '../staff/audit-labels.ts'
import { customersText } from './text.ts'

export const customersAuditLabels: AuditLabels = {
  types: {
    customer: { zh_CN: '客户', en_US: 'Customer' },
    customer_group: customersText.groups,
  },
  actions: {
    set_terms: customersText.editTerms,
    open_login: customersText.openLogin,
  },
  fields: {
    customerCode: customersText.customerCode,
    customerName: customersText.customerName,
    mnemonic: customersText.mnemonic,
    groupId: customersText.group,
    groupCode: customersText.groupCode,
    groupName: customersText.groupName,
    contact: customersText.contact,
    countryCode: customersText.country,
    address: customersText.address,
    salesRepId: customersText.salesRep,
    remark: customersText.remark,
    settlementMode: customersText.settlementMode,
    billAmountLimit: customersText.billAmountLimit,
    creditLimit: customersText.creditLimit,
    warnAmount: customersText.warnAmount,
    storageSettlementCycle: customersText.storageCycle,
    storageCycleDays: customersText.cycleDaysTitle,
  },
}
