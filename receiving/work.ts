import type { WorkQueues } from '../platform/slices/slice.ts'

/** The work waiting at the dock. */
export const receivingWork = {
  toConfirm: {
    title: { zh_CN: '待确认入库单', en_US: 'Inbounds to confirm' },
    to: '/inbound/list?status=pending_confirm',
    permission: 'inbound:order:receive',
  },
  overdue: {
    title: { zh_CN: '逾期未到', en_US: 'Inbounds overdue' },
    to: '/inbound/list?overdue=1',
    permission: 'inbound:order:view',
  },
  toReceive: {
    title: { zh_CN: '收货中', en_US: 'Inbounds to receive' },
    to: '/inbound/list?status=receiving',
    permission: 'inbound:order:receive',
  },
  toPutAway: {
    title: { zh_CN: '待上架入库单', en_US: 'Inbounds to put away' },
    to: '/inbound/list?toPutAway=1',
    permission: 'inbound:order:putaway',
  },
} as const satisfies WorkQueues
