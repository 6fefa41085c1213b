import { type RawBuilder, sql } from 'kysely'
import type { BookCheck, Hit } from '../../../platform/book-checks/server/book-check.ts'
import { inParts, type Parted, together } from '../../../platform/book-checks/server/book-parts.ts'

/** Checks stock rows. `wrong` selects the keys of those that do not match. */
const ofStock = (wrong: (within: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  inParts(
    'stock',
    (among) => sql<Hit>`
      select l.location_code || ' ' || p.sku || ' #' || s.id as what, s.id as stock_id
      from stock s
      join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
      join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where (s.tenant_id, s.id) in (${wrong(among('s.tenant_id', 's.id'))})
      order by s.id`,
  )

/**
 * Pieces that leave one bin by a document and do not arrive in another, arrive as something else, or at
 * another time.
 */
const lostOnTheWay = (table: Parted, source: string) =>
  inParts(
    table,
    (among) => sql<Hit>`
      select min(f.source_no) || ' ' || f.source_type || ' ' || f.source_id || '/' || f.source_line as what from stock_flows f
      where ${among('f.tenant_id', 'f.source_id')} and f.source_type = ${source}
        and f.flow_type in ('putaway_out', 'putaway_in', 'move_out', 'move_in', 'quality_out', 'quality_in')
      group by f.tenant_id, f.source_type, f.source_id, f.source_line
      having sum(f.d_on_hand) <> 0 or count(distinct f.product_id) > 1 or count(distinct f.at) > 1`,
  )

const numbered = [
  ['stock_documents', 'document_no'],
  ['stock_counts', 'count_no'],
  ['imports', 'import_no'],
  ['inbounds', 'inbound_no'],
  ['receipts', 'receipt_no'],
  ['orders', 'order_no'],
  ['shipment_batches', 'batch_no'],
  ['picking_lists', 'picking_no'],
  ['collections', 'collection_no'],
] as const

/** Document numbers of one kind that are malformed, or used by more than one document of any kind. */
function wrongNumbers([table, column]: (typeof numbered)[number]) {
  const everywhere = sql.join(
    numbered.map(
      ([other, no]) =>
        sql`select 1 from ${sql.table(other)} o where o.tenant_id = x.tenant_id and ${sql.ref(`o.${no}`)} = ${sql.ref(`x.${column}`)}`,
    ),
    sql` union all `,
  )
  return inParts(
    table,
    (among) => sql<Hit>`
      select ${sql.ref(`x.${column}`)} as what from ${sql.table(table)} x
      where ${among('x.tenant_id', 'x.id')}
        and (not ${sql.ref(`x.${column}`)} ~ '^[A-Z]{2}[0-9]{6}-[0-9]{5,}$' or (select count(*) from (${everywhere}) twins) > 1)`,
  )
}

/** The ledger checked against itself. */
export const stockChecks: BookCheck[] = [
  {
    code: 'I-01',
    title: { zh_CN: '库存等于流水之和', en_US: 'Stock equals the sum of its movements' },
    hits: ofStock(
      (within) => sql`
        select s.tenant_id, s.id from stock s
        left join stock_flows f on f.tenant_id = s.tenant_id and f.stock_id = s.id
        where ${within} group by s.tenant_id, s.id
        having (coalesce(sum(f.d_on_hand), 0), coalesce(sum(f.d_allocated), 0), coalesce(sum(f.d_frozen), 0), count(f.seq))
          is distinct from (s.on_hand::numeric, s.allocated::numeric, s.frozen::numeric, s.seq)`,
    ),
  },
  {
    code: 'I-02',
    title: { zh_CN: '流水逐笔相连', en_US: 'Every movement starts from the result of the previous one' },
    hits: ofStock(
      (within) => sql`
        select x.tenant_id, x.stock_id from (
          select f.*, row_number() over w as place, lag(f.on_hand_after, 1, 0::bigint) over w as h,
            lag(f.allocated_after, 1, 0::bigint) over w as a, lag(f.frozen_after, 1, 0::bigint) over w as z,
            lag(f.at) over w as before
          from stock_flows f join stock s on s.tenant_id = f.tenant_id and s.id = f.stock_id where ${within}
          window w as (partition by f.tenant_id, f.stock_id order by f.seq)) x
        where x.seq <> x.place or x.on_hand_after <> x.h + x.d_on_hand or x.allocated_after <> x.a + x.d_allocated
          or x.frozen_after <> x.z + x.d_frozen or x.at < x.before`,
    ),
  },
  {
    code: 'I-03',
    title: {
      zh_CN: '没有负库存，锁定与冻结不超过在库',
      en_US: 'No negative stock; allocated and frozen never exceed on hand',
    },
    hits: ofStock(
      (within) => sql`
        select s.tenant_id, s.id from stock s
        where ${within} and (least(s.on_hand, s.allocated, s.frozen) < 0 or s.allocated + s.frozen > s.on_hand)`,
    ),
  },
  {
    code: 'I-04',
    title: { zh_CN: '锁定数量等于未完成的锁定明细', en_US: 'Allocated stock equals the open allocations' },
    hits: ofStock(
      (within) => sql`
        select s.tenant_id, s.id from stock s
        left join allocations a on a.tenant_id = s.tenant_id and a.stock_id = s.id and a.status = 'open'
        where ${within} group by s.tenant_id, s.id having coalesce(sum(a.quantity), 0) <> s.allocated`,
    ),
  },
  {
    code: 'transfers',
    title: {
      zh_CN: '移库、上架与品质变更有出有入，数量与时刻一致',
      en_US: 'Every move, putaway and quality change posts the same quantity out and in at the same time',
    },
    hits: together(
      lostOnTheWay('stock_documents', 'stock_document'),
      lostOnTheWay('putaways', 'putaway'),
      lostOnTheWay('allocations', 'allocation'),
    ),
  },
  {
    code: 'flow rows',
    title: {
      zh_CN: '流水的库位、客户与产品与其库存一致',
      en_US: 'Every movement matches the bin, customer and product of its stock',
    },
    hits: ofStock(
      (within) => sql`
        select s.tenant_id, s.id from stock s join stock_flows f on f.tenant_id = s.tenant_id and f.stock_id = s.id
        where ${within} and (f.location_id, f.customer_id, f.product_id) <> (s.location_id, s.customer_id, s.product_id)`,
    ),
  },
  {
    code: 'documents',
    title: {
      zh_CN: '每笔流水都有单据，每张单据都有流水',
      en_US: 'Every movement has a document, and every document has movements',
    },
    hits: together(
      inParts(
        'stock',
        (among) => sql<Hit>`
          select f.source_no || ' ' || f.source_type || ' ' || f.source_id as what, f.stock_id from stock_flows f
          where ${among('f.tenant_id', 'f.stock_id')} and case f.source_type
            when 'stock_document' then not exists (select 1 from stock_documents d
              where d.tenant_id = f.tenant_id and d.id = f.source_id and d.document_no = f.source_no)
            when 'stock_count' then not exists (select 1 from stock_counts n
              where n.tenant_id = f.tenant_id and n.id = f.source_id and n.count_no = f.source_no)
            when 'allocation' then not exists (select 1 from allocations a where a.tenant_id = f.tenant_id
              and a.id = f.source_id and case f.flow_type
                when 'move_in' then a.status = 'released' and a.quantity = f.d_on_hand
                when 'move_out' then a.status = 'released' and a.stock_id = f.stock_id and a.quantity = -f.d_on_hand
                else a.stock_id = f.stock_id and a.quantity = abs(f.d_allocated) end)
            when 'putaway' then not exists (select 1 from putaway_lines p where p.tenant_id = f.tenant_id
              and p.putaway_id = f.source_id and p.line_no = f.source_line and p.quantity = abs(f.d_on_hand))
            else false end`,
      ),
      inParts(
        'stock_documents',
        (among) => sql<Hit>`
          select d.document_no as what from stock_documents d where ${among('d.tenant_id', 'd.id')} and not exists (select 1 from stock_flows f
            where f.tenant_id = d.tenant_id and f.source_type = 'stock_document' and f.source_id = d.id)`,
      ),
      inParts(
        'putaways',
        (among) => sql<Hit>`
          select 'putaway ' || p.putaway_id || '/' || p.line_no as what from putaway_lines p
          where ${among('p.tenant_id', 'p.putaway_id')} and 2 > (select count(*) from stock_flows f where f.tenant_id = p.tenant_id
            and f.source_type = 'putaway' and f.source_id = p.putaway_id and f.source_line = p.line_no)`,
      ),
    ),
  },
  {
    code: 'I-28',
    title: {
      zh_CN: '单据编号在公司内唯一且格式正确',
      en_US: 'Document numbers are unique within the company and well formed',
    },
    hits: together(...numbered.map(wrongNumbers)),
  },
]
