import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { useHeld, usePicks } from '../../../platform/lists/web/selection.ts'
import { useViews } from '../../../platform/lists/web/use-views.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { discountText } from '../../../platform/text/discount.ts'
import { listed } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { quoteText } from '../../quotes/text.ts'
import { customerPriceColumns, missingPriceColumns } from '../columns.ts'
import {
  assignPrices,
  customerPriceQuery,
  deletePrices,
  endPrices,
  listCustomerPrices,
  listMissingPrices,
  missingPriceQuery,
} from '../contract.ts'
import { customerPriceText } from '../text.ts'
import { priceReadings } from './price-readings.ts'

const AssignDialog = lazyDialog(() => import('./PriceDialogs.tsx'), 'AssignDialog')
const EndPricesDialog = lazyDialog(() => import('./PriceDialogs.tsx'), 'EndPricesDialog')

/** Which customer has which quote, and who has none. */
export function CustomerPricePage({ views }: { views: View[] }) {
  const t = useText()
  const { current, views: own } = useViews([
    { key: 'assigned', label: customerPriceText.customerPrice },
    { key: 'missing', label: customerPriceText.missing },
  ])
  const groups = [{ label: t(customerPriceText.customerPrice), views: own }]
  return current === 'missing' ? (
    <MissingPrices views={views} groups={groups} />
  ) : (
    <AssignedPrices views={views} groups={groups} />
  )
}

type Props = { views: View[]; groups: { label: string; views: View[] }[] }

function AssignedPrices({ views, groups }: Props) {
  const t = useText()
  const filters = useFilters(customerPriceQuery)
  const list = useAnswer(listCustomerPrices, filters.value)
  const kinds = useDictionary('quoteKind')
  const statuses = useDictionary('quoteStatus')
  const table = useTable('customer_prices', customerPriceColumns, {
    discount: ({ discount }) => t(discountText(discount)),
  })
  const [task, setTask] = useState<'assign' | 'end'>()
  const picks = useHeld(usePicks('customer_prices', filters.value), task !== undefined)
  const done = () => setTask(undefined)
  const end = useBulk(endPrices, { refreshes: priceReadings, picks })
  const remove = useBulk(deletePrices, { refreshes: priceReadings, picks })
  const mayAssign = useMay()(assignPrices.permission)
  const assign = mayAssign && {
    label: t(customerPriceText.assign),
    run: () => setTask('assign'),
    isPrimary: true,
  }
  return (
    <ListPage
      title={t(customerPriceText.customerPrice)}
      views={views}
      viewGroups={groups}
      list={list}
      table={table}
      paging={filters}
      actions={[assign]}
      filters={[
        { kind: 'search', name: 'search', label: t(customerPriceText.search) },
        { kind: 'choice', name: 'kind', label: t(quoteText.kind), options: kinds.options },
        {
          kind: 'choice',
          name: 'status',
          label: t(columnText.status),
          options: statuses.options.filter(({ value }) => value !== 'draft'),
        },
      ]}
      {...(mayAssign && { picks })}
      bulk={
        <>
          <Button onClick={() => setTask('end')} loading={end.isPending}>
            {t(customerPriceText.end)}
          </Button>
          <Popconfirm
            title={t(customerPriceText.removeAsk, { count: picks.count })}
            onConfirm={() => remove.run({ ids: picks.ids })}
          >
            <Button danger loading={remove.isPending}>
              {t(customerPriceText.remove)}
            </Button>
          </Popconfirm>
        </>
      }
      panel={
        <>
          {end.panel}
          {remove.panel}
          {task === 'assign' && <AssignDialog onClose={done} />}
          {task === 'end' && (
            <EndPricesDialog
              count={picks.count}
              onEnd={(inactiveAt: string) => end.send({ ids: picks.ids, inactiveAt })}
              onClose={done}
            />
          )}
        </>
      }
      empty={{ title: t(customerPriceText.none), why: t(customerPriceText.why), actions: [assign] }}
    />
  )
}

function MissingPrices({ views, groups }: Props) {
  const t = useText()
  const filters = useFilters(missingPriceQuery)
  const list = useAnswer(listMissingPrices, filters.value)
  const kinds = useDictionary('quoteKind')
  const [isAssigning, setAssigning] = useState<number>()
  const mayAssign = useMay()(assignPrices.permission)
  const table = useTable('missing_prices', missingPriceColumns, {
    missing: ({ id, missing }) => (
      <>
        <span className="bad-text">
          {listed(
            missing.map(({ kind, channelCode }) =>
              [kinds.textOf(kind), channelCode].filter(Boolean).join(' '),
            ),
            language,
          )}
        </span>{' '}
        {mayAssign && (
          <Button size="small" onClick={() => setAssigning(id)}>
            {t(customerPriceText.assign)}
          </Button>
        )}
      </>
    ),
  })
  return (
    <ListPage
      title={t(customerPriceText.missing)}
      views={views}
      viewGroups={groups}
      list={list}
      table={table}
      paging={filters}
      filters={[{ kind: 'search', name: 'search', label: t(columnText.customer) }]}
      panel={
        isAssigning !== undefined && (
          <AssignDialog customerIds={[isAssigning]} onClose={() => setAssigning(undefined)} />
        )
      }
      empty={{ title: t(customerPriceText.noneMissing), why: t(customerPriceText.noneMissingWhy) }}
    />
  )
}
