import { z } from 'zod'
import { id, listQuery, pageOf, query } from '../../platform/calls/call.ts'
import { calendarDay } from '../../platform/calls/rules.ts'

const day = calendarDay()

const auditFilters = {
  /** A prefix of the document number. */
  search: z.string().trim().max(100).optional(),
  type: z.string().max(40).optional(),
  /** The object itself, whatever its name was at the time. */
  object: z.coerce.number().pipe(id).optional(),
  action: z.string().max(40).optional(),
  /** A prefix of the account. */
  person: z.string().trim().max(100).optional(),
  /** Dates in the caller's time zone, both included. */
  from: day.optional(),
  to: day.optional(),
}

export const auditQuery = listQuery(['at'], ['at', 'desc'], auditFilters)

const auditRow = z.object({
  id,
  at: z.iso.datetime(),
  loginAccount: z.string(),
  ip: z.string(),
  requestId: z.string(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.number().int(),
  objectNo: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
})
export type AuditRow = z.output<typeof auditRow>

/** Who changed what, newest first. */
export const listAudit = query('/gateway/wms/trail/list', {
  permission: 'setting:audit:view',
  feature: 'account',
  input: auditQuery,
  output: pageOf(auditRow),
})

/** One entry by its number, for a link to it. */
export const auditEntry = query('/gateway/wms/trail/entry', {
  permission: 'setting:audit:view',
  feature: 'account',
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: auditRow,
})
