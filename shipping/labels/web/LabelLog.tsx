import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { printText } from '../../../warehouse/print-settings/text.ts'
import { labelLog } from '../contract.ts'
import { labelsText } from '../text.ts'

const outcomes = {
  printed: labelsText.printed,
  not_printed: labelsText.notPrinted,
  left_out: labelsText.leftOut,
  refused: labelsText.refused,
}

/** When the labels of an order were printed, by whom, and why again. */
export function LabelLog({ id }: { id: number }) {
  const t = useText()
  const { data = [] } = useAnswer(labelLog, { orderId: id })
  if (data.length === 0) return null
  return (
    <section aria-label={t(labelsText.log)}>
      <h3>{t(labelsText.log)}</h3>
      <WideTable
        size="small"
        rowKey={({ at, packageNo, copyNo, outcome }) => `${at} ${packageNo} ${copyNo} ${outcome}`}
        dataSource={data}
        pagination={false}
        columns={[
          { title: t(columnText.occurredAt), render: (_, { at }) => <LocalTime at={at} /> },
          { title: t(columnText.operator), dataIndex: 'person' },
          { title: t(columnText.trackingNo), dataIndex: 'trackingNo' },
          { title: t(labelsText.copyNo), dataIndex: 'copyNo', align: 'right' },
          { title: t(columnText.status), render: (_, { outcome }) => t(outcomes[outcome]) },
          { title: t(printText.labelPrinter), dataIndex: 'printer' },
          { title: t(printText.reason), dataIndex: 'reason' },
        ]}
      />
    </section>
  )
}
