import { Tag } from 'antd'
import { useText } from '../../platform/text/web/language.tsx'
import { type OrderState, orderStateText } from '../states.ts'

const colors: Record<OrderState, string> = {
  pending_audit: 'default',
  under_audit: 'processing',
  audit_exception: 'error',
  pending_shipment: 'warning',
  waybill_printed: 'processing',
  shipped: 'success',
  voided: 'default',
}

export function OrderTag({ status }: { status: OrderState }) {
  const t = useText()
  return <Tag color={colors[status]}>{t(orderStateText[status])}</Tag>
}
