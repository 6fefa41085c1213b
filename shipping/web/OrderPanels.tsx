import { LabelLog } from '../labels/web/LabelLog.tsx'
import { ReturnsPanel } from '../returns/web/ReturnsPanel.tsx'

/** What shipping knows about an order. */
export const OrderPanels = ({ id }: { id: number }) => (
  <>
    <LabelLog id={id} />
    <ReturnsPanel id={id} />
  </>
)
