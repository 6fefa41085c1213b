import { Button } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../lib/web/call.ts'
import { useFilters } from '../../lib/web/filters.ts'
import { ImportDialog } from '../../lib/web/ImportDialog.tsx'
import { useText } from '../../lib/web/language.tsx'
import { MasterList } from '../../lib/web/MasterList.tsx'
import type { View } from '../../lib/web/Views.tsx'
import { LogButton } from '../../staff/web/LogButton.tsx'
import { zoneSchemaColumns } from '../zone-columns.ts'
import { createZoneSchema, listZoneSchemas, switchZoneSchemas, zoneSchemaQuery } from '../zone-contract.ts'
import { zoneImport } from '../zone-import.ts'
import { zoneText } from '../zone-text.ts'
import { ZoneSchemaDrawer } from './ZoneSchemaDrawer.tsx'
import { NewZoneSchema, zoneReadings } from './ZoneSchemaForm.tsx'

/** The tables that say which price zone an address lies in. */
export function ZoneSchemaPage({ views }: { views: View[] }) {
  const t = useText()
  const filters = useFilters(zoneSchemaQuery)
  const list = useAnswer(listZoneSchemas, filters.value)
  const [isImporting, setImporting] = useState(false)
  return (
    <MasterList
      title={zoneText.title}
      views={views}
      filters={filters}
      list={list}
      name="zone_schemas"
      columns={zoneSchemaColumns}
      words={zoneText}
      createCall={createZoneSchema}
      switchCall={switchZoneSchemas}
      readings={zoneReadings}
      form={(close) => <NewZoneSchema onClose={close} />}
      drawer={(open, close) => <ZoneSchemaDrawer id={open} onClose={close} />}
      actions={<Button onClick={() => setImporting(true)}>{t(zoneText.import)}</Button>}
      more={<LogButton of="zone_schema" />}
      panel={
        isImporting && (
          <ImportDialog form={zoneImport} refreshes={zoneReadings} onClose={() => setImporting(false)} />
        )
      }
    />
  )
}
