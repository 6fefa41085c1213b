import { Table } from 'antd'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { EditDrawer } from '../../../platform/forms/web/EditDrawer.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { EnabledTag } from '../../../platform/lists/web/Enabled.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { LogButton } from '../../../staff/audit/web/LogButton.tsx'
import { editZoneSchema, zoneSchema } from '../contract.ts'
import { areaOf, type ZoneRow } from '../rules.ts'
import { remoteTexts, zoneText } from '../text.ts'
import { EditZoneSchema } from './ZoneSchemaForm.tsx'
import { ZoneTry } from './ZoneTry.tsx'
import './zones.css'

/** One zone table: its zones, and an address test. */
export function ZoneSchemaDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={zoneSchema}
      editCall={editZoneSchema}
      title={(item) => (item ? `${item.schemaCode} · ${item.schemaName}` : t(zoneText.schema))}
      log={(item) => <LogButton of="zone_schema" object={item.id} />}
      facts={(item) => <Facts of={item} />}
      form={(item, close) => <EditZoneSchema of={item} onClose={close} />}
    />
  )
}

function Facts({ of }: { of: OutputOf<typeof zoneSchema> }) {
  const t = useText()
  return (
    <>
      <FactList
        facts={[
          [zoneText.schemaCode, of.schemaCode],
          [columnText.status, <EnabledTag key="status" isEnabled={of.isEnabled} />],
          [zoneText.carrier, of.carrier],
          [zoneText.originZip, of.originZip],
          [zoneText.usedBy, of.channels.join(', ') || null],
          [columnText.updatedAt, <LocalTime key="updated" at={of.updatedAt} />],
        ]}
      />
      <ZoneTry rows={of.rows} />
      <Table
        size="small"
        rowKey="zone"
        pagination={false}
        dataSource={byZone(of.rows)}
        locale={{ emptyText: t(zoneText.noRows) }}
        columns={[
          { title: t(zoneText.zone), dataIndex: 'zone', className: 'zone-narrow' },
          { title: t(zoneText.rowCount), dataIndex: 'count', align: 'right', className: 'zone-narrow' },
          {
            title: t(zoneText.places),
            render: (_, { rows }) =>
              rows
                .map((row) =>
                  row.remoteLevel === 'none'
                    ? areaOf(row)
                    : `${areaOf(row)} (${t(remoteTexts[row.remoteLevel])})`,
                )
                .join(' · '),
          },
        ]}
      />
    </>
  )
}

/** Zones in natural order: 2 before 10. */
function byZone(rows: ZoneRow[]) {
  const inOrder = new Intl.Collator('en', { numeric: true })
  return [...Map.groupBy(rows, ({ zoneCode }) => zoneCode)]
    .map(([zone, own]) => ({ zone, rows: own, count: own.length }))
    .toSorted((a, b) => inOrder.compare(a.zone, b.zone))
}
