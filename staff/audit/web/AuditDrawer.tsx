import { Flex } from 'antd'
import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { type AuditLabels, loginName, wordsFor } from '../../audit-labels.ts'
import { type AuditRow, auditEntry } from '../contract.ts'
import { auditText } from '../text.ts'

/** One change: who, when, from where, and every field before and after. */
export function AuditDrawer({
  id,
  onClose,
  words,
}: {
  id: string | undefined
  onClose: () => void
  words: AuditLabels
}) {
  const t = useText()
  const entry = useAnswer(auditEntry, { id }, { enabled: id !== undefined, keep: false })
  const name = wordsFor(words, language)

  return (
    <DetailDrawer title={t(auditText.title)} isOpen={id !== undefined} onClose={onClose} answer={entry}>
      {(row) => (
        <Flex vertical gap={16}>
          <FactList
            isNarrow
            facts={[
              [auditText.at, <LocalTime key="at" at={row.at} withSeconds />],
              [auditText.person, loginName(row.loginAccount, language)],
              [auditText.action, name.action(row.action)],
              [auditText.type, name.type(row.objectType)],
              [auditText.no, row.objectNo],
              [auditText.reason, row.reason],
              [auditText.ip, row.ip],
              [auditText.requestId, row.requestId],
            ]}
          />
          <Link
            to={`/setting/audit?${new URLSearchParams({ type: row.objectType, object: String(row.objectId) })}`}
          >
            {t(auditText.sameObject)}
          </Link>
          <h2 className="page-title">{t(auditText.changes)}</h2>
          <WideTable
            size="small"
            rowKey="field"
            dataSource={changesOf(row)}
            pagination={false}
            locale={{ emptyText: <span className="hint">{t(auditText.noFields)}</span> }}
            columns={[
              { title: t(auditText.field), render: (_, { field }) => name.field(field) },
              { title: t(auditText.before), render: (_, { field, before }) => name.value(field, before) },
              { title: t(auditText.after), render: (_, { field, after }) => name.value(field, after) },
            ]}
          />
        </Flex>
      )}
    </DetailDrawer>
  )
}

const changesOf = ({ before, after }: AuditRow) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    field,
    before: before?.[field],
    after: after?.[field],
  }))
