import { Flex } from 'antd'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import type { Text } from '../../platform/text/text.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { Timeline } from '../../staff/audit/web/Timeline.tsx'
import { receivingAuditLabels } from '../audit-labels.ts'
import { type inbound, inboundHistory } from '../contract.ts'
import { receivingText } from '../text.ts'
import { InboundTag } from './InboundTag.tsx'

type Inbound = OutputOf<typeof inbound>
type History = OutputOf<typeof inboundHistory>

/** Putaways, charges, and who did which step when. */
export function InboundHistory({ of }: { of: Inbound }) {
  const match = useAnswer(inboundHistory, { id: of.id }, { keep: false })
  return (
    <QueryBoundary answer={match}>
      {({ putaways, charges, timeline }) => (
        <>
          <Putaways of={of} putaways={putaways} />
          <Fees of={of} charges={charges} />
          <Timeline steps={timeline} words={receivingAuditLabels} Status={InboundTag} />
        </>
      )}
    </QueryBoundary>
  )
}

function Putaways({ of, putaways }: { of: Inbound; putaways: History['putaways'] }) {
  const t = useText()
  const skuOf = (id: number) => of.products.find((product) => product.id === id)?.sku ?? ''
  if (putaways.length === 0) return null
  return (
    <section aria-label={t(receivingText.putaways)}>
      <h3>{t(receivingText.putaways)}</h3>
      {putaways.map(({ id, createdAt, createdByName, lines }) => (
        <div key={id} className="inbound-receipt">
          <Flex gap={8} wrap>
            <span>{createdByName}</span>
            <LocalTime at={createdAt} />
          </Flex>
          <ul>
            {lines.map(({ lineNo, productId, quantity, fromCode, locationCode }) => (
              <li key={lineNo}>
                {t(receivingText.movedTo, {
                  sku: skuOf(productId),
                  count: quantity,
                  from: fromCode,
                  place: locationCode,
                })}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const chargeWords: Record<History['charges'][number]['status'], Text> = {
  waiting: receivingText.feeWaiting,
  open: receivingText.feeOpen,
  charged: receivingText.feeCharged,
  free: receivingText.feeFree,
  waived: receivingText.feeWaived,
  reversed: receivingText.feeReversed,
}

/** The charges of the order, as far as known: quantity, date, and whether they are still valid. */
function Fees({ of, charges }: { of: Inbound; charges: History['charges'] }) {
  const t = useText()
  const none =
    of.inboundType === 'init'
      ? receivingText.feeNever
      : of.status === 'voided'
        ? receivingText.feeVoided
        : receivingText.feeLater
  return (
    <section aria-label={t(receivingText.fees)}>
      <h3>{t(receivingText.fees)}</h3>
      {charges.every(({ status }) => status === 'reversed') && <p className="hint">{t(none)}</p>}
      {charges.length > 0 && (
        <ul className="inbound-plain">
          {charges.map(({ id, status, chargeDate, boxes, skus, pieces, fees }) => (
            <li key={id}>
              <b>{t(chargeWords[status])}</b>{' '}
              {t(receivingText.feeFacts, { boxes, skus, pieces, day: chargeDate })}
              {fees.length > 0 && (
                <ul className="inbound-plain">
                  {fees.map(({ feeNo, nameZh, nameEn, amount }) => (
                    <li key={feeNo}>
                      {t({ zh_CN: nameZh, en_US: nameEn })} {amount}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
