import { z } from 'zod'
import type { Text } from '../platform/text/text.ts'

export const openOrdersText = {
  openOrders: {
    zh_CN: '还有 {count} 个未完成的订单（{numbers}）。请先发货或作废，或点击“仍然停用”',
    en_US:
      '{count} open {count|order|orders} ({numbers}). Ship or void {count|it|them} first, or choose “Disable anyway”.',
  },
  goodsForOrders: {
    zh_CN: '库位内的货物已锁定给 {count} 个订单（{numbers}）。请先发货或作废这些订单',
    en_US:
      'This bin holds goods for {count} {count|order|orders} ({numbers}). Ship or void {count|it|them} first.',
  },
  disableAnyway: { zh_CN: '仍然停用', en_US: 'Disable anyway' },
} as const satisfies Record<string, Text>

/** Disables in spite of open orders: the user was told which. */
export const despiteOrders = z.boolean().optional()

/** The further button of a result that names open orders. */
export const disableAnyway = {
  label: openOrdersText.disableAnyway,
  input: <I extends { isEnabled: boolean }>(input: I) =>
    input.isEnabled ? undefined : { ...input, despiteOrders: true },
}
