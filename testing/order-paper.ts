import { freezeStock, moveStock, unfreezeStock } from '../inventory/stock/contract.ts'
import * as orders from '../orders/contract.ts'
import type { OrderState } from '../orders/states.ts'
import * as waybills from '../orders/waybills/contract.ts'
import type { WaybillState } from '../orders/waybills/states.ts'
import type { Command, InputOf, OutputOf } from '../platform/calls/call.ts'
import { receive } from '../receiving/scanning/contract.ts'
import * as labels from '../shipping/labels/contract.ts'
import * as outbound from '../shipping/outbound/contract.ts'
import type { Obstacle } from '../shipping/outbound/rules.ts'
import * as picking from '../shipping/picking/contract.ts'
import type { PickingState } from '../shipping/picking/states.ts'
import { openReturn } from '../shipping/returns/contract.ts'

export const skus = ['BOLT', 'NUT'] as const
export type Sku = (typeof skus)[number]
export const channels = ['LOCAL', 'LIGHT', 'UPLOAD', 'PICKUP', 'BOUGHT'] as const
export type Channel = (typeof channels)[number]
/** Two pieces of half a kilogram are light enough for the channel LIGHT. */
const MAX_LIGHT = 2

type Label = {
  id: number
  no: string | null
  channel: Channel
  status: WaybillState
  prints: number
  /** For whom a carrier sold it. */
  receiver?: string
  /** A person accepted that its carrier refused to void it. */
  isAcknowledged?: boolean
}
/** Goods in a bin; what came back is newer than what was there first. */
type Shelf = {
  sku: Sku
  bin: string
  isReturned: boolean
  onHand: number
  allocated: number
  frozen: number
}
export type PaperOrder = {
  id: number
  no: string
  reference: string
  receiver: string
  status: OrderState
  exception: string | null
  intercept: 'none' | 'requested' | 'approved' | 'rejected'
  channel: Channel
  pieces: Record<Sku, number>
  /** Where its goods are allocated, or were taken from. */
  taken: { shelf: Shelf; quantity: number }[]
  pick: 'none' | 'listed' | 'picked'
  /** Oldest first. */
  labels: Label[]
  isForced: boolean
  isWeighed: boolean
  priority: number
  tags: string[]
  returned: Record<Sku, number>
}
type Outcome = 'printed' | 'not printed' | 'refused'
type PaperPrint = {
  id: number
  isReprint: boolean
  isConfirmed: boolean
  lines: { order: PaperOrder; label: Label; outcome?: Outcome }[]
}
type PaperList = { id: number; status: PickingState; live: Set<PaperOrder> }
/** What a call must answer: nothing but yes or no, or these orders left out. */
type Answer = 'done' | 'refused' | { failed: readonly number[]; lists?: readonly number[] }

const isReady = ({ status }: PaperOrder) => status === 'pending_shipment' || status === 'waybill_printed'
const isEarly = ({ status }: PaperOrder) => status === 'pending_audit' || status === 'audit_exception'
const isStopped = ({ intercept }: PaperOrder) => intercept === 'requested'
export const liveLabel = ({ labels: all }: PaperOrder) =>
  all.find(({ status }) => status === 'obtained' || status === 'requesting' || status === 'failed')
export const isOpenRefusal = ({ status, isAcknowledged }: Label) =>
  status === 'void_failed' && !isAcknowledged
const isAtCarrier = (order: PaperOrder) => liveLabel(order)?.status === 'requesting'
export const piecesOf = ({ pieces }: PaperOrder) => pieces.BOLT + pieces.NUT
const classOf = ({ pieces }: PaperOrder) =>
  pieces.BOLT > 0 && pieces.NUT > 0 ? 'mm' : pieces.BOLT + pieces.NUT > 1 ? 'sm' : 'ss'
const freeOn = ({ onHand, allocated, frozen }: Shelf) => onHand - allocated - frozen
const byPriority = (a: PaperOrder, b: PaperOrder) => b.priority - a.priority || a.id - b.id
const idsOf = (all: readonly { id: number }[]) => all.map(({ id }) => id)

/** What the pages must offer for an order. A label that failed may be reissued where its carrier may have sold it. */
export const offeredFor = (order: PaperOrder) => ({
  audit: isEarly(order) && !isStopped(order),
  channel: (isEarly(order) || isReady(order)) && !isStopped(order),
  reissue: isReady(order) && !isStopped(order),
  force: order.status === 'audit_exception' && !isStopped(order),
  mark: true,
  intercept: !['shipped', 'voided'].includes(order.status) && !isStopped(order),
  approve: isStopped(order) && order.status !== 'under_audit',
  reject: isStopped(order),
  void: isEarly(order) || isReady(order),
})
export const takesLabel = ({ channel, status }: PaperOrder) =>
  channel === 'UPLOAD' && !['under_audit', 'shipped', 'voided'].includes(status)

/** Orders, goods and labels as they must be, by the business rules alone. */
export class OrderPaper {
  readonly orders = new Map<number, PaperOrder>()
  readonly prints: PaperPrint[] = []
  readonly lists: PaperList[] = []
  readonly shelves: Shelf[] = []
  /** Opened returns that are not received yet. */
  readonly returns = new Map<number, { sku: Sku; quantity: number }[]>()
  /** By ids of the warehouse. */
  readonly names: {
    channel: (id: number) => Channel
    sku: (productId: number) => Sku
    shelf: (stockId: number) => Shelf | undefined
    bin: (locationId: number | null) => string
  }
  readonly #settings: { weighRequired: boolean; interceptNeedsReview: boolean }
  readonly #rules: ReadonlyMap<string, (body: unknown, made: unknown) => Answer>

  constructor(
    names: OrderPaper['names'],
    settings: { weighRequired: boolean; interceptNeedsReview: boolean },
  ) {
    this.names = names
    this.#settings = settings
    this.#rules = this.#allRules()
  }

  /** What the call must answer; afterwards everything is as it must be then. `made` has the ids that the server gave. */
  take(path: string, body: unknown, made: unknown): Answer {
    const rule = this.#rules.get(path)
    if (!rule) throw new Error(`no rule for ${path}`)
    return rule(body, made)
  }

  knows = (path: string) => this.#rules.has(path)
  order = (id: number) => this.orders.get(id) as PaperOrder

  shelf(sku: Sku, bin: string, isReturned: boolean): Shelf {
    const known = this.shelves.find(
      (shelf) => shelf.sku === sku && shelf.bin === bin && shelf.isReturned === isReturned,
    )
    if (known) return known
    const shelf = { sku, bin, isReturned, onHand: 0, allocated: 0, frozen: 0 }
    this.shelves.push(shelf)
    return shelf
  }

  free = (sku: Sku) => this.#storage(sku).reduce((sum, shelf) => sum + freeOn(shelf), 0)
  #storage = (sku: Sku) => this.shelves.filter((shelf) => shelf.sku === sku && shelf.bin !== 'RETURN')

  openPrintOf = (label: Label | undefined) =>
    this.prints.find(
      ({ isConfirmed, lines }) => !isConfirmed && lines.some((line) => label && line.label === label),
    )

  mayPrint = (order: PaperOrder, isReprint: boolean) =>
    order.status === (isReprint ? 'waybill_printed' : 'pending_shipment') &&
    !isStopped(order) &&
    liveLabel(order)?.status === 'obtained' &&
    !this.openPrintOf(liveLabel(order))

  isPickable = (order: PaperOrder) => isReady(order) && order.pick === 'none' && !isStopped(order)

  /** Why an order can't leave. */
  obstacle(order: PaperOrder, isOldLabel = false): Obstacle | null {
    if (order.status === 'shipped' || order.status === 'voided') return order.status
    if (isStopped(order)) return 'intercepted'
    if (isOldLabel) return 'old_label'
    if (order.status !== 'waybill_printed') return 'not_printed'
    if (this.#settings.weighRequired && !order.isWeighed) return 'not_weighed'
    return null
  }

  /** The orders with a number, and whether it is only on a label that is no longer valid. */
  withNumber(number: string): { order: PaperOrder; isOld: boolean }[] {
    const found = [...this.orders.values()].flatMap((order) => {
      if (order.no === number || order.reference === number) return [{ order, isOld: false }]
      const same = order.labels.filter(({ no }) => no === number)
      return same.length > 0 ? [{ order, isOld: !same.some(({ status }) => status === 'obtained') }] : []
    })
    return found.some(({ isOld }) => !isOld) ? found.filter(({ isOld }) => !isOld) : found
  }

  /** What a background job does. */
  work(task: string, ids: readonly number[]): void {
    const of = ids.flatMap((id) => this.orders.get(id) ?? [])
    if (task === 'retry_short_orders')
      this.#audit(
        this.#inException(['stock_short']).filter((order) =>
          skus.every((sku) => this.free(sku) >= order.pieces[sku]),
        ),
        'before',
      )
    if (task === 'retry_labels')
      this.#audit(
        of.filter((order) =>
          this.#inException(['label_waiting', 'label_failed', 'waybill_refused']).includes(order),
        ),
        'before',
      )
    if (task === 'decide_intercepts')
      for (const order of of.filter((one) => isStopped(one) && one.status !== 'under_audit'))
        if (isEarly(order) || !this.#settings.interceptNeedsReview) this.#end(order, true)
    if (task === 'settle_picking_lists')
      for (const list of this.lists.filter(({ id }) => ids.includes(id))) this.#settle(list)
    if (task === 'buy_label' || task === 'void_label')
      for (const order of this.orders.values()) this.#answerOfCarrier(order)
  }

  #inException = (codes: readonly string[]) =>
    [...this.orders.values()].filter(
      ({ status, exception }) => status === 'audit_exception' && codes.includes(exception ?? ''),
    )

  /** Labels are bought and voided as the name of the recipient says. */
  #answerOfCarrier(order: PaperOrder): void {
    for (const label of order.labels) {
      if (label.status === 'voiding')
        label.status = label.receiver?.includes('DEMO-KEEP') ? 'void_failed' : 'voided'
      if (label.status !== 'requesting') continue
      const isRefused = order.receiver.includes('DEMO-ADDRESS')
      label.status = isRefused ? 'failed' : 'obtained'
      label.receiver = order.receiver
      if (order.status === 'under_audit') {
        if (isRefused) this.#except(order, 'label_failed')
        else Object.assign(order, { status: 'pending_shipment', exception: null })
      } else if (isRefused && isReady(order)) this.#except(order, 'waybill_refused')
    }
  }

  #except(order: PaperOrder, exception: string): void {
    Object.assign(order, { status: 'audit_exception', exception })
    this.#leaveList(order)
  }

  #leaveList(order: PaperOrder): void {
    for (const { live } of this.lists) live.delete(order)
    if (order.pick === 'listed') order.pick = 'none'
  }

  #settle(list: PaperList): void {
    if ([...list.live].some(({ status }) => status !== 'shipped')) return
    if (list.status === 'waiting' || list.status === 'picking') {
      if (list.live.size === 0) this.#cancel(list)
      else this.#complete(list)
    } else if (list.status === 'picked') list.status = 'done'
  }

  #complete(list: PaperList): void {
    for (const order of list.live) if (order.pick === 'listed') order.pick = 'picked'
    list.status = [...list.live].every(({ status }) => status === 'shipped') ? 'done' : 'picked'
  }

  #cancel(list: PaperList): void {
    for (const order of list.live) if (order.pick === 'listed') order.pick = 'none'
    list.live.clear()
    list.status = 'cancelled'
  }

  /** Goods are free again; what was picked is brought to the bin for returns first. */
  #release(order: PaperOrder): void {
    for (const { shelf, quantity } of order.taken) {
      shelf.allocated -= quantity
      if (order.pick !== 'picked') continue
      shelf.onHand -= quantity
      this.shelf(shelf.sku, 'RETURN', shelf.isReturned).onHand += quantity
    }
    if (order.taken.length > 0 && order.pick === 'picked') order.pick = 'none'
    order.taken = []
  }

  /** What a carrier sold is voided there. A customer's own label may stay. */
  #giveUp(order: PaperOrder, keepsUploads = false): void {
    for (const label of order.labels) {
      if (keepsUploads && label.channel === 'UPLOAD') continue
      if (label.status === 'obtained') label.status = label.channel === 'BOUGHT' ? 'voiding' : 'voided'
      if (label.status === 'failed') label.status = 'voided'
    }
  }

  /** False where the label is missing; with a carrier it comes later. */
  #obtain(order: PaperOrder): boolean {
    const { channel } = order
    const live = liveLabel(order)
    if (live && live.channel !== channel) this.#giveUp(order)
    const now = liveLabel(order)
    if (now?.status === 'obtained') return true
    if (now) now.status = 'requesting'
    else if (channel === 'UPLOAD') return false
    else
      order.labels.push({
        ...{ id: 0, no: null, channel, prints: 0 },
        status: channel === 'BOUGHT' ? 'requesting' : 'obtained',
      })
    return true
  }

  /** The audit of several orders. What one of them gives back is left for the next audit. */
  #audit(all: readonly PaperOrder[], force: 'none' | 'now' | 'before'): PaperOrder[] {
    const started = all.filter((order) => isEarly(order) && !isStopped(order)).toSorted(byPriority)
    const failed = new Map<PaperOrder, string>()
    const open = () => started.filter((order) => !failed.has(order))
    for (const order of started) order.isForced = force === 'now' || (force === 'before' && order.isForced)
    for (const order of started)
      if (!order.isForced && this.#isTooHeavy(order, order.channel)) failed.set(order, 'channel_unavailable')
    this.#allocate(open(), (order) => failed.set(order, 'stock_short'))
    for (const order of failed.keys()) this.#release(order)
    for (const order of open()) if (!this.#obtain(order)) failed.set(order, 'label_waiting')
    for (const [order, code] of failed) this.#except(order, code)
    const passed = open()
    for (const order of passed) {
      const label = liveLabel(order)
      const isPrinted = (label?.prints ?? 0) > 0
      const status =
        label?.status === 'requesting' ? 'under_audit' : isPrinted ? 'waybill_printed' : 'pending_shipment'
      Object.assign(order, { status, exception: null })
    }
    return passed
  }

  #isTooHeavy = (order: PaperOrder, channel: Channel) => channel === 'LIGHT' && piecesOf(order) > MAX_LIGHT

  /** Oldest goods first, then the bin with the fewest pieces, then the bin's code; all of an order or nothing. */
  #allocate(all: readonly PaperOrder[], isShort: (order: PaperOrder) => void): void {
    const inOrder = this.shelves
      .filter((shelf) => shelf.bin !== 'RETURN' && freeOn(shelf) > 0)
      .toSorted(
        (a, b) =>
          Number(a.isReturned) - Number(b.isReturned) || freeOn(a) - freeOn(b) || (a.bin < b.bin ? -1 : 1),
      )
    for (const order of all) {
      if (order.taken.length > 0) continue
      if (skus.some((sku) => this.free(sku) < order.pieces[sku])) {
        isShort(order)
        continue
      }
      for (const sku of skus) {
        let left = order.pieces[sku]
        for (const shelf of inOrder.filter((one) => one.sku === sku)) {
          const quantity = Math.min(left, freeOn(shelf))
          if (quantity <= 0) continue
          shelf.allocated += quantity
          order.taken.push({ shelf, quantity })
          left -= quantity
        }
      }
    }
  }

  /** A ready order gets another label and has to be printed again; without one it is an exception that keeps its goods. */
  #relabel(order: PaperOrder): boolean {
    this.#giveUp(order)
    order.status = 'pending_shipment'
    if (this.#obtain(order)) return true
    this.#except(order, 'label_waiting')
    return false
  }

  #end(order: PaperOrder, isIntercept: boolean): void {
    this.#release(order)
    this.#giveUp(order)
    if (isIntercept || isStopped(order)) order.intercept = 'approved'
    Object.assign(order, { status: 'voided', exception: null })
    this.#leaveList(order)
  }

  #each(ids: readonly number[], step: (order: PaperOrder) => boolean): Answer {
    const sorted = ids.map(this.order).toSorted((a, b) => a.id - b.id)
    return { failed: idsOf(sorted.filter((order) => !step(order))) }
  }

  #ofLists(ids: readonly number[], step: (list: PaperList) => boolean): Answer {
    const of = this.lists.filter(({ id }) => ids.includes(id))
    return { failed: idsOf(of.filter((list) => !step(list))) }
  }

  #audited(ids: readonly number[], force: 'none' | 'now'): Answer {
    const passed = this.#audit(ids.map(this.order), force)
    return { failed: ids.filter((id) => !passed.includes(this.order(id))) }
  }

  #piecesIn(lines: readonly { productId: number; quantity: number }[]): Record<Sku, number> {
    const pieces = { BOLT: 0, NUT: 0 }
    for (const { productId, quantity } of lines) pieces[this.names.sku(productId)] += quantity
    return pieces
  }

  #print(ids: readonly number[], isReprint: boolean, printId: number | null): Answer {
    const taken = ids.map(this.order).filter((order) => this.mayPrint(order, isReprint))
    const lines = taken.flatMap((order) => {
      const label = liveLabel(order)
      return label ? [{ order, label }] : []
    })
    if (lines.length > 0) this.prints.push({ id: printId ?? 0, isReprint, isConfirmed: false, lines })
    return { failed: ids.filter((id) => !taken.includes(this.order(id))) }
  }

  #confirm({ id, notPrinted }: InputOf<typeof labels.confirmLabelPrint>): Answer {
    const print = this.prints.find((one) => one.id === id)
    if (!print) return 'refused'
    const isOut = (label: Label) => !notPrinted.includes(label.id)
    if (print.isConfirmed) {
      if (print.lines.some(({ label, outcome }) => isOut(label) === (outcome === 'not printed')))
        return 'refused'
    } else
      for (const line of print.lines) {
        const { order, label } = line
        const isRight =
          order.status === (print.isReprint ? 'waybill_printed' : 'pending_shipment') &&
          !isStopped(order) &&
          label.status === 'obtained'
        line.outcome = !isOut(label) ? 'not printed' : isRight ? 'printed' : 'refused'
        if (line.outcome !== 'printed') continue
        label.prints++
        order.status = 'waybill_printed'
      }
    print.isConfirmed = true
    return { failed: print.lines.flatMap(({ order, outcome }) => (outcome === 'refused' ? [order.id] : [])) }
  }

  #onShelf(
    lines: readonly { stockId: number; quantity: number }[],
    step: (shelf: Shelf, quantity: number) => boolean,
  ) {
    const [line] = lines
    const shelf = line && this.names.shelf(line.stockId)
    return shelf && step(shelf, line.quantity) ? 'done' : 'refused'
  }

  #allRules() {
    const rule = <C extends Command>(call: C, step: (input: InputOf<C>, made: OutputOf<C>) => Answer) =>
      [
        call.path,
        (body: unknown, made: unknown) => step(call.input.parse(body) as InputOf<C>, made as OutputOf<C>),
      ] as const
    return new Map([
      rule(
        orders.createOrder,
        ({ referenceNo, receiverName, channelId, lines, priority, tags }, { id, orderNo }) => {
          this.orders.set(id, {
            id,
            no: orderNo,
            reference: referenceNo,
            receiver: receiverName,
            status: 'pending_audit',
            exception: null,
            intercept: 'none',
            channel: this.names.channel(channelId),
            pieces: this.#piecesIn(lines),
            taken: [],
            pick: 'none',
            labels: [],
            isForced: false,
            isWeighed: false,
            priority,
            tags,
            returned: { BOLT: 0, NUT: 0 },
          })
          return 'done'
        },
      ),
      rule(orders.editOrder, ({ id, channelId, receiverName: receiver, lines, priority, tags }) => {
        const order = this.order(id)
        if (!isEarly(order)) return 'refused'
        const channel = this.names.channel(channelId)
        const pieces = this.#piecesIn(lines)
        this.#release(order)
        this.#giveUp(order, channel === order.channel)
        const isSame = skus.every((sku) => pieces[sku] === order.pieces[sku])
        Object.assign(order, { status: 'pending_audit', exception: null, isForced: false, channel, pieces })
        Object.assign(order, { receiver, priority, tags, isWeighed: order.isWeighed && isSame })
        return 'done'
      }),
      rule(orders.auditOrders, ({ ids }) => this.#audited(ids, 'none')),
      rule(orders.forceOrders, ({ ids }) => this.#audited(ids, 'now')),
      rule(orders.voidOrders, ({ ids }) =>
        this.#each(ids, (order) => {
          if (!(isEarly(order) || isReady(order)) || isAtCarrier(order)) return false
          this.#end(order, false)
          return true
        }),
      ),
      rule(orders.interceptOrders, ({ ids }) =>
        this.#each(ids, (order) => {
          if (isStopped(order) || ['shipped', 'voided'].includes(order.status)) return false
          const isAtOnce = isEarly(order) || (isReady(order) && !this.#settings.interceptNeedsReview)
          if (isAtOnce && !isAtCarrier(order)) this.#end(order, true)
          else order.intercept = 'requested'
          return true
        }),
      ),
      rule(orders.answerIntercepts, ({ ids, isApproved }) =>
        this.#each(ids, (order) => {
          if (!isStopped(order)) return false
          if (!isApproved) order.intercept = 'rejected'
          else if (isAtCarrier(order) || order.status === 'under_audit') return false
          else this.#end(order, true)
          return true
        }),
      ),
      rule(orders.markOrders, ({ ids, priority, tags, addTags = [] }) =>
        this.#each(ids, (order) => {
          order.priority = priority ?? order.priority
          order.tags = [...new Set([...(tags ?? order.tags), ...addTags])]
          return true
        }),
      ),
      rule(orders.assignChannel, ({ ids, channelId }) => {
        const to = this.names.channel(channelId)
        return this.#each(ids, (order) => {
          if (isStopped(order) || isAtCarrier(order) || order.channel === to) return false
          if (isReady(order)) {
            if (this.#isTooHeavy(order, to)) return false
            Object.assign(order, { channel: to, isForced: false })
            return this.#relabel(order)
          }
          if (!isEarly(order)) return false
          this.#release(order)
          this.#giveUp(order)
          Object.assign(order, { channel: to, isForced: false, status: 'pending_audit', exception: null })
          return true
        })
      }),
      rule(waybills.reissueLabels, ({ ids }) =>
        this.#each(
          ids,
          (order) => isReady(order) && !isStopped(order) && !isAtCarrier(order) && this.#relabel(order),
        ),
      ),
      rule(waybills.uploadLabel, ({ id, trackingNo }) => {
        const order = this.order(id)
        if (!takesLabel(order) || isAtCarrier(order)) return 'refused'
        this.#giveUp(order, true)
        for (const label of order.labels) if (label.status === 'obtained') label.status = 'superseded'
        order.labels.push({ id: 0, no: trackingNo, channel: 'UPLOAD', status: 'obtained', prints: 0 })
        if (order.status === 'waybill_printed') order.status = 'pending_shipment'
        return 'done'
      }),
      rule(waybills.voidLabelAgain, ({ id }) => {
        const label = [...this.orders.values()].flatMap((order) => order.labels).find((one) => one.id === id)
        if (label?.status !== 'void_failed') return 'refused'
        Object.assign(label, { status: 'voiding', isAcknowledged: false })
        return 'done'
      }),
      rule(waybills.acknowledgeRefusedVoids, ({ ids }) =>
        this.#each(ids, ({ labels: all }) => {
          const open = all.filter(isOpenRefusal)
          for (const label of open) label.isAcknowledged = true
          return open.length > 0
        }),
      ),
      rule(labels.printLabels, ({ ids, filters }, { printId }) => {
        const waiting = [...this.orders.values()].filter(({ status }) => status === 'pending_shipment')
        const chosen = ids ?? (filters ? idsOf(waiting) : [])
        return chosen.length === 0 ? 'refused' : this.#print(chosen, false, printId)
      }),
      rule(labels.reprintLabels, ({ ids }, { printId }) => this.#print(ids, true, printId)),
      rule(labels.confirmLabelPrint, (input) => this.#confirm(input)),
      rule(labels.cancelLabelPrint, ({ ids }) =>
        this.#each(ids, (order) => {
          if (order.status !== 'waybill_printed') return false
          order.status = 'pending_shipment'
          const label = liveLabel(order)
          if (label) label.prints = 0
          return true
        }),
      ),
      rule(picking.createPickingLists, ({ ids, isMixed }, { lists: made = [] }) => {
        const taken = ids.map(this.order).filter(this.isPickable).toSorted(byPriority)
        const groups = isMixed
          ? [taken]
          : (['ss', 'sm', 'mm'] as const).map((one) => taken.filter((order) => classOf(order) === one))
        const filled = groups.filter((group) => group.length > 0)
        for (const [i, group] of filled.entries())
          this.lists.push({ id: made[i]?.id ?? 0, status: 'waiting', live: new Set(group) })
        for (const order of taken) order.pick = 'listed'
        const failed = ids.filter((id) => !taken.includes(this.order(id)))
        return { failed, lists: filled.map(({ length }) => length) }
      }),
      rule(picking.assignPickingLists, ({ ids, assigneeId }) =>
        this.#ofLists(ids, (list) => {
          if (list.status !== 'waiting' && list.status !== 'picking') return false
          if (assigneeId !== null) list.status = 'picking'
          return true
        }),
      ),
      rule(picking.markPickingListsPrinted, ({ ids }) =>
        this.#ofLists(ids, (list) => {
          if (list.status === 'waiting') list.status = 'picking'
          return list.status !== 'cancelled'
        }),
      ),
      rule(picking.completePickingLists, ({ ids }) =>
        this.#ofLists(ids, (list) => {
          if (list.status !== 'waiting' && list.status !== 'picking') return false
          this.#complete(list)
          return true
        }),
      ),
      rule(picking.cancelPickingLists, ({ ids }) =>
        this.#ofLists(ids, (list) => {
          if (list.status !== 'waiting' && list.status !== 'picking') return false
          this.#cancel(list)
          return true
        }),
      ),
      rule(outbound.weighPackage, ({ packageId }) => {
        const order = this.packages.get(packageId)
        if (order?.status !== 'waybill_printed') return 'refused'
        order.isWeighed = true
        return 'done'
      }),
      rule(outbound.shipOrders, ({ ids }) =>
        this.#each(ids, (order) => {
          if (this.obstacle(order)) return false
          for (const { shelf, quantity } of order.taken) {
            shelf.onHand -= quantity
            shelf.allocated -= quantity
          }
          order.status = 'shipped'
          if (order.pick === 'listed') order.pick = 'picked'
          return true
        }),
      ),
      rule(openReturn, ({ id, lines }, made) => {
        const order = this.order(id)
        const pieces = this.#piecesIn(lines)
        if (
          order.status !== 'shipped' ||
          skus.some((sku) => order.returned[sku] + pieces[sku] > order.pieces[sku])
        )
          return 'refused'
        for (const sku of skus) order.returned[sku] += pieces[sku]
        this.returns.set(
          made.id,
          lines.map(({ productId, quantity }) => ({ sku: this.names.sku(productId), quantity })),
        )
        return 'done'
      }),
      rule(receive, ({ inboundId, lines }) => {
        for (const { productId, good, locationId } of lines)
          this.shelf(this.names.sku(productId), this.names.bin(locationId), true).onHand += good
        this.returns.delete(inboundId)
        return 'done'
      }),
      rule(freezeStock, ({ lines }) =>
        this.#onShelf(lines, (shelf, quantity) => {
          if (freeOn(shelf) < quantity) return false
          shelf.frozen += quantity
          return true
        }),
      ),
      rule(unfreezeStock, ({ lines }) =>
        this.#onShelf(lines, (shelf, quantity) => {
          if (shelf.frozen < quantity) return false
          shelf.frozen -= quantity
          return true
        }),
      ),
      rule(moveStock, ({ lines, toLocationCode }) =>
        this.#onShelf(lines, (shelf, quantity) => {
          if (freeOn(shelf) < quantity || shelf.bin === toLocationCode) return false
          shelf.onHand -= quantity
          this.shelf(shelf.sku, toLocationCode, shelf.isReturned).onHand += quantity
          return true
        }),
      ),
    ])
  }

  /** Whose packages were seen. */
  readonly packages = new Map<number, PaperOrder>()
}
