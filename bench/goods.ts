import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { PART_BYTES } from '../platform/files/uploads.ts'
import { accessIn } from '../postgres/postgres.ts'
import { wordsOf } from '../products/server/words.ts'
import { badSheets } from '../testing/bad-spreadsheets.ts'

const root = join(import.meta.dirname, '..')

/** How the product is called: logged in, by path, with the envelope removed. */
export type Call = <T>(path: string, data?: object, key?: string) => Promise<T>

/** The database owner of a benchmark folder, who may create any amount of data. */
export async function asOwner<T>(folder: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...accessIn(folder)('owner'), options: '-c search_path=wms' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const tenantOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ id: string }>(`select id from tenants where login_url_name = 'demo'`)
  const id = Number(rows[0]?.id)
  await client.query(`set app.tenant_id = '${id}'`)
  return id
}

/**
 * Copies the existing products, with their barcodes and words, up to a number.
 *
 * The mark distinguishes copies. Products that are only exported need no search words, which take the
 * longest.
 */
export const fillProducts = (
  folder: string,
  count: number,
  { mark = '', hasWords = true }: { mark?: string; hasWords?: boolean } = {},
) =>
  asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from products where tenant_id = $1',
      [tenant],
    )
    const there = rows[0]?.n ?? 1
    const copies = Math.ceil(count / there) - 1
    await client.query('begin')
    await client.query(
      `create temp table copied on commit drop as
       select p.id as old, $3 || k as k, nextval(pg_get_serial_sequence('wms.products', 'id')) as new
       from products p, generate_series(1, $2::int) k where p.tenant_id = $1
       order by k, p.id limit $4`,
      [tenant, copies, mark, Math.max(count - there, 0)],
    )
    await client.query(
      `insert into products (tenant_id, id, customer_id, sku, name_zh, name_en, search_line, category, declared_length,
         declared_width, declared_height, declared_weight, is_liquid, is_battery, expiry_managed, shelf_life_days, origin_country)
       select p.tenant_id, c.new, p.customer_id, p.sku || '-' || c.k, p.name_zh, p.name_en, p.search_line || ' ' || c.k, p.category,
         p.declared_length, p.declared_width, p.declared_height, p.declared_weight, p.is_liquid, p.is_battery, p.expiry_managed,
         p.shelf_life_days, p.origin_country
       from copied c join products p on p.tenant_id = $1 and p.id = c.old returning id`,
      [tenant],
    )
    await client.query(
      `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity, is_default)
       select b.tenant_id, b.customer_id, c.new, b.barcode || '-' || c.k,
         (case when b.type = 'system' then 'system' else 'custom' end)::barcode_type, b.pack_quantity, b.is_default
       from copied c join product_barcodes b on b.tenant_id = $1 and b.product_id = c.old returning id`,
      [tenant],
    )
    if (hasWords)
      await client.query(
        `insert into product_words (tenant_id, word, product_id)
         select distinct w.tenant_id, case when w.word ~ '[0-9]$' then w.word || '-' || c.k else w.word end, c.new
         from copied c join product_words w on w.tenant_id = $1 and w.product_id = c.old returning product_id`,
        [tenant],
      )
    await client.query('commit')
    await client.query('vacuum analyze products')
    await client.query('vacuum analyze product_words')
    await client.query('vacuum analyze product_barcodes')
  })

/** What an office user types, one of each kind. */
export const searches = (folder: string) =>
  asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    const { rows } = await client.query<{ sku: string; barcode: string; name: string; initials: string }>(
      `select p.sku, b.barcode, p.name_zh as name,
         (select w.word from product_words w where w.tenant_id = p.tenant_id and w.product_id = p.id and w.word ~ '^[a-z]{4,}$'
          order by length(w.word) desc limit 1) as initials
       from products p join product_barcodes b on b.tenant_id = p.tenant_id and b.product_id = p.id and b.type <> 'system'
       where p.tenant_id = $1 and p.sku like '%-7' order by p.id limit 1`,
      [tenant],
    )
    const item = rows[0]
    if (!item) throw new Error('no product to look for')
    return {
      code: item.sku,
      barcode: item.barcode,
      'part of a name': [...item.name].slice(0, 3).join(''),
      pinyin: item.initials.slice(0, 4),
    }
  })

const line = (i: number) => [
  'QIHANG',
  `BENCH-${Date.now().toString(36)}-${i}`,
  `测试商品 ${i}`,
  `Bench product ${i}`,
  `BB${Date.now()}${i}`,
  '12.5',
  '8',
  '4',
  '0.75',
]

/**
 * 500 rows from the file to the last product: uploaded, checked, written. Beside it, the same rows by plain
 * SQL.
 */
export async function importOf500(call: Call, folder: string) {
  const heads = ['customerCode', 'sku', 'nameZh', 'nameEn', 'barcode1', 'declaredLength', 'declaredWidth']
  const rows = Array.from({ length: 500 }, (_, i) => line(i))
  const sheet = [[...heads, 'declaredHeight', 'declaredWeight'], ...rows]
  const bytes = await writeXlsx({ sheets: [{ name: 'products', rows: sheet }] })
  await call('/gateway/wms/import/last?kind=products')
  const since = performance.now()
  const { id } = await send(call, Buffer.from(bytes))
  const checked = performance.now()
  await call('/gateway/wms/import/run', { id, mode: 'all_or_nothing' })
  for (;;) {
    const { status, ok } = await call<{ status: string; ok: number }>(`/gateway/wms/import/state?id=${id}`)
    if (status === 'done' && ok === 500) break
    if (status !== 'running') throw new Error(`the import is ${status} with ${ok} rows`)
    await sleep(10)
  }
  const whole = performance.now() - since
  return { check: checked - since, whole, raw: await rawImport(folder) }
}

/** The minimum for 500 products: three set-based statements and one commit. */
const rawImport = (folder: string) =>
  asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    const rows = Array.from({ length: 500 }, (_, i) => line(i + 500))
    const words = rows.map(([, sku = '', nameZh, nameEn, barcode = '']) =>
      wordsOf({ sku, nameZh, nameEn }, [barcode]),
    )
    const since = performance.now()
    await client.query('begin')
    const { rows: made } = await client.query<{ id: string; customer_id: string }>(
      `insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line, declared_length, declared_width,
         declared_height, declared_weight)
       select $1, c.id, n->>1, n->>2, n->>3, n->>2, (n->>5)::numeric, (n->>6)::numeric, (n->>7)::numeric, (n->>8)::numeric
       from jsonb_array_elements($2::jsonb) n join customers c on c.tenant_id = $1 and c.customer_code = n->>0
       returning id, customer_id`,
      [tenant, JSON.stringify(rows)],
    )
    const ids = made.map(({ id }) => Number(id))
    await client.query(
      `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, is_default)
       select $1, $2, b.product, b.barcode, 'custom', true from unnest($3::bigint[], $4::text[]) b (product, barcode) returning id`,
      [tenant, Number(made[0]?.customer_id), ids, rows.map((row) => row[4])],
    )
    await client.query(
      `insert into product_words (tenant_id, word, product_id)
       select $1, w.word, w.product from unnest($2::text[], $3::bigint[]) w (word, product) returning product_id`,
      [tenant, words.flat(), words.flatMap((those, i) => those.map(() => ids[i]))],
    )
    await client.query('commit')
    const ms = performance.now() - since
    // Without their system barcodes the ledger check would report them.
    for (const table of ['product_words', 'product_barcodes'])
      await client.query(`delete from ${table} where tenant_id = $1 and product_id = any ($2::bigint[])`, [
        tenant,
        ids,
      ])
    await client.query('delete from products where tenant_id = $1 and id = any ($2::bigint[])', [tenant, ids])
    return ms
  })

/** The whole list into a file, with the server's peak memory. */
export async function exportOfAll(call: Call, memory: () => Promise<number>) {
  const columns = ['sku', 'customerCode', 'nameZh', 'nameEn', 'barcodes', 'declaredSize', 'declaredWeight']
  const since = performance.now()
  const { taskId } = await call<{ taskId: number }>('/gateway/wms/list/export', {
    list: 'products',
    filters: {},
    columns,
    format: 'xlsx',
  })
  const before = await memory()
  let max = before
  for (;;) {
    max = Math.max(max, await memory())
    const tasks =
      await call<{ id: number; status: string; done: number; message: string | null }[]>(
        '/gateway/wms/task/mine',
      )
    const task = tasks.find(({ id }) => id === taskId)
    if (task?.status === 'done') return { ms: performance.now() - since, rows: task.done, before, max }
    if (task?.status === 'failed') throw new Error(`the export failed: ${task.message}`)
    await sleep(50)
  }
}

/**
 * Every bad spreadsheet sent to the running server, one after the other: the slowest refusal, the server's
 * memory, and how long others waited.
 */
export async function badSheetsAtTheDoor(call: Call, memory: () => Promise<number>) {
  const before = await memory()
  let max = before
  let isOver = false
  const waits: number[] = []
  const others = (async () => {
    while (!isOver) {
      const since = performance.now()
      await call('/gateway/wms/home/top-info')
      waits.push(performance.now() - since)
      max = Math.max(max, await memory())
      await sleep(10)
    }
  })()
  let slowest = 0
  for (const [name, make, refusal] of badSheets) {
    const bytes = Buffer.from(await make())
    const since = performance.now()
    const words = await send(call, bytes).then(
      () => '',
      (error: Error) => error.message,
    )
    slowest = Math.max(slowest, performance.now() - since)
    // Files that are no spreadsheets at all are refused with their upload.
    if (!words.startsWith('/gateway/wms/file/') && !words.endsWith(refusal.zh_CN))
      throw new Error(`${name}: ${words || 'came in'}, where it had to be refused: ${refusal.zh_CN}`)
  }
  isOver = true
  await others
  waits.sort((a, b) => a - b)
  return {
    count: badSheets.length,
    slowest,
    before,
    max,
    p99: waits[Math.floor(waits.length * 0.99)] ?? 0,
  }
}

/** Uploads a spreadsheet part by part. */
export async function upload(call: Call, bytes: Buffer): Promise<number> {
  const { uploadId } = await call<{ uploadId: string }>('/gateway/wms/file/begin', {
    purpose: 'sheet',
    fileName: bytes.subarray(0, 2).toString('hex') === 'd0cf' ? 'sheet.xls' : 'sheet.xlsx',
    size: bytes.length,
  })
  for (let part = 0; part * PART_BYTES < bytes.length; part++) {
    const base64 = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString('base64')
    await call('/gateway/wms/file/part', { uploadId, part, base64 })
  }
  const { fileId } = await call<{ fileId: number }>('/gateway/wms/file/finish', { uploadId })
  return fileId
}

/** Uploads products for the check. */
const send = async (call: Call, bytes: Buffer) =>
  call<{ id: number }>('/gateway/wms/import/start', { kind: 'products', fileId: await upload(call, bytes) })

/** Every good, bad and hostile file in one process: duration and peak memory. */
export async function hostileFiles() {
  const since = performance.now()
  const files = ['--project', 'pure', 'platform/imports/server/hostile-']
  const child = spawn(process.execPath, ['node_modules/.bin/vitest', 'run', ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let message = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    message += text
  })
  let max = 0
  const watch = setInterval(() => {
    max = Math.max(max, ...treeOf(child.pid ?? 0).map(peakOf))
  }, 50)
  const code = await new Promise<number | null>((done) => child.on('close', done))
  clearInterval(watch)
  if (code !== 0) throw new Error(`the files were not all judged right:\n${message}`)
  return { ms: performance.now() - since, max }
}

const fileOf = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Gone between listing and reading.
    return ''
  }
}

const peakOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(fileOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

function treeOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => / \S (\d+) /.exec(fileOf(`/proc/${name}/stat`))?.[1] === String(pid))
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
}
