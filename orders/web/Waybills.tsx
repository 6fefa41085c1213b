import { Button, Flex } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useCommand } from '../../platform/calls/web/call.ts'
import { FileLink } from '../../platform/files/web/FileLink.tsx'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { lazyDialog } from '../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { WideTable } from '../../platform/ui/web/WideTable.tsx'
import { getOrder } from '../contract.ts'
import { dialogText } from '../dialog-text.ts'
import { hasOpenRefusal, takesUpload } from '../offers.ts'
import { ordersText } from '../text.ts'
import { acknowledgeRefusedVoids, uploadLabel, voidLabelAgain } from '../waybills/contract.ts'
import { waybillStateText } from '../waybills/states.ts'
import { useAcknowledge } from './acknowledge.tsx'
import { readings } from './readings.ts'

const UploadDialog = lazyDialog(() => import('./UploadDialog.tsx'), 'UploadDialog')

type Order = OutputOf<typeof getOrder>

/** The labels of an order, the newest first. A customer's own label is uploaded here. */
export function Waybills({ of }: { of: Order }) {
  const t = useText()
  const may = useMay()
  const isFull = useFeature('orders') === 'full'
  const [isUploading, setUploading] = useState(false)
  const mayUpload = takesUpload(of) && isFull && may(uploadLabel.permission)
  const mayVoid = isFull && may(voidLabelAgain.permission)
  const mayAcknowledge = isFull && may(acknowledgeRefusedVoids.permission) && hasOpenRefusal(of)
  const acknowledging = useAcknowledge({ ids: [of.id], count: 1 })
  const voidAgain = useCommand(voidLabelAgain, { refreshes: readings })
  if (of.waybills.length === 0 && !mayUpload) return null
  return (
    <section aria-label={t(ordersText.waybills)}>
      <Flex justify="space-between" align="center">
        <h3>{t(ordersText.waybills)}</h3>
        <Flex gap={8} wrap>
          {mayAcknowledge && (
            <Button size="small" loading={acknowledging.isPending} onClick={acknowledging.ask}>
              {t(ordersText.acknowledge)}
            </Button>
          )}
          {mayUpload && (
            <Button
              size="small"
              type={of.exceptionCode === 'label_waiting' ? 'primary' : 'default'}
              onClick={() => setUploading(true)}
            >
              {t(ordersText.uploadLabel)}
            </Button>
          )}
        </Flex>
      </Flex>
      {acknowledging.panel}
      <WideTable
        size="small"
        rowKey="id"
        dataSource={of.waybills}
        pagination={false}
        locale={{ emptyText: t(ordersText.noLabels) }}
        columns={[
          {
            title: t(ordersText.trackingNo),
            render: (_, { trackingNo }) => <b>{trackingNo ?? '–'}</b>,
          },
          {
            title: t(ordersText.labelStatus),
            render: (_, { id, status, failure, mayVoidAgain, acknowledged }) => (
              <>
                {t(waybillStateText[status])}
                {failure && <div className="order-failure">{failure}</div>}
                {acknowledged && (
                  <div className="order-acknowledged hint">
                    {t(dialogText.acknowledgedBy, { name: acknowledged.by, reason: acknowledged.reason })}{' '}
                    <LocalTime at={acknowledged.at} />
                  </div>
                )}
                {mayVoid && mayVoidAgain && (
                  <Button
                    size="small"
                    loading={voidAgain.isPending && voidAgain.variables?.id === id}
                    onClick={() => voidAgain.mutate({ id })}
                  >
                    {t(ordersText.voidAgain)}
                  </Button>
                )}
              </>
            ),
          },
          { title: t(ordersText.channel), dataIndex: 'channelCode' },
          { title: t(ordersText.printCount), dataIndex: 'printCount', align: 'right' },
          {
            title: t(ordersText.createdAt),
            render: (_, { requestedAt }) => <LocalTime at={requestedAt} />,
          },
          {
            render: (_, { fileUrl }) =>
              fileUrl && (
                <FileLink url={fileUrl} reading={getOrder}>
                  {t(ordersText.openLabel)}
                </FileLink>
              ),
          },
        ]}
      />
      {isUploading && <UploadDialog of={of} onClose={() => setUploading(false)} />}
    </section>
  )
}
