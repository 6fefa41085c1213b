import { Button } from 'antd'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { inUnits } from '../../../platform/lists/columns.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../../platform/lists/web/selection.ts'
import type { View, ViewGroup } from '../../../platform/lists/web/Views.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { batchColumns } from '../columns.ts'
import { batchQuery, listBatches, outboundCarriers, printHandover } from '../contract.ts'
import { outboundText } from '../text.ts'
import { useHandover } from './use-handover.ts'

const BatchDrawer = lazyDrawer(() => import('./BatchDrawer.tsx'), 'BatchDrawer')

/** What has left, batch by batch; its hand-over sheets can be printed again. */
export function BatchList({ views, viewGroups }: { views: View[]; viewGroups: ViewGroup[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(batchQuery)
  const list = useAnswer(listBatches, filters.value)
  const carriers = useAnswer(outboundCarriers, {}, { staleTime: 60_000 })
  const picks = usePicks('shipment_batches', filters.value)
  const table = useTable('shipment_batches', inUnits(batchColumns, useUnits()))
  const handover = useHandover()
  const mayPrint = may(printHandover.permission)
  return (
    <ListPage
      title={t(outboundText.title)}
      list={list}
      views={views}
      viewGroups={viewGroups}
      table={{ ...table, views: table.views.filter(({ key }) => key !== 'all') }}
      paging={filters}
      filters={[
        { kind: 'search', name: 'search', label: t(outboundText.searchBatch) },
        {
          kind: 'choice',
          name: 'carrier',
          label: t(outboundText.carrier),
          options: (carriers.data ?? []).map((carrier) => ({ value: carrier, label: carrier })),
        },
        { kind: 'days', from: 'shippedFrom', to: 'shippedTo', label: t(outboundText.shippedAt) },
      ]}
      {...(mayPrint && { picks })}
      isOnAll={false}
      bulk={
        mayPrint && (
          <Button type="primary" loading={handover.isPending} onClick={() => picks.inOneCall(handover.print)}>
            {t(outboundText.printSheet)}
          </Button>
        )
      }
      empty={{ title: t(outboundText.noBatches) }}
      drawer={(open, close) => <BatchDrawer id={open} onClose={close} />}
    />
  )
}
