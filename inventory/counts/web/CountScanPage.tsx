import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { keyOf } from '../../../platform/calls/web/call.ts'
import { leadAction } from '../../../platform/scanning/web/call-lead.ts'
import { ScanStation, type StationAction } from '../../../platform/scanning/web/ScanStation.tsx'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { scanLine, useScanLine } from '../../../platform/scanning/web/use-queue.ts'
import { useResume } from '../../../platform/scanning/web/use-resume.ts'
import { t, useText } from '../../../platform/text/web/language.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { type Count, type CountingScan, itemsAt, missingAt, spotOf } from '../../scanning/scanning.ts'
import { countScanText, moveText } from '../../scanning/text.ts'
import { getCount, listCounts } from '../contract.ts'
import {
  Counter,
  type CountState,
  chooseCount,
  type Entered,
  finishBin,
  handIn,
  sendCount,
  startAgain,
  takeScan,
  undo,
} from './counter.ts'
import '../../scanning/web/scan.css'

/** Counting bins by scanner, without showing the system quantity. */
export function CountScanPage() {
  const may = useMay()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [params] = useSearchParams()
  const [line] = useState(() => scanLine<CountingScan, Entered>('count', sendCount))
  const [counter] = useState(() => new Counter(line.queue, may))
  const state = useSyncExternalStore(counter.listen, counter.current)
  const kept = useScanLine(line, counter)
  const input = params.get('scan')
  useResume('count', counter, input !== null)

  // A link from a count is its first scan; it is removed from the URL, or every return to the tab would scan
  // it again.
  useEffect(() => {
    if (!input) return
    navigate('/stock/count', { replace: true })
    void counter.inTurn(input, () => takeScan(counter, { code: input, times: 1, isCounted: false }))
  }, [counter, input, navigate])

  const onClose = () => {
    for (const query of [listCounts, getCount]) void client.invalidateQueries({ queryKey: keyOf(query) })
    counter.close()
    if (!state.count) navigate('/query/stock?view=counts')
  }
  const { primary, others } = actionsOf(counter, state)
  return (
    <ScanStation
      title={t(countScanText.title)}
      next={state.isBusy ? t(scanText.loading) : nextStep(state)}
      marks={state.marks}
      line={kept}
      question={state.question}
      isBusy={state.isBusy}
      primary={primary}
      others={[...others, leadAction(counter, 'count', state.count?.countNo)]}
      onScan={(scanned) =>
        void counter.inTurn(scanned.code, () => takeScan(counter, scanned), scanned.isTyped)
      }
      onBad={(words) => counter.say('error', '', words)}
      onUndo={() => void counter.inTurn('', () => undo(counter))}
      onClose={onClose}
      onRead={(id) => void line.queue.dismiss(id)}
    >
      {state.count && <CountCard count={state.count} state={state} />}
    </ScanStation>
  )
}

function nextStep({ count, bin }: CountState): string {
  if (!count) return t(countScanText.scanCount)
  return bin ? t(countScanText.scanGoods, { bin }) : t(countScanText.scanBin, { no: count.countNo })
}

const NEXT = { key: 'F9', command: 'next' } as const

function actionsOf(
  counter: Counter,
  { count, bin }: CountState,
): { primary: StationAction; others: StationAction[] } {
  const inTurn = (work: () => Promise<void> | void) => () => void counter.inTurn('', work)
  if (!count) {
    const choose = { ...NEXT, text: t(countScanText.choose), run: inTurn(() => chooseCount(counter)) }
    return { primary: choose, others: [] }
  }
  if (!bin) {
    const hand = { ...NEXT, text: t(countScanText.handIn), run: inTurn(() => handIn(counter)) }
    return { primary: hand, others: [] }
  }
  const finish = { ...NEXT, text: t(countScanText.finishBin), run: inTurn(() => finishBin(counter)) }
  const again: StationAction = {
    text: t(countScanText.startAgain),
    key: 'F7',
    command: 'mode',
    run: inTurn(() => startAgain(counter, bin)),
  }
  return { primary: finish, others: [again] }
}

/** As many as fit without scrolling. */
const MAX_SHOWN = 12

function CountCard({ count, state: { bin, totals, last } }: { count: Count; state: CountState }) {
  const t = useText()
  return (
    <div className="station-card stock-card">
      <h2>{[count.countNo, bin].filter(Boolean).join(' · ')}</h2>
      {last?.imageUrl && <img src={last.imageUrl} alt="" height={64} />}
      {bin ? (
        <BinGoods count={count} bin={bin} totals={totals} last={last?.sku} />
      ) : (
        <>
          <h3>{t(countScanText.bins)}</h3>
          <BinsLeft count={count} totals={totals} />
        </>
      )}
    </div>
  )
}

/** What was found here and what is still missing; expected quantities are not shown. */
function BinGoods({
  count,
  bin,
  totals,
  last,
}: {
  count: Count
  bin: string
  totals: ReadonlyMap<string, number>
  last: string | undefined
}) {
  const t = useText()
  const items = itemsAt(count, bin)
  const known = new Set(items.map((item) => spotOf(bin, item)))
  const results = [...totals.keys()].filter((spot) => spot.startsWith(`${bin} `) && !known.has(spot))
  const rows = [
    ...items.map((item) => ({
      spot: spotOf(bin, item),
      sku: item.sku,
      total: totals.get(spotOf(bin, item)),
    })),
    ...results.map((spot) => ({
      spot,
      sku: spot
        .slice(bin.length + 1)
        .split(' ')
        .slice(1)
        .join(' '),
      total: totals.get(spot),
    })),
  ].toSorted((a, b) => Number(b.sku === last) - Number(a.sku === last))
  return (
    <ul>
      {rows.slice(0, MAX_SHOWN).map(({ spot, sku, total }) => (
        <li key={spot} className={total === undefined ? undefined : 'is-counted'}>
          {sku} {total === undefined ? <small>{t(countScanText.notYet)}</small> : `× ${total}`}
        </li>
      ))}
      {rows.length > MAX_SHOWN && <li>{t(moveText.more, { count: rows.length - MAX_SHOWN })}</li>}
    </ul>
  )
}

function BinsLeft({ count, totals }: { count: Count; totals: ReadonlyMap<string, number> }) {
  const t = useText()
  const bins = [...new Set(count.items.map(({ locationCode }) => locationCode))].filter(
    (code) => missingAt(count, code, totals).length > 0,
  )
  if (bins.length === 0) return <p>{t(countScanText.allCounted)}</p>
  return (
    <ul>
      {bins.slice(0, MAX_SHOWN).map((code) => (
        <li key={code}>{code}</li>
      ))}
      {bins.length > MAX_SHOWN && <li>{t(moveText.more, { count: bins.length - MAX_SHOWN })}</li>}
    </ul>
  )
}
