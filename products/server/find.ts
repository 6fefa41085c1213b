import { type RawBuilder, sql } from 'kysely'
import type { InputOf, Page } from '../../platform/calls/call.ts'
import { refuseRight } from '../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { idsOf, sameTenant } from '../../platform/database/server/rows.ts'
import { containing } from '../../platform/database/server/search.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { codeKey, missingOf } from '../../platform/lists/codes.ts'
import { countOf, directionOf, limitOf } from '../../platform/lists/server/page.ts'
import { articleKey, isGtin, readLabel } from '../../platform/scanning/gs1.ts'
import type { listProducts, ProductRow } from '../contract.ts'
import { sidesInWords } from '../measures.ts'
import { MAX_LENGTH } from './words.ts'

export const productsOf = (db: Db, who: Pick<Who, 'tenantId'>) =>
  db
    .selectFrom('products as p')
    .innerJoin('customers as c', sameTenant('c.id', 'p.customerId'))
    .where('p.tenantId', '=', who.tenantId)

type Input = InputOf<typeof listProducts>
type Filters = Omit<Input, 'page' | 'size' | 'sort' | 'order'>
type Condition = RawBuilder<unknown>

/** The upper bound of all texts with this prefix, by code point. */
const LAST = '\u{10FFFF}'

const lineHas = (term: string) => sql`p.search_line like ${containing(term)}`

/**
 * The search input, as a set of products and as conditions on them.
 *
 * The longest word is looked up by a range of `product_words`, which an index supports under row security;
 * the others only filter the result.
 */
function matching(typed: string, who: Who): { hits?: RawBuilder<unknown>; also: Condition[] } {
  const terms = codeOf(typed).normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  const begun = terms
    .map((term) => (isGtin(term) ? articleKey(term) : term))
    .map((term) => ({ term, word: term.replace(/^[^\p{L}\p{N}]+/u, '') }))
  const longest = begun.toSorted((a, b) => b.word.length - a.word.length)[0]
  if (!longest?.word) return { also: terms.map(lineHas) }
  const { word } = longest
  const first = [...word].slice(0, MAX_LENGTH).join('')
  const isCut = first !== word
  const hits = sql`select w.product_id as id from product_words w where w.tenant_id = ${who.tenantId}
    and w.word >= ${first} and w.word < ${first + LAST} group by w.product_id`
  // A long word may be a code, which is stored whole, or a name, of which only a part is stored.
  const isWhole = sql`(${lineHas(word)} or exists (select 1 from product_words w where w.tenant_id = ${who.tenantId}
    and w.word >= ${word} and w.word < ${word + LAST} and w.product_id = p.id))`
  const others = begun.filter(({ term }) => term !== word).map(({ term }) => lineHas(term))
  return { hits, also: [...(isCut ? [isWhole] : []), ...others] }
}

/** The article number of a scanned label; typed text stays unchanged. */
function codeOf(typed: string): string {
  const label = readLabel(typed.normalize('NFKC').trim())
  return 'code' in label && label.values.size > 0 ? label.code : typed
}

/** The condition that a row of `products p` matches the input. The same search works everywhere. */
export function productIs(typed: string, who: Who): RawBuilder<unknown> {
  const { hits, also } = matching(typed, who)
  const all = [...(hits ? [sql`p.id = any(array(${hits}))`] : []), ...also]
  return all.length > 0 ? sql.join(all, sql` and `) : sql`true`
}

/**
 * The products of a list query: a set of ids where there is one, and further conditions.
 *
 * Without further conditions the words alone are enough to count them; sorting needs their rows.
 */
function wanted(input: Filters, who: Who, { isOrdered }: { isOrdered: boolean }) {
  const { hits, also } = input.search ? matching(input.search, who) : { also: [] }
  const conditions: Condition[] = [...also]
  if (input.codes) conditions.push(sql`p.id = any(array(${havingCodes(input.codes, who)}))`)
  if (input.customerId) conditions.push(sql`p.customer_id = ${input.customerId}`)
  if (input.isEnabled) conditions.push(sql`p.is_enabled = ${input.isEnabled === '1'}`)
  if (input.auditStatus) conditions.push(sql`p.audit_status = ${input.auditStatus}::product_audit_status`)
  if (input.lacksSize) conditions.push(sql`p.lacks_size`)
  if (input.measuredDiffers) conditions.push(sql`p.measured_differs`)
  if (input.hasStock) {
    if (!hasPermission(who.permissions, STOCK)) refuseRight(who, STOCK)
    const stocked = sql`p.id in (select s.product_id from stock s where s.tenant_id = ${who.tenantId} and s.on_hand > 0)`
    conditions.push(input.hasStock === '1' ? stocked : sql`not (${stocked})`)
  }
  if (hits && conditions.length === 0 && !isOrdered) return hits
  const all = [
    sql`p.tenant_id = ${who.tenantId}`,
    ...(hits ? [sql`p.id = any(array(${hits}))`] : []),
    ...conditions,
  ]
  return sql`select p.id, p.sku_key, p.created_at from products p where ${sql.join(all, sql` and `)}`
}

const havingCodes = (codes: readonly string[], who: Who) => sql`
  select f.id from products f where f.tenant_id = ${who.tenantId} and f.sku_key = any(${codes.map(codeKey)}::text[])
  union all
  select b.product_id from product_barcodes b where b.tenant_id = ${who.tenantId} and b.barcode_key = any(${codes.map(articleKey)}::text[])`

export const listed = [
  'p.id',
  'p.sku',
  'p.isEnabled',
  'p.auditStatus',
  'p.customerId',
  'c.customerCode',
  'c.customerName',
  'p.nameZh',
  'p.nameEn',
  'p.category',
  'p.brand',
  'p.declaredLength',
  'p.declaredWidth',
  'p.declaredHeight',
  'p.declaredWeight',
  'p.measuredLength',
  'p.measuredWidth',
  'p.measuredHeight',
  'p.measuredWeight',
  'p.measuredAt',
  'p.measuredDiffers',
  'p.lacksSize',
  'p.createdAt',
] as const

type Sizes = {
  [K in 'Length' | 'Width' | 'Height' | 'Weight' as `declared${K}` | `measured${K}`]: string | null
}

const sizesOf = (row: Sizes) => ({
  declared: {
    length: row.declaredLength,
    width: row.declaredWidth,
    height: row.declaredHeight,
    weight: row.declaredWeight,
  },
  measured: {
    length: row.measuredLength,
    width: row.measuredWidth,
    height: row.measuredHeight,
    weight: row.measuredWeight,
  },
})

/** Sides as displayed, beside the numbers. */
export function withSizes<R extends Sizes>(row: R) {
  const { declared, measured } = sizesOf(row)
  return { ...row, declaredSize: sidesInWords(declared), measuredSize: sidesInWords(measured) }
}

const STOCK = 'query:stock:view'
const storedOf = sql`(select coalesce(sum(s.on_hand), 0)::bigint from stock s
  where s.tenant_id = p.tenant_id and s.product_id = p.id)`

type Listed = Omit<ProductRow, 'declaredSize' | 'measuredSize' | 'imageUrl'> & { smallFileId: number | null }
type ProductPage = Page<ProductRow> & { missing: string[] }

/** One page of products. Without a link function, as for an export, pictures are left out. */
export const productPage =
  (files?: Pick<Files, 'linkTo'>) =>
  async (db: Db, who: Who, input: Input): Promise<ProductPage> => {
    const chosen = wanted(input, who, { isOrdered: true })
    const by = [{ sku: 'sku_key', createdAt: 'created_at' }[input.sort], 'id']
    const direction = directionOf(input.order)
    const orderOf = (table: string) =>
      sql.join(by.map((name) => sql`${sql.ref(`${table}.${name}`)} ${direction}`))
    const [rows, total, missing] = await Promise.all([
      sql<Listed>`
        select ${sql.join(listed.map((name) => sql.ref(name)))},
          array(select b.barcode from product_barcodes b
            where b.tenant_id = p.tenant_id and b.product_id = p.id order by b.is_default desc, b.id) as barcodes,
          (select i.small_file_id from product_images i
            where i.tenant_id = p.tenant_id and i.product_id = p.id order by i.place limit 1) as small_file_id,
          ${hasPermission(who.permissions, STOCK) ? storedOf : sql`null::bigint`} as on_hand
        from (select chosen.id from (${chosen}) chosen
          order by ${orderOf('chosen')} ${limitOf(input)}) page
        join products p on p.tenant_id = ${who.tenantId} and p.id = page.id
        join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
        order by ${orderOf('p')}`.execute(db),
      countOf(db, sql`from (${wanted(input, who, { isOrdered: false })}) chosen`),
      input.codes ? unknownOf(db, who, input.codes) : [],
    ])
    return {
      rows: rows.rows.map(({ smallFileId, ...row }) => ({
        ...withSizes(row),
        imageUrl: smallFileId === null || !files ? null : files.linkTo(who.tenantId, smallFileId),
      })),
      total,
      missing,
    }
  }

/** The products of a list query, on any page, up to a limit. */
export async function idsOfAll(db: Db, who: Who, input: Filters, max: number) {
  const { rows } = await sql<{ id: number }>`
    select chosen.id from (${wanted(input, who, { isOrdered: false })}) chosen order by chosen.id limit ${max}`.execute(
    db,
  )
  return idsOf(rows)
}

async function unknownOf(db: Db, who: Who, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select n.key from unnest(${codes.map(codeKey)}::text[], ${codes.map(articleKey)}::text[]) n (key, article)
    where exists (select 1 from products f where f.tenant_id = ${who.tenantId} and f.sku_key = n.key)
      or exists (select 1 from product_barcodes b where b.tenant_id = ${who.tenantId} and b.barcode_key = n.article)`.execute(
    db,
  )
  return missingOf(codes, rows)
}

/** The customers whose products can be created or filtered; the customer slice is beside this one. */
export const customerChoice = (db: Db, who: Who) =>
  db
    .selectFrom('customers')
    .select(['id', 'customerCode', 'customerName', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .orderBy('customerCode')
    .execute()
