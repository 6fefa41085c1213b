import type { OutputOf } from '../../../platform/calls/call.ts'
import { send } from '../../../platform/calls/web/send.ts'
import type { ScanQueue, Waiting } from '../../../platform/scanning/web/queue.ts'
import type { Scanned } from '../../../platform/scanning/web/reading.ts'
import { emptyScanState, ScanSession, type ScanState } from '../../../platform/scanning/web/scan-session.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import type { SentHow } from '../../../platform/scanning/web/use-queue.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { printSkuLabel } from '../../../products/web/print-label.ts'
import { scanGoods, scanPlace } from '../../scanning/contract.ts'
import {
  after,
  freeOf,
  type Goods,
  gathered,
  goodsMeant,
  type Held,
  type Kind,
  kindsIn,
  type Place,
  type StockScan,
  takeFrom,
  without,
} from '../../scanning/scanning.ts'
import {
  adjustReasons,
  freezeReasons,
  moveText,
  qualityReasons,
  unfreezeReasons,
} from '../../scanning/text.ts'
import { batchName } from '../batches.ts'
import { adjustStock, freezeStock, moveStock, unfreezeStock } from '../contract.ts'
import { stockText } from '../text.ts'

export type MoveState = ScanState & {
  /** The source bin as it will be once everything queued is posted. */
  place: Place | undefined
  hand: readonly Held[]
}

type KeptMove = { place: Place; hand: Held[] }

const emptyMove: MoveState = { ...emptyScanState, place: undefined, hand: [] }

export type Booked = OutputOf<typeof freezeStock>

const inPlace = { freeze: freezeStock, unfreeze: unfreezeStock, adjust: adjustStock } as const
const opposite = { freeze: 'unfreeze', unfreeze: 'freeze', adjust: 'adjust' } as const

/** Sends one scan with its own key; a retry gets the first response. */
export async function sendMove(scan: StockScan, how: SentHow): Promise<Booked> {
  const { reason } = scan
  if (scan.kind === 'move')
    return send(moveStock, { lines: scan.lines, toLocationCode: scan.to, reason }, how)
  if (scan.kind !== 'undo') return send(inPlace[scan.kind], { lines: scan.lines, reason }, how)
  const { id, scan: undone } = scan.undone
  const { lines } = undone
  // The work is repeated with its own key first: if it was refused, there is nothing to undo. A move returns
  // its destination rows.
  if (undone.kind === 'move') {
    const { arrived } = await send(
      moveStock,
      { lines, toLocationCode: undone.to, reason: undone.reason },
      { key: id },
    )
    return send(moveStock, { lines: arrived, toLocationCode: undone.from, reason }, how)
  }
  await send(inPlace[undone.kind], { lines, reason: undone.reason }, { key: id })
  const sign = undone.kind === 'adjust' ? -1 : 1
  const back = lines.map(({ stockId, quantity }) => ({ stockId, quantity: sign * quantity }))
  return send(inPlace[opposite[undone.kind]], { lines: back, reason }, how)
}

const piecesIn = (held: readonly Held[]) => held.reduce((all, { pieces }) => all + pieces, 0)

/** The scan session of moving goods from bin to bin. */
export class Mover extends ScanSession<MoveState, StockScan, Booked> {
  readonly #places = new Map<string, Place>()

  constructor(queue: ScanQueue<StockScan, Booked>, may: (permission: string) => boolean) {
    super(queue, emptyMove, {}, may)
  }

  inHand = () => piecesIn(this.state.hand)

  /** A bin as the server knows it now; for a destination, the cached one is enough. */
  async placeAt(code: string, isTarget: boolean): Promise<Place | undefined> {
    const known = this.#places.get(code.toUpperCase())
    if (known && isTarget) return known
    const place = await this.busy(send(scanPlace, { scanned: code }))
    if (!place) return undefined
    this.#places.set(code.toUpperCase(), place)
    return place
  }

  /** Whether a code is a bin or goods. Offline, only those that were scanned before are known. */
  async knows(code: string): Promise<boolean> {
    if (this.#places.has(code.toUpperCase()) || kindsIn(this.state.place?.goods ?? [], code).length > 0)
      return true
    const scanned = code.slice(0, 200)
    const answers = Promise.all([send(scanPlace, { scanned }), send(scanGoods, { scanned })])
    const [place, goods] = (await answers.catch(() => undefined)) ?? [null, []]
    return place !== null || goods.length > 0
  }

  open(place: Place): void {
    const waiting = this.queue
      .line()
      .entries.flatMap(({ state, scan }) =>
        state === 'waiting' && scan.kind !== 'undo' && scan.from === place.locationCode ? [scan] : [],
      )
    this.set({ place: waiting.reduce((then, scan) => after(then, scan), place), hand: [] })
  }

  close(): void {
    this.leave()
    this.set({ ...emptyMove, marks: this.state.marks })
  }

  kept(): KeptMove | undefined {
    const { place, hand } = this.state
    return place && { place, hand: [...hand] }
  }

  /** Picked-up goods have left their bin locally; with nothing picked up the bin is loaded again. */
  async resume({ place, hand }: KeptMove): Promise<string | undefined> {
    if (hand.length > 0) {
      this.set({ place, hand: hand.map((held) => ({ ...held, imageUrl: null })) })
      return place.locationCode
    }
    const now = await this.placeAt(place.locationCode, false)
    if (now) this.open(now)
    return now?.locationCode
  }

  onDone = ({ id }: Waiting<StockScan>) => this.arrived(id)
}

/** What a scan means: goods of the open bin, or a bin to take from or to bring to. */
export async function takeScan(mover: Mover, scanned: Scanned): Promise<void> {
  const { place } = mover.state
  const { code } = scanned
  const kinds = place ? kindsIn(place.goods, code) : []
  if (place && kinds.length > 0) return take(mover, place, kinds, scanned)
  const isTarget = mover.inHand() > 0
  const match = await mover.placeAt(code, isTarget)
  if (!match)
    return mover.say(
      'error',
      code,
      place ? t(moveText.notHere, { bin: place.locationCode }) : t(moveText.noBin),
    )
  if (place && isTarget) return bring(mover, place, match)
  if (match.purpose === 'receiving') return mover.say('error', code, t(stockText.notPutAway))
  mover.open(match)
  const count = freeOf(mover.state.place?.goods ?? [])
  if (count === 0) return mover.say('warning', match.locationCode, t(moveText.emptyBin))
  mover.say('ok', match.locationCode, t(moveText.opened, { count }))
}

async function take(mover: Mover, place: Place, kinds: readonly Kind[], scanned: Scanned): Promise<void> {
  const kind = await whichKind(mover, kinds)
  if (!kind) return
  const { productId = 0, sku = '', customerCode = '', imageUrl = null } = kind.goods[0] ?? {}
  const goods = await ofBatch(mover, sku, kind.goods, scanned)
  if (!goods) return
  const pieces = scanned.times * kind.pieces
  const free = freeOf(goods)
  if (free < pieces) {
    mover.say('error', scanned.code, t(moveText.tooFew, { bin: place.locationCode, free }))
    return
  }
  hold(mover, place, [{ productId, sku, customerCode, imageUrl, pieces, lines: takeFrom(goods, pieces) }])
  mover.say('ok', sku, t(moveText.inHand, { pieces: mover.inHand() }))
}

function hold(mover: Mover, place: Place, held: readonly Held[]): void {
  mover.set({ place: without(place, gathered(held)), hand: [...mover.state.hand, ...held] })
}

/** A code shared by goods of two customers needs a choice. */
async function whichKind(mover: Mover, kinds: readonly Kind[]): Promise<Kind | undefined> {
  if (kinds.length === 1) return kinds[0]
  const chosen = await mover.ask<Kind | 'none'>(t(moveText.whose), [
    ...kinds.slice(0, 8).map((kind) => ({
      text: `${kind.goods[0]?.customerCode} · ${kind.goods[0]?.sku}`,
      value: kind,
    })),
    { text: t(scanText.cancel), command: 'undo' as const, value: 'none' as const },
  ])
  return chosen === 'none' ? undefined : chosen
}

/** Another expiry date or lot is another batch: the barcode gives it, or the user chooses. */
async function ofBatch(
  mover: Mover,
  sku: string,
  goods: Goods[],
  { expiry, lot }: Scanned,
): Promise<Goods[] | undefined> {
  const { meant, batches } = goodsMeant(goods, { expiryDate: expiry ?? null, lot: lot ?? null })
  if (batches.length < 2) return meant
  const chosen = await mover.ask<Goods[]>(t(moveText.whichBatch, { sku }), [
    ...batches.slice(0, 8).flatMap((batch) => {
      const [first] = batch
      return first ? [{ text: t(batchName(first)), value: batch }] : []
    }),
    { text: t(scanText.cancel), command: 'undo' as const, value: [] },
  ])
  return chosen.length > 0 ? chosen : undefined
}

/** Everything that can be taken from the bin, at once. */
export function takeAll(mover: Mover): void {
  const { place } = mover.state
  const kinds = Map.groupBy(place?.goods.filter(({ free }) => free > 0) ?? [], ({ productId }) => productId)
  if (!place || kinds.size === 0) {
    mover.say('warning', '', t(moveText.emptyBin))
    return
  }
  const held = [...kinds.values()].map((goods) => ({
    productId: goods[0]?.productId ?? 0,
    sku: goods[0]?.sku ?? '',
    customerCode: goods[0]?.customerCode ?? '',
    imageUrl: goods[0]?.imageUrl ?? null,
    pieces: freeOf(goods),
    lines: takeFrom(goods, freeOf(goods)),
  }))
  hold(mover, place, held)
  mover.say('ok', place.locationCode, t(moveText.inHand, { pieces: mover.inHand() }))
}

async function bring(mover: Mover, from: Place, to: Place): Promise<void> {
  const { hand } = mover.state
  const code = to.locationCode
  const lines = gathered(hand)
  if (to.locationId === from.locationId) {
    mover.set({ place: without(from, lines, -1), hand: [] })
    return mover.say('warning', code, t(moveText.putBack))
  }
  if (to.purpose === 'receiving') return mover.say('error', code, t(stockText.notPutAway))
  const reason =
    to.quality === from.quality
      ? ''
      : await reasonFor(
          mover,
          t(moveText.qualityReason, { bin: code }),
          qualityReasons.map((qualityReason) => t(qualityReason)),
        )
  if (reason === 'none') return
  const figures = { pieces: piecesIn(hand), from: from.locationCode, to: code }
  mover.set({ hand: [] })
  mover.put(
    { kind: 'move', code, from: from.locationCode, to: code, reason, lines },
    'step',
    t(moveText.moved, figures),
  )
}

/** Names the missing permission and who has it; a hidden button or a dead command explains nothing. */
const lacks = (
  mover: Mover,
  text: typeof moveText.mayNotFreeze | typeof moveText.mayNotAdjust,
  permission: string,
) => mover.say('error', '', t(text, { why: mover.missing(permission) }))

/** Freezes the picked-up goods in their bin. */
export async function freeze(mover: Mover): Promise<void> {
  if (!mover.may(freezeStock.permission)) return lacks(mover, moveText.mayNotFreeze, freezeStock.permission)
  const { place, hand } = mover.state
  if (!place || hand.length === 0) return mover.say('warning', '', t(moveText.nothingInHand))
  const reason = await reasonFor(
    mover,
    t(moveText.freezeReason),
    freezeReasons.map((freezeReason) => t(freezeReason)),
  )
  if (reason === 'none') return
  const { locationCode: code } = place
  const lines = gathered(hand)
  mover.set({ place: after(without(place, lines, -1), { kind: 'freeze', lines }), hand: [] })
  mover.put(
    { kind: 'freeze', code, from: code, reason, lines },
    'step',
    t(moveText.frozen, { pieces: piecesIn(hand) }),
  )
}

/** Unfreezes frozen goods of the bin: all of one product, chosen or scanned. */
export async function unfreeze(mover: Mover): Promise<void> {
  if (!mover.may(freezeStock.permission)) return lacks(mover, moveText.mayNotFreeze, freezeStock.permission)
  const { place } = mover.state
  const frozen = place?.goods.filter((row) => row.frozen > 0) ?? []
  if (!place || frozen.length === 0) return mover.say('warning', '', t(moveText.nothingFrozen))
  const kinds = [...Map.groupBy(frozen, ({ productId }) => productId).values()]
  const frozenIn = (goods: readonly Goods[]) => goods.reduce((all, row) => all + row.frozen, 0)
  const goods = await mover.ask<readonly Goods[]>(
    t(moveText.whichFrozen),
    [
      ...kinds.slice(0, 8).map((kind, i) => ({
        text: `${kind[0]?.customerCode} · ${kind[0]?.sku} × ${frozenIn(kind)}`,
        ...(i === 0 && kinds.length === 1 && { command: 'ok' as const }),
        value: kind,
      })),
      { text: t(scanText.cancel), command: 'undo' as const, value: [] },
    ],
    { hint: t(moveText.whichFrozenHint), read: async (text) => kindsIn(frozen, text)[0]?.goods },
  )
  if (goods.length === 0) return
  const reason = await reasonFor(
    mover,
    t(moveText.unfreezeReason),
    unfreezeReasons.map((unfreezeReason) => t(unfreezeReason)),
  )
  if (reason === 'none') return
  const lines = goods.map(({ stockId, frozen }) => ({ stockId, quantity: frozen }))
  const { locationCode: code } = place
  mover.set({ place: after(place, { kind: 'unfreeze', lines }) })
  mover.put(
    { kind: 'unfreeze', code, from: code, reason, lines },
    'step',
    t(moveText.unfrozen, { pieces: frozenIn(goods) }),
  )
}

/** Writes off the picked-up goods, or adds as many as surplus. */
export async function adjust(mover: Mover): Promise<void> {
  if (!mover.may(adjustStock.permission)) return lacks(mover, moveText.mayNotAdjust, adjustStock.permission)
  const { place, hand } = mover.state
  if (!place || hand.length === 0) return mover.say('warning', '', t(moveText.nothingInHand))
  const pieces = piecesIn(hand)
  const sign = await mover.ask<1 | -1 | 0>(t(moveText.askAdjust, { pieces, bin: place.locationCode }), [
    { text: t(moveText.writeOff, { pieces }), command: 'ok', value: -1 },
    { text: t(moveText.addFound, { pieces }), command: 'next', value: 1 },
    { text: t(scanText.cancel), command: 'undo', value: 0 },
  ])
  if (sign === 0) return
  const reason = await reasonFor(
    mover,
    t(moveText.adjustReason),
    adjustReasons.map((adjustReason) => t(adjustReason)),
  )
  if (reason === 'none') return
  const { locationCode: code } = place
  const lines = gathered(hand).map(({ stockId, quantity }) => ({ stockId, quantity: sign * quantity }))
  mover.set({ place: after(without(place, gathered(hand), -1), { kind: 'adjust', lines }), hand: [] })
  mover.put(
    { kind: 'adjust', code, from: code, reason, lines },
    'step',
    t(moveText.adjusted, { change: `${sign > 0 ? '+' : '−'}${pieces}` }),
  )
}

const reasonFor = (mover: Mover, words: string, reasons: readonly string[]) =>
  mover.ask<string>(
    words,
    [
      ...reasons.map((text, i) => ({ text, ...(i === 0 && { command: 'ok' as const }), value: text })),
      { text: t(scanText.cancel), command: 'undo' as const, value: 'none' },
    ],
    {
      hint: t(moveText.reasonHint),
      read: async (text) => {
        if (!(await mover.knows(text))) return text
        mover.say('error', text, t(scanText.answerFirst))
        return undefined
      },
    },
  )

/** Picked-up goods are put back first; then the last posting is reversed by a document of its own. */
export async function undo(mover: Mover): Promise<void> {
  const { place, hand } = mover.state
  const last = hand.at(-1)
  if (place && last) {
    mover.set({ place: without(place, last.lines, -1), hand: hand.slice(0, -1) })
    return mover.say('warning', last.sku, t(scanText.undone))
  }
  const booked = mover.done.at(-1)?.scan
  await mover.undo(({ id, scan }) => ({
    kind: 'undo',
    code: scan.code,
    reason: t(moveText.undoReason),
    undone: { id, scan },
  }))
  if (place && booked?.from === place.locationCode) mover.set({ place: after(place, booked, -1) })
}

/** Prints a label of the last scan; the work continues while it is drawn. */
export function printLast(mover: Mover): void {
  const last = mover.state.hand.at(-1)
  if (!last) {
    mover.say('warning', '', t(moveText.nothingInHand))
    return
  }
  mover.say('ok', last.sku, t(moveText.printing))
  void mover.beside(last.sku, () => printSkuLabel(last.productId))
}
