import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { keyOf } from '../../../platform/calls/web/call.ts'
import { leadAction } from '../../../platform/scanning/web/call-lead.ts'
import { ScanStation, type StationAction } from '../../../platform/scanning/web/ScanStation.tsx'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { scanLine, useScanLine } from '../../../platform/scanning/web/use-queue.ts'
import { useResume } from '../../../platform/scanning/web/use-resume.ts'
import { t, useText } from '../../../platform/text/web/language.tsx'
import { useMissing } from '../../../platform/ui/web/missing-right.ts'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import type { Held, Place, StockScan } from '../../scanning/scanning.ts'
import { moveText } from '../../scanning/text.ts'
import {
  adjust,
  type Booked,
  freeze,
  Mover,
  type MoveState,
  printLast,
  sendMove,
  takeAll,
  takeScan,
  undo,
  unfreeze,
} from './mover.ts'
import { stockReadings } from './stock-readings.ts'
import '../../scanning/web/scan.css'

/** Moving goods from bin to bin by scanner only. */
export function MoveScanPage() {
  const may = useMay()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [line] = useState(() => scanLine<StockScan, Booked>('move', sendMove))
  const [mover] = useState(() => new Mover(line.queue, may))
  mover.missing = useMissing()
  const state = useSyncExternalStore(mover.listen, mover.current)
  const kept = useScanLine(line, mover)
  useResume('move', mover, false)

  const onClose = () => {
    for (const query of stockReadings) void client.invalidateQueries({ queryKey: keyOf(query) })
    mover.close()
    if (!state.place) navigate('/query/stock?mode=location')
  }
  return (
    <ScanStation
      title={t(moveText.title)}
      next={state.isBusy ? t(scanText.loading) : nextStep(state)}
      marks={state.marks}
      line={kept}
      question={state.question}
      isBusy={state.isBusy}
      primary={undefined}
      others={[...actionsOf(mover, state), leadAction(mover, 'move', state.place?.locationCode)]}
      onScan={(scanned) => void mover.inTurn(scanned.code, () => takeScan(mover, scanned), scanned.isTyped)}
      onBad={(words) => mover.say('error', '', words)}
      onUndo={() => void mover.inTurn('', () => undo(mover))}
      onClose={onClose}
      onRead={(id) => void line.queue.dismiss(id)}
    >
      {state.place && <MoveCard place={state.place} hand={state.hand} />}
    </ScanStation>
  )
}

const inHand = (hand: readonly Held[]) => hand.reduce((all, { pieces }) => all + pieces, 0)

function nextStep({ place, hand }: MoveState): string {
  if (!place) return t(moveText.scanFrom)
  if (hand.length > 0) return t(moveText.scanTo, { pieces: inHand(hand) })
  return t(moveText.scanGoods, { bin: place.locationCode })
}

function actionsOf(mover: Mover, { place, hand }: MoveState): StationAction[] {
  if (!place) return []
  const run = (work: (mover: Mover) => Promise<void> | void) => () => void mover.inTurn('', () => work(mover))
  const all: StationAction = { text: t(moveText.takeAll), key: 'F7', command: 'mode', run: run(takeAll) }
  const freezeKey = { key: 'F6', command: 'freeze' } as const
  if (hand.length === 0) {
    const isFrozen = place.goods.some(({ frozen }) => frozen > 0)
    const letGo: StationAction = { ...freezeKey, text: t(moveText.unfreeze), run: run(unfreeze) }
    return [all, ...(isFrozen ? [letGo] : [])]
  }
  const hold: StationAction = { ...freezeKey, text: t(moveText.freeze), run: run(freeze) }
  const change: StationAction = { text: t(moveText.adjust), key: 'F10', command: 'adjust', run: run(adjust) }
  const label: StationAction = {
    text: t(moveText.printLabel),
    key: 'F8',
    command: 'print',
    run: () => printLast(mover),
  }
  return [all, hold, change, label]
}

/** As many as fit without scrolling. */
const MAX_SHOWN = 12

function MoveCard({ place, hand }: { place: Place; hand: readonly Held[] }) {
  const t = useText()
  const free = place.goods.filter((row) => row.free > 0 || row.frozen > 0)
  const picture = hand.at(-1)?.imageUrl
  return (
    <div className="station-card stock-card">
      <h2>{place.locationCode}</h2>
      {picture && <img src={picture} alt="" height={64} />}
      {hand.length > 0 && (
        <>
          <h3>{t(moveText.hand)}</h3>
          <ul>
            {hand.slice(-MAX_SHOWN).map(({ sku, customerCode, pieces, lines }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same goods may be scanned again and again
              <li key={`${i} ${lines[0]?.stockId}`} className="is-held">
                {sku} × {pieces} <small>{customerCode}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t(moveText.lies)}</h3>
      {free.length === 0 && <p>{t(moveText.emptyBin)}</p>}
      <ul>
        {free.slice(0, MAX_SHOWN).map((row) => (
          <li key={row.stockId}>
            {row.sku} × {row.free}{' '}
            <small>
              {[
                row.customerCode,
                row.expiryDate,
                row.lot,
                row.frozen > 0 && t(moveText.isFrozen, { count: row.frozen }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
        {free.length > MAX_SHOWN && <li>{t(moveText.more, { count: free.length - MAX_SHOWN })}</li>}
      </ul>
    </div>
  )
}
