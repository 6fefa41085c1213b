import { Button, Flex } from 'antd'
import type { z } from 'zod'
import type { InputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import type { FilterValues } from '../../platform/lists/lists.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { filtersOf } from '../../platform/lists/web/filters.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { orderExceptions } from '../audit.ts'
import { auditOrders, countExceptions, type orderQuery } from '../contract.ts'
import { ordersText } from '../text.ts'
import { readings } from './readings.ts'

type Query = z.output<typeof orderQuery>

/** The causes of the exceptions in the list with their counts, each a filter; the orders of one can be checked again together. */
export function Causes({
  value,
  onSelect,
  mayAudit,
}: {
  value: Query
  onSelect: (code: Query['exceptionCode']) => void
  mayAudit: boolean
}) {
  const t = useText()
  const words = useDictionary('orderExceptionCode')
  const { status: _, exceptionCode: chosen, ...input } = filtersOf(value)
  const counts: Partial<Record<(typeof orderExceptions)[number], number>> =
    useAnswer(countExceptions, input as InputOf<typeof countExceptions>).data ?? {}
  const { page: ______, size: _______, ...filters } = value
  const auditing = useBulk(auditOrders, {
    refreshes: readings,
    all: { list: 'orders', filters: filters as FilterValues },
  })
  const causes = orderExceptions.filter((code) => counts[code] || code === chosen)
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
        {mayAudit && chosen && (counts[chosen] ?? 0) > 0 && (
          <Button size="small" loading={auditing.isPending} onClick={() => auditing.run({ ids: [] })}>
            {t(ordersText.checkAllAgain, { count: counts[chosen] ?? 0 })}
          </Button>
        )}
      </Flex>
      {auditing.panel}
    </>
  )
}
