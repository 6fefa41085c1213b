import { Link } from 'react-router'
import { ordersText } from '../../../orders/text.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { type Fact, FactList } from '../../../platform/ui/web/FactList.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { outboundText } from '../../outbound/text.ts'
import { listPickingLists } from '../../picking/contract.ts'
import { shippingText } from '../../text.ts'
import { orderDocuments } from '../contract.ts'
import { documentText } from '../text.ts'

/** The picking lists of an order, its packages as weighed, and the batch it left with. */
export function Documents({ id }: { id: number }) {
  const t = useText()
  const maySeeLists = useMay()(listPickingLists.permission)
  const units = useUnits()
  const { data } = useAnswer(orderDocuments, { id }, { keep: false })
  if (!data) return null
  const { pickingLists, packages, shipment } = data
  const lists = pickingLists.map((list) => (
    <div key={list.id}>
      {maySeeLists ? (
        <Link to={`/order/list/picking_list?open=${list.id}`}>{list.pickingNo}</Link>
      ) : (
        list.pickingNo
      )}{' '}
      <span className="hint">
        {list.isLive ? t(documentText.basket, { no: list.basketNo }) : t(documentText.left)}
      </span>
    </div>
  ))
  const weights = packages.map(({ packageSeq, weight }) => (
    <div key={packageSeq}>
      {packages.length > 1 && `${packageSeq}: `}
      {weight ? `${weight} ${units.weight}` : '–'}
    </div>
  ))
  const facts: Fact[] = [
    ...(lists.length > 0 ? [[shippingText.pickingNo, lists] as const] : []),
    ...(packages.length > 0 ? [[ordersText.actualWeight, weights] as const] : []),
    ...(shipment
      ? ([
          [
            outboundText.batchNo,
            <Link key="batch" to={`/order/list/batch_shipment?view=batches&open=${shipment.batchId}`}>
              {shipment.batchNo}
            </Link>,
          ],
          [outboundText.truckNo, shipment.truckNo],
          [outboundText.shippedAt, <LocalTime key="at" at={shipment.shippedAt} />],
        ] as const)
      : []),
  ]
  if (facts.length === 0) return null
  return (
    <section aria-label={t(documentText.title)}>
      <h3>{t(documentText.title)}</h3>
      <FactList facts={facts} />
    </section>
  )
}
