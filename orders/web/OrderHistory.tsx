import { useAnswer } from '../../platform/calls/web/call.ts'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { Timeline } from '../../staff/audit/web/Timeline.tsx'
import { ordersAuditLabels } from '../audit-labels.ts'
import { orderHistory } from '../contract.ts'
import { OrderTag } from './OrderTag.tsx'

/** Who did which step of the order when. */
export function OrderHistory({ id }: { id: number }) {
  const answer = useAnswer(orderHistory, { id }, { keep: false })
  return (
    <QueryBoundary answer={answer}>
      {(steps) => <Timeline steps={steps} words={ordersAuditLabels} Status={OrderTag} />}
    </QueryBoundary>
  )
}
