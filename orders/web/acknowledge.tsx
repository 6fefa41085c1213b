import { type ReactNode, useState } from 'react'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { type Picks, useHeld } from '../../platform/lists/web/selection.ts'
import { lazyDialog } from '../../platform/ui/web/lazy-page.tsx'
import { acknowledgeRefusedVoids } from '../waybills/contract.ts'
import { readings } from './readings.ts'

const AcknowledgeDialog = lazyDialog(() => import('./AcknowledgeDialog.tsx'), 'AcknowledgeDialog')

/** Accepts that labels stay billed although their carrier refused to void them, of a selection as of one order. */
export function useAcknowledge(on: { ids: number[]; count: number; picks?: Picks }): {
  ask: () => void
  isPending: boolean
  panel: ReactNode
} {
  const [isOpen, setOpen] = useState(false)
  const { ids, count, picks } = useHeld(on, isOpen)
  const bulk = useBulk(acknowledgeRefusedVoids, { refreshes: readings, ...(picks && { picks }) })
  return {
    ask: () => setOpen(true),
    isPending: bulk.isPending,
    panel: (
      <>
        {bulk.panel}
        {isOpen && (
          <AcknowledgeDialog
            count={count}
            onSubmit={(reason) => bulk.send({ ids, reason })}
            onClose={() => setOpen(false)}
          />
        )}
      </>
    ),
  }
}
