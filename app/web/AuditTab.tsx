import { AuditPage } from '../../staff/audit/web/AuditPage.tsx'
import { auditLabels } from '../audit-labels.ts'

/**
 * The audit log covers every slice, and its labels are loaded with it, to keep them out of the first load.
 */
export const AuditTab = () => <AuditPage words={auditLabels} />
