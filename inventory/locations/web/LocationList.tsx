import { Button, Select } from 'antd'
import { useState } from 'react'
import type { SentTo } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { ImportDialog } from '../../../platform/imports/web/ImportDialog.ts'
import { inUnits } from '../../../platform/lists/columns.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useCodes } from '../../../platform/lists/web/codes.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import {
  EnabledFilter,
  EnabledTag,
  SwitchButtons,
  useEnabledChip,
} from '../../../platform/lists/web/Enabled.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListMenu } from '../../../platform/lists/web/ListMenu.tsx'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { SearchBox } from '../../../platform/lists/web/SearchBox.tsx'
import { usePicks } from '../../../platform/lists/web/selection.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { labelText } from '../../../platform/printing/labels.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import { LogButton } from '../../../staff/audit/web/LogButton.tsx'
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

/** The bins of the house, as a view of the page about the warehouse. */
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
  const {
    table,
    columns,
    views: own,
  } = useTable('locations', inUnits(locationColumns, useUnits()), {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
  })
  const mayEdit = useFeature('location') === 'full' && may(createLocation.permission)
  useShortcut('new', () => setOpen('new'), mayEdit)
  const { page: _, size: __, sort: ___, order: ____, ...input } = filters.value
  const total = list.data?.total ?? 0
  useShortcut('print', () => setToPrint(picks.all ? { filters: input } : { ids: picks.ids }), picks.count > 0)
  const enabledChip = useEnabledChip()
  const zoneText = (id: number) => zones.data?.find((zone) => zone.id === id)?.zoneName ?? String(id)

  return (
    <ListPage
      title={t(title)}
      views={[...views, ...own]}
      list={list}
      paging={filters}
      actions={
        mayEdit && (
          <>
            <Button type="primary" onClick={() => setOpen('new')}>
              {t(inventoryText.newLocation)}
            </Button>
            <Button onClick={() => setOpen('generate')}>{t(inventoryText.generate)}</Button>
            <Button onClick={() => setOpen('import')}>{t(inventoryText.import)}</Button>
          </>
        )
      }
      more={
        <>
          <LogButton of="location" />
          <Button onClick={() => setOpen('zones')}>{t(inventoryText.zones)}</Button>
          <Button onClick={() => setOpen('pattern')}>{t(inventoryText.pattern)}</Button>
          {mayEdit && (
            <Button disabled={total === 0} onClick={() => setToPrint({ filters: input })}>
              {t(labelText.printAll)}
            </Button>
          )}
          <ListMenu table={table} filters={filters.value} />
        </>
      }
      filters={
        <>
          <SearchBox
            label={t(inventoryText.search)}
            value={filters.value.search}
            onSearch={(search) => filters.change({ search })}
            onCodes={pasted.take}
          />
          <Select
            className="filter"
            aria-label={t(inventoryText.zone)}
            placeholder={t(inventoryText.zone)}
            value={filters.value.zoneId}
            onChange={(zoneId) => filters.change({ zoneId })}
            options={(zones.data ?? []).map(({ id, zoneName }) => ({ value: id, label: zoneName }))}
            allowClear
          />
          <Select
            className="filter"
            aria-label={t(inventoryText.purpose)}
            placeholder={t(inventoryText.purpose)}
            value={filters.value.purpose}
            onChange={(purpose) => filters.change({ purpose })}
            options={purposes.map((value) => ({ value, label: purposeWords.textOf(value) }))}
            allowClear
          />
          <EnabledFilter filters={filters} />
        </>
      }
      chips={{
        search: (search) => search,
        codes: pasted.chip,
        zoneId: zoneText,
        purpose: (purpose) => purposeWords.textOf(purpose),
        isEnabled: enabledChip,
      }}
      {...(mayEdit && {
        picks,
      })}
      bulk={
        <>
          <Button onClick={() => setToPrint(picks.all ? { filters: input } : { ids: picks.ids })}>
            {t(labelText.print)}
          </Button>
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
      columns={columns}
      density={table.density}
      empty={{
        title: t(inventoryText.noLocations),
        why: t(inventoryText.whyLocations),
        action: mayEdit && (
          <>
            <Button type="primary" onClick={() => setOpen('generate')}>
              {t(inventoryText.generate)}
            </Button>
            <Button onClick={() => setOpen('import')}>{t(inventoryText.import)}</Button>
          </>
        ),
      }}
      drawer={(open, closeRow) => <LocationDrawer id={open} onClose={closeRow} />}
    />
  )
}
