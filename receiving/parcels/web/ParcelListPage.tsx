import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { parcelStates, parcelStateText } from '../../states.ts'
import { parcelColumns } from '../columns.ts'
import { listParcels, parcelQuery } from '../contract.ts'
import { parcelText } from '../text.ts'
import { ParcelTag } from './ParcelTag.tsx'

const ParcelDrawer = lazyDrawer(() => import('./ParcelDrawer.tsx'), 'ParcelDrawer')

/** Unidentified parcels, kept until their owner is known. */
export function ParcelListPage() {
  const t = useText()
  const filters = useFilters(parcelQuery)
  const table = useTable('parcels', parcelColumns, {
    status: ({ status }) => <ParcelTag status={status} />,
  })
  return (
    <ListPage
      title={t(parcelText.title)}
      list={useAnswer(listParcels, filters.value)}
      table={table}
      paging={filters}
      filters={[
        { kind: 'search', name: 'search', label: t(parcelText.search) },
        {
          kind: 'choice',
          name: 'status',
          label: t(columnText.status),
          options: parcelStates.states.map((value) => ({ value, label: t(parcelStateText[value]) })),
        },
      ]}
      empty={{ title: t(parcelText.none) }}
      drawer={(open, close) => <ParcelDrawer id={open} onClose={close} />}
    />
  )
}
