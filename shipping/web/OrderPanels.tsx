import { Documents } from '../documents/web/Documents.tsx'
import { LabelLog } from '../labels/web/LabelLog.tsx'
import { ReturnsPanel } from '../returns/web/ReturnsPanel.tsx'

/** What shipping knows about an order. */
export const OrderPanels = ({ id }: { id: number }) => (
  <>
    <Documents id={id} />
    <LabelLog id={id} />
    <ReturnsPanel id={id} />
  </>
)
