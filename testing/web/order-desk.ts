import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, vi } from 'vitest'
import { backgroundJobs, carrierWork } from '../../app/server/slices.ts'
import { type PlaceStockRow, stockByPlace } from '../../inventory/stock/contract.ts'
import { countOrders, editOrder, getOrder, listOrders, type OrderRow } from '../../orders/contract.ts'
import { fits, hasOpenRefusal, type OrderActionName, takesUpload } from '../../orders/offers.ts'
import { orderStates } from '../../orders/states.ts'
import type { Call, Envelope, OutputOf, Page, SentTo } from '../../platform/calls/call.ts'
import { newId, send } from '../../platform/calls/web/send.ts'
import { openMail } from '../../platform/mail/server/mail.ts'
import { openPaper } from '../../platform/printing/server/paper.ts'
import { keepUser, keys, write } from '../../platform/ui/web/session.ts'
import { findPackages } from '../../shipping/outbound/contract.ts'
import { addLabelChannels, aShippingDesk, queuedJobs } from '../order-builders.ts'
import {
  type Channel,
  channels,
  isOpenRefusal,
  liveLabel,
  OrderPaper,
  offeredFor,
  type PaperOrder,
  piecesOf,
  type Sku,
  skus,
  takesLabel,
} from '../order-paper.ts'
import { publishFlatPrices } from '../priced-desk.ts'
import type { Dice } from '../random.ts'
import { aUser, type TestServer } from '../test-server.ts'
import { uploadedId } from '../upload.ts'

export type Drawer = OutputOf<typeof getOrder>
type Request = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; payload?: string }
/** What happens to the next command on its way: it arrives twice, or it or its answer is lost. */
type Trouble = 'none' | 'twice' | 'cut' | 'lost'

const FIRST_DAY = '2026-01-01'
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
export const idsOf = (all: readonly { id: number }[]) => all.map(({ id }) => id)

const here = new AsyncLocalStorage<Browser>()

/** Browsers of several users side by side, each with a storage and a network of its own. */
export function openOrderBrowsers(): () => void {
  const browser = () => {
    const one = here.getStore()
    if (!one) throw new Error('called outside a browser')
    return one
  }
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => browser().call(url, request))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => here.getStore()?.storage.get(key) ?? null,
    setItem: (key: string, value: string) => void here.getStore()?.storage.set(key, value),
    removeItem: (key: string) => void here.getStore()?.storage.delete(key),
  })
  vi.stubGlobal('window', { document: { hidden: false } })
  return () => void vi.unstubAllGlobals()
}

export class Browser {
  readonly storage = new Map<string, string>()
  trouble: Trouble = 'none'
  readonly #round: Round
  readonly name: string
  /** A label as a file of this user's. */
  readonly fileId: number

  constructor(round: Round, name: string, { token, fileId }: OrderCompany['people'][number]) {
    this.#round = round
    this.name = name
    this.fileId = fileId
    this.run(() => {
      const { tenantId } = round.company
      const user = { loginAccount: newId(), zoneCode: 'Asia/Shanghai', tenantId, companyCode: '' }
      keepUser({ ...user, platform: 'wms' })
      write(keys.token, token)
    })
  }

  run = <T>(work: () => T): T => here.run(this, work)
  read = <C extends Call>(call: C, input: SentTo<C>) =>
    this.run(() => send(call, input)).catch((reason) => {
      throw this.#round.failure ?? reason
    })

  async call(url: string, { method, headers, body }: RequestInit): Promise<Response> {
    const request: Request = {
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: { ...(headers as Record<string, string>) },
      ...(typeof body === 'string' && { payload: body }),
    }
    try {
      return await this.#round.carry(this, request)
    } catch (reason) {
      if (!(reason instanceof TypeError && reason.message === 'cut')) this.#round.failure ??= reason
      throw reason
    }
  }
}

async function aLabel(): Promise<Buffer> {
  const paper = openPaper({ width: 100, height: 150 }, 'label')
  paper.turn()
  paper.text('SHIP TO', { x: 5, y: 40, width: 90, height: 10 }, { max: 14 })
  return paper.whole()
}

/** A company whose orders many sequences share; each sequence has a customer of its own. */
export async function anOrderCompany(server: TestServer) {
  const desk = await aShippingDesk(server)
  const { tenantId, session } = desk
  const label = await addLabelChannels(server, desk)
  await publishFlatPrices(server, desk)
  const others = await Promise.all([aUser(server, { tenantId }), aUser(server, { tenantId })])
  const file = await aLabel()
  const people = await Promise.all(
    [session, ...others].map(async (person) => ({
      token: person.token,
      fileId: await uploadedId(server, person, 'label', 'label.pdf', file),
    })),
  )
  return {
    ...desk,
    people,
    channelOf: (code: Channel) => label(code) || desk.channelOf(code),
    labels: 0,
    customers: 0,
  }
}
type OrderCompany = Awaited<ReturnType<typeof anOrderCompany>>

/** One sequence: the users of a company at the orders of one customer, and the paper beside them. */
export class Round {
  readonly server: TestServer
  readonly company: OrderCompany
  readonly dice: Dice
  readonly done: string[]
  readonly paper: OrderPaper
  readonly browsers: Browser[]
  customerId = 0
  failure: unknown
  readonly #settings: { weighRequired: boolean; interceptNeedsReview: boolean }
  #products: Record<Sku, number> = { BOLT: 0, NUT: 0 }
  #batches: Record<Sku, number> = { BOLT: 0, NUT: 0 }
  #rows = new Map<number, { sku: Sku; bin: string; isReturned: boolean }>()
  #versions = new Map<number, number>()
  #answers = new Map<string, { request: Request; answer: Envelope }>()
  /** Orders that were named in commands since the last check. */
  #touched = new Set<number>()

  constructor(server: TestServer, company: OrderCompany, dice: Dice, done: string[]) {
    this.server = server
    this.company = company
    this.dice = dice
    this.done = done
    this.#settings = { weighRequired: dice.isOnce(4), interceptNeedsReview: !dice.isOnce(4) }
    this.paper = new OrderPaper(
      {
        channel: (id) => channels.find((code) => company.channelOf(code) === id) ?? 'LOCAL',
        sku: (id) => skus.find((sku) => this.#products[sku] === id) ?? 'BOLT',
        shelf: (id) => {
          const row = this.#rows.get(id)
          return row && this.paper.shelf(row.sku, row.bin, row.isReturned)
        },
        bin: (id) => ['A-01', 'A-02'].find((code) => company.at(code) === id) ?? '',
      },
      this.#settings,
    )
    this.browsers = company.people.map((person, i) => new Browser(this, `user ${i + 1}`, person))
  }

  productOf = (sku: Sku) => this.#products[sku]

  /** A customer with two products, in a warehouse with these settings. */
  async open(): Promise<void> {
    const { company, server } = this
    const { tenantId } = company
    await server.owner(
      'update warehouses set settings = $2 where tenant_id = $1',
      [tenantId, JSON.stringify(this.#settings)],
      tenantId,
    )
    const code = `C${++company.customers}`
    const [made] = await server.owner<{ customer: string; things: Record<Sku, number> }>(
      `with one as (
         insert into customers (tenant_id, customer_code, customer_name, search_line, bill_amount_limit)
         values ($1, $2, $2, lower($2), 'none') returning id),
       things as (
         insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status, declared_length, declared_width,
           declared_height, declared_weight)
         select $1, one.id, s, s, lower(s), 'pending', 10, 8, 5, 0.5 from one, unnest($3::text[]) s returning id, sku)
       select (select id from one) as customer, (select jsonb_object_agg(sku, id) from things) as things`,
      [tenantId, code, skus],
      tenantId,
    )
    if (!made) throw new Error('no customer')
    this.customerId = Number(made.customer)
    this.#products = made.things
    await server.owner(
      `with passed as (update products set audit_status = 'passed' where tenant_id = $1 and customer_id = $2 returning id, sku)
       insert into product_words (tenant_id, word, product_id) select $1, lower(sku), id from passed`,
      [tenantId, this.customerId],
      tenantId,
    )
    for (const sku of skus)
      this.#batches[sku] = await company.batch(sku, {
        customerId: this.customerId,
        productId: this.#products[sku],
        putawayDate: FIRST_DAY,
      })
  }

  async receive(sku: Sku, onHand: number, bin: 'A-01' | 'A-02'): Promise<void> {
    await this.company.move({ flow: 'receive', batchId: this.#batches[sku], onHand }, bin)
    this.paper.shelf(sku, bin, false).onHand += onHand
    this.done.push(`${onHand} ${sku} received at ${bin}`)
  }

  line = (sku: Sku, quantity: number) => ({ productId: this.#products[sku], quantity, declaredValue: null })

  /** A request on its way to the server and back. Commands are compared with the paper. */
  async carry(browser: Browser, request: Request): Promise<Response> {
    const once = () => this.server.server.http.inject(request)
    const path = request.url.split('?')[0] ?? ''
    const { 'x-idempotency-key': ownKey, 'x-access-token': token } = request.headers
    const key = `${token} ${ownKey}`
    if (!ownKey) {
      const read = await once()
      if (path === findPackages.path) this.#learnPackages(read.json())
      return new Response(new Uint8Array(read.rawPayload), { status: read.statusCode })
    }
    const { trouble } = browser
    browser.trouble = 'none'
    if (trouble === 'cut') throw new TypeError('cut')
    const [first, second] = await Promise.all(trouble === 'twice' ? [once(), once()] : [once()])
    if (first.statusCode >= 500) throw new Error(first.body)
    const answer = first.json<Envelope>()
    expect([path, outcomeOf((second ?? first).json<Envelope>())]).toEqual([path, outcomeOf(answer)])
    const earlier = this.#answers.get(key)
    if (earlier) expect([path, outcomeOf(answer)]).toEqual([path, outcomeOf(earlier.answer)])
    else this.#compare(browser, path, request, answer)
    if (answer.success) this.#answers.set(key, { request, answer })
    if (trouble === 'lost') throw new TypeError('cut')
    return new Response(first.body, { status: first.statusCode })
  }

  #learnPackages({ data }: { data: OutputOf<typeof findPackages> }): void {
    for (const { packageId, orderId } of data.packages) {
      const order = this.paper.orders.get(orderId)
      if (order && packageId !== null) this.paper.packages.set(packageId, order)
    }
  }

  #compare(browser: Browser, path: string, { payload = '{}' }: Request, answer: Envelope): void {
    const body: unknown = JSON.parse(payload)
    const data = (answer.data ?? {}) as { failed?: { id: number }[]; lists?: { orderCount: number }[] }
    this.done.push(
      `${browser.name}: ${path} ${payload} → ${answer.success ? JSON.stringify(data.failed ?? 'done') : answer.message}`,
    )
    const named = body as { id?: number; ids?: number[]; rowVersion?: number }
    for (const id of named.ids ?? [named.id ?? 0]) if (this.paper.orders.has(id)) this.#touched.add(id)
    const isOutdated = path === editOrder.path && named.rowVersion !== this.#versions.get(named.id ?? 0)
    const expected = isOutdated ? 'refused' : this.paper.take(path, body, answer.success ? answer.data : {})
    if (expected === 'done' || expected === 'refused')
      expect([path, answer.success, answer.message]).toEqual([path, expected === 'done', answer.message])
    else {
      const failed = (data.failed ?? []).toSorted(byId)
      expect([path, answer.success, idsOf(failed), failed]).toEqual([
        path,
        true,
        expected.failed.toSorted((a, b) => a - b),
        failed,
      ])
      if (expected.lists) expect(data.lists?.map(({ orderCount }) => orderCount)).toEqual(expected.lists)
    }
  }

  /** A network may deliver a command once more much later: it gets its first answer and changes nothing. */
  async deliverAgain(): Promise<void> {
    const all = [...this.#answers.values()].slice(-6)
    if (all.length === 0) return
    const { request, answer } = this.dice.pick(all)
    this.done.push(`once more: ${request.url}`)
    const again = await this.server.server.http.inject(request)
    expect([request.url, outcomeOf(again.json<Envelope>())]).toEqual([request.url, outcomeOf(answer)])
  }

  /** Everything that waits in the background, and what follows from it; false where nothing waits. */
  async work(): Promise<boolean> {
    const { server, company } = this
    const mail = openMail({ url: undefined, from: '', log: server.log })
    const jobs = {
      ...backgroundJobs(server.database, { mail, signer: server.services.signer, home: '' }),
      ...carrierWork(server.database, server.services).jobs,
    }
    for (let done = 0; done < 50; done++) {
      const due = (await queuedJobs(server, company)).filter(
        ({ task, isDue }) => isDue && Object.hasOwn(jobs, task),
      )
      if (due.length === 0) return done > 0
      await server.owner('delete from graphile_worker._private_jobs where id = any($1)', [
        due.map(({ id }) => id),
      ])
      for (const { task, input } of due) {
        await jobs[task]?.(company.tenantId, input as never)
        const ids = (input as { ids?: number[] } | null)?.ids ?? []
        this.done.push(`in the background: ${task} ${JSON.stringify(input)}`)
        this.paper.work(task, ids)
      }
    }
    throw new Error('the background never comes to rest')
  }

  /** The labels of all prints so far are drawn. What they look like is tested with the labels. */
  async draw(): Promise<void> {
    const { owner } = this.server
    const { tenantId, people } = this.company
    await owner(
      `delete from graphile_worker._private_jobs where key in (
         select 'task:' || id from tasks where tenant_id = $1 and kind = 'print_labels' and status = 'waiting')`,
      [tenantId],
      tenantId,
    )
    for (const [from, to] of [
      ['waiting', 'running'],
      ['running', 'done'],
    ])
      await owner(
        `update tasks set status = $2::task_status, started_at = now(), finished_at = case when $2 = 'done' then now() end,
           file_id = case when $2 = 'done' then $4::bigint end
         where tenant_id = $1 and kind = 'print_labels' and status = $3::task_status`,
        [tenantId, to, from, people[0]?.fileId],
        tenantId,
      )
  }

  #learnRows(stock: readonly PlaceStockRow[]): void {
    for (const { id, sku, locationCode: bin, putawayDate } of stock)
      this.#rows.set(id, { sku: sku as Sku, bin, isReturned: putawayDate !== FIRST_DAY })
  }

  /** The order list shows what the paper has, and the buttons of every order are the right ones. */
  checkRows(rows: readonly OrderRow[], among: (order: PaperOrder) => boolean = () => true): void {
    const orders = [...this.paper.orders.values()].filter(among).toSorted(byId)
    expect(rows.toSorted(byId).map(shownIn)).toEqual(orders.map(onPaper))
    for (const row of rows) {
      const order = this.paper.order(row.id)
      this.#versions.set(row.id, row.rowVersion)
      const live = liveLabel(order)
      if (live && row.trackingNo) live.no = row.trackingNo
      this.#checkOffers(row, order)
    }
  }

  #checkOffers(row: Pick<OrderRow, 'status' | 'interceptStatus' | 'exceptionCode'>, order: PaperOrder): void {
    const names = (Object.keys(fits) as OrderActionName[]).filter(
      (name) => name !== 'reissue' || order.status !== 'audit_exception',
    )
    const offered = offeredFor(order)
    expect([order.no, order.status, order.intercept, names.filter((name) => fits[name](row))]).toEqual([
      order.no,
      order.status,
      order.intercept,
      names.filter((name) => offered[name]),
    ])
  }

  checkDrawer(drawer: Drawer): void {
    const order = this.paper.order(drawer.id)
    const bins = ({ allocated }: Drawer['lines'][number]) =>
      allocated.map(({ locationCode, quantity }) => `${locationCode}×${quantity}`).sort()
    expect(drawer.lines.map((line) => [line.sku, line.quantity, bins(line)]).sort()).toEqual(
      skus
        .filter((sku) => order.pieces[sku] > 0)
        .map((sku) => [sku, order.pieces[sku], takenOf(order, sku)])
        .sort(),
    )
    const labels = drawer.waybills.toReversed()
    expect(labels.map(({ status, printCount, channelCode }) => [status, printCount, channelCode])).toEqual(
      order.labels.map(({ status, prints, channel }) => [status, prints, channel]),
    )
    for (const [i, { id, trackingNo }] of labels.entries())
      Object.assign(order.labels[i] ?? {}, { id, no: trackingNo })
    expect([drawer.id, takesUpload(drawer)]).toEqual([drawer.id, takesLabel(order)])
    expect(drawer.waybills.filter(({ mayVoidAgain }) => mayVoidAgain).map(({ status }) => status)).toEqual(
      order.labels.filter(({ status }) => status === 'void_failed').map(({ status }) => status),
    )
    expect([drawer.id, hasOpenRefusal(drawer)]).toEqual([drawer.id, order.labels.some(isOpenRefusal)])
  }

  checkStock(rows: readonly PlaceStockRow[]): void {
    this.#learnRows(rows)
    const shown = rows.map(({ sku, locationCode, putawayDate, onHand, allocated, frozen, available }) =>
      [sku, locationCode, putawayDate !== FIRST_DAY, onHand, allocated, frozen, available].join(),
    )
    const known = this.paper.shelves
      .filter(({ onHand }) => onHand > 0)
      .map(({ sku, bin, isReturned, onHand, allocated, frozen }) =>
        // What is in the bin for returns is available once it is put back.
        [
          sku,
          bin,
          isReturned,
          onHand,
          allocated,
          frozen,
          bin === 'RETURN' ? 0 : onHand - allocated - frozen,
        ].join(),
      )
    expect(shown.sort()).toEqual(known.sort())
  }

  /** How much was done by the last check. */
  #checked = 0
  /** The pages as they were read last. Nothing has changed since. */
  screen: { orders: Page<OrderRow>; stock: Page<PlaceStockRow> } = {
    orders: { rows: [], total: 0 },
    stock: { rows: [], total: 0 },
  }

  /** Page and paper agree. */
  async check(browser: Browser): Promise<void> {
    if (this.failure) throw this.failure
    if (this.done.length === this.#checked) return
    this.#checked = this.done.length
    const { customerId } = this
    const touched = this.#touched.size > 0 ? [this.dice.pick([...this.#touched])] : []
    this.#touched.clear()
    const [orders, counts, stock, ...drawers] = await Promise.all([
      browser.read(listOrders, { customerId, size: 50 }),
      this.dice.isOnce(3) ? browser.read(countOrders, { customerId }) : undefined,
      browser.read(stockByPlace, { customerId, size: 50 }),
      ...touched.map((id) => browser.read(getOrder, { id })),
    ])
    this.screen = { orders, stock }
    this.checkRows(orders.rows)
    if (counts) this.checkCounts(counts)
    this.checkStock(stock.rows)
    for (const drawer of drawers) this.checkDrawer(drawer)
  }

  checkCounts(counts: OutputOf<typeof countOrders>): void {
    const orders = [...this.paper.orders.values()]
    expect(counts).toEqual(
      Object.fromEntries(
        orderStates.states.map((state) => [state, orders.filter(({ status }) => status === state).length]),
      ),
    )
  }

  /** No order or picking list waits for what is there already. */
  checkRest(): void {
    const { paper } = this
    const waitsInVain = (order: PaperOrder) => {
      if (order.status === 'under_audit') return true
      if (order.intercept === 'requested') return false
      if (order.exception === 'stock_short') return skus.every((sku) => paper.free(sku) >= order.pieces[sku])
      return order.exception === 'label_waiting' && liveLabel(order) !== undefined
    }
    expect(
      [...paper.orders.values()].filter(waitsInVain).map(({ no, exception }) => [no, exception]),
    ).toEqual([])
    const left = paper.lists.filter(({ live }) => [...live].every(({ status }) => status === 'shipped'))
    expect(left.filter(({ status }) => status !== 'done' && status !== 'cancelled')).toEqual([])
  }
}

const outcomeOf = ({ success, data }: Envelope) => (success ? [success, data] : [success])

const takenOf = (order: PaperOrder, sku: Sku) => {
  const bins = Map.groupBy(
    order.taken.filter(({ shelf }) => shelf.sku === sku),
    ({ shelf }) => shelf.bin,
  )
  return [...bins]
    .map(([bin, all]) => `${bin}×${all.reduce((sum, { quantity }) => sum + quantity, 0)}`)
    .sort()
}

const shownIn = (row: OrderRow) => [
  row.orderNo,
  row.status,
  row.exceptionCode,
  row.interceptStatus,
  row.channelCode,
  row.pieceCount,
  row.pickStatus,
  row.priority,
  row.tags.join(),
]
const onPaper = (order: PaperOrder) => [
  order.no,
  order.status,
  order.exception,
  order.intercept,
  order.channel,
  piecesOf(order),
  order.pick,
  order.priority,
  order.tags.join(),
]
