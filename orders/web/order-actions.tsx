import { type ReactNode, useState } from 'react'
import type { Command } from '../../platform/calls/call.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { type Picks, useHeld } from '../../platform/lists/web/selection.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { lazyDialog } from '../../platform/ui/web/lazy-page.tsx'
import {
  answerIntercepts,
  assignChannel,
  auditOrders,
  forceOrders,
  interceptOrders,
  markOrders,
  voidOrders,
} from '../contract.ts'
import type { OrderActionName } from '../offers.ts'
import { ordersText } from '../text.ts'
import { reissueLabels } from '../waybills/contract.ts'
import { readings } from './readings.ts'

const ReasonDialog = lazyDialog(() => import('../../platform/forms/web/ReasonDialog.tsx'), 'ReasonDialog')
const MarkDialog = lazyDialog(() => import('./MarkDialog.tsx'), 'MarkDialog')
const ChannelDialog = lazyDialog(() => import('./ChannelDialog.tsx'), 'ChannelDialog')

export type OrderActionItem = {
  name: OrderActionName
  label: Text
  call: Command
  run: () => void
  isPending: boolean
}

/** What can be done with orders, for a selection as for one; the dialogs and results are in the panel. */
export function useOrderActions(on: { ids: number[]; count: number; picks?: Picks }): {
  items: OrderActionItem[]
  panel: ReactNode
} {
  const t = useText()
  const [isOpen, setOpen] = useState<OrderActionName>()
  const close = () => setOpen(undefined)
  const { ids, count, picks } = useHeld(on, isOpen !== undefined)
  const options = { refreshes: readings, inTurn: 'orders', ...(picks && { picks }) }
  const auditing = useBulk(auditOrders, options)
  const forcing = useBulk(forceOrders, options)
  const marking = useBulk(markOrders, options)
  const moving = useBulk(assignChannel, options)
  const reissuing = useBulk(reissueLabels, options)
  const intercepting = useBulk(interceptOrders, options)
  const answering = useBulk(answerIntercepts, options)
  const voiding = useBulk(voidOrders, options)

  const item = (
    name: OrderActionName,
    label: Text,
    call: Command,
    { isPending }: { isPending: boolean },
    run: () => void = () => setOpen(name),
  ): OrderActionItem => ({ name, label, call, run, isPending })

  const items = [
    item('audit', ordersText.audit, auditOrders, auditing, () => auditing.run({ ids })),
    item('channel', ordersText.changeChannel, assignChannel, moving),
    item('reissue', ordersText.reissue, reissueLabels, reissuing),
    item('force', ordersText.force, forceOrders, forcing),
    item('mark', ordersText.mark, markOrders, marking),
    item('intercept', ordersText.intercept, interceptOrders, intercepting),
    item('approve', ordersText.approveIntercept, answerIntercepts, answering),
    item('reject', ordersText.rejectIntercept, answerIntercepts, answering, () =>
      answering.run({ ids, isApproved: false, reason: null }),
    ),
    item('void', ordersText.void, voidOrders, voiding),
  ]

  const ask = (
    name: OrderActionName,
    title: Parameters<typeof t>[0] & { zh_CN: `${string}{count}${string}` },
    warning: Text,
    submitText: Text,
    run: (reason: string) => Promise<boolean>,
  ) =>
    isOpen === name && (
      <ReasonDialog
        title={t(title, { count })}
        warning={warning}
        submitText={submitText}
        onSubmit={run}
        onClose={close}
      />
    )

  const panel = (
    <>
      {auditing.panel}
      {forcing.panel}
      {marking.panel}
      {moving.panel}
      {reissuing.panel}
      {intercepting.panel}
      {answering.panel}
      {voiding.panel}
      {isOpen === 'mark' && (
        <MarkDialog count={count} onMark={(marks) => marking.send({ ids, ...marks })} onClose={close} />
      )}
      {isOpen === 'channel' && (
        <ChannelDialog
          count={count}
          onAssign={(channelId) => moving.send({ ids, channelId })}
          onClose={close}
        />
      )}
      {ask('void', ordersText.voidAsk, ordersText.voidWarning, ordersText.void, (reason) =>
        voiding.send({ ids, reason }),
      )}
      {ask('force', ordersText.forceAsk, ordersText.forceWarning, ordersText.force, (reason) =>
        forcing.send({ ids, reason }),
      )}
      {ask('reissue', ordersText.reissueAsk, ordersText.reissueWarning, ordersText.reissue, (reason) =>
        reissuing.send({ ids, reason }),
      )}
      {ask(
        'intercept',
        ordersText.interceptAsk,
        ordersText.interceptWarning,
        ordersText.intercept,
        (reason) => intercepting.send({ ids, reason }),
      )}
      {ask('approve', ordersText.approveAsk, ordersText.voidWarning, ordersText.approveIntercept, (reason) =>
        answering.send({ ids, isApproved: true, reason }),
      )}
    </>
  )
  return { items, panel }
}
