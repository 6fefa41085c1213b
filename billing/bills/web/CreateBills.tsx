import { Alert, Button, Flex, Form, Input, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { customerOptions } from '../../../customers/web/customer-options.ts'
import type { OutputOf, SentTo } from '../../../platform/calls/call.ts'
import { isRefusedForAll, sayFailed, useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { searchedByLabel } from '../../../platform/forms/web/FormParts.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { grouped } from '../../../platform/lists/columns.ts'
import { myTasks } from '../../../platform/tasks/tasks.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { notice } from '../../../platform/ui/web/notices.ts'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { useToday } from '../../../warehouse/web/today.ts'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { billCustomers, type Completeness, createBills, MAX_CHOSEN, previewBills } from '../contract.ts'
import { monthBefore } from '../last-month.ts'
import { billText } from '../text.ts'
import { readings } from './readings.ts'

type Preview = OutputOf<typeof previewBills>

/** Creates bills, and names the customers that got none. It stays open if none did. */
export function useCreateBills(onClose: () => void) {
  const t = useText()
  const command = useCommand(createBills, { quiet: true, refreshes: [...readings, myTasks] })
  const create = (input: SentTo<typeof createBills>) =>
    command.mutate(input, {
      onSuccess: (answer) => {
        const { ok, failed, taskId } = answer
        if (taskId !== null) notice('success', t(billText.startedTask))
        else if (ok > 0) notice('success', t(billText.created, { count: ok }))
        if (failed.length > 0) sayFailed(answer)
        if (!isRefusedForAll(answer)) onClose()
      },
    })
  return { create, isPending: command.isPending }
}

/**
 * Chooses a period and customers, shows what would be made, and makes it. Without a choice all customers with fees are billed. It may start
 * with those of selected fees.
 */
export function CreateBills({
  given,
  hint,
  onClose,
}: {
  given?: { period: { from: string; to: string }; customerIds: number[] }
  hint?: ReactNode
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const lastMonth = monthBefore(useToday())
  const [period, setPeriod] = useState(given?.period ?? lastMonth)
  const [customerIds, setCustomerIds] = useState(given?.customerIds ?? [])
  const customers = useAnswer(billCustomers, {}, { staleTime: 60_000 })
  const isPeriod = period.from !== '' && period.to !== ''
  const input = { ...period, ...(customerIds.length > 0 && { customerIds }) }
  const preview = useAnswer(previewBills, input, { enabled: isPeriod, keep: false })
  const { create, isPending } = useCreateBills(onClose)
  const day = (name: 'from' | 'to', label: string) => (
    <Form.Item label={label} htmlFor={`${id}${name}`} layout="vertical" required>
      <Input
        id={`${id}${name}`}
        type="date"
        value={period[name]}
        onChange={({ target }) => setPeriod({ ...period, [name]: target.value })}
      />
    </Form.Item>
  )
  return (
    <Dialog title={t(billText.create)} width={860} onClose={onClose}>
      {hint}
      <Flex gap={16} wrap>
        {day('from', t(billText.periodFrom))}
        {day('to', t(billText.periodTo))}
        <Form.Item
          label={t(billText.customers)}
          htmlFor={`${id}customers`}
          layout="vertical"
          style={{ minWidth: 'min(100%, 280px)' }}
        >
          <Select
            id={`${id}customers`}
            mode="multiple"
            maxCount={MAX_CHOSEN}
            placeholder={t(billText.allCustomers)}
            value={customerIds}
            onChange={setCustomerIds}
            showSearch={searchedByLabel}
            options={customerOptions(customers.data)}
          />
        </Form.Item>
      </Flex>
      {isPeriod && (
        <QueryBoundary answer={preview}>
          {(result) => (
            <Flex vertical gap={12}>
              <PreviewList of={result} />
              <Flex gap={8} justify="end">
                <Button onClick={onClose}>{t(webText.cancel)}</Button>
                <Button
                  type="primary"
                  disabled={result.bills === 0}
                  loading={isPending}
                  onClick={() => create(input)}
                >
                  {t(billText.create)}
                </Button>
              </Flex>
            </Flex>
          )}
        </QueryBoundary>
      )}
    </Dialog>
  )
}

/** How many bills, their total, and for each customer what of the period is not priced yet. */
function PreviewList({ of }: { of: Preview }) {
  const t = useText()
  const kinds = useDictionary('billKind')
  const currency = useCurrency()
  if (of.customers.length === 0) return <Alert type="info" showIcon title={t(billText.nothingToBill)} />
  return (
    <section aria-label={t(billText.preview)}>
      <p role="status">
        <b>{t(billText.previewCount, { count: of.bills, total: `${grouped(of.total)} ${currency}` })}</b>
      </p>
      {of.unpriced > 0 && (
        <Alert type="warning" showIcon title={t(billText.unpricedCount, { count: of.unpriced })} />
      )}
      <WideTable
        size="small"
        rowKey="customerId"
        dataSource={of.customers}
        pagination={false}
        scroll={{ y: 320 }}
        columns={[
          { title: t(columnText.customer), render: (_, row) => `${row.customerCode} ${row.customerName}` },
          {
            title: t(billText.kind),
            render: (_, row) => (row.clash ? t(billText.has, { no: row.clash }) : kinds.textOf(row.mode)),
          },
          { title: t(billText.fees), align: 'right', className: 'figures', dataIndex: 'feeCount' },
          {
            title: t(billText.total),
            align: 'right',
            className: 'figures',
            render: (_, row) => grouped(row.total),
          },
          { title: t(billText.completeness), render: (_, row) => <CompletenessLine of={row} /> },
        ]}
      />
    </section>
  )
}

/** What became of the activities of a period; what did not happen is left out. */
export function CompletenessLine({ of }: { of: Completeness }) {
  const states = useDictionary('billableStatus')
  const { chargedEvents, freeEvents, waivedEvents, openEvents, waitingEvents } = of
  const counts = { charged: chargedEvents, free: freeEvents, waived: waivedEvents, open: openEvents }
  const summary = Object.entries({ ...counts, waiting: waitingEvents })
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${states.textOf(state)} ${count}`)
    .join(' · ')
  return openEvents + waitingEvents > 0 ? <strong>{summary}</strong> : <span>{summary || '–'}</span>
}
