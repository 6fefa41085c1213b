import { Button } from 'antd'
import { useState } from 'react'
import type { SentTo } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { ImportDialog } from '../../../platform/imports/web/ImportDialog.ts'
import { inUnits } from '../../../platform/lists/columns.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useCodes } from '../../../platform/lists/web/codes.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { EnabledTag, enabledFilter, SwitchButtons } from '../../../platform/lists/web/Enabled.tsx'
import { filtersOf, useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../../platform/lists/web/selection.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { labelText } from '../../../platform/printing/labels.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import { useLogAction } from '../../../staff/audit/web/LogButton.tsx'
import { PrintDrawer } from '../../../warehouse/print-settings/web/PrintDrawer.ts'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { locationColumns } from '../columns.ts'
import {
  createLocation,
  getLocation,
  listBinLabels,
  listLocations,
  listZones,
  locationPattern,
  locationQuery,
  printBinLabels,
  purposes,
  switchLocations,
} from '../contract.ts'
import { locationImport } from '../import-form.ts'
import { inventoryText } from '../text.ts'
import { NewLocation } from './LocationForm.tsx'
import './locations.css'

const ZonesDialog = lazyDialog(() => import('./ZonesDialog.tsx'), 'ZonesDialog')
const PatternDialog = lazyDialog(() => import('./PatternDialog.tsx'), 'PatternDialog')
const GenerateDialog = lazyDialog(() => import('./GenerateDialog.tsx'), 'GenerateDialog')
const LocationDrawer = lazyDrawer(() => import('./LocationDrawer.tsx'), 'LocationDrawer')

type ToPrint = SentTo<typeof listBinLabels>

const readings = [listLocations, getLocation, listZones, locationPattern]

/** The bin list, as a view of the warehouse page. */
export function LocationList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(locationQuery)
  const list = useAnswer(listLocations, filters.value)
  const zones = useAnswer(listZones, {})
  const purposeWords = useDictionary('locationPurpose')
  const picks = usePicks('locations', filters.value)
  const pasted = useCodes(filters, list.data)
  const [isOpen, setOpen] = useState<'new' | 'generate' | 'import' | 'zones' | 'pattern'>()
  const [toPrint, setToPrint] = useState<ToPrint>()
  const close = () => setOpen(undefined)
  const switching = useBulk(switchLocations, { refreshes: readings, picks })
  const table = useTable('locations', inUnits(locationColumns, useUnits()), {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
  })
  const mayEdit = useFeature('location') === 'full' && may(createLocation.permission)
  useShortcut('new', () => setOpen('new'), mayEdit)
  const input = filtersOf(filters.value)
  const total = list.data?.total ?? 0
  const print = () =>
    picks.all ? setToPrint({ filters: input }) : picks.inOneCall((ids) => setToPrint({ ids }))
  useShortcut('print', print, picks.count > 0)
  const waysIn = mayEdit
    ? [
        { label: t(inventoryText.generate), run: () => setOpen('generate') },
        { label: t(inventoryText.import), run: () => setOpen('import') },
      ]
    : []

  return (
    <ListPage
      title={t(title)}
      views={views}
      list={list}
      table={table}
      paging={filters}
      actions={[
        mayEdit && { label: t(inventoryText.newLocation), run: () => setOpen('new'), isPrimary: true },
        ...waysIn,
        useLogAction('location'),
        { label: t(inventoryText.zones), run: () => setOpen('zones'), isReading: true },
        { label: t(inventoryText.pattern), run: () => setOpen('pattern'), isReading: true },
        mayEdit && {
          label: t(labelText.printAll),
          run: () => setToPrint({ filters: input }),
          isDisabled: total === 0,
        },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: t(inventoryText.search), codes: pasted },
        {
          kind: 'choice',
          name: 'zoneId',
          label: t(inventoryText.zone),
          options: (zones.data ?? []).map(({ id, zoneName }) => ({ value: id, label: zoneName })),
        },
        {
          kind: 'choice',
          name: 'purpose',
          label: t(inventoryText.purpose),
          options: purposes.map((value) => ({ value, label: purposeWords.textOf(value) })),
        },
        enabledFilter(t),
      ]}
      {...(mayEdit && {
        picks,
      })}
      bulk={
        <>
          <Button onClick={print}>{t(labelText.print)}</Button>
          {mayEdit && (
            <SwitchButtons
              picks={picks}
              bulk={switching}
              ask={t(inventoryText.disableAsk, { count: picks.count })}
              warning={t(inventoryText.disableWarning)}
            />
          )}
        </>
      }
      panel={
        <>
          {switching.panel}
          {pasted.panel}
          {isOpen === 'new' && <NewLocation onClose={close} />}
          {isOpen === 'generate' && <GenerateDialog onClose={close} />}
          {isOpen === 'zones' && <ZonesDialog onClose={close} />}
          {isOpen === 'pattern' && <PatternDialog onClose={close} />}
          {isOpen === 'import' && <ImportDialog form={locationImport} refreshes={readings} onClose={close} />}
          {toPrint && (
            <PrintDrawer
              kind="bin"
              list={listBinLabels}
              call={printBinLabels}
              which={toPrint}
              onClose={() => setToPrint(undefined)}
            />
          )}
        </>
      }
      empty={{
        title: t(inventoryText.noLocations),
        why: t(inventoryText.whyLocations),
        actions: waysIn.map((action, place) => ({ ...action, isPrimary: place === 0 })),
      }}
      drawer={(open, closeRow) => <LocationDrawer id={open} onClose={closeRow} />}
    />
  )
}
