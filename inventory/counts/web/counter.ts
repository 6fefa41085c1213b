import type { OutputOf } from '../../../platform/calls/call.ts'
import { send } from '../../../platform/calls/web/send.ts'
import type { ScanQueue, Waiting } from '../../../platform/scanning/web/queue.ts'
import type { Scanned } from '../../../platform/scanning/web/reading.ts'
import { emptyScanState, ScanSession, type ScanState } from '../../../platform/scanning/web/scan-session.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import type { SentHow } from '../../../platform/scanning/web/use-queue.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { scanGoods, scanPlace } from '../../scanning/contract.ts'
import {
  type Count,
  type Counted,
  type CountingScan,
  goodsAt,
  isInScope,
  isSameEntry,
  itemsAt,
  meantBy,
  missingAt,
  namesOf,
  spotOf,
  totalsOf,
} from '../../scanning/scanning.ts'
import { countScanText, moveText } from '../../scanning/text.ts'
import { stockText } from '../../stock/text.ts'
import { createCount, enterCount, getCount, listCounts, recountLines, submitCount } from '../contract.ts'
import { countText } from '../text.ts'

type Shown = Counted & { imageUrl?: string | null }

export type CountState = ScanState & {
  count: Count | undefined
  bin: string | undefined
  /** Pieces by bin and product, including queued ones. */
  totals: ReadonlyMap<string, number>
  /** The last scan. */
  last: Shown | undefined
}

const emptyCount: CountState = {
  ...emptyScanState,
  count: undefined,
  bin: undefined,
  totals: new Map(),
  last: undefined,
}

/** The open count, the open bin, and what was found in it. */
type KeptCount = { countId: number; bin: string | undefined; here: [string, number][] }

export type Entered = OutputOf<typeof enterCount>
type Goods = OutputOf<typeof scanGoods>[number]

/**
 * Sends one scan with its own key. It contains the running total, so a later one never depends on an earlier
 * one.
 */
export const sendCount = (
  { countId: id, locationCode, said, quantity, ...scan }: CountingScan,
  how: SentHow,
) =>
  send(
    enterCount,
    {
      id,
      locationCode,
      code: said,
      quantity,
      isOngoing: scan.kind === 'undo' ? !scan.isRestart : scan.before !== null,
    },
    how,
  )

/** A user's count, bin by bin. It never contains the system quantity. */
export class Counter extends ScanSession<CountState, CountingScan, Entered> {
  readonly #goods = new Map<string, Goods[]>()
  /** Refused entries whose pieces are part of a later one that is still waiting. */
  #covered: Waiting<CountingScan>[] = []

  constructor(queue: ScanQueue<CountingScan, Entered>, may: (permission: string) => boolean) {
    super(queue, emptyCount, {}, may)
  }

  waiting = (): CountingScan[] =>
    this.queue.line().entries.flatMap(({ state, scan }) => (state === 'waiting' ? [scan] : []))

  async open(id: number): Promise<Count> {
    const count = await this.busy(send(getCount, { id }))
    this.done.length = 0
    this.set({ ...emptyCount, marks: this.state.marks, count, totals: totalsOf(count, this.waiting()) })
    return count
  }

  close(): void {
    this.leave()
    this.clear()
  }

  /** Closes the count while the current work continues. */
  clear(): void {
    this.set({ ...emptyCount, marks: this.state.marks })
  }

  kept(): KeptCount | undefined {
    const { count, bin, totals } = this.state
    const here = [...totals].filter(([spot]) => bin !== undefined && spot.startsWith(`${bin} `))
    return count && { countId: count.id, bin, here }
  }

  /** For the open bin the local counts apply, because it may have been restarted; elsewhere the server's. */
  async resume({ countId, bin, here }: KeptCount): Promise<string | undefined> {
    const count = await this.open(countId)
    if (count.status !== 'open') {
      this.clear()
      return undefined
    }
    const others = [...this.state.totals].filter(([spot]) => bin === undefined || !spot.startsWith(`${bin} `))
    this.set({ bin, totals: new Map([...others, ...here]) })
    return [count.countNo, bin].filter(Boolean).join(' · ')
  }

  /** The products of a code; cached, so that a lost network does not stop a count in the middle of a bin. */
  async goodsOf(code: string): Promise<Goods[]> {
    const known = this.#goods.get(code)
    if (known) return known
    const results = await this.busy(send(scanGoods, { scanned: code }))
    if (results.length > 0) this.#goods.set(code, results)
    return results
  }

  total(spot: string, quantity: number | null): void {
    const totals = new Map(this.state.totals)
    if (quantity === null) totals.delete(spot)
    else totals.set(spot, quantity)
    this.set({ totals })
  }

  onDone = ({ id, scan }: Waiting<CountingScan>) => {
    this.arrived(id)
    this.#covered = this.#covered.filter((entry) => !isSameEntry(entry.scan, scan))
  }

  /** A later total of the same goods contains a refused one. Without one, the total is as before it. */
  onRefused = (entry: Waiting<CountingScan>) => {
    const { id, scan } = entry
    if (this.waiting().some((later) => isSameEntry(later, scan))) {
      this.#covered.push(entry)
      this.arrived(id)
      void this.queue.dismiss(id)
      return
    }
    const refused = [...this.#covered.filter((earlier) => isSameEntry(earlier.scan, scan)), entry]
    this.#covered = this.#covered.filter((earlier) => !refused.includes(earlier))
    for (const each of refused) this.sayRefused(each)
    const before = refused[0]?.scan.before
    const { count, totals } = this.state
    // A bin that was started again since then has another total.
    const isShown = count?.id === scan.countId && (totals.get(scan.spot) ?? null) === scan.quantity
    if (isShown && before !== undefined) this.total(scan.spot, before)
  }
}

/** What a scan means: a count, one of its bins, or goods in the open bin. */
export async function takeScan(counter: Counter, scanned: Scanned): Promise<void> {
  const { count, bin } = counter.state
  const { code } = scanned
  if (!count) return findCount(counter, code)
  if (bin) {
    const results = await counter.goodsOf(code)
    if (results.length > 0) return countGoods(counter, count, bin, results, scanned)
  }
  const place = await counter.busy(send(scanPlace, { scanned: code }))
  if (place) return openBin(counter, count, place)
  counter.say('error', code, t(bin ? countText.unknownCode : countScanText.binFirst))
}

async function findCount(counter: Counter, code: string): Promise<void> {
  const { rows } = await counter.busy(send(listCounts, { search: code, page: 1, size: 20 }))
  const match = rows.find(({ countNo }) => countNo.toUpperCase() === code.toUpperCase())
  if (match) return openCount(counter, match.id)
  const place = await counter.busy(send(scanPlace, { scanned: code }))
  if (!place) return counter.say('error', code, t(scanText.notFound))
  const { locationCode } = place
  if (place.purpose === 'receiving') return counter.say('error', code, t(stockText.locationNotFound))
  if (!(await counter.askYes(t(countScanText.askNew, { bin: locationCode })))) return
  const scope = { zoneId: null, customerId: null, sku: null, locationCodes: [locationCode], isBlind: true }
  const { id } = await counter.busy(send(createCount, scope))
  const count = await counter.open(id)
  counter.set({ bin: locationCode })
  counter.say('step', count.countNo, t(countScanText.binOpen))
}

async function openCount(counter: Counter, id: number): Promise<void> {
  const count = await counter.open(id)
  const { countNo: no, status, lines: all, countedLines: done } = count
  if (status === 'open') return counter.say('step', no, t(countScanText.opened, { done, all }))
  counter.clear()
  if (status !== 'review') return counter.say('error', no, t(countScanText.isOver, { no }))
  await recount(counter, count, count.differing ?? 0)
}

/** Differences are recounted while the counter is still at the bin. */
async function recount(counter: Counter, { id, countNo: no }: Count, differing: number): Promise<void> {
  if (differing === 0) return counter.say('step', no, t(countScanText.noDifference, { no }))
  const words = t(countScanText.askRecount, { no, count: differing })
  if (!(await counter.askYes(words, t(countScanText.recount), t(scanText.no)))) return
  await counter.busy(send(recountLines, { id, lines: [] }))
  await counter.open(id)
  counter.say('step', no, t(countScanText.recount))
}

/** Counts in progress, for users without a printed number. */
export async function chooseCount(counter: Counter): Promise<void> {
  const { rows } = await counter.busy(send(listCounts, { status: 'open', page: 1, size: 20 }))
  if (rows.length === 0) return counter.say('warning', '', t(countScanText.noneOpen))
  const id = await counter.ask<number>(t(countScanText.whichCount), [
    ...rows.slice(0, 8).map((row) => ({
      text: [row.countNo, row.zoneName, row.customerCode, row.sku, ...row.locationCodes.slice(0, 3)]
        .filter(Boolean)
        .join(' · '),
      value: row.id,
    })),
    { text: t(scanText.cancel), command: 'undo' as const, value: 0 },
  ])
  if (id) await openCount(counter, id)
}

async function openBin(
  counter: Counter,
  count: Count,
  { locationCode: bin, purpose }: { locationCode: string; purpose: string },
): Promise<void> {
  if (purpose === 'receiving') return counter.say('error', bin, t(stockText.locationNotFound))
  if (!isInScope(count, bin)) return counter.say('error', bin, t(countText.outOfScope))
  if (counter.state.bin === bin) return finishBin(counter)
  counter.set({ bin, last: undefined })
  const hasTotals = [...counter.state.totals.keys()].some((spot) => spot.startsWith(`${bin} `))
  if (hasTotals) {
    const isAgain = await counter.askYes(
      t(countScanText.askAgain, { bin }),
      t(countScanText.startAgain),
      t(countScanText.goOn),
    )
    if (isAgain) startAgain(counter, bin)
  }
  counter.say('step', bin, t(countScanText.binOpen))
}

/** Restarts the bin: all its entries are removed, and what was scanned in it before can no longer be undone. */
export function startAgain(counter: Counter, bin: string): void {
  const { count, totals } = counter.state
  if (!count) return
  const isHere = (spot: string) => spot.startsWith(`${bin} `)
  const listed = new Set(itemsAt(count, bin).map((item) => spotOf(bin, item)))
  for (const spot of [...totals.keys()].filter(isHere)) {
    const { customerCode, sku } = goodsAt(bin, spot)
    counter.add({
      ...{ kind: 'undo', countId: count.id, code: sku, locationCode: bin, spot, quantity: null },
      said: `${customerCode}.${sku}`,
      // A line that only these scans have added goes with them.
      isRestart: listed.has(spot),
    })
  }
  const elsewhere = counter.done.filter(({ scan }) => scan.locationCode !== bin)
  counter.done.splice(0, counter.done.length, ...elsewhere)
  counter.set({ totals: new Map([...totals].filter(([spot]) => !isHere(spot))), last: undefined })
}

async function countGoods(
  counter: Counter,
  count: Count,
  bin: string,
  results: readonly Goods[],
  { code, times }: Scanned,
): Promise<void> {
  const meant = meantBy(count, bin, results)
  if (meant.length === 0) return counter.say('error', code, t(countText.notOfCount))
  const goods =
    meant.length === 1
      ? meant[0]
      : await counter.ask<Goods | undefined>(t(moveText.whose), [
          ...meant.slice(0, 8).map((item) => ({ text: `${item.customerCode} · ${item.sku}`, value: item })),
          { text: t(scanText.cancel), command: 'undo' as const, value: undefined },
        ])
  if (!goods) return
  const { sku, customerCode, pieces } = goods
  const before = counter.state.totals.get(spotOf(bin, goods)) ?? null
  const quantity = (before ?? 0) + times * pieces
  // The code itself, unless several customers have it: then the one unique to this product.
  const message = results.length === 1 ? code : `${customerCode}.${sku}`
  enter(counter, { count, bin, goods, said: message, before, quantity })
}

function enter(
  counter: Counter,
  {
    count,
    bin,
    goods,
    ...figures
  }: { count: Count; bin: string; goods: Shown; said: string; before: number | null; quantity: number },
): void {
  const spot = spotOf(bin, goods)
  counter.total(spot, figures.quantity)
  counter.set({ last: goods })
  counter.put(
    { kind: 'count', countId: count.id, code: goods.sku, locationCode: bin, spot, ...figures },
    'ok',
    t(countScanText.counted, { total: figures.quantity }),
  )
}

/** Finishes a bin. Expected goods that were not found are asked about: an empty shelf has nothing to scan. */
export async function finishBin(counter: Counter): Promise<void> {
  const { count, bin, totals } = counter.state
  if (!count || !bin) return
  const missing = missingAt(count, bin, totals)
  if (missing.length > 0) {
    // All of them: one answer enters zero for each.
    const words = t(countScanText.askMissing, {
      bin,
      count: missing.length,
      skus: namesOf(missing).join(', '),
    })
    const isZero = await counter.askYes(words, t(countScanText.writeZero), t(countScanText.leaveOpen))
    const isTwin = (sku: string) => itemsAt(count, bin).filter((item) => item.sku === sku).length > 1
    for (const goods of isZero ? missing : []) {
      const message = isTwin(goods.sku) ? `${goods.customerCode}.${goods.sku}` : goods.sku
      enter(counter, { count, bin, goods, said: message, before: null, quantity: 0 })
    }
  }
  counter.set({ bin: undefined, last: undefined })
  counter.say('step', bin, t(countScanText.binDone))
}

/** Only what the server has can be submitted. */
export async function handIn(counter: Counter): Promise<void> {
  const { count } = counter.state
  if (!count) return
  const { id, countNo: no } = count
  if (!(await counter.busy(counter.queue.sent()))) return counter.say('warning', no, t(scanText.waitFirst))
  const { totals } = counter.state
  const spots = new Set([...totals.keys(), ...count.items.map((item) => spotOf(item.locationCode, item))])
  const words = t(countScanText.askHandIn, { no, done: totals.size, all: spots.size })
  if (!(await counter.askYes(words, t(countScanText.handIn), t(scanText.no)))) return
  const { differing } = await counter.busy(send(submitCount, { id }))
  counter.clear()
  counter.say('step', no, t(countScanText.handedIn, { no }))
  if (differing > 0) await recount(counter, count, differing)
}

/** Undoes the last scan: restores the total before it. */
export async function undo(counter: Counter): Promise<void> {
  const last = counter.done.at(-1)?.scan
  await counter.undo(({ scan: { before, quantity, kind: _, ...answer } }) => ({
    ...answer,
    kind: 'undo',
    before: quantity,
    quantity: before,
  }))
  if (last) counter.total(last.spot, last.before)
}
