import { expect } from 'vitest'
import { freezeStock, moveStock, type PlaceStockRow, unfreezeStock } from '../../inventory/stock/contract.ts'
import * as orders from '../../orders/contract.ts'
import { marksIn } from '../../orders/marks.ts'
import { fits, fitsAny, hasOpenRefusal, type OrderActionName, takesUpload } from '../../orders/offers.ts'
import { orderStates } from '../../orders/states.ts'
import {
  acknowledgeRefusedVoids,
  reissueLabels,
  uploadLabel,
  voidLabelAgain,
} from '../../orders/waybills/contract.ts'
import type { Command, OutputOf, SentTo } from '../../platform/calls/call.ts'
import { CallFailed, fetchFile, send } from '../../platform/calls/web/send.ts'
import { nothingPending, readScan } from '../../platform/scanning/web/reading.ts'
import { newScanLine } from '../../platform/scanning/web/use-queue.ts'
import { receive } from '../../receiving/scanning/contract.ts'
import { missingFrom, noneMissing, reportOf, toggled } from '../../shipping/labels/came-out.ts'
import * as labels from '../../shipping/labels/contract.ts'
import { listOutbound, type OutboundRow, shipOrders } from '../../shipping/outbound/contract.ts'
import { knownBy, type Load, type Loaded } from '../../shipping/outbound/loading.ts'
import {
  Loader,
  sendWeight,
  ship,
  takeScan,
  undo,
  type WeighScan,
} from '../../shipping/outbound/web/loader.ts'
import * as picking from '../../shipping/picking/contract.ts'
import { callsOf } from '../../shipping/picking/plan.ts'
import { mayDo } from '../../shipping/picking/states.ts'
import { createInParts } from '../../shipping/picking/web/create-lists.ts'
import { listReturns, openReturn } from '../../shipping/returns/contract.ts'
import { fieldOf, quantityProblems } from '../../shipping/returns/rules.ts'
import { channels, liveLabel, type Sku, skus } from '../order-paper.ts'
import { printOptions, reason, uploadedNo } from '../order-work.ts'
import { type Browser, type Drawer, idsOf, type Round } from './order-desk.ts'

type Print = OutputOf<typeof labels.getLabelPrint>
type Question = NonNullable<Loader['state']['question']>

/** The buttons of the order list; the common ones are pressed more often. */
const wishes: readonly OrderActionName[] = [
  ...(['audit', 'audit', 'audit', 'channel', 'reissue', 'force', 'mark'] as const),
  ...(['intercept', 'intercept', 'approve', 'approve', 'reject', 'reject', 'reject', 'void'] as const),
]

/** A person at the order pages: sees what the calls return, and presses what the pages offer. */
class OrderUser {
  readonly browser: Browser
  readonly #round: Round
  readonly #loader: Loader
  readonly #queue: Loader['queue']
  /** Pages that were read before, by name. */
  readonly #seen = new Map<string, unknown>()
  /** A print whose question is still on the screen. */
  #print: Print | undefined
  #answered: Question | undefined

  constructor(round: Round, browser: Browser) {
    this.#round = round
    this.browser = browser
    const kept = new Map<
      string,
      Parameters<Parameters<typeof newScanLine<WeighScan, { weight: string }>>[0]['store']['put']>[0]
    >()
    const store = {
      all: async () => [...kept.values()],
      put: async (entry: { id: string }) => void kept.set(entry.id, entry as never),
      remove: async (id: string) => void kept.delete(id),
    }
    const line = newScanLine<WeighScan, { weight: string }>({ store }, sendWeight)
    this.#queue = line.queue
    this.#loader = new Loader(line.queue, () => true)
    line.hearers.add(this.#loader)
    this.#loader.listen(() => this.#reply())
  }

  open = () => this.browser.run(() => this.#queue.open())

  get #dice() {
    return this.#round.dice
  }

  /** A page, most often as it is now, sometimes as it was read before. What was read is checked. */
  async #page<T>(name: string, read: () => Promise<T>, check: (page: T) => void = () => {}): Promise<T> {
    const before = this.#seen.get(name) as T | undefined
    if (before !== undefined && this.#dice.isOnce(5)) return before
    const page = await read()
    check(page)
    this.#seen.set(name, page)
    return page
  }

  /** Presses a button: sometimes it is sent twice, and after a lost response it is pressed again. */
  async #send<C extends Command>(call: C, input: SentTo<C>): Promise<OutputOf<C> | undefined> {
    const { browser } = this
    browser.trouble = this.#dice.isOnce(5) ? this.#dice.pick(['twice', 'lost', 'cut'] as const) : 'none'
    for (;;)
      try {
        return await browser.run(() => send(call, input))
      } catch (failure) {
        if (this.#round.failure) throw this.#round.failure
        if (!(failure instanceof CallFailed)) throw failure
        if (failure.kind !== 'network') return undefined
      }
  }

  #some<T>(all: readonly T[], most = 3): T[] {
    const count = Math.min(all.length, this.#dice.between(1, most))
    const left = [...all]
    return Array.from({ length: count }, () => left.splice(this.#dice.between(0, left.length - 1), 1)).flat()
  }

  #pieces(): { sku: Sku; quantity: number }[] {
    const bolts = { sku: 'BOLT', quantity: this.#dice.between(1, 4) } as const
    return this.#dice.isOnce(3) ? [bolts, { sku: 'NUT', quantity: this.#dice.between(1, 2) }] : [bolts]
  }

  #channel = () =>
    this.#dice.pick([
      ...channels.slice(0, 4),
      'LOCAL',
      'LOCAL',
      'LOCAL',
      'UPLOAD',
      this.#dice.isOnce(2) ? 'BOUGHT' : 'LOCAL',
    ] as const)

  async create(): Promise<void> {
    const { company, customerId, line } = this.#round
    await this.#send(
      orders.createOrder,
      company.facts({
        customerId,
        channelId: company.channelOf(this.#channel()),
        receiverName: this.#dice.pick(['Ann Example', 'Ann Example', 'DEMO-KEEP', 'DEMO-ADDRESS']),
        priority: this.#dice.isOnce(5) ? 5 : 0,
        lines: this.#pieces().map(({ sku, quantity }) => line(sku, quantity)),
      }),
    )
  }

  /** The list in one of its modes. */
  async #rows(status?: (typeof orderStates.states)[number]) {
    const { customerId, paper } = this.#round
    const page = await this.#page(
      `orders ${status}`,
      async () =>
        status === undefined
          ? this.#round.screen.orders
          : this.browser.read(orders.listOrders, { customerId, size: 50, status }),
      ({ rows }) => this.#round.checkRows(rows, (order) => status === undefined || order.status === status),
    )
    return page.rows.filter(({ id }) => paper.orders.has(id))
  }

  async selection(wanted?: OrderActionName): Promise<void> {
    const known = [...this.#round.paper.orders.values()]
    const mode = this.#dice.isOnce(2) && known.length > 0 ? this.#dice.pick(known).status : undefined
    const rows = await this.#rows(mode)
    if (rows.length === 0) return
    const offered = wishes.filter((name) => mode === undefined || fitsAny(name, mode, null))
    const name = wanted && offered.includes(wanted) ? wanted : this.#dice.pick(offered)
    const chosen = wanted ? rows.filter((row) => fits[wanted](row)) : rows
    await this.#act(name, idsOf(this.#some(chosen.length > 0 ? chosen : rows)))
  }

  async #act(name: OrderActionName, ids: number[]): Promise<void> {
    const { company } = this.#round
    const to = company.channelOf(this.#channel())
    switch (name) {
      case 'audit':
        return void (await this.#send(orders.auditOrders, { ids }))
      case 'channel':
        return void (await this.#send(orders.assignChannel, { ids, channelId: to }))
      case 'reissue':
        return void (await this.#send(reissueLabels, { ids, reason }))
      case 'force':
        return void (await this.#send(orders.forceOrders, { ids, reason }))
      case 'mark': {
        const marks = marksIn({
          priority: this.#dice.isOnce(2) ? String(this.#dice.between(0, 9)) : undefined,
          way: this.#dice.pick(['keep', 'add', 'replace'] as const),
          tags: this.#some(['urgent', 'gift', 'vip'], 2),
        })
        return void (marks && (await this.#send(orders.markOrders, { ids, ...marks })))
      }
      case 'intercept':
        return void (await this.#send(orders.interceptOrders, { ids, reason }))
      case 'approve':
        return void (await this.#send(orders.answerIntercepts, { ids, isApproved: true, reason }))
      case 'reject':
        return void (await this.#send(orders.answerIntercepts, { ids, isApproved: false, reason: null }))
      case 'void':
        return void (await this.#send(orders.voidOrders, { ids, reason }))
    }
  }

  async drawer(): Promise<void> {
    const rows = await this.#rows()
    if (rows.length === 0) return
    const { id } = this.#dice.pick(rows)
    const order = await this.#page(
      `order ${id}`,
      () => this.browser.read(orders.getOrder, { id }),
      (drawer) => this.#round.checkDrawer(drawer),
    )
    const again = order.waybills.filter(({ mayVoidAgain }) => mayVoidAgain)
    const offered: (OrderActionName | 'edit' | 'upload' | 'void again' | 'acknowledge' | 'return')[] = [
      ...wishes.filter((name) => fits[name](order)),
      ...(orderStates.allows(order.status, 'edit') ? (['edit', 'edit', 'edit'] as const) : []),
      ...(takesUpload(order) ? (['upload', 'upload', 'upload', 'upload', 'upload', 'upload'] as const) : []),
      ...(again.length > 0 ? (['void again', 'void again', 'void again'] as const) : []),
      ...(hasOpenRefusal(order) ? (['acknowledge', 'acknowledge', 'acknowledge'] as const) : []),
      ...(order.status === 'shipped' ? (['return', 'return', 'return'] as const) : []),
    ]
    const name = this.#dice.pick(offered)
    if (name === 'edit') await this.#edit(order)
    else if (name === 'upload') await this.upload(order.id)
    else if (name === 'void again') await this.#send(voidLabelAgain, { id: this.#dice.pick(again).id })
    else if (name === 'acknowledge') await this.#send(acknowledgeRefusedVoids, { ids: [order.id], reason })
    else if (name === 'return') await this.#return(order.id)
    else await this.#act(name, [order.id])
  }

  async #edit(of: Drawer): Promise<void> {
    const { company, line } = this.#round
    const isMoved = this.#dice.isOnce(3)
    const { customerId: _, ...facts } = company.facts({
      referenceNo: of.referenceNo,
      receiverName: this.#dice.isOnce(4) ? of.receiverName : 'Bob Example',
      channelId: isMoved ? company.channelOf(this.#channel()) : of.channelId,
      priority: of.priority,
      tags: of.tags,
      lines: this.#dice.isOnce(3)
        ? of.lines.map(({ productId, quantity, declaredValue }) => ({ productId, quantity, declaredValue }))
        : this.#pieces().map(({ sku, quantity }) => line(sku, quantity)),
    })
    await this.#send(orders.editOrder, { id: of.id, rowVersion: of.rowVersion, ...facts })
  }

  async upload(id: number): Promise<void> {
    const { company } = this.#round
    const trackingNo = uploadedNo(++company.labels)
    await this.#send(uploadLabel, { id, fileId: this.browser.fileId, trackingNo, readyAt: null })
  }

  async #return(id: number): Promise<void> {
    const page = await this.#page(`returns ${id}`, () => this.browser.read(listReturns, { id }))
    const open = page.lines.filter(({ shipped, returned }) => returned < shipped)
    if (!page.isShipped || open.length === 0) return
    const typed = Object.fromEntries(
      open.map(({ productId, shipped }) => [
        fieldOf(productId),
        this.#dice.pick(['', '1', String(shipped), '1']),
      ]),
    )
    if (Object.keys(quantityProblems(open, typed)).length > 0) return
    const lines = open.flatMap(({ productId }) => {
      const text = typed[fieldOf(productId)]
      return text ? [{ productId, quantity: Number(text) }] : []
    })
    await this.#send(openReturn, { id, trackingNo: null, remark: null, lines })
  }

  /** The goods of a return are received, of each product once in a sequence. */
  async takeReturn(): Promise<void> {
    const { paper, company, productOf } = this.#round
    const due = [...paper.returns].filter(([, lines]) =>
      lines.every(({ sku }) => !paper.shelves.some((shelf) => shelf.isReturned && shelf.sku === sku)),
    )
    const [first] = due
    if (!first) return
    const [inboundId, lines] = first
    await this.#send(receive, {
      inboundId,
      lines: lines.map(({ sku, quantity }) => ({
        ...{ productId: productOf(sku), good: quantity, defective: 0, locationId: company.at('A-02') },
      })),
    } as SentTo<typeof receive>)
  }

  async #labelRows(printStatus: 'unprinted' | 'printed') {
    const { customerId, paper } = this.#round
    const status = printStatus === 'printed' ? 'waybill_printed' : 'pending_shipment'
    const page = await this.#page(
      `labels ${printStatus}`,
      () => this.browser.read(labels.listLabels, { customerId, printStatus, size: 50 }),
      ({ rows }) =>
        expect(
          rows
            .map((row) => [row.orderNo, row.interceptStatus, row.printCount, row.printingBy !== null].join())
            .sort(),
        ).toEqual(
          [...paper.orders.values()]
            .filter((order) => order.status === status)
            .map((order) => {
              const label = liveLabel(order)
              const isPrinting = paper.openPrintOf(label) !== undefined
              return [order.no, order.intercept, label?.prints ?? 0, isPrinting].join()
            })
            .sort(),
        ),
    )
    return page.rows
  }

  async print(): Promise<void> {
    const { customerId } = this.#round
    const rows = await this.#labelRows('unprinted')
    if (rows.length === 0) return
    const which = this.#dice.isOnce(4)
      ? { filters: { customerId, printStatus: 'unprinted' as const } }
      : { ids: idsOf(this.#some(rows)) }
    const started = await this.#send(labels.printLabels, { ...which, ...printOptions })
    await this.#afterPrint(started)
  }

  async reprint(): Promise<void> {
    const rows = await this.#labelRows('printed')
    if (rows.length === 0) return
    const ids = idsOf(this.#some(rows))
    await this.#afterPrint(await this.#send(labels.reprintLabels, { ids, reason, ...printOptions }))
  }

  async cancelPrint(): Promise<void> {
    const rows = await this.#labelRows('printed')
    if (rows.length > 0)
      await this.#send(labels.cancelLabelPrint, { ids: idsOf(this.#some(rows, 2)), reason })
  }

  async #afterPrint(started: OutputOf<typeof labels.printLabels> | undefined): Promise<void> {
    if (!started?.printId) return
    await this.#round.draw()
    await this.#openPrint(started.printId)
    if (!this.#dice.isOnce(3)) await this.confirm()
  }

  /** The file, and the question which labels came out. */
  async #openPrint(id: number): Promise<void> {
    const print = await this.browser.read(labels.getLabelPrint, { id })
    const paper = this.#round.paper.prints.find((one) => one.id === id)
    expect(print.labels.map(({ orderId }) => orderId).sort()).toEqual(
      paper?.lines.map(({ order }) => order.id).sort(),
    )
    expect(print.confirmedAt !== null).toBe(paper?.isConfirmed)
    for (const { order, label } of paper?.lines ?? [])
      label.id = print.labels.find(({ orderId }) => orderId === order.id)?.waybillId ?? 0
    const { fileUrl } = print.task
    if (!fileUrl) throw new Error('no file')
    expect((await this.browser.run(() => fetchFile(fileUrl))).size).toBeGreaterThan(100)
    this.#print = print
  }

  async confirm(): Promise<void> {
    const print = this.#print
    if (!print || print.confirmedBy !== null) return
    const all = print.labels.filter(({ outcome }) => outcome !== 'left_out').map(({ waybillId }) => waybillId)
    const missing = this.#dice.isOnce(5)
      ? toggled(noneMissing, this.#dice.pick(all))
      : this.#dice.isOnce(8)
        ? missingFrom(all, this.#dice.between(1, all.length))
        : noneMissing
    const { notPrinted } = reportOf(all, missing)
    await this.#send(labels.confirmLabelPrint, { id: print.id, notPrinted })
    if (!this.#dice.isOnce(4)) this.#print = undefined
  }

  /** The prints of all users that are not confirmed yet. */
  async openPrints(): Promise<void> {
    const { paper } = this.#round
    const open = await this.browser.read(labels.openLabelPrints, {})
    const mine = idsOf(open).filter((id) => paper.prints.some((print) => print.id === id))
    expect(mine.toSorted()).toEqual(idsOf(paper.prints.filter(({ isConfirmed }) => !isConfirmed)).toSorted())
    if (mine.length === 0) return
    await this.#openPrint(this.#dice.pick(mine))
    await this.confirm()
  }

  async makeLists(): Promise<void> {
    const { customerId, paper } = this.#round
    const chosen = this.#dice.isOnce(2) ? idsOf(this.#some(await this.#rows())) : undefined
    if (chosen?.length === 0) return
    const page = await this.#page(
      `pickable ${chosen}`,
      () => this.browser.read(picking.findPickable, chosen ? { ids: chosen } : { customerId }),
      ({ orders: { ss, sm, mm } }) =>
        expect([...ss, ...sm, ...mm].sort()).toEqual(
          [...paper.orders.values()]
            .filter((order) => paper.isPickable(order) && (!chosen || chosen.includes(order.id)))
            .map(({ id }) => id)
            .sort(),
        ),
    )
    const split = { perList: 500, isMixed: this.#dice.isOnce(2) }
    const parts = chosen ? [chosen] : callsOf(page.orders, split).calls
    await createInParts(parts, async (ids) => {
      const made = await this.#send(picking.createPickingLists, { ids, ...split })
      if (!made) throw new Error('no lists were made')
      return made
    })
  }

  async pickingList(): Promise<void> {
    const { customerId, paper } = this.#round
    const page = await this.#page(
      'lists',
      () => this.browser.read(picking.listPickingLists, { customerId, size: 50 }),
      ({ rows }) =>
        expect(rows.map(({ id, status }) => [id, status].join()).sort()).toEqual(
          paper.lists.map(({ id, status }) => [id, status].join()).sort(),
        ),
    )
    if (page.rows.length === 0) return
    const { id, status } = this.#dice.pick(page.rows)
    const ids = [id]
    const offered = [
      ...(status === 'cancelled' ? [] : (['print'] as const)),
      ...(mayDo(status, 'complete') ? (['assign', 'complete', 'complete'] as const) : []),
      ...(mayDo(status, 'cancel') ? (['cancel'] as const) : []),
    ]
    if (offered.length === 0) return
    const name = this.#dice.pick(offered)
    if (name === 'print') await this.#send(picking.markPickingListsPrinted, { ids })
    if (name === 'complete') await this.#send(picking.completePickingLists, { ids })
    if (name === 'cancel') await this.#send(picking.cancelPickingLists, { ids })
    if (name !== 'assign') return
    const pickers = await this.browser.read(picking.listPickers, {})
    const assigneeId = this.#dice.isOnce(4) ? null : this.#dice.pick(pickers).id
    await this.#send(picking.assignPickingLists, { ids, assigneeId })
  }

  #checkOutbound(rows: readonly OutboundRow[], ids?: readonly number[]): void {
    const due = [...this.#round.paper.orders.values()].filter(
      ({ id, status }) => status === 'waybill_printed' && (!ids || ids.includes(id)),
    )
    expect(rows.map((row) => [row.orderNo, row.interceptStatus].join()).sort()).toEqual(
      due.map((order) => [order.no, order.intercept].join()).sort(),
    )
  }

  async shipFromList(): Promise<void> {
    const { customerId } = this.#round
    const page = await this.#page(
      'outbound',
      () => this.browser.read(listOutbound, { customerId, size: 50 }),
      ({ rows }) => this.#checkOutbound(rows),
    )
    if (page.rows.length === 0) return
    await this.#send(shipOrders, { ids: idsOf(this.#some(page.rows)), truckNo: 'T-1' })
  }

  /** The numbers a user may read: on labels old and new, on papers, or on other packages. */
  #numbers(): string[] {
    const known = [...this.#round.paper.orders.values()].flatMap(({ no, reference, labels: all }) => [
      ...all.flatMap((label) => label.no ?? []),
      ...all.flatMap((label) => label.no ?? []),
      this.#dice.isOnce(2) ? no : reference,
    ])
    return [...new Set([...this.#some(known, 4), ...(this.#dice.isOnce(4) ? ['UNKNOWN-1'] : [])])]
  }

  async shipPasted(): Promise<void> {
    const codes = this.#numbers()
    if (codes.length === 0) return
    const { customerId, paper } = this.#round
    const page = await this.browser.read(listOutbound, { customerId, size: 50, codes })
    const found = codes.map((code) => ({ code, all: paper.withNumber(code) }))
    const all = found.flatMap((item) => item.all)
    const old = new Set(all.flatMap(({ order, isOld }) => (isOld ? [order.id] : [])))
    this.#checkOutbound(
      page.rows,
      all.flatMap(({ order }) => (old.has(order.id) ? [] : [order.id])),
    )
    expect(page.missing.toSorted()).toEqual(
      found.flatMap((item) => (item.all.length === 0 ? [item.code] : [])).sort(),
    )
    const held = new Set(
      all.flatMap(({ order }) => (paper.obstacle(order, old.has(order.id)) ? [order.id] : [])),
    )
    expect(idsOf(page.notReady).sort()).toEqual([...held].sort())
    if (page.rows.length > 0) await this.#send(shipOrders, { ids: idsOf(page.rows), truckNo: null })
  }

  /** Answers the question on the screen. */
  #reply(): void {
    const { question } = this.#loader.state
    if (!question || question === this.#answered) return
    this.#answered = question
    const isTyped = question.onText !== undefined && !this.#dice.isOnce(6)
    const choice = this.#dice.isOnce(6) ? question.choices.at(-1) : question.choices[0]
    queueMicrotask(() => {
      if (isTyped) question.onText?.('0.500', { code: '0.500', times: 1, isCounted: false, isTyped: true })
      else choice?.run()
    })
  }

  async scan(): Promise<void> {
    const numbers = this.#numbers()
    for (const number of this.#dice.isOnce(3) ? [...numbers, ...numbers.slice(0, 1)] : numbers)
      await this.#scanOne(number)
    if (this.#dice.isOnce(6)) undo(this.#loader)
    if (this.#dice.isOnce(8)) this.#loader.close()
    if (!this.#dice.isOnce(4)) await this.ship()
  }

  async #scanOne(number: string): Promise<void> {
    const { paper, done } = this.#round
    const loader = this.#loader
    const before = loader.state.load
    const { reading } = readScan(number, nothingPending)
    if (reading.kind !== 'code') throw new Error(`${number} is ${JSON.stringify(reading)}`)
    const found = paper.withNumber(reading.code)
    const isKnown = knownBy(before, reading.code) !== undefined
    await this.browser.run(() => loader.inTurn(reading.code, () => takeScan(loader, reading)))
    await this.#queue.sent()
    if (this.#round.failure) throw this.#round.failure
    const { load } = loader.state
    done.push(
      `${this.browser.name} scans ${number}: ${load.map(({ orderNo, obstacle }) => `${orderNo} ${obstacle}`).join()}`,
    )
    const mayLand = isKnown ? [] : found
    const isRest = ({ orderId }: Loaded) => mayLand.every(({ order }) => order.id !== orderId)
    expect([number, load.filter(isRest)]).toEqual([number, before.filter(isRest)])
    const obstaclesOn = (all: Load) =>
      mayLand.map(({ order }) => all.find(({ orderId }) => orderId === order.id)?.obstacle)
    const unchanged = obstaclesOn(before)
    const landed = mayLand.map(({ order, isOld }, i) => {
      const obstacle = paper.obstacle(order, isOld)
      // The weight was not given.
      if (obstacle === 'not_weighed') return unchanged
      return unchanged.with(i, obstacle === 'shipped' ? undefined : obstacle)
    })
    // Of several orders with the number the user chooses one, or none.
    expect(landed.length === 1 ? landed : [unchanged, ...landed]).toContainEqual(obstaclesOn(load))
  }

  /** Ships what is on the truck; pressed again where the response was lost. */
  async ship(): Promise<void> {
    const loader = this.#loader
    this.browser.trouble = this.#dice.isOnce(5) ? this.#dice.pick(['twice', 'lost', 'cut'] as const) : 'none'
    const isLost = this.browser.trouble === 'lost' || this.browser.trouble === 'cut'
    const press = () => this.browser.run(() => loader.inTurn('', () => ship(loader)))
    await press()
    if (isLost && this.browser.trouble === 'none') await press()
    this.browser.trouble = 'none'
    if (this.#round.failure) throw this.#round.failure
  }

  async stock(): Promise<void> {
    const page = await this.#page('stock', async () => this.#round.screen.stock)
    const free = page.rows.filter(({ onHand, allocated, frozen }) => onHand > allocated + frozen)
    const frozen = page.rows.filter((row) => row.frozen > 0)
    const aside = free.filter(({ locationCode }) => locationCode === 'RETURN')
    const pieces = (row: PlaceStockRow) => this.#dice.between(1, row.onHand - row.allocated - row.frozen)
    const name = this.#dice.pick(['freeze', 'unfreeze', 'unfreeze', 'move', 'put back', 'put back'] as const)
    if (name === 'unfreeze' && frozen.length > 0) {
      const row = this.#dice.pick(frozen)
      await this.#send(unfreezeStock, { lines: [{ stockId: row.id, quantity: row.frozen }], reason })
    } else if (name === 'put back' && aside.length > 0) {
      const row = this.#dice.pick(aside)
      await this.#send(moveStock, {
        lines: [{ stockId: row.id, quantity: pieces(row) }],
        toLocationCode: 'A-01',
      })
    } else if (free.length > 0) {
      const row = this.#dice.pick(free)
      const lines = [{ stockId: row.id, quantity: pieces(row) }]
      if (name === 'freeze') await this.#send(freezeStock, { lines, reason })
      else {
        const toLocationCode = row.locationCode === 'A-01' ? 'A-02' : 'A-01'
        await this.#send(moveStock, { lines, toLocationCode })
      }
    }
  }

  async goods(): Promise<void> {
    const sku = this.#dice.pick(skus)
    await this.#round.receive(sku, this.#dice.between(1, 6), this.#dice.pick(['A-01', 'A-02'] as const))
  }
}

/** What brings an order on its way, by its status. */
const onward = {
  pending_audit: ['audit'],
  audit_exception: ['audit', 'goods', 'upload', 'drawer'],
  under_audit: ['background'],
  pending_shipment: ['print', 'print', 'print', 'openPrints', 'makeLists', 'pickingList'],
  waybill_printed: ['shipFromList', 'shipPasted', 'scan', 'scan', 'pickingList', 'reprint', 'drawer'],
  shipped: ['create', 'drawer'],
  voided: ['create', 'stock', 'drawer'],
} as const
const anything = [
  ...([
    'create',
    'selection',
    'selection',
    'selection',
    'drawer',
    'drawer',
    'drawer',
    'print',
    'reprint',
    'cancelPrint',
  ] as const),
  ...([
    'openPrints',
    'makeLists',
    'pickingList',
    'shipFromList',
    'shipPasted',
    'scan',
    'stock',
    'stock',
    'goods',
  ] as const),
  ...(['takeReturn', 'confirm', 'background'] as const),
]

/** Users work for this many steps; after each of them page, server and paper agree. */
export async function playOrders(round: Round, steps: number): Promise<void> {
  const { dice, paper } = round
  await round.open()
  const users = round.browsers.map((browser) => new OrderUser(round, browser))
  const user = () => dice.pick(users)
  for (const one of users) await one.open()
  await round.receive('BOLT', dice.between(3, 12), 'A-01')
  if (dice.isOnce(2)) await round.receive('BOLT', dice.between(1, 5), 'A-02')
  await round.receive('NUT', dice.between(0, 4) + 1, 'A-02')
  for (let n = dice.between(1, 3); n > 0; n--) await user().create()
  const [first] = round.browsers
  if (!first) return
  await round.check(first)
  for (let n = 0; n < steps; n++) {
    const one = user()
    const known = [...paper.orders.values()]
    const name = !dice.isOnce(3) ? dice.pick(onward[dice.pick(known).status]) : dice.pick(anything)
    if (name === 'background') await round.work()
    else if (name === 'audit') await one.selection('audit')
    else if (name === 'upload') {
      const waiting = known.find(
        ({ channel, status }) => channel === 'UPLOAD' && status === 'audit_exception',
      )
      await (waiting ? one.upload(waiting.id) : one.goods())
    } else await one[name]()
    await round.check(one.browser)
    if (dice.isOnce(10)) await round.deliverAgain()
    if (dice.isOnce(2) && (await round.work())) await round.check(one.browser)
  }
  await round.work()
  await round.check(first)
  round.checkRest()
  for (const { id } of paper.orders.values()) round.checkDrawer(await first.read(orders.getOrder, { id }))
}
