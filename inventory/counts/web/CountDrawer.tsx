import { Alert, Button, Flex, Popconfirm, type TableColumnType } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { neededNumberIn } from '../../../platform/forms/web/fields.ts'
import { useForm } from '../../../platform/forms/web/form.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import type { Fact } from '../../../platform/ui/web/FactList.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { inventoryText } from '../../locations/text.ts'
import { countScanText } from '../../scanning/text.ts'
import { scopeOf } from '../../stock/columns.ts'
import { countStates } from '../../stock/states.ts'
import { stockText } from '../../stock/text.ts'
import { stockReadings } from '../../stock/web/stock-readings.ts'
import { approvalWords } from '../approval.ts'
import {
  approveCount,
  type CountLineRow,
  enterCount,
  getCount,
  listCounts,
  recountLines,
  submitCount,
  voidCount,
} from '../contract.ts'
import { countText } from '../text.ts'
import { CountTag } from './CountTag.tsx'

const readings = [listCounts, getCount]
type Count = OutputOf<typeof getCount>

/** One count: its bins, its results, and its outcome. */
export function CountDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const mayCount = useFeature('stock') === 'full' && may(enterCount.permission)
  const match = useAnswer(getCount, { id }, { enabled: id !== undefined, keep: false })
  return (
    <DetailDrawer
      title={match.data?.countNo ?? t(countText.count)}
      owner={match.data && scopeOf(match.data, t(countText.whole))}
      totals={match.data && totalsOf(match.data)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(count) => (
        <Flex vertical gap={16}>
          <Flex>
            <CountTag status={count.status} />
          </Flex>
          {count.isBlind && count.status === 'open' && (
            <Alert type="info" showIcon title={t(countText.hidden)} />
          )}
          {mayCount && count.status === 'open' && (
            <Link to={`/stock/count?scan=${count.countNo}`}>{t(countScanText.title)}</Link>
          )}
          {mayCount && count.status === 'open' && <EnterForm id={count.id} />}
          {count.status === 'review' && count.countedLines < count.lines && (
            <Alert
              type="warning"
              showIcon
              title={t(countText.leftOut, { count: count.lines - count.countedLines })}
            />
          )}
          <Lines count={count} mayCount={mayCount} />
        </Flex>
      )}
    </DetailDrawer>
  )
}

/** A blind count shows no difference before its end. */
const totalsOf = ({ countedLines, lines, difference, value }: Count): Fact[] => [
  [countText.countedLines, `${countedLines} / ${lines}`],
  ...(difference !== null && countedLines > 0
    ? ([
        [inventoryText.difference, difference],
        [countText.value, value],
      ] as const)
    : []),
]

/** Scan the bin, scan the goods, type the quantity; then the next. */
function EnterForm({ id }: { id: number }) {
  const t = useText()
  const { fields, ...form } = useForm(enterCount, {
    initial: { locationCode: '', code: '', quantity: '' },
    toInput: ({ quantity, ...typed }) => ({
      id,
      ...typed,
      quantity: neededNumberIn(quantity),
    }),
    refreshes: readings,
    quiet: true,
    onDone: ({ locationCode, sku, counted }) => {
      notice('success', t(countText.entered, { location: locationCode, sku, counted: counted ?? 0 }))
      // The same bin may hold more: its code stays.
      fields.change({ locationCode, code: '', quantity: '' })
      document.getElementById(fields.idOf('code'))?.focus()
    },
  })
  return (
    <FormBody fields={fields} {...form} submitText={countText.enter}>
      <div className="count-scan">
        <TextField fields={fields} name="locationCode" label={countText.scanLocation} isRequired autoFocus />
        <TextField fields={fields} name="code" label={countText.scanCode} isRequired />
        <TextField
          fields={fields}
          name="quantity"
          label={stockText.quantity}
          inputMode="numeric"
          isRequired
        />
      </div>
    </FormBody>
  )
}

function Lines({ count, mayCount }: { count: Count; mayCount: boolean }) {
  const t = useText()
  const [picked, setPicked] = useState<number[]>([])
  const isReview = mayCount && count.status === 'review'
  const columns: TableColumnType<CountLineRow>[] = [
    { title: t(columnText.location), dataIndex: 'locationCode' },
    { title: t(columnText.sku), dataIndex: 'sku' },
    { title: t(columnText.customer), dataIndex: 'customerCode' },
    { title: t(countText.counted), dataIndex: 'counted', align: 'right' },
    { title: t(countText.countedBefore), dataIndex: 'countedBefore', align: 'right' },
    ...(count.isBlind && count.status === 'open'
      ? []
      : [
          { title: t(countText.books), dataIndex: 'onHandThen', align: 'right' as const },
          { title: t(inventoryText.difference), dataIndex: 'difference', align: 'right' as const },
          { title: t(countText.value), dataIndex: 'value', align: 'right' as const },
        ]),
    { title: t(countText.countedBy), dataIndex: 'userName' },
    { title: t(countText.countedAt), render: (_, { countedAt }) => <LocalTime at={countedAt} /> },
  ]
  return (
    <>
      {mayCount && <Steps count={count} picked={picked} onDone={() => setPicked([])} />}
      <WideTable<CountLineRow>
        size="small"
        rowKey="line"
        dataSource={count.items}
        columns={columns}
        pagination={count.items.length > 100 ? { pageSize: 100, showSizeChanger: false } : false}
        locale={{ emptyText: <span className="hint">{t(countText.nothingThere)}</span> }}
        {...(isReview && {
          rowSelection: {
            selectedRowKeys: picked,
            onChange: (keys) => setPicked(keys.map(Number)),
            getTitleCheckboxProps: () => ({ 'aria-label': t(countText.recount) }),
            getCheckboxProps: ({ locationCode, sku, counted }) => ({
              'aria-label': `${locationCode} ${sku}`,
              disabled: counted === null,
            }),
          },
        })}
      />
    </>
  )
}

function Steps({ count, picked, onDone }: { count: Count; picked: number[]; onDone: () => void }) {
  const t = useText()
  const refreshes = [...readings, ...stockReadings]
  const submit = useCommand(submitCount, { refreshes })
  const recount = useCommand(recountLines, { refreshes })
  const approve = useCommand(approveCount, { refreshes })
  const stop = useCommand(voidCount, { refreshes })
  const { id, status } = count
  const canRecount = picked.length > 0 || (count.differing ?? 0) > 0
  return (
    <Flex gap={8} wrap>
      {countStates.allows(status, 'submit') && count.countedLines > 0 && (
        <Button type="primary" loading={submit.isPending} onClick={() => submit.mutate({ id })}>
          {t(countText.submit)}
        </Button>
      )}
      {countStates.allows(status, 'approve') && (
        <Popconfirm title={t(approvalWords(count))} onConfirm={() => approve.mutate({ id })}>
          <Button type="primary" loading={approve.isPending}>
            {t(countText.approve)}
          </Button>
        </Popconfirm>
      )}
      {countStates.allows(status, 'recount') && canRecount && (
        <Button
          loading={recount.isPending}
          onClick={() => recount.mutate({ id, lines: picked }, { onSuccess: onDone })}
        >
          {t(countText.recount)}
        </Button>
      )}
      {countStates.allows(status, 'void') && (
        <Popconfirm title={t(countText.voidAsk)} onConfirm={() => stop.mutate({ id })}>
          <Button danger loading={stop.isPending}>
            {t(countText.void)}
          </Button>
        </Popconfirm>
      )}
    </Flex>
  )
}
