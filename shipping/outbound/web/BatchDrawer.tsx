import { Button, Flex } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { LogButton } from '../../../staff/audit/web/LogButton.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { listManifests } from '../../manifests/contract.ts'
import { Manifests } from '../../manifests/web/Manifests.tsx'
import { getBatch, printHandover } from '../contract.ts'
import { outboundText } from '../text.ts'
import { useHandover } from './use-handover.ts'

type Batch = OutputOf<typeof getBatch>

/** A batch that has left: who took it, and its packages. */
export function BatchDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const units = useUnits()
  const match = useAnswer(getBatch, { id }, { enabled: id !== undefined, keep: false })
  return (
    <DetailDrawer
      title={match.data?.batchNo ?? t(outboundText.batch)}
      owner={match.data?.carrier}
      totals={
        match.data && [
          [outboundText.orders, match.data.orderCount],
          [outboundText.packages, match.data.packageCount],
          [outboundText.weight, match.data.weight && `${match.data.weight} ${units.weight}`],
        ]
      }
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(batch) => <Inside of={batch} />}
    </DetailDrawer>
  )
}

function Inside({ of }: { of: Batch }) {
  const t = useText()
  const may = useMay()
  const units = useUnits()
  const handover = useHandover()
  return (
    <Flex vertical gap={16}>
      <Flex gap={8} wrap>
        {may(printHandover.permission) && (
          <Button type="primary" loading={handover.isPending} onClick={() => handover.print([of.id])}>
            {t(outboundText.printSheet)}
          </Button>
        )}
        <LogButton of="shipment_batch" object={of.id} />
      </Flex>
      <FactList
        facts={[
          [outboundText.truckNo, of.truckNo],
          [outboundText.shippedAt, <LocalTime key="at" at={of.createdAt} />],
          [columnText.operator, of.userName],
        ]}
      />
      {may(listManifests.permission) && <Manifests batchId={of.id} />}
      <WideTable
        size="small"
        rowKey="packageId"
        dataSource={of.packages}
        pagination={of.packages.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        columns={[
          { title: t(columnText.trackingNo), dataIndex: 'trackingNo' },
          {
            title: t(columnText.orderNo),
            render: (_, { orderId, orderNo }) => <Link to={`/order/list?open=${orderId}`}>{orderNo}</Link>,
          },
          { title: t(columnText.customer), dataIndex: 'customerCode' },
          { title: t(columnText.channel), dataIndex: 'channelCode' },
          { title: `${t(outboundText.weight)} (${units.weight})`, dataIndex: 'weight', align: 'right' },
        ]}
      />
    </Flex>
  )
}
