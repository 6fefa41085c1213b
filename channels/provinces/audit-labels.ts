import { columnText } from '../../platform/lists/column-text.ts'
import type { AuditLabels } from '../../staff/audit-labels.ts'
import { stateText } from './text.ts'

export const stateAuditLabels: AuditLabels = {
  types: { state: { zh_CN: '州/省', en_US: 'State' } },
  actions: {},
  fields: {
    countryCode: columnText.country,
    stateCode: stateText.stateCode,
    nameZh: stateText.nameZh,
    nameEn: stateText.nameEn,
  },
}
