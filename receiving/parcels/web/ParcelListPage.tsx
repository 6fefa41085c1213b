import { Select } from 'antd'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListMenu } from '../../../platform/lists/web/ListMenu.tsx'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { SearchBox } from '../../../platform/lists/web/SearchBox.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { parcelStates, parcelStateText } from '../../states.ts'
import { parcelColumns } from '../columns.ts'
import { listParcels, parcelQuery } from '../contract.ts'
import { parcelText } from '../text.ts'
import { ParcelTag } from './ParcelTag.tsx'

const ParcelDrawer = lazyDrawer(() => import('./ParcelDrawer.tsx'), 'ParcelDrawer')

/** What came and nobody knew: kept at the door, until somebody finds out whose it is. */
export function ParcelListPage() {
  const t = useText()
  const filters = useFilters(parcelQuery)
  const { value, change } = filters
  const {
    table,
    columns,
    views: own,
  } = useTable('parcels', parcelColumns, {
    status: ({ status }) => <ParcelTag status={status} />,
  })
  return (
    <ListPage
      title={t(parcelText.title)}
      views={own}
      list={useAnswer(listParcels, value)}
      paging={filters}
      more={<ListMenu table={table} filters={value} />}
      filters={
        <>
          <SearchBox
            label={t(parcelText.search)}
            value={value.search}
            onSearch={(search) => change({ search })}
          />
          <Select
            className="filter"
            aria-label={t(columnText.status)}
            placeholder={t(columnText.status)}
            value={value.status}
            onChange={(status) => change({ status })}
            options={parcelStates.states.map((state) => ({ value: state, label: t(parcelStateText[state]) }))}
            allowClear
          />
        </>
      }
      chips={{ search: (message) => message, status: (status) => t(parcelStateText[status]) }}
      columns={columns}
      density={table.density}
      empty={{ title: t(parcelText.none) }}
      drawer={(open, close) => <ParcelDrawer id={open} onClose={close} />}
    />
  )
}
