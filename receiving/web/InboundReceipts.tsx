import { Button, Flex, Popconfirm, Tag } from 'antd'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useCommand } from '../../platform/calls/web/call.ts'
import { FileLink } from '../../platform/files/web/FileLink.tsx'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { inbound } from '../contract.ts'
import { cancelReceipt } from '../scanning/contract.ts'
import { readings } from '../scanning/web/readings.ts'
import { inboundStates } from '../states.ts'
import { receivingText } from '../text.ts'

type Inbound = OutputOf<typeof inbound>

/** What was counted, by whom, and where it went; each can be undone while that is possible. */
export function InboundReceipts({ of }: { of: Inbound }) {
  const t = useText()
  const may = useMay()
  const modes = useDictionary('receiveMode')
  const cancelling = useCommand(cancelReceipt, { refreshes: readings })
  const mayCancel =
    useFeature('receiving') === 'full' &&
    may(cancelReceipt.permission) &&
    (of.reopensItself || inboundStates.allows(of.status, 'cancel_receipt'))
  const skuOf = (id: number) => of.products.find((product) => product.id === id)?.sku ?? ''
  return (
    <section aria-label={t(receivingText.receipts)}>
      <h3>{t(receivingText.receipts)}</h3>
      {of.receipts.length === 0 && <p className="hint">{t(receivingText.noReceipts)}</p>}
      {of.receipts.map((receipt) => (
        <div key={receipt.id} className="inbound-receipt">
          <Flex gap={8} wrap align="center">
            <b>{receipt.receiptNo}</b>
            <span>{modes.textOf(receipt.mode)}</span>
            <span>{receipt.createdByName}</span>
            <LocalTime at={receipt.createdAt} />
            {receipt.cancelledAt ? (
              <Tag>
                {t(receivingText.cancelled)} {receipt.cancelledByName} {receipt.cancelReason}
              </Tag>
            ) : (
              mayCancel && (
                <Popconfirm
                  title={t(receivingText.cancelAsk, { no: receipt.receiptNo })}
                  description={t(receivingText.cancelWarning)}
                  okText={t(receivingText.cancelReceipt)}
                  okButtonProps={{ danger: true }}
                  onConfirm={() => cancelling.mutate({ receiptId: receipt.id })}
                >
                  <Button size="small" danger>
                    {t(receivingText.cancelReceipt)}
                  </Button>
                </Popconfirm>
              )
            )}
          </Flex>
          <ul>
            {receipt.lines.map((line) => (
              <li key={line.lineNo}>
                {t(receivingText.piecesAt, {
                  sku: skuOf(line.productId),
                  count: line.quantity,
                  place: line.locationCode,
                })}{' '}
                {line.expiryDate} {line.lot}{' '}
                {line.quality === 'defective' && <Tag color="error">{t(receivingText.damaged)}</Tag>}
                {line.remark}
                {line.photos.map(({ fileId, url }, i) => (
                  <FileLink key={fileId} url={url} reading={inbound}>
                    {' '}
                    {t(receivingText.photo, { row: i + 1 })}
                  </FileLink>
                ))}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
