import { useState } from 'react'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { ImportDialog } from '../../../platform/imports/web/ImportDialog.ts'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { MasterList } from '../../../platform/lists/web/MasterList.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useLogAction } from '../../../staff/audit/web/LogButton.tsx'
import { zoneSchemaColumns } from '../columns.ts'
import { createZoneSchema, listZoneSchemas, switchZoneSchemas, zoneSchemaQuery } from '../contract.ts'
import { zoneImport } from '../import-form.ts'
import { zoneText } from '../text.ts'
import { NewZoneSchema, zoneReadings } from './ZoneSchemaForm.tsx'

const ZoneSchemaDrawer = lazyDrawer(() => import('./ZoneSchemaDrawer.tsx'), 'ZoneSchemaDrawer')

/** The tables that assign addresses to price zones. */
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
      waysIn={[{ label: t(zoneText.import), run: () => setImporting(true) }]}
      more={[useLogAction('zone_schema')]}
      panel={
        isImporting && (
          <ImportDialog form={zoneImport} refreshes={zoneReadings} onClose={() => setImporting(false)} />
        )
      }
    />
  )
}
