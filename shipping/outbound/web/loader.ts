import type { OutputOf } from '../../../platform/calls/call.ts'
import { weight as weightRule } from '../../../platform/calls/rules.ts'
import { send } from '../../../platform/calls/web/send.ts'
import { printTask } from '../../../platform/printing/web/print.ts'
import { numbersIn } from '../../../platform/scanning/tracking-numbers.ts'
import type { ScanQueue, Waiting } from '../../../platform/scanning/web/queue.ts'
import type { Scanned } from '../../../platform/scanning/web/reading.ts'
import { emptyScanState, ScanSession, type ScanState } from '../../../platform/scanning/web/scan-session.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import type { SentHow } from '../../../platform/scanning/web/use-queue.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { findPackages, printHandover, shipOrders, weighPackage } from '../contract.ts'
import {
  afterShipping,
  completeOrders,
  figuresOf,
  incompleteOrders,
  isScanned,
  knownBy,
  type Load,
  type Loaded,
  withoutLast,
  withPackage,
} from '../loading.ts'
import { loadingText, outboundText } from '../text.ts'

/** As many orders as leave with one confirmation. */
const MAX_ORDERS = 500

/** What the scale says about a package: the only scan here that is sent by itself. */
export type WeighScan = { kind: 'weigh'; code: string; packageId: number; weight: string }
type Weighed = OutputOf<typeof weighPackage>

export const sendWeight = ({ packageId, weight }: WeighScan, how: SentHow): Promise<Weighed> =>
  send(weighPackage, { packageId, weight }, how)

export type LoadState = ScanState & {
  load: Load
  truckNo: string | null
  /** A package that must be taken off the truck, shown over everything else. */
  alarm: Loaded | undefined
  /** The batches that left last, for their hand-over sheets. */
  batches: OutputOf<typeof shipOrders>['batches']
}

const emptyLoad: LoadState = { ...emptyScanState, load: [], truckNo: null, alarm: undefined, batches: [] }

/** Numbers only: what is known about the packages may have changed when the work continues. */
type KeptLoad = { items: { number: string; packageId: number | null }[]; truckNo: string | null }

/** The scan session of loading packages onto the truck. */
export class Loader extends ScanSession<LoadState, WeighScan, Weighed> {
  /** The unit of weight, for the questions. */
  unit = ''

  constructor(queue: ScanQueue<WeighScan, Weighed>, may: (permission: string) => boolean) {
    super(queue, emptyLoad, { alarm: undefined }, may)
  }

  kept(): KeptLoad | undefined {
    const { load, truckNo } = this.state
    if (load.length === 0 && truckNo === null) return undefined
    return { items: load.map(({ number, packageId }) => ({ number, packageId })), truckNo }
  }

  async resume({ items, truckNo }: KeptLoad): Promise<string | undefined> {
    const numbers = [...new Set(items.map(({ number }) => number))]
    const packages = numbers.length > 0 ? (await this.busy(send(findPackages, { numbers }))).packages : []
    const load = items.flatMap(({ number, packageId }) =>
      packages.filter((item) => item.packageId === packageId && item.number === number),
    )
    const again = load.reduce<Load>((all, item) => withPackage(all, item).load, [])
    this.set({ load: again, truckNo })
    return again.length > 0 || truckNo ? t(loadingText.scanNext, this.figures()) : undefined
  }

  /** The figures of the head in words. */
  figures() {
    const { packages, weight } = figuresOf(this.state.load)
    return { packages, weight: `${weight} ${this.unit}`.trim() }
  }

  close(): void {
    this.leave()
    this.set({ ...emptyLoad, marks: this.state.marks })
  }

  onDone = ({ id }: Waiting<WeighScan>) => this.arrived(id)
}

/** Looks up what was scanned and puts it onto the load, or says why it must not go. */
export async function takeScan(loader: Loader, { code }: Scanned): Promise<void> {
  const { load } = loader.state
  const known = numbersIn(code).flatMap((number) => knownBy(load, number) ?? [])[0]
  if (known) return loader.say('warning', code, t(loadingText.again))
  if (new Set(load.map(({ orderId }) => orderId)).size >= MAX_ORDERS)
    return loader.say('error', code, t(loadingText.full, { max: MAX_ORDERS }))
  const { packages } = await loader.busy(send(findPackages, { numbers: numbersIn(code) }))
  if (packages.length === 0) return loader.say('error', code, t(loadingText.unknown))
  for (const item of await ofOneOrder(loader, packages)) await land(loader, code, item)
}

/** Two customers may use the same reference. */
async function ofOneOrder(loader: Loader, packages: readonly Loaded[]): Promise<readonly Loaded[]> {
  const orders = [...Map.groupBy(packages, ({ orderId }) => orderId).values()]
  const [only = [], ...others] = orders
  if (others.length === 0) return only
  return loader.ask<readonly Loaded[]>(t(loadingText.whichOrder), [
    ...orders.slice(0, 8).map((items) => ({
      text: [items[0]?.orderNo, items[0]?.customerCode].join(' · '),
      value: items,
    })),
    { text: t(scanText.cancel), command: 'undo' as const, value: [] },
  ])
}

async function land(loader: Loader, code: string, landed: Loaded): Promise<void> {
  const item = landed.obstacle === 'not_weighed' ? await weighed(loader, landed) : landed
  if (!item) return loader.say('warning', code, t(loadingText.notLoaded))
  const { load, landing } = withPackage(loader.state.load, item)
  loader.set({ load })
  const words = item.reason ?? ''
  const count = figuresOf(load).packages
  if (landing === 'new') {
    // What was weighed just now has been said already.
    if (item.isWeighed === landed.isWeighed) loader.say('ok', code, t(loadingText.added, { count }))
    return
  }
  if (landing === 'again') return loader.say('warning', code, t(loadingText.again))
  if (landing === 'left') return loader.say('warning', code, words)
  if (landing === 'intercepted') await alarm(loader, item)
  loader.say('error', code, words)
}

/** Stops everything until the user has put the package aside. */
async function alarm(loader: Loader, item: Loaded): Promise<void> {
  loader.set({ alarm: item })
  await loader.ask(
    t(loadingText.interceptTitle),
    [{ text: t(loadingText.putAside), command: 'ok', value: true }],
    { tone: 'error' },
  )
  loader.set({ alarm: undefined })
}

/** The package with its weight from the scale; undefined where it is not weighed. */
async function weighed(loader: Loader, item: Loaded): Promise<Loaded | undefined> {
  const { packageId } = item
  // Another package of its order has no weight yet: it is asked for when that one is scanned.
  if (item.isWeighed || packageId === null) return { ...item, obstacle: null, reason: null }
  const no = item.trackingNo ?? item.orderNo
  const weight = await loader.ask<string>(
    t(loadingText.weighAsk, { no, unit: loader.unit }),
    [{ text: t(scanText.cancel), command: 'undo', value: '' }],
    {
      hint: t(loadingText.weighHint),
      isNumeric: true,
      read: async (text) => {
        const { data } = weightRule.safeParse(text)
        if (data === undefined) loader.say('error', text, t(loadingText.weighForm))
        return data
      },
    },
  )
  if (weight === '') return undefined
  const count = figuresOf(loader.state.load).packages + 1
  const words = t(loadingText.weighed, { weight: `${weight} ${loader.unit}`.trim(), count })
  loader.put({ kind: 'weigh', code: no, packageId, weight }, 'ok', words)
  return { ...item, weight, isWeighed: true, obstacle: null, reason: null }
}

/** Takes the last package off the load. What was shipped cannot be undone. */
export function undo(loader: Loader): void {
  const { load, last } = withoutLast(loader.state.load)
  if (!last) {
    loader.say('warning', '', t(scanText.nothingToUndo))
    return
  }
  loader.set({ load })
  loader.say('warning', last.trackingNo ?? last.orderNo, t(scanText.undone))
}

/** Names the effect, and ships what is complete. What can't go stays on the screen with its reason. */
export async function ship(loader: Loader): Promise<void> {
  const { load, truckNo } = loader.state
  const ids = completeOrders(load)
  if (ids.length === 0) return loader.say('warning', '', t(loadingText.nothingToShip))
  if (loader.queue.line().entries.some(({ state }) => state === 'waiting'))
    return loader.say('warning', '', t(scanText.waitFirst))
  const missing = incompleteOrders(load)
  const left =
    missing.length > 0 &&
    t(loadingText.incomplete, {
      count: missing.length,
      orders: missing.map(({ orderNo }) => orderNo).join(', '),
    })
  const words = [t(outboundText.shipAsk, { count: ids.length }), left, t(outboundText.shipEffect)]
  if (!(await loader.askYes(words.filter(Boolean).join(' '), t(loadingText.shipYes), t(loadingText.shipNo))))
    return
  const { ok, failed, batches } = await loader.busy(send(shipOrders, { ids, truckNo }))
  loader.set({ load: afterShipping(load, ids, failed), batches })
  if (ok > 0)
    loader.say(
      'step',
      batches.map(({ batchNo }) => batchNo).join(', '),
      t(loadingText.shipped, { orders: ok }),
    )
  if (failed.length > 0) await refreshRefused(loader, failed.length)
}

/** Why the orders stayed here: one that a colleague has shipped meanwhile leaves the screen, the others show their reason. */
async function refreshRefused(loader: Loader, count: number): Promise<void> {
  loader.say('error', '', t(loadingText.refused, { count }))
  const held = loader.state.load.filter(({ obstacle }) => obstacle !== null)
  const { packages } = await loader.busy(
    send(findPackages, { numbers: [...new Set(held.map(({ number }) => number))] }),
  )
  // Another customer's order may have the same reference.
  for (const item of packages.filter((item) => isScanned(loader.state.load, item))) {
    const { load, landing } = withPackage(loader.state.load, item)
    loader.set({ load })
    if (landing === 'left') loader.say('warning', item.orderNo, item.reason ?? '')
  }
}

/** The truck that is loaded, or the bag that the packages go into. */
export async function askTruck(loader: Loader): Promise<void> {
  const truckNo = await loader.ask<string>(
    t(loadingText.askTruck),
    [
      { text: t(loadingText.noTruck), command: 'next', value: '' },
      { text: t(scanText.cancel), command: 'undo', value: loader.state.truckNo ?? '' },
    ],
    { isNumeric: true, read: async (text) => text.slice(0, 40) },
  )
  loader.set({ truckNo: truckNo === '' ? null : truckNo })
}

/** Prints the hand-over sheets of what left last, while the user continues working. */
export function printSheets(loader: Loader): void {
  const ids = loader.state.batches.map(({ id }) => id)
  loader.say('ok', '', t(loadingText.printed))
  void loader.beside('', async () => printTask((await send(printHandover, { ids })).taskId))
}
