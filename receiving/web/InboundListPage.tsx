import { columnText } from '../../lib/column-text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import { receivingText } from '../text.ts'

export function InboundListPage() {
  return (
    <NothingYet
      title={receivingText.inboundTitle}
      feature="receiving"
      empty={receivingText.noInbounds}
      columns={[
        receivingText.inboundNo,
        columnText.status,
        receivingText.referenceNo,
        columnText.customer,
        receivingText.inboundType,
        receivingText.boxes,
        receivingText.pieces,
        receivingText.eta,
        receivingText.tracking,
        columnText.updatedAt,
      ]}
    />
  )
}
