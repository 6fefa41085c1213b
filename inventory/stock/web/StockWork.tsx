import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import {
  adjustStock,
  freezeStock,
  moveStock,
  type PlaceStockRow,
  unblockStock,
  unfreezeStock,
} from '../contract.ts'
import { stockText } from '../text.ts'

const AdjustDialog = lazyDialog(() => import('./StockDialogs.tsx'), 'AdjustDialog')
const FrostDialog = lazyDialog(() => import('./StockDialogs.tsx'), 'FreezeDialog')
const MoveDialog = lazyDialog(() => import('./StockDialogs.tsx'), 'MoveDialog')
const UnblockDialog = lazyDialog(() => import('./StockDialogs.tsx'), 'UnblockDialog')

/** The actions this user can perform on stock rows; those that do not apply are not offered. */
export function StockWork({
  rows,
  isWaiting = false,
  onDone,
}: {
  rows: PlaceStockRow[]
  /** No row is selected yet: the buttons are disabled and say what they need. */
  isWaiting?: boolean
  onDone: () => void
}) {
  const t = useText()
  const may = useMay()
  const [isOpen, setOpen] = useState<'move' | 'adjust' | 'freeze' | 'unfreeze' | 'unblock'>()
  const eligible = rows.filter(({ blockedBecause }) => blockedBecause === null)
  const free = eligible.filter(({ onHand, allocated, frozen }) => onHand > allocated + frozen)
  const frozen = eligible.filter((row) => row.frozen > 0)
  const stopped = rows.filter(({ blockedBecause }) => blockedBecause !== null)
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    onDone()
  }
  const mayWork = [moveStock, adjustStock, freezeStock, unfreezeStock, unblockStock].some((call) =>
    may(call.permission),
  )
  return (
    <>
      {may(moveStock.permission) && free.length > 0 && (
        <Button disabled={isWaiting} onClick={() => setOpen('move')}>
          {t(stockText.move)}
        </Button>
      )}
      {may(adjustStock.permission) && eligible.length > 0 && (
        <Button disabled={isWaiting} onClick={() => setOpen('adjust')}>
          {t(stockText.adjust)}
        </Button>
      )}
      {may(freezeStock.permission) && free.length > 0 && (
        <Button disabled={isWaiting} onClick={() => setOpen('freeze')}>
          {t(stockText.freeze)}
        </Button>
      )}
      {may(unfreezeStock.permission) && frozen.length > 0 && (
        <Button disabled={isWaiting} onClick={() => setOpen('unfreeze')}>
          {t(stockText.unfreeze)}
        </Button>
      )}
      {may(unblockStock.permission) && stopped.length > 0 && (
        <Button disabled={isWaiting} onClick={() => setOpen('unblock')}>
          {t(stockText.unblock)}
        </Button>
      )}
      {isWaiting && mayWork && <span className="hint">{t(stockText.tickRows)}</span>}
      {isOpen === 'move' && <MoveDialog rows={free} onClose={close} onDone={done} />}
      {isOpen === 'adjust' && <AdjustDialog rows={eligible} onClose={close} onDone={done} />}
      {isOpen === 'freeze' && <FrostDialog kind="freeze" rows={free} onClose={close} onDone={done} />}
      {isOpen === 'unfreeze' && <FrostDialog kind="unfreeze" rows={frozen} onClose={close} onDone={done} />}
      {isOpen === 'unblock' && <UnblockDialog rows={stopped} onClose={close} onDone={done} />}
    </>
  )
}
