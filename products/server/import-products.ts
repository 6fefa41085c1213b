import { sql } from 'kysely'
import { changed, writeChanges } from '../../platform/audit/server/audit.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { searchLine } from '../../platform/database/server/pinyin.ts'
import { idsOf, sameTenant } from '../../platform/database/server/rows.ts'
import type { Complaint } from '../../platform/imports/imports.ts'
import type { GoodLine, ImportKind, Judged } from '../../platform/imports/server/check-spreadsheet.ts'
import { articleKey } from '../../platform/scanning/gs1.ts'
import { fill } from '../../platform/text/text.ts'
import { systemBarcode } from '../barcodes.ts'
import * as calls from '../contract.ts'
import { MAX_BARCODES } from '../contract.ts'
import { type ProductLine, productImport } from '../import-form.ts'
import { productsText } from '../text.ts'
import { hangPictures } from './import-pictures.ts'
import { approveProducts, factNames } from './products.ts'
import { wordsOf } from './words.ts'

type Line = { rowNo: number; value: ProductLine }

const barcodeColumns = [
  ['barcode1', 'packQuantity1'],
  ['barcode2', 'packQuantity2'],
  ['barcode3', 'packQuantity3'],
] as const

/** The barcodes of a row, each once, with the pieces per scan where given. */
const barcodesIn = (value: ProductLine) =>
  barcodeColumns
    .flatMap(([column, packColumn]) => {
      const read = value[column]
      if (!read) return []
      return [{ column, packColumn, ...read, key: articleKey(read.barcode), pack: value[packColumn] }]
    })
    .filter(({ key }, place, all) => all.findIndex((item) => item.key === key) === place)

/**
 * Products from a spreadsheet: new SKUs create products, existing ones get the values and barcodes of their
 * row.
 */
export const productsFromSheet: ImportKind<ProductLine> = {
  form: productImport,

  async judge(db, who, lines) {
    const customers = await customersOf(db, who, lines)
    const known = await knownSkus(db, who, lines)
    const claim = claimsOn(await takenBarcodes(db, who, lines, customers))
    return new Map(
      lines.map(({ rowNo, value }): [number, Judged] => {
        const customer = customers.get(value.customerCode.toLowerCase())
        if (!customer?.isEnabled) {
          const message = customer ? productsText.customerDisabled : productsText.customerNotFound
          return [rowNo, { problems: [{ column: 'customerCode', message }] }]
        }
        const sku = value.sku.toLowerCase()
        const own = systemBarcode(customer.customerCode, value.sku)
        const count = known.get(`${customer.id} ${sku}`)
        const holderOf = (barcode: string) => claim({ rowNo, customerId: customer.id, sku }, barcode)
        const problems =
          count === undefined
            ? [...systemProblems(own, holderOf(own)), ...givenProblems(value, own, 1, holderOf)]
            : givenProblems(value, own, count, holderOf)
        if (problems.length > 0) return [rowNo, { problems }]
        return [rowNo, { verdict: count === undefined ? 'new' : 'update' }]
      }),
    )
  },

  async write(tx, who, lines, pictures) {
    const customers = await customersOf(tx, who, lines)
    const rows = lines.map(({ rowNo, value }) => ({
      rowNo,
      customerId: customers.get(value.customerCode.toLowerCase())?.id,
      sku: value.sku,
      ...factsOf(value),
    }))
    const before = await factsIn(tx, who, rows)
    const put = await putProducts(tx, who, rows)
    const byRow = new Map(put.map((item) => [item.rowNo, item]))
    const written = lines.flatMap((line) => {
      const item = byRow.get(line.rowNo)
      return item ? [{ ...line, ...item, given: givenTo(line, item) }] : []
    })
    await putBarcodes(tx, who, written)
    await putWords(tx, who, idsOf(written))
    await writeDown(tx, who, written, before)
    // A user who may approve has reviewed the products already, so they can be received at once.
    const fresh = idsOf(written.filter(({ id }) => !before.has(id)))
    if (fresh.length > 0 && hasPermission(who.permissions, calls.approveProducts.permission))
      await approveProducts(tx, who, { ids: fresh })
    const made = new Map(written.map(({ rowNo, id }) => [rowNo, id]))
    return { made, left: pictures ? await hangPictures(tx, who, pictures, written) : [] }
  },
}

/** Who has a barcode of the row's customer: an earlier row, another product, the same product, or none. */
type Holder = { row: number } | { sku: string } | 'itself' | 'nobody'

/** Checks row by row who has a barcode; the first row gets it. */
function claimsOn(taken: Awaited<ReturnType<typeof takenBarcodes>>) {
  const first = new Map<string, number>()
  return (line: { rowNo: number; customerId: number; sku: string }, barcode: string): Holder => {
    const place = `${line.customerId} ${barcode.toLowerCase()}`
    const row = first.get(place) ?? line.rowNo
    first.set(place, row)
    if (row !== line.rowNo) return { row }
    const holder = taken.get(place)
    if (!holder) return 'nobody'
    return holder.key === line.sku ? 'itself' : { sku: holder.sku }
  }
}

/** A new product without its system barcode could not be labelled, so it is refused until that is free. */
function systemProblems(barcode: string, holder: Holder): Complaint[] {
  if (typeof holder === 'string') return []
  const message =
    'row' in holder
      ? fill(productsText.systemSameAs, { barcode, ...holder })
      : fill(productsText.systemTaken, { barcode, ...holder })
  return [{ column: 'sku', message }]
}

/** What is wrong with a row's barcodes, given how many the product already has. */
function givenProblems(
  value: ProductLine,
  own: string,
  count: number,
  holderOf: (barcode: string) => Holder,
): Complaint[] {
  const isOwn = (key: string) => key === own.toLowerCase()
  let room = MAX_BARCODES - count
  return barcodesIn(value).flatMap(({ column, packColumn, key, pack }): Complaint[] => {
    if (isOwn(key) && pack !== undefined && pack !== 1)
      return [{ column: packColumn, message: productsText.systemIsOnePiece }]
    const holder = holderOf(key)
    if (holder === 'itself') return []
    if (typeof holder === 'object') {
      const message =
        'row' in holder ? fill(productsText.sameBarcodeAs, holder) : fill(productsText.barcodeTaken, holder)
      return [{ column, message }]
    }
    room -= 1
    if (room >= 0) return []
    return [{ column, message: fill(productsText.tooManyBarcodes, { max: MAX_BARCODES }) }]
  })
}

/** The barcodes of a row; a new product gets its system barcode automatically. */
const givenTo = ({ value, verdict }: GoodLine<ProductLine>, { customerCode, sku }: Put) =>
  barcodesIn(value).filter(
    ({ key }) => verdict !== 'new' || key !== systemBarcode(customerCode, sku).toLowerCase(),
  )

const factsOf = (value: ProductLine) =>
  Object.fromEntries(factNames.map((name) => [name, value[name] ?? null]))

type Put = { rowNo: number; id: number; customerId: number; customerCode: string; sku: string }

/** New products and updates in one statement; an empty cell changes nothing. */
async function putProducts(tx: Tx, who: Who, rows: object[]): Promise<Put[]> {
  const { rows: put } = await sql<Put>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (
        "rowNo" int, "customerId" bigint, sku text, "nameZh" text, "nameEn" text, category text, brand text,
        "declaredLength" numeric, "declaredWidth" numeric, "declaredHeight" numeric, "declaredWeight" numeric,
        "declaredValue" numeric, "declaredCurrency" text, "hsCode" text, "originCountry" text, "isBattery" boolean,
        "isLiquid" boolean, "isFragile" boolean, "isDangerous" boolean, "expiryManaged" boolean, "shelfLifeDays" int,
        "lotManaged" boolean, "warnStock" int, "warnAgeDays" int)
    ), put as (
      insert into products as p (tenant_id, customer_id, sku, name_zh, name_en, search_line, category, brand, declared_length,
        declared_width, declared_height, declared_weight, declared_value, declared_currency, hs_code, origin_country,
        is_battery, is_liquid, is_fragile, is_dangerous, expiry_managed, shelf_life_days, lot_managed, warn_stock, warn_age_days)
      select ${who.tenantId}, "customerId", sku, "nameZh", "nameEn", '', category, brand, "declaredLength", "declaredWidth",
        "declaredHeight", "declaredWeight", "declaredValue", "declaredCurrency", "hsCode", "originCountry",
        coalesce("isBattery", false), coalesce("isLiquid", false), coalesce("isFragile", false),
        coalesce("isDangerous", false), coalesce("expiryManaged", false), "shelfLifeDays", coalesce("lotManaged", false),
        "warnStock", "warnAgeDays"
      from given order by "customerId", lower(sku)
      on conflict (tenant_id, sku_key, customer_id) do update set
        name_zh = coalesce(excluded.name_zh, p.name_zh), name_en = coalesce(excluded.name_en, p.name_en),
        category = coalesce(excluded.category, p.category), brand = coalesce(excluded.brand, p.brand),
        declared_length = coalesce(excluded.declared_length, p.declared_length),
        declared_width = coalesce(excluded.declared_width, p.declared_width),
        declared_height = coalesce(excluded.declared_height, p.declared_height),
        declared_weight = coalesce(excluded.declared_weight, p.declared_weight),
        declared_value = coalesce(excluded.declared_value, p.declared_value),
        declared_currency = coalesce(excluded.declared_currency, p.declared_currency),
        hs_code = coalesce(excluded.hs_code, p.hs_code), origin_country = coalesce(excluded.origin_country, p.origin_country),
        warn_stock = coalesce(excluded.warn_stock, p.warn_stock), warn_age_days = coalesce(excluded.warn_age_days, p.warn_age_days),
        row_version = p.row_version + 1, updated_at = business_now()
      returning id, customer_id, sku, sku_key
    )
    select g."rowNo" as row_no, put.id, put.customer_id, c.customer_code, put.sku
    from put
    join given g on lower(g.sku) = put.sku_key and g."customerId" = put.customer_id
    join customers c on c.tenant_id = ${who.tenantId} and c.id = put.customer_id
    order by 1`.execute(tx)
  await sql`
    update products p set
      is_battery = coalesce((g->>'isBattery')::boolean, is_battery), is_liquid = coalesce((g->>'isLiquid')::boolean, is_liquid),
      is_fragile = coalesce((g->>'isFragile')::boolean, is_fragile),
      is_dangerous = coalesce((g->>'isDangerous')::boolean, is_dangerous),
      lot_managed = coalesce((g->>'lotManaged')::boolean, lot_managed),
      expiry_managed = coalesce((g->>'expiryManaged')::boolean, expiry_managed),
      shelf_life_days = case when g->>'expiryManaged' is null then shelf_life_days else (g->>'shelfLifeDays')::int end
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) g
    where p.tenant_id = ${who.tenantId} and p.customer_id = (g->>'customerId')::bigint and p.sku_key = lower(g->>'sku')
      and p.row_version > 1`.execute(tx)
  return put
}

type Written = GoodLine<ProductLine> & Put & { given: ReturnType<typeof barcodesIn> }

/** A barcode taken by a concurrent transaction aborts the whole import: none is skipped silently. */
async function putBarcodes(tx: Tx, who: Who, written: Written[]) {
  const rows = written.flatMap(({ id, customerId, customerCode, sku, verdict, given }) => [
    ...(verdict === 'new'
      ? [{ productId: id, customerId, barcode: systemBarcode(customerCode, sku), type: 'system' }]
      : []),
    ...given.map(({ barcode, type, pack }) => ({ productId: id, customerId, barcode, type, pack })),
  ])
  await sql`
    insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity, is_default)
    select ${who.tenantId}, (b->>'customerId')::bigint, (b->>'productId')::bigint, b->>'barcode', (b->>'type')::barcode_type,
      coalesce((b->>'pack')::int, 1), b->>'type' = 'system'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) b
    where not exists (select 1 from product_barcodes h where h.tenant_id = ${who.tenantId}
      and h.product_id = (b->>'productId')::bigint and h.barcode_key = article_key(b->>'barcode'))
    order by article_key(b->>'barcode') returning id`.execute(tx)
  await sql`
    update product_barcodes b set pack_quantity = (g->>'pack')::int
    from jsonb_array_elements(${JSON.stringify(rows.filter((row) => 'pack' in row && row.pack))}::jsonb) g
    where b.tenant_id = ${who.tenantId} and b.customer_id = (g->>'customerId')::bigint
      and b.barcode_key = article_key(g->>'barcode') and b.pack_quantity <> (g->>'pack')::int`.execute(tx)
}

/** The current values and barcodes of the products in the spreadsheet, locked until they are written. */
async function factsIn(tx: Tx, who: Who, rows: readonly { customerId: number | undefined; sku: string }[]) {
  const matches = await tx
    .selectFrom('products as p')
    .select(['p.id', ...factNames.map((name) => `p.${name}` as const)])
    .select(
      sql<
        string[]
      >`array(select b.barcode || case when b.pack_quantity > 1 then ' ×' || b.pack_quantity else '' end
        from product_barcodes b where b.tenant_id = p.tenant_id and b.product_id = p.id order by b.id)`.as(
        'barcodes',
      ),
    )
    .where('p.tenantId', '=', who.tenantId)
    .where(
      sql<boolean>`(p.customer_id, p.sku_key) in (select c, lower(s) from unnest(
        ${rows.map(({ customerId }) => customerId ?? 0)}::bigint[], ${rows.map(({ sku }) => sku)}::text[]) n (c, s))`,
    )
    .orderBy('p.id')
    .forNoKeyUpdate()
    .execute()
  return new Map(matches.map(({ id, ...facts }) => [id, facts]))
}

/** Rebuilds the search words and search text of products from their names and barcodes. */
async function putWords(tx: Tx, who: Who, ids: readonly number[]) {
  const { rows: products } = await sql<{
    id: number
    sku: string
    nameZh: string | null
    nameEn: string | null
    barcodes: string[]
    words: string[]
  }>`
    select p.id, p.sku, p.name_zh, p.name_en,
      array(select b.barcode from product_barcodes b where b.tenant_id = p.tenant_id and b.product_id = p.id order by b.id) as barcodes
    from products p where p.tenant_id = ${who.tenantId} and p.id = any(${ids}::bigint[]) order by p.id`.execute(
    tx,
  )
  const words = products.flatMap((product) =>
    wordsOf(product, product.barcodes).map((word) => ({ id: product.id, word })),
  )
  const wordIds = idsOf(words)
  const texts = words.map(({ word }) => word)
  await sql`
    delete from product_words w
    where w.tenant_id = ${who.tenantId} and w.product_id = any(${ids}::bigint[])
      and not exists (select 1 from unnest(${wordIds}::bigint[], ${texts}::text[]) n (id, word)
        where n.id = w.product_id and n.word = w.word)`.execute(tx)
  await sql`
    insert into product_words (tenant_id, word, product_id)
    select ${who.tenantId}, n.word, n.id from unnest(${wordIds}::bigint[], ${texts}::text[]) n (id, word) order by n.word, n.id
    on conflict do nothing returning product_id`.execute(tx)
  await sql`
    update products p set search_line = n.line
    from unnest(${idsOf(products)}::bigint[],
      ${products.map(({ sku, nameZh, nameEn }) => searchLine(sku, nameZh, nameEn))}::text[]) n (id, line)
    where p.tenant_id = ${who.tenantId} and p.id = n.id`.execute(tx)
}

/** The changed fields of an existing product, or the given fields of a new one. */
async function writeDown(tx: Tx, who: Who, written: Written[], before: Awaited<ReturnType<typeof factsIn>>) {
  const after = await factsIn(tx, who, written)
  await writeChanges(
    tx,
    who,
    written.map(({ id, sku, customerId, value, given }) => {
      const [was, is] = [before.get(id), after.get(id)]
      const of = { event: 'product.imported', type: 'product', id, no: sku }
      if (was && is) return { ...of, action: 'edit', ...changed(was, is) }
      const answer = Object.fromEntries(Object.entries(factsOf(value)).filter(([, fact]) => fact !== null))
      const barcodes = given.map(({ barcode, pack = 1 }) => (pack > 1 ? `${barcode} ×${pack}` : barcode))
      return {
        ...of,
        action: 'create',
        after: { customerId, sku, ...answer, ...(given.length > 0 && { barcodes }) },
      }
    }),
  )
}

async function customersOf(db: Db, who: Who, lines: readonly Line[]) {
  const codes = [...new Set(lines.map(({ value }) => value.customerCode.toLowerCase()))]
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'customerCode', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .where(sql<boolean>`customer_key = any(${codes}::text[])`)
    .execute()
  return new Map(rows.map((item) => [item.customerCode.toLowerCase(), item]))
}

/** The existing products in the spreadsheet, each with its number of barcodes. */
async function knownSkus(db: Db, who: Who, lines: readonly Line[]) {
  const keys = lines.map(({ value }) => value.sku.toLowerCase())
  const rows = await db
    .selectFrom('products as p')
    .select(['p.customerId', 'p.skuKey'])
    .select(({ selectFrom }) =>
      selectFrom('productBarcodes as b')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('b.tenantId', '=', 'p.tenantId')
        .whereRef('b.productId', '=', 'p.id')
        .as('count'),
    )
    .where('p.tenantId', '=', who.tenantId)
    .where('p.skuKey', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Map(rows.map(({ customerId, skuKey, count }) => [`${customerId} ${skuKey}`, count ?? 0]))
}

async function takenBarcodes(
  db: Db,
  who: Who,
  lines: readonly Line[],
  customers: Awaited<ReturnType<typeof customersOf>>,
) {
  const keys = lines.flatMap(({ value }) => {
    const customer = customers.get(value.customerCode.toLowerCase())
    const own = customer ? [systemBarcode(customer.customerCode, value.sku).toLowerCase()] : []
    return [...own, ...barcodesIn(value).map(({ key }) => key)]
  })
  const rows = await db
    .selectFrom('productBarcodes as b')
    .innerJoin('products as p', sameTenant('p.id', 'b.productId'))
    .select(['b.customerId', 'b.barcodeKey', 'p.sku', 'p.skuKey'])
    .where('b.tenantId', '=', who.tenantId)
    .where('b.barcodeKey', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Map(
    rows.map(({ customerId, barcodeKey, sku, skuKey }) => [
      `${customerId} ${barcodeKey}`,
      { sku, key: skuKey },
    ]),
  )
}
