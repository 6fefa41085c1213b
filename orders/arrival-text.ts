import type { Text } from '../platform/text/text.ts'
import type { OrderState } from './states.ts'

/** What brings orders into a status. */
export const arrivalText = {
  pending_audit: {
    zh_CN: '新建或导入的订单，以及修改过的异常订单，会出现在这里。',
    en_US: 'Orders appear here when they are created or imported, and when an exception is edited.',
  },
  under_audit: {
    zh_CN: '审核中正在向承运商获取面单的订单会出现在这里。',
    en_US: 'Orders appear here while a carrier is asked for their label.',
  },
  audit_exception: {
    zh_CN: '审核未通过的订单会出现在这里，并写明原因。',
    en_US: 'Orders that fail their audit appear here with the reason.',
  },
  pending_shipment: {
    zh_CN: '审核通过的订单会出现在这里。',
    en_US: 'Orders appear here once they pass their audit.',
  },
  waybill_printed: {
    zh_CN: '在“打印面单”中打印并确认后，订单会出现在这里。',
    en_US: 'Orders appear here once their label is printed and confirmed under “Print labels”.',
  },
  shipped: {
    zh_CN: '批量出库或扫描出库后，订单会出现在这里。',
    en_US: 'Orders appear here once they are shipped under “Batch outbound” or “Scan out”.',
  },
  voided: {
    zh_CN: '作废或截单成功的订单会出现在这里。',
    en_US: 'Orders appear here when they are voided or their intercept is approved.',
  },
} as const satisfies Record<OrderState, Text>
