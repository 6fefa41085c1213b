import type { BilledPackage } from '../../orders/order-facts.ts'
import { type OrderState, orderStates, orderStateText } from '../../orders/states.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { outboundText } from './text.ts'

/** Why an order can't leave. What has left already is a warning, the rest stops the work. */
export const obstacles = [
  'shipped',
  'voided',
  'intercepted',
  'not_printed',
  'no_label',
  'old_label',
  'label_unprinted',
  'other_channel',
  'not_allocated',
  'goods_blocked',
  'not_weighed',
] as const
export type Obstacle = (typeof obstacles)[number]

const texts = {
  shipped: outboundText.alreadyShipped,
  voided: outboundText.voided,
  intercepted: outboundText.intercepted,
  no_label: outboundText.noLabel,
  old_label: outboundText.oldLabel,
  label_unprinted: outboundText.labelUnprinted,
  other_channel: outboundText.otherChannel,
  not_allocated: outboundText.notAllocated,
  goods_blocked: outboundText.goodsBlocked,
  not_weighed: outboundText.notWeighed,
} as const satisfies Record<Exclude<Obstacle, 'not_printed'>, Text>

/** What decides whether an order can leave. */
export type Leaving = {
  orderNo: string
  status: OrderState
  interceptStatus: 'none' | 'requested' | 'approved' | 'rejected'
  channelId: number
  pieceCount: number
  /** Pieces that are allocated to it and still on their shelves. */
  allocated: number
  isBlocked: boolean
  packages: (Pick<BilledPackage, 'weight'> & {
    /** The package's live label. */
    label: { channelId: number; printCount: number } | null
  })[]
}

/**
 * The first thing that keeps an order in the warehouse; undefined where it can go. A package that still has a label that was
 * replaced does not go either.
 */
export function obstacleOf(
  order: Leaving,
  { weighRequired }: { weighRequired: boolean },
  isOldLabel = false,
): Obstacle | undefined {
  const { status, packages } = order
  if (status === 'shipped' || status === 'voided') return status
  // Also for one that is not printed yet: the person with the package must put it aside.
  if (order.interceptStatus === 'requested') return 'intercepted'
  if (isOldLabel) return 'old_label'
  if (!orderStates.allows(status, 'ship')) return 'not_printed'
  if (packages.length === 0 || packages.some(({ label }) => !label)) return 'no_label'
  if (packages.some(({ label }) => label?.channelId !== order.channelId)) return 'other_channel'
  if (packages.some(({ label }) => label?.printCount === 0)) return 'label_unprinted'
  if (order.allocated !== order.pieceCount) return 'not_allocated'
  if (order.isBlocked) return 'goods_blocked'
  if (weighRequired && packages.some(({ weight }) => weight === null)) return 'not_weighed'
  return undefined
}

/** The reason in words. */
export function obstacleText(
  obstacle: Obstacle,
  { orderNo, status }: Pick<Leaving, 'orderNo' | 'status'>,
): Text {
  if (obstacle !== 'not_printed') return fill(texts[obstacle], { no: orderNo })
  const words = orderStateText[status]
  return {
    zh_CN: fill(outboundText.notPrinted, { no: orderNo, status: words.zh_CN }).zh_CN,
    en_US: fill(outboundText.notPrinted, { no: orderNo, status: words.en_US }).en_US,
  }
}
