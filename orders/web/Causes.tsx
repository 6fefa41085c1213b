import { Button, Flex } from 'antd'
import type { z } from 'zod'
import { DEEPEST_ROW, type InputOf, type OutputOf } from '../../platform/calls/call.ts'
import { type Answer, useAnswer } from '../../platform/calls/web/call.ts'
import type { FilterValues } from '../../platform/lists/lists.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { filtersOf, useOpenRow } from '../../platform/lists/web/filters.ts'
import { ActionButton, type ListAction } from '../../platform/lists/web/ListActions.tsx'
import type { Picks } from '../../platform/lists/web/selection.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { auditOrders, countExceptions, editOrder, type listOrders, type orderQuery } from '../contract.ts'
import { type OrderException, orderExceptions } from '../exceptions.ts'
import { remedies } from '../remedies.ts'
import { ordersText } from '../text.ts'
import type { OrderActionItem } from './order-actions.tsx'
import { readings } from './readings.ts'
import { type RemedyActs, useRemedies } from './use-remedies.ts'

type Query = z.output<typeof orderQuery>

type Props = {
  value: Query
  list: Answer<OutputOf<typeof listOrders>>
  picks: Picks
  /** The actions that the user may take on the orders of the list. */
  items: readonly OrderActionItem[]
  upload: ListAction | false
  onSelect: (code: Query['exceptionCode']) => void
}

/** The causes of the exceptions in the list with their counts, each a filter; the orders of one can be corrected and checked again together. */
export function Causes(props: Props) {
  const { value, items, onSelect } = props
  const t = useText()
  const words = useDictionary('orderExceptionCode')
  const { status: _, exceptionCode: chosen, ...input } = filtersOf(value)
  const counts: Partial<Record<OrderException, number>> =
    useAnswer(countExceptions, input as InputOf<typeof countExceptions>, { every: 60_000 }).data ?? {}
  const { page: ______, size: _______, ...filters } = value
  const auditing = useBulk(auditOrders, {
    refreshes: readings,
    all: { list: 'orders', filters: filters as FilterValues },
  })
  const causes = orderExceptions.filter((code) => counts[code] || code === chosen)
  const count = (chosen && counts[chosen]) ?? 0
  const acts = useActs(props)
  const offered = useRemedies(chosen && count > 0 ? remedies[chosen] : [], acts, value)
  const mayAudit = items.some(({ name }) => name === 'audit')
  if (causes.length === 0) return auditing.panel
  return (
    <>
      <Flex gap={8} wrap align="center" role="group" aria-label={t(ordersText.causes)}>
        {causes.map((code) => (
          <Button
            key={code}
            size="small"
            type={code === chosen ? 'primary' : 'default'}
            aria-pressed={code === chosen}
            onClick={() => onSelect(code === chosen ? undefined : code)}
          >
            {words.textOf(code)} {counts[code] ?? 0}
          </Button>
        ))}
      </Flex>
      {count > 0 && (offered.length > 0 || mayAudit) && (
        <Flex gap={8} wrap align="center" role="group" aria-label={t(ordersText.remedies)}>
          {offered.map(({ remedy, action }) => (
            <ActionButton key={remedy} action={action} />
          ))}
          {mayAudit && (
            <Button loading={auditing.isPending} onClick={() => auditing.run({ ids: [] })}>
              {t(ordersText.checkAllAgain, { count })}
            </Button>
          )}
        </Flex>
      )}
      {auditing.panel}
    </>
  )
}

/** The actions that correct all orders of the list; addresses are corrected one by one. */
function useActs({ list, picks, items, upload }: Props): RemedyActs {
  const t = useText()
  const may = useMay()
  const isFull = useFeature(editOrder.feature) === 'full'
  const { show } = useOpenRow()
  const { data, isPlaceholderData } = list
  const [first] = data?.rows ?? []
  if (!isFull || !data || !first || isPlaceholderData) return {}
  const onAll = (name: OrderActionItem['name']) => {
    const item = items.find((item) => item.name === name)
    if (!item || data.total > DEEPEST_ROW) return false
    const run = () => {
      picks.setAll(data.total)
      item.run()
    }
    return { label: t(item.label), run }
  }
  return {
    edit: may(editOrder.permission) && { label: t(ordersText.openFirst), run: () => show(first.id) },
    channel: onAll('channel'),
    reissue: onAll('reissue'),
    upload,
  }
}
