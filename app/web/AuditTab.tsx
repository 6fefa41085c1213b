import { TrailPage } from '../../staff/audit/web/AuditPage.tsx'
import { trailWords } from '../audit-labels.ts'

/** The trail speaks of every slice, and their words come with it: nobody else on the way in has to carry them. */
export const TrailRoom = () => <TrailPage words={trailWords} />
