import { Button, Flex, Popconfirm, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { customerFilter } from '../../../customers/web/customer-options.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { FileLink } from '../../../platform/files/web/FileLink.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { inCurrency } from '../../../platform/lists/columns.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { useHeld, usePicks } from '../../../platform/lists/web/selection.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import type { FeeRequestState } from '../../states.ts'
import { billingText } from '../../text.ts'
import { feeRequestColumns } from '../columns.ts'
import {
  approveFeeRequests,
  feeChoices,
  feeRequestQuery,
  listFeeRequests,
  refuseFeeRequests,
} from '../contract.ts'
import { feeText } from '../text.ts'
import { readings } from './readings.ts'

const AskDialog = lazyDialog(() => import('./AskDialog.tsx'), 'AskDialog')

const colors: Record<FeeRequestState, string> = {
  waiting: 'warning',
  approved: 'success',
  refused: 'default',
}

/** Refunds and manual fees that wait for a second person, and what became of them. */
export function FeeRequestList({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(feeRequestQuery)
  const { value } = filters
  const list = useAnswer(listFeeRequests, value)
  const choices = useAnswer(feeChoices, {}, { staleTime: 60_000 })
  const statuses = useDictionary('feeRequestStatus')
  const [isRefusing, setRefusing] = useState(false)
  const picks = useHeld(usePicks('fee_requests', value), isRefusing)
  const approving = useBulk(approveFeeRequests, { refreshes: readings, picks })
  const refusing = useBulk(refuseFeeRequests, { refreshes: readings, picks })
  const feeLink = (id: number | null, no: string | null) =>
    no && <Link to={`/query/cost?open=${id}`}>{no}</Link>
  const table = useTable('fee_requests', inCurrency(feeRequestColumns, useCurrency()), {
    status: ({ status }) => <Tag color={colors[status]}>{statuses.textOf(status)}</Tag>,
    originNo: ({ originId, originNo }) => feeLink(originId, originNo),
    files: ({ files }) =>
      files.length > 0 && (
        <Flex gap={8} wrap>
          {files.map(({ fileId, fileName, url }) => (
            <FileLink key={fileId} url={url} reading={listFeeRequests}>
              {fileName}
            </FileLink>
          ))}
        </Flex>
      ),
    feeNo: ({ feeId, feeNo }) => feeLink(feeId, feeNo),
  })
  return (
    <ListPage
      title={t(billingText.costTitle)}
      views={views}
      list={list}
      table={table}
      paging={filters}
      mayExport={may('query:money:export')}
      filters={[
        { kind: 'choice', name: 'status', label: t(columnText.status), options: statuses.options },
        customerFilter(t, choices.data?.customers),
      ]}
      picks={may(approveFeeRequests.permission) ? picks : undefined}
      bulk={
        <>
          <Popconfirm
            title={t(feeText.approveCount, { count: picks.count })}
            okText={t(feeText.approve)}
            onConfirm={() => approving.run({ ids: picks.ids })}
          >
            <Button type="primary" loading={approving.isPending}>
              {t(feeText.approve)}
            </Button>
          </Popconfirm>
          <Button danger loading={refusing.isPending} onClick={() => setRefusing(true)}>
            {t(feeText.refuse)}
          </Button>
        </>
      }
      panel={
        <>
          {approving.panel}
          {refusing.panel}
          {isRefusing && (
            <AskDialog
              title={t(feeText.refuseCount, { count: picks.count })}
              asks="reason"
              submitText={feeText.refuse}
              onSubmit={({ reason }) => refusing.send({ ids: picks.ids, reason })}
              onClose={() => setRefusing(false)}
            />
          )}
        </>
      }
      empty={{ title: t(feeText.noRequests), why: t(feeText.noRequestsHint) }}
    />
  )
}
