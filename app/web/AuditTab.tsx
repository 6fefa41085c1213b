import { AuditPage } from '../../staff/audit/web/AuditPage.tsx'
import { auditLabels } from '../audit-labels.ts'

/** The trail speaks of every slice, and their words come with it: nobody else on the way in has to carry them. */
export const AuditRoom = () => <AuditPage words={auditLabels} />
