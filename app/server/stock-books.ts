import type { Kysely } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { BookCheck, Hit } from './books.ts'

/** So many rows of stock at a time: no question runs into the database's time limit, however large the house. */
const AT_A_TIME = 10_000

/** Asks about rows of stock, part by part. `wrong` finds ids among `s.id > from and s.id <= upto`. */
const ofStock =
  (wrong: (within: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  async (db: Kysely<DB>): Promise<Hit[]> => {
    const { rows } = await sql<{ last: number | null }>`select max(id) as last from stock`.execute(db)
    const last = rows[0]?.last ?? 0
    const hits: Hit[] = []
    for (let from = 0; from < last; from += AT_A_TIME) {
      const within = sql`s.id > ${from} and s.id <= ${from + AT_A_TIME}`
      const found = await sql<{ what: string; stockId: number }>`
        select l.location_code || ' ' || p.sku || ' #' || s.id as what, s.id as stock_id
        from stock s
        join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
        join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
        where (s.tenant_id, s.id) in (${wrong(within)})
        order by s.id`.execute(db)
      hits.push(...found.rows)
    }
    return hits
  }

/** The ledger held against itself. */
export const stockChecks: BookCheck[] = [
  {
    code: 'I-01',
    title: { zh_CN: '库存等于流水之和', en_US: 'Stock is the sum of its flows' },
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
    title: { zh_CN: '流水逐笔相连', en_US: 'Every flow begins where the last one ended' },
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
      en_US: 'Nothing is negative, and no more is promised or frozen than lies there',
    },
    hits: ofStock(
      (within) => sql`
        select s.tenant_id, s.id from stock s
        where ${within} and (least(s.on_hand, s.allocated, s.frozen) < 0 or s.allocated + s.frozen > s.on_hand)`,
    ),
  },
  {
    code: 'I-04',
    title: { zh_CN: '锁定等于未结的分配', en_US: 'What is allocated is what is promised' },
    hits: ofStock(
      (within) => sql`
        select s.tenant_id, s.id from stock s
        left join allocations a on a.tenant_id = s.tenant_id and a.stock_id = s.id and a.status = 'open'
        where ${within} group by s.tenant_id, s.id having coalesce(sum(a.quantity), 0) <> s.allocated`,
    ),
  },
  {
    code: 'I-28',
    title: { zh_CN: '单号不重复', en_US: 'No number is given twice' },
    hits: async (db) =>
      (
        await sql<Hit>`
          select x.no as what from (
            select tenant_id, document_no as no from stock_documents
            union all select tenant_id, count_no from stock_counts
            union all select tenant_id, import_no from imports
            union all select tenant_id, inbound_no from inbounds
            union all select tenant_id, receipt_no from receipts) x
          group by x.tenant_id, x.no having count(*) > 1`.execute(db)
      ).rows,
  },
]
