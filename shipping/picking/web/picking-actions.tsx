import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import type { Command } from '../../../platform/calls/call.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { type Picks, useHeld, useOneCall } from '../../../platform/lists/web/selection.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import {
  assignPickingLists,
  cancelPickingLists,
  completePickingLists,
  mergePickingLists,
} from '../contract.ts'
import { mayDo, type PickingState } from '../states.ts'
import { pickingText } from '../text.ts'
import { readings } from './readings.ts'

const AssignDialog = lazyDialog(() => import('./AssignDialog.tsx'), 'AssignDialog')
const CartLabels = lazyDialog(() => import('./CartLabels.tsx'), 'CartLabels')
const MergeDialog = lazyDialog(() => import('./MergeDialog.tsx'), 'MergeDialog')
const PickingPapers = lazyDialog(() => import('./PickingPapers.tsx'), 'PickingPapers')

type Of = {
  ids: number[]
  count: number
  picks?: Picks
  /** The status of a single list: only what it takes is offered. */
  status?: PickingState
  assigneeId?: number | null
  /** Whether the user may change anything here. */
  isOpen: boolean
}

/** What can be done with picking lists, for a selection as for one. */
export function usePickingActions({ status, assigneeId = null, isOpen, ...on }: Of) {
  const t = useText()
  const [dialog, setDialog] = useState<'assign' | 'merge' | 'print' | 'cart'>()
  const close = () => setDialog(undefined)
  const { ids, count, picks } = useHeld(on, dialog !== undefined)
  const may = useMay()
  const options = { refreshes: readings, ...(picks && { picks }) }
  const assigning = useBulk(assignPickingLists, options)
  const completing = useBulk(completePickingLists, options)
  const cancelling = useBulk(cancelPickingLists, options)
  const can = (action: 'complete' | 'cancel', call: Command) =>
    isOpen && may(call.permission) && (!status || mayDo(status, action))
  const inOneCall = useOneCall()
  const print = () => inOneCall(ids, () => setDialog('print'))
  return {
    print,
    buttons: (
      <>
        {status !== 'cancelled' && (
          <Button disabled={picks?.all !== undefined} onClick={print}>
            {t(pickingText.print)}
          </Button>
        )}
        {status !== 'cancelled' && (
          <Button disabled={picks?.all !== undefined} onClick={() => inOneCall(ids, () => setDialog('cart'))}>
            {t(pickingText.cartLabels)}
          </Button>
        )}
        {can('complete', assignPickingLists) && (
          <Button loading={assigning.isPending} onClick={() => setDialog('assign')}>
            {t(pickingText.assign)}
          </Button>
        )}
        {picks && !picks.all && count > 1 && isOpen && may(mergePickingLists.permission) && (
          <Button onClick={() => inOneCall(ids, () => setDialog('merge'))}>{t(pickingText.merge)}</Button>
        )}
        {can('complete', completePickingLists) && (
          <Popconfirm
            title={t(pickingText.completeAsk, { count })}
            description={t(pickingText.completeHint)}
            okText={t(pickingText.complete)}
            onConfirm={() => completing.run({ ids })}
          >
            <Button type="primary" loading={completing.isPending}>
              {t(pickingText.complete)}
            </Button>
          </Popconfirm>
        )}
        {can('cancel', cancelPickingLists) && (
          <Popconfirm
            title={t(pickingText.cancelAsk, { count })}
            description={t(pickingText.cancelHint)}
            okText={t(pickingText.cancel)}
            okButtonProps={{ danger: true }}
            onConfirm={() => cancelling.run({ ids })}
          >
            <Button danger loading={cancelling.isPending}>
              {t(pickingText.cancel)}
            </Button>
          </Popconfirm>
        )}
      </>
    ),
    panel: (
      <>
        {assigning.panel}
        {completing.panel}
        {cancelling.panel}
        {dialog === 'assign' && (
          <AssignDialog
            count={count}
            assigneeId={assigneeId}
            onAssign={(assigneeId) => assigning.send({ ids, assigneeId })}
            onClose={close}
          />
        )}
        {dialog === 'merge' && <MergeDialog ids={ids} onDone={() => picks?.set([])} onClose={close} />}
        {dialog === 'cart' && <CartLabels ids={ids} onClose={close} />}
        {dialog === 'print' && <PickingPapers ids={ids} onClose={close} />}
      </>
    ),
  }
}
