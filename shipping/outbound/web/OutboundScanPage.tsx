import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { readings as orderReadings } from '../../../orders/web/readings.ts'
import { useRefresh } from '../../../platform/calls/web/call.ts'
import { ScanStation, type StationAction } from '../../../platform/scanning/web/ScanStation.tsx'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { scanLine, useScanLine } from '../../../platform/scanning/web/use-queue.ts'
import { useResume } from '../../../platform/scanning/web/use-resume.ts'
import { t, useText } from '../../../platform/text/web/language.tsx'
import { useMay, useUserName } from '../../../platform/ui/web/permission.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { canGo, completeOrders, figuresOf, incompleteOrders, type Load, type Loaded } from '../loading.ts'
import { loadingText, outboundText } from '../text.ts'
import {
  askTruck,
  Loader,
  type LoadState,
  printSheets,
  sendWeight,
  ship,
  takeScan,
  undo,
  type WeighScan,
} from './loader.ts'
import { outboundReadings } from './readings.ts'
import '../../../inventory/scanning/web/scan.css'
import './outbound.css'

/** Scanning packages onto the truck, and shipping them with one confirmation. */
export function OutboundScanPage() {
  const may = useMay()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [line] = useState(() => scanLine<WeighScan, { weight: string }>('outbound', sendWeight))
  const [loader] = useState(() => new Loader(line.queue, may))
  loader.person = useUserName()
  loader.unit = useUnits().weight
  const state = useSyncExternalStore(loader.listen, loader.current)
  const kept = useScanLine(line, loader)
  useResume('outbound', loader, false)

  const inTurn = (work: (loader: Loader) => Promise<void> | void) => () =>
    void loader.inTurn('', () => work(loader))
  const orders = completeOrders(state.load).length
  const primary: StationAction = {
    text: t(loadingText.ship, { count: orders }),
    key: 'F9',
    command: 'next',
    run: inTurn(ship),
  }
  const onClose = () => {
    void refresh([...outboundReadings, ...orderReadings])
    navigate('/order/list/batch_shipment')
  }
  return (
    <ScanStation
      title={t(loadingText.title)}
      next={state.isBusy ? t(scanText.loading) : nextStep(loader, state)}
      marks={state.marks}
      line={kept}
      question={state.question}
      isBusy={state.isBusy}
      primary={primary}
      others={actionsOf(loader, state, inTurn)}
      onScan={(scanned) => void loader.inTurn(scanned.code, () => takeScan(loader, scanned), scanned.isTyped)}
      onBad={(words) => loader.say('error', '', words)}
      onUndo={inTurn(undo)}
      onClose={onClose}
      onRead={(id) => void line.queue.dismiss(id)}
    >
      {state.alarm ? <AlarmCard item={state.alarm} /> : <LoadCard state={state} unit={loader.unit} />}
    </ScanStation>
  )
}

const nextStep = (loader: Loader, { load }: LoadState) =>
  load.some(canGo) ? t(loadingText.scanNext, loader.figures()) : t(loadingText.scanFirst)

function actionsOf(
  loader: Loader,
  { truckNo, batches }: LoadState,
  inTurn: (work: (loader: Loader) => Promise<void> | void) => () => void,
): StationAction[] {
  const truck: StationAction = {
    text: [t(outboundText.truckNo), truckNo].filter(Boolean).join(' '),
    key: 'F7',
    command: 'mode',
    run: inTurn(askTruck),
  }
  const sheet: StationAction = {
    text: t(outboundText.printSheet),
    key: 'F8',
    command: 'print',
    run: () => printSheets(loader),
  }
  return [truck, ...(batches.length > 0 ? [sheet] : [])]
}

/** A package that must be taken off the truck: nothing else is on the screen. */
function AlarmCard({ item }: { item: Loaded }) {
  const t = useText()
  return (
    <div className="station-card outbound-alarm" role="alert">
      <h2>{t(loadingText.interceptTitle)}</h2>
      <p>{item.trackingNo ?? item.number}</p>
      <p>
        {item.orderNo} · {item.customerCode}
      </p>
    </div>
  )
}

/** As many as fit without scrolling far; the newest first. */
const MAX_SHOWN = 30

function LoadCard({ state: { load, truckNo }, unit }: { state: LoadState; unit: string }) {
  const t = useText()
  if (load.length === 0 && !truckNo) return null
  const { packages, weight, unweighed, carriers, customers } = figuresOf(load)
  const shown = load.toReversed().slice(0, MAX_SHOWN)
  return (
    <div className="station-card stock-card">
      <dl className="outbound-figures">
        <Figure title={t(outboundText.packages)} value={packages} />
        <Figure
          title={t(outboundText.weight)}
          value={`${weight} ${unit}`.trim()}
          hint={unweighed > 0 ? t(loadingText.unweighed, { count: unweighed }) : ''}
        />
        <Figure title={t(loadingText.carriers)} value={carriers.join(', ') || '–'} />
        <Figure title={t(loadingText.customers)} value={customers} />
        {truckNo && <Figure title={t(outboundText.truckNo)} value={truckNo} />}
      </dl>
      <ul aria-label={t(outboundText.packages)}>
        {shown.map((item) => (
          <LoadedRow key={`${item.orderId} ${item.packageId}`} item={item} load={load} />
        ))}
        {load.length > shown.length && <li>{t(loadingText.more, { count: load.length - shown.length })}</li>}
      </ul>
    </div>
  )
}

function Figure({ title, value, hint }: { title: string; value: string | number; hint?: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {value} {hint && <small>{hint}</small>}
      </dd>
    </div>
  )
}

/** Green goes, amber waits for another package of its order, red stays here. */
function LoadedRow({ item, load }: { item: Loaded; load: Load }) {
  const t = useText()
  const partly = incompleteOrders(load).find(({ orderId }) => orderId === item.orderId)
  const className = !canGo(item) ? 'is-stopped' : partly ? 'is-held' : 'is-counted'
  const words = !canGo(item)
    ? item.reason
    : partly && t(loadingText.partly, { scanned: partly.items.length, packages: partly.packageCount })
  return (
    <li className={className}>
      {item.trackingNo ?? item.number}{' '}
      <small>{[item.orderNo, item.customerCode, item.channelCode, words].filter(Boolean).join(' · ')}</small>
    </li>
  )
}
