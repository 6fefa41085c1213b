import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Store } from '../platform/files/server/store.ts'
import { image } from '../platform/server/lazy-packages.ts'
import { wordsOf } from '../products/server/words.ts'
import { productsOf, ranges } from '../setup/server/sample-goods.ts'

const EACH = 250

/** Creates the products of the demo's customers, in few set-based statements. */
export async function seedProducts(client: pg.Client, tenantId: number, store: Store): Promise<void> {
  const ofEach = Object.keys(ranges).map((code, place) => productsOf(code, place * EACH, EACH))
  // The customers' products interleaved, as they would have been added.
  const products = Array.from({ length: EACH }, (_, i) =>
    ofEach.flatMap((those) => those.slice(i, i + 1)),
  ).flat()
  const rows = products.map(({ barcodes: _, ...item }, place) => ({ ...item, place }))
  const { rows: made } = await client.query<{ id: string; customer_id: string }>(
    `with given as materialized (
       select * from jsonb_to_recordset($2::jsonb) as g (
         place int, customer text, sku text, "nameZh" text, "nameEn" text, line text, category text, declared numeric[],
         measured numeric[], "isLiquid" boolean, "isBattery" boolean, "shelfLifeDays" int, "lotManaged" boolean,
         "isEnabled" boolean))
     insert into products (tenant_id, customer_id, sku, name_zh, name_en, search_line, category, declared_length, declared_width,
       declared_height, declared_weight, measured_length, measured_width, measured_height, measured_weight, measured_at,
       measured_by, is_liquid, is_battery, expiry_managed, shelf_life_days, lot_managed, origin_country, is_enabled, created_at)
     select $1, c.id, sku, "nameZh", "nameEn", line, category, declared[1], declared[2], declared[3], declared[4],
       measured[1], measured[2], measured[3], measured[4],
       case when measured is not null then now() - interval '100 days' end,
       case when measured is not null then (select min(id) from accounts where tenant_id = $1 and kind = 'staff') end,
       "isLiquid", "isBattery", "shelfLifeDays" is not null, "shelfLifeDays", "lotManaged", 'CN', g."isEnabled",
       now() - interval '200 days' + place * interval '90 minutes'
     from given g join customers c on c.tenant_id = $1 and c.customer_code = g.customer
     order by place
     returning id, customer_id`,
    [tenantId, JSON.stringify(rows)],
  )
  const seeded = products.map((product, i) => ({
    ...product,
    id: Number(made[i]?.id),
    customerId: Number(made[i]?.customer_id),
  }))
  await client.query(
    `update products set audit_status = 'passed' where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, seeded.filter(({ isPassed }) => isPassed).map(({ id }) => id)],
  )
  await seedBarcodes(client, tenantId, seeded)
  await seedWords(client, tenantId, seeded)
  await seedPictures(client, tenantId, store, seeded)
}

type Seeded = ReturnType<typeof productsOf>[number] & { id: number; customerId: number }

async function seedBarcodes(client: pg.Client, tenantId: number, seeded: Seeded[]) {
  const all = seeded.flatMap(({ id, customerId, barcodes }) =>
    barcodes.map((barcode) => ({ ...barcode, id, customerId })),
  )
  await client.query(
    `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity, is_default)
     select $1, b.customer, b.product, b.barcode, b.type::barcode_type, b.pack, b.type = 'system'
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::int[]) b (customer, product, barcode, type, pack)
     returning id`,
    [
      tenantId,
      all.map(({ customerId }) => customerId),
      all.map(({ id }) => id),
      all.map(({ barcode }) => barcode),
      all.map(({ type }) => type),
      all.map(({ pack }) => pack),
    ],
  )
}

async function seedWords(client: pg.Client, tenantId: number, seeded: Seeded[]) {
  const words = seeded.flatMap((item) =>
    wordsOf(
      item,
      item.barcodes.map(({ barcode }) => barcode),
    ).map((word) => ({ id: item.id, word })),
  )
  await client.query(
    `with put as (
       insert into product_words (tenant_id, word, product_id)
       select $1, w.word, w.product from unnest($2::text[], $3::bigint[]) w (word, product)
       order by w.word collate "C", w.product returning 1)
     select count(*) from put`,
    [tenantId, words.map(({ word }) => word), words.map(({ id }) => id)],
  )
}

const shapes = [
  '<rect x="90" y="140" width="220" height="150" rx="10"/><rect x="90" y="180" width="220" height="14" fill="#fff" opacity=".6"/>',
  '<rect x="150" y="120" width="100" height="210" rx="24"/><rect x="170" y="80" width="60" height="48" rx="8"/>',
  '<circle cx="200" cy="200" r="110"/><circle cx="200" cy="200" r="60" fill="#fff" opacity=".5"/>',
  '<path d="M200 80 L320 300 L80 300 Z"/><path d="M200 180 L240 300 L160 300 Z" fill="#fff" opacity=".6"/>',
  '<rect x="110" y="150" width="180" height="160" rx="20"/><path d="M150 150 q50 -90 100 0" fill="none" stroke="#345" stroke-width="14"/>',
  '<rect x="185" y="70" width="30" height="180" rx="12"/><rect x="120" y="240" width="160" height="80" rx="16"/>',
]
const inks = ['#1f6feb', '#2da44e', '#bf8700', '#cf222e', '#8250df', '#57606a']
/** Some pictures are used by several products. */
const HUNG = 8

/** Draws a few plain pictures. An unavailable store must not keep the demo from starting. */
async function seedPictures(client: pg.Client, tenantId: number, store: Store, seeded: Seeded[]) {
  const drawn = await Promise.all(
    shapes.map(async (shape, i) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#f6f8fa"/><g fill="${inks[i]}">${shape}</g></svg>`
      const large = await image(Buffer.from(svg)).png({ palette: true }).toBuffer()
      return [large, await image(large).resize(128).png({ palette: true }).toBuffer()] as const
    }),
  )
  const keep = async (bytes: Buffer, name: string) => {
    const key = randomBytes(16).toString('hex')
    const { size, sha256 } = await store.put(key, { bytes })
    return { key, size, sha256, name }
  }
  const kept = await Promise.all(
    drawn.map(async ([large, small], i) => [
      await keep(large, `demo-${i + 1}.png`),
      await keep(small, `demo-${i + 1}-small.png`),
    ]),
  ).catch(() => [])
  if (kept.length === 0) return
  const flat = kept.flat()
  const { rows: files } = await client.query<{ id: string }>(
    `insert into files (tenant_id, file_name, mime, purpose, size, sha256, storage_key, created_by)
     select $1, f.name, 'image/png', 'image', f.size, f.hash, f.key, (select min(id) from accounts where tenant_id = $1 and kind = 'staff')
     from unnest($2::text[], $3::int[], $4::bytea[], $5::text[]) with ordinality f (name, size, hash, key, n) order by f.n
     returning id`,
    [
      tenantId,
      flat.map(({ name }) => name),
      flat.map(({ size }) => size),
      flat.map(({ sha256 }) => sha256),
      flat.map(({ key }) => key),
    ],
  )
  const ids = files.map(({ id }) => Number(id))
  const newest = seeded
    .toReversed()
    .filter((_, i) => i % 3 === 0)
    .slice(0, kept.length * HUNG)
  await client.query(
    `insert into product_images (tenant_id, product_id, place, file_id, small_file_id)
     select $1, i.product, 1, i.large, i.small from unnest($2::bigint[], $3::bigint[], $4::bigint[]) i (product, large, small)
     returning product_id`,
    [
      tenantId,
      newest.map(({ id }) => id),
      newest.map((_, i) => ids[(i % kept.length) * 2]),
      newest.map((_, i) => ids[(i % kept.length) * 2 + 1]),
    ],
  )
}
