import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium as playwright } from '@playwright/test'
import autocannon from 'autocannon'
import { listFees } from '../billing/fees/contract.ts'
import { chromium } from '../e2e/chromium.ts'
import { accessIn } from '../postgres/postgres.ts'
import { startArguments } from '../scripts/start-command.ts'
import { endOrderHistory } from '../testing/order-history.ts'
import { feeQuestions, fillFees, whatIfOfAYear } from './fees.ts'
import {
  badSheetsAtTheDoor,
  type Call,
  exportOfAll,
  fillProducts,
  hostileFiles,
  importOf500,
  searches,
} from './goods.ts'
import { medians, questions } from './history.ts'
import { hundredLabels } from './labels.ts'
import { fillOrders, type Ground, prepareGround } from './order-ground.ts'
import { batches, type Counted, hotOrders, importOrders, newOrder } from './orders.ts'
import { pricedPerSecond } from './prices.ts'
import { nightOfRent } from './rent.ts'
import { fillStock, nightly, postings, scans } from './stock.ts'
import { zoneLookups } from './zones.ts'

const root = join(import.meta.dirname, '..')
const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-bench-'))
const scale = Number(/--scale[= ](\d+)/.exec(process.argv.join(' '))?.[1] ?? 100_000)
/** The longest list that must be exported within the memory limit. */
const LARGEST_EXPORT = 200_000
/** `npm run bench -- stock` measures that part alone. */
const only = process.argv.slice(2).filter((word) => /^[a-z]+$/.test(word))
const orderParts = ['create', 'import', 'batches', 'hot', 'list', 'million'] as const
/** `npm run bench -- orders list` measures that part of the orders alone. */
const isOrderPart = (part: (typeof orderParts)[number]) =>
  !orderParts.some((other) => only.includes(other)) || only.includes(part)
const isAsked = (
  part:
    | 'calls'
    | 'goods'
    | 'stock'
    | 'history'
    | 'orders'
    | 'labels'
    | 'prices'
    | 'zones'
    | 'rent'
    | 'fees'
    | 'kills'
    | 'export'
    | 'people'
    | 'page',
) => only.length === 0 || only.includes(part)
const port = 8291
const address = `http://127.0.0.1:${port}`

/** Child processes that must not outlive this one. */
const started = new Set<ChildProcess>()

const lines: { what: string; ours: string; floor?: string; ratio?: string; aim: string }[] = []

async function startProduct(): Promise<{ child: ChildProcess; ms: number }> {
  const since = performance.now()
  const child = spawn(process.execPath, ['--import', './bench/count-statements.ts', ...startArguments], {
    cwd: root,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  started.add(child)
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(25)) {
    if (
      await fetch(`${address}/login`, { headers: { accept: 'text/html' } }).then(
        (page) => page.ok,
        () => false,
      )
    ) {
      return { child, ms: performance.now() - since }
    }
  }
  throw new Error('the product did not start')
}

/** How many statements the product has sent so far. */
const statementsOf = (child: ChildProcess) =>
  new Promise<number>((known) => {
    child.once('message', (count) => known(Number(count)))
    child.send('count')
  })

const stop = (child: ChildProcess) =>
  new Promise<void>((gone) => {
    started.delete(child)
    child.once('exit', () => gone())
    child.kill('SIGTERM')
  })

async function logIn(account: string): Promise<string> {
  const answer = await fetch(`${address}/gateway/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginAccount: account, password: 'demo1234' }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}

async function startFloor() {
  const at = accessIn(folder)
  const child = spawn(process.execPath, ['bench/floor.ts'], {
    cwd: root,
    env: {
      ...process.env,
      FLOOR_AT: JSON.stringify(at('auditor')),
      FLOOR_OWNER: JSON.stringify(at('owner')),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.add(child)
  const floorPort = await new Promise<string>((found) => {
    child.stdout?.on('data', (chunk) => found(/floor (\d+)/.exec(String(chunk))?.[1] ?? ''))
  })
  return { child, address: `http://127.0.0.1:${floorPort}` }
}

type Beside = { aim?: number | string; connections?: number; body?: object; newBody?: () => object }

/** Both in turn, three times, best of each: other load on the machine affects both alike. */
async function beside(
  what: string,
  path: string,
  floor: string,
  token: string,
  { aim = 0.6, connections = 10, body, newBody }: Beside = {},
) {
  const best = { ours: 0, floor: 0, p99: 0 }
  const isPost = body ?? newBody
  for (let round = 0; round < 3; round++) {
    for (const side of ['ours', 'floor'] as const) {
      const url = (side === 'ours' ? address : floor) + path
      const shot = await autocannon({
        url,
        connections,
        duration: seconds,
        headers: { 'x-access-token': token, ...(isPost && { 'content-type': 'application/json' }) },
        ...(isPost && { method: 'POST' }),
        ...(body && { body: JSON.stringify(body) }),
        ...(newBody && {
          requests: [
            {
              setupRequest: (request) => ({
                ...request,
                headers: { ...request.headers, 'x-idempotency-key': randomUUID() },
                body: JSON.stringify(newBody()),
              }),
            },
          ],
        }),
      })
      if (shot.non2xx || shot.errors)
        throw new Error(`${what}: ${shot.non2xx} bad answers, ${shot.errors} errors on ${side}`)
      if (shot.requests.average > best[side]) {
        best[side] = shot.requests.average
        if (side === 'ours') best.p99 = shot.latency.p99
      }
    }
  }
  lines.push({
    what,
    ours: `${Math.round(best.ours)}/s, p99 ${best.p99} ms`,
    floor: `${Math.round(best.floor)}/s`,
    ratio: (best.ours / best.floor).toFixed(2),
    aim: typeof aim === 'string' ? aim : `≥ ${aim.toFixed(2)} of the floor`,
  })
  return best
}

async function memory(): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20
}

/** What a browser loads on its way to the first list, as gzip. */
async function pageSizes() {
  const browser = await playwright.launch(chromium)
  const page = await browser.newPage()
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  const weight = () => {
    let bytes = 0
    for (const path of scripts) bytes += statSync(join(root, 'dist', `${path}.gz`)).size
    return bytes / 1024
  }
  const visit = async (what: string, path: string, limit: number) => {
    await page.goto(address + path, { waitUntil: 'networkidle' })
    lines.push({ what, ours: `${weight().toFixed(0)} KB`, aim: `≤ ${limit} KB` })
  }
  await visit('gzip of the login page', '/login', 210)
  const token = await logIn('demo')
  scripts.clear()
  await page.evaluate((it) => localStorage.setItem('token', it), token)
  await visit('gzip of shell and home', '/', 310)
  await visit('gzip of the first list page, cold', '/setting/account', 430)
  await browser.close()
}

const callAs =
  (token: string): Call =>
  async <T>(path: string, data?: object, key?: string): Promise<T> => {
    const answer = await fetch(address + path, {
      headers: {
        'x-access-token': token,
        ...(data && { 'content-type': 'application/json' }),
        ...(key && { 'x-idempotency-key': key }),
      },
      ...(data && { method: 'POST', body: JSON.stringify(data) }),
    })
    const { success, message, data: inside } = (await answer.json()) as Answer<T>
    if (!success) throw new Error(`${path}: ${message}`)
    return inside
  }

/** Hundreds of thousands of products: search, import, export. */
async function goods(floor: string, token: string, call: Call) {
  const many = scale.toLocaleString('en')
  for (const [kind, search] of Object.entries(await searches(folder))) {
    const input = { aim: 0.4, body: { search, page: 1, size: 20 } }
    await beside(`${many} products by ${kind}`, '/gateway/wms/product/list', floor, token, input)
  }
  const { check, whole, raw } = await importOf500(call, folder)
  lines.push({
    what: 'import of 500 products',
    ours: `${Math.round(whole)} ms, of it ${Math.round(check)} ms to upload and check`,
    floor: `${Math.round(raw)} ms`,
    ratio: (raw / whole).toFixed(2),
    aim: '–',
  })
  await takeAway(call)
  await refuseBadSheets(call)
  const files = await hostileFiles()
  lines.push({
    what: 'good, bad and hostile files',
    ours: `${(files.ms / 1000).toFixed(1)} s, largest process ${Math.round(files.max)} MB`,
    aim: '–',
  })
}

async function refuseBadSheets(call: Call) {
  const { count, slowest, before, max, p99 } = await badSheetsAtTheDoor(call, memory)
  lines.push({
    what: `${count} bad and hostile sheets, sent to the server`,
    ours: `slowest ${(slowest / 1000).toFixed(1)} s, server ${Math.round(before)} → ${Math.round(max)} MB, others p99 ${Math.round(p99)} ms`,
    aim: '≤ 2 s, + 150 MB, ≤ 500 ms',
  })
}

/** Every product into one file. */
async function takeAway(call: Call) {
  const { ms, rows, before, max } = await exportOfAll(call, memory)
  lines.push({
    what: `export of ${rows.toLocaleString('en')} products`,
    ours: `${(ms / 1000).toFixed(1)} s, server ${Math.round(before)} → ${Math.round(max)} MB`,
    aim: '≤ 300 MB',
  })
}

/** A full warehouse: the cost of a scan, of the ledger check, and of a stock page. */
async function stock(floor: string, token: string, call: Call) {
  for (const [pace, { perSecond, p50, p95 }] of Object.entries(await scans(call, seconds)))
    lines.push({
      what: `receive scan, 20 stations, ${pace === 'inHand' ? 'two scans a second each' : 'without a pause'}`,
      ours: `${perSecond}/s, p50 ${p50} ms, p95 ${p95} ms`,
      aim: '–',
    })
  const many = (await fillStock(folder, scale * 2)).toLocaleString('en')
  const { door, bare } = await postings(folder, seconds)
  lines.push({
    what: `post_stock, 20 lines at a time, ${many} rows of stock`,
    ours: `${Math.round(door)} lines/s`,
    floor: `${Math.round(bare)} lines/s`,
    ratio: (door / bare).toFixed(2),
    aim: '≥ 0.70 of the bare statements',
  })
  for (const [what, page] of Object.entries({ SKU: 'by-sku', location: 'by-location', flow: 'flows' }))
    await beside(
      `${many} rows of stock by ${what}`,
      `/gateway/wms/stock/${page}?page=1&size=20`,
      floor,
      token,
      { aim: 'p99 ≤ 100 ms' },
    )
  const ms = await nightly(folder)
  lines.push({
    what: `every check of the books, ${many} rows of stock`,
    ours: `${(ms / 1000).toFixed(1)} s`,
    aim: '–',
  })
}

/** Two years of work: stock as of a year ago, and the flow. */
async function history(call: Call) {
  const flowsEach = 25
  const rows = await fillStock(folder, scale * 2, flowsEach)
  for (const { what, ms } of await questions(call))
    lines.push({
      what: `${(rows * flowsEach).toLocaleString('en')} flows: ${what}`,
      ours: `${Math.round(ms)} ms`,
      aim: '≤ 1 s',
    })
}

/** Lists of fees, and a year of charged orders priced again. */
async function fees(ground: Ground, floor: string, token: string, call: Call) {
  const [events, all] = [scale, scale * 10]
  await fillFees(folder, ground, call, events, all)
  const many = all.toLocaleString('en')
  await beside(`${many} fees, page and total`, `${listFees.path}?page=1&size=20`, floor, token, { aim: 0.5 })
  for (const { what, ms } of await medians(call, feeQuestions(ground)))
    lines.push({ what: `${many} fees: ${what}`, ours: `${Math.round(ms)} ms`, aim: '–' })
  const year = await whatIfOfAYear(call)
  if (year.difference !== '0.00') throw new Error(`the same versions differ by ${year.difference}`)
  lines.push({
    what: `what-if of ${events.toLocaleString('en')} orders, as a spreadsheet`,
    ours: `${(year.all / 1000).toFixed(1)} s`,
    aim: '–',
  })
  lines.push({
    what: `what-if of ${year.events.toLocaleString('en')} orders, on the page`,
    ours: `${(year.waited / 1000).toFixed(1)} s`,
    aim: '–',
  })
}

/** Orders from their creation to the truck, among many others. */
async function orders(child: ChildProcess, ground: Ground, floor: string, token: string, call: Call) {
  const counted: Counted = async (work) => {
    const before = await statementsOf(child)
    const result = await work()
    return { result, statements: (await statementsOf(child)) - before }
  }
  await fillOrders(folder, ground, 0, scale)
  const many = scale.toLocaleString('en')
  if (isOrderPart('create')) {
    const path = '/gateway/wms/order/create'
    for (const connections of [1, 10])
      await beside(
        `create an order with 2 lines, ${connections} connections, ${many} orders`,
        path,
        floor,
        token,
        {
          aim: 0.5,
          connections,
          newBody: () => newOrder(ground),
        },
      )
    const { statements } = await counted(() => call(path, newOrder(ground), randomUUID()))
    lines.push({ what: 'statements to create an order', ours: String(statements), aim: '–' })
  }
  if (isOrderPart('import')) {
    const { check, write, raw } = await importOrders(folder, ground, call)
    lines.push({
      what: 'import of 500 orders, after the upload',
      ours: `${Math.round(check + write)} ms, of it ${Math.round(check)} ms to check`,
      floor: `${Math.round(raw)} ms`,
      ratio: (raw / (check + write)).toFixed(2),
      aim: '≤ 500 ms',
    })
  }
  if (isOrderPart('batches')) {
    const aims: Record<string, string> = { audit: '≤ 1,500 ms', ship: '≤ 500 ms', void: '–' }
    for (const { kind, ours, raw, statements } of await batches(folder, ground, call, counted))
      lines.push({
        what: `${kind} 500 orders × 3 lines`,
        ours: `${Math.round(ours)} ms, ${statements} statements`,
        floor: `${Math.round(raw)} ms`,
        ratio: (raw / ours).toFixed(2),
        aim: aims[kind] ?? '–',
      })
  }
  if (isOrderPart('hot')) {
    for (const [what, { ours, raw }] of Object.entries(await hotOrders(folder, ground, call)))
      lines.push({
        what: `100 orders for 100 pieces of one product, 10 connections: ${what}`,
        ours: `${Math.round(ours)} ms, exact, none failed`,
        floor: `${Math.round(raw)} ms`,
        ratio: (raw / ours).toFixed(2),
        aim: '–',
      })
  }
  if (isOrderPart('list') || isOrderPart('million'))
    await orderLists(floor, token, many, () => fillOrders(folder, ground, scale, scale * 10))
  lines.push({ what: 'memory after the orders', ours: `${Math.round(await memory())} MB`, aim: '–' })
}

/** A page of a status that has little and of one that has nearly all, and again with ten times the history. */
async function orderLists(floor: string, token: string, many: string, fillMore: () => Promise<void>) {
  const listed = async (size: string) => {
    const p99: number[] = []
    for (const status of ['pending_shipment', 'shipped']) {
      const body = { status, page: 1, size: 20 }
      const best = await beside(
        `${size} orders, page and total of ${status}`,
        '/gateway/wms/order/list',
        floor,
        token,
        {
          aim: 0.5,
          body,
        },
      )
      p99.push(best.p99)
    }
    return p99
  }
  const before = await listed(many)
  if (!isOrderPart('million')) return
  await fillMore()
  const after = await listed((scale * 10).toLocaleString('en'))
  lines.push({
    what: 'growth of p99 with ten times the orders',
    ours: after.map((ms, i) => (ms / (before[i] ?? ms)).toFixed(2)).join(' and '),
    aim: '≤ 1.50',
  })
}

const KILLS = 20

/**
 * Killed while twenty stations scan and two other programs use both cores, and restarted: how long until it
 * serves.
 */
async function kills(first: ChildProcess): Promise<ChildProcess> {
  const hogs = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }))
  for (const hog of hogs) started.add(hog)
  const times: number[] = []
  let child = first
  for (let kill = 0; kill < KILLS; kill++) {
    const token = await logIn('demo')
    const working = scans(callAs(token), 2).catch(() => {})
    await sleep(2000 + Math.random() * 2000)
    const gone = new Promise((over) => child.once('exit', over))
    started.delete(child)
    child.kill('SIGKILL')
    await gone
    const again = await startProduct()
    child = again.child
    times.push(again.ms)
    await working
  }
  for (const hog of hogs) hog.kill('SIGKILL')
  times.sort((a, b) => a - b)
  const at = (part: number) =>
    (((times[Math.ceil(times.length * part) - 1] ?? 0) as number) / 1000).toFixed(1)
  lines.push({
    what: `serving again after a kill, ${KILLS} times, both cores taken`,
    ours: `p50 ${at(0.5)} s, p95 ${at(0.95)} s`,
    aim: 'p95 ≤ 5 s',
  })
  return child
}

/** Repeated logins leave nothing behind. */
async function people() {
  const before = await memory()
  const accounts = [
    'receiving1',
    'receiving2',
    'picking1',
    'picking2',
    'packing1',
    'packing2',
    'billing1',
    'service1',
  ]
  const started = performance.now()
  await Promise.all(
    accounts.map(async (account) => {
      for (let i = 0; i < 125; i++) await logIn(account)
    }),
  )
  const each = (performance.now() - started) / 1000
  lines.push({
    what: 'memory after 1,000 log-ins',
    ours: `${Math.round(await memory())} MB (before ${Math.round(before)} MB)`,
    aim: '–',
  })
  lines.push({ what: '1,000 log-ins', ours: `${each.toFixed(1)} s`, aim: '–' })
}

type Answer<T> = { success: boolean; message: string; data: T }

const since = performance.now()
try {
  const first = await startProduct()
  // The demo would continue to make half a year of orders in the background, beside what is measured.
  await endOrderHistory(folder)
  await stop(first.child)
  const second = await startProduct()
  let { child } = second
  lines.push({ what: 'first start on an empty folder', ours: `${Math.round(first.ms)} ms`, aim: '≤ 20 s' })
  lines.push({ what: 'cold start', ours: `${Math.round(second.ms)} ms`, aim: '–' })
  if (isAsked('kills')) child = await kills(child)
  const token = await logIn('demo')
  const floor = await startFloor()
  if (isAsked('calls')) {
    await beside('signed-in top-info, 10 connections', '/gateway/wms/home/top-info', floor.address, token)
    await beside('signed-in list call, 10 connections', '/gateway/wms/staff/list', floor.address, token)
  }
  const call = callAs(token)
  if (isAsked('goods') || isAsked('stock') || isAsked('history')) await fillProducts(folder, scale)
  if (isAsked('goods')) await goods(floor.address, token, call)
  if (isAsked('stock')) await stock(floor.address, token, call)
  if (isAsked('history')) await history(call)
  if (isAsked('orders') || isAsked('fees')) {
    const ground = await prepareGround(folder)
    if (isAsked('orders')) await orders(child, ground, floor.address, token, call)
    if (isAsked('fees')) await fees(ground, floor.address, token, call)
  }
  if (isAsked('labels') || (isAsked('orders') && only.length === 1)) {
    const { ms, bytes } = await hundredLabels()
    lines.push({
      what: '100 labels to one PDF',
      ours: `${(ms / 1000).toFixed(1)} s, ${Math.round(bytes / 1024)} KB`,
      aim: '≤ 4 s',
    })
  }
  if (isAsked('prices'))
    lines.push({
      what: 'freight of packages, 150 × 9 rows, surcharges and fuel, one core',
      ours: `${Math.round(pricedPerSecond()).toLocaleString('en')}/s`,
      aim: '≥ 20,000/s',
    })
  if (isAsked('zones')) {
    const { one, all } = await zoneLookups(folder)
    for (const [what, { ours, floor }] of [
      ['one schema of 2,000 rows', one],
      ['500 schemas of 2,000 rows', all],
    ] as const)
      lines.push({
        what: `zones of 500 addresses by ${what}, beside reading the rows`,
        ours: `${Math.round(ours)} ms`,
        floor: `${Math.round(floor)} ms`,
        ratio: (floor / ours).toFixed(2),
        aim: '–',
      })
  }
  if (isAsked('rent')) {
    const { ours, floor: bare } = await nightOfRent(folder)
    lines.push({
      what: 'a night of rent, 2,000 customers × 50 SKUs',
      ours: `${ours.toFixed(1)} s`,
      floor: `${bare.toFixed(1)} s`,
      ratio: (ours / bare).toFixed(1),
      aim: '≤ 30 s',
    })
  }
  if (isAsked('export')) {
    await fillProducts(folder, LARGEST_EXPORT, { mark: 'E', hasWords: false })
    await takeAway(call)
  }
  await stop(floor.child)
  if (isAsked('people')) await people()
  if (isAsked('page')) await pageSizes()
  await stop(child)
} finally {
  for (const child of started) child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  console.log(
    `\nTallyhouse ${version}, Node ${process.version}, ${Math.round((performance.now() - since) / 1000)} s in all\n`,
  )
  console.table(lines)
}
