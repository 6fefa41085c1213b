import type { ColumnDef } from '../platform/lists/columns.ts'
import type { AuditRow } from './audit/contract.ts'
import { auditText } from './audit/text.ts'
import { type AuditLabels, loginName, wordsFor } from './audit-labels.ts'
import type { StaffRow } from './contract.ts'
import { roleTitle } from './roles/roles.ts'
import { staffText } from './text.ts'

export const staffColumns: readonly ColumnDef<StaffRow>[] = [
  { key: 'loginAccount', title: staffText.loginAccount, kind: 'code', sortKey: 'loginAccount' },
  { key: 'isEnabled', title: staffText.status, kind: 'enabled', phone: 'status' },
  { key: 'userName', title: staffText.userName, kind: 'text', sortKey: 'userName', phone: 'detail' },
  {
    key: 'roles',
    title: staffText.roles,
    kind: 'text',
    value: ({ roles }, language) => roles.map((role) => roleTitle(role)[language]),
    phone: 'detail',
  },
  { key: 'phone', title: staffText.phone, kind: 'code' },
  { key: 'email', title: staffText.email, kind: 'text' },
  { key: 'lastLoginAt', title: staffText.lastLoginAt, kind: 'time', sortKey: 'lastLoginAt' },
  { key: 'createdAt', title: staffText.createdAt, kind: 'time', sortKey: 'createdAt' },
]

/** The audit log's columns with the labels of all slices. */
export const auditColumns = (words: AuditLabels): readonly ColumnDef<AuditRow>[] => [
  { key: 'at', title: auditText.at, kind: 'time', sortKey: 'at' },
  {
    key: 'loginAccount',
    title: auditText.person,
    kind: 'code',
    value: ({ loginAccount }, language) => loginName(loginAccount, language),
    phone: 'detail',
  },
  {
    key: 'action',
    title: auditText.action,
    kind: 'text',
    value: ({ action }, language) => wordsFor(words, language).action(action),
    phone: 'status',
  },
  {
    key: 'objectType',
    title: auditText.type,
    kind: 'text',
    value: ({ objectType }, language) => wordsFor(words, language).type(objectType),
    phone: 'detail',
  },
  { key: 'objectNo', title: auditText.no, kind: 'code', phone: 'detail' },
  {
    key: 'before',
    title: auditText.before,
    kind: 'text',
    isExtra: true,
    value: ({ before }, language) => wordsFor(words, language).fields(before),
  },
  {
    key: 'after',
    title: auditText.after,
    kind: 'text',
    value: ({ after }, language) => wordsFor(words, language).fields(after),
  },
  { key: 'reason', title: auditText.reason, kind: 'text' },
  { key: 'ip', title: auditText.ip, kind: 'code' },
  { key: 'requestId', title: auditText.requestId, kind: 'code', isExtra: true },
]
