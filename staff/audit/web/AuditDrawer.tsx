import { Descriptions, Flex, Table } from 'antd'
import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { type TrailWords, wordsFor } from '../../audit-labels.ts'
import { type TrailRow, trailEntry } from '../contract.ts'
import { trailText } from '../text.ts'

/** One change: who, when, from where, and every field before and after. */
export function TrailDrawer({
  id,
  onClose,
  words,
}: {
  id: string | undefined
  onClose: () => void
  words: TrailWords
}) {
  const t = useText()
  const entry = useAnswer(trailEntry, { id }, { enabled: id !== undefined, keep: false })
  const name = wordsFor(words, language)

  return (
    <DetailDrawer title={t(trailText.title)} isOpen={id !== undefined} onClose={onClose} answer={entry}>
      {(row) => (
        <Flex vertical gap={16}>
          <Descriptions
            column={1}
            size="small"
            bordered
            items={[
              { label: t(trailText.at), children: <LocalTime at={row.at} withSeconds /> },
              { label: t(trailText.person), children: row.loginAccount },
              { label: t(trailText.action), children: name.action(row.action) },
              { label: t(trailText.type), children: name.type(row.objectType) },
              { label: t(trailText.no), children: row.objectNo },
              { label: t(trailText.reason), children: row.reason },
              { label: t(trailText.ip), children: row.ip },
              { label: t(trailText.requestId), children: row.requestId },
            ].map((item) => ({ ...item, key: item.label }))}
          />
          <Link
            to={`/setting/audit?${new URLSearchParams({ type: row.objectType, object: String(row.objectId) })}`}
          >
            {t(trailText.sameObject)}
          </Link>
          <h2 className="page-title">{t(trailText.changes)}</h2>
          <Table
            size="small"
            rowKey="field"
            dataSource={changesOf(row)}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: <span className="hint">{t(trailText.noFields)}</span> }}
            columns={[
              { title: t(trailText.field), render: (_, { field }) => name.field(field) },
              { title: t(trailText.before), render: (_, { field, before }) => name.value(field, before) },
              { title: t(trailText.after), render: (_, { field, after }) => name.value(field, after) },
            ]}
          />
        </Flex>
      )}
    </DetailDrawer>
  )
}

const changesOf = ({ before, after }: TrailRow) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    field,
    before: before?.[field],
    after: after?.[field],
  }))
