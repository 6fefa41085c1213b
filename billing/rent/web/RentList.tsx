import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { inCurrency } from '../../../platform/lists/columns.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { billingText } from '../../text.ts'
import { nightColumns } from '../columns.ts'
import { listNights, nightQuery } from '../contract.ts'
import { snapshotStates } from '../states.ts'
import { rentText, snapshotStatusText } from '../text.ts'
import { Change } from './Change.tsx'
import { NightTag } from './NightTag.tsx'

const NightDrawer = lazyDrawer(() => import('./NightDrawer.tsx'), 'NightDrawer')

/** The nights with what each of them came to. */
export function RentList({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(nightQuery)
  const table = useTable('rent_nights', inCurrency(nightColumns, useCurrency()), {
    status: ({ status }) => <NightTag status={status} />,
    change: ({ change }) => <Change change={change} />,
  })
  return (
    <ListPage
      title={t(billingText.costTitle)}
      views={views}
      list={useAnswer(listNights, filters.value)}
      table={table}
      paging={filters}
      mayExport={may('query:money:export')}
      filters={[
        { kind: 'days', from: 'from', to: 'to', label: t(rentText.chargeDate) },
        {
          kind: 'choice',
          name: 'status',
          label: t(columnText.status),
          options: snapshotStates.states.map((value) => ({ value, label: t(snapshotStatusText[value]) })),
        },
      ]}
      empty={{ title: t(rentText.none), why: t(rentText.why) }}
      drawer={(open, close) => <NightDrawer id={open} onClose={close} />}
    />
  )
}
