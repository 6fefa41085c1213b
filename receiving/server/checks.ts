import { sql } from 'kysely'
import type { BookCheck, Hit } from '../../platform/book-checks/server/book-check.ts'
import { inParts, together } from '../../platform/book-checks/server/book-parts.ts'

/** The invariants of receiving. */
export const receivingChecks: BookCheck[] = [
  {
    code: 'I-25',
    title: {
      zh_CN: '实收数量等于收货记录，收货记录等于库存流水，撤销恰好冲回',
      en_US: 'Received quantities match receipts and stock movements; cancelled receipts are fully reversed',
    },
    hits: together(
      inParts(
        'inbound_lines',
        (among) => sql<Hit>`
          select i.inbound_no as what from inbound_lines n
          join inbounds i on i.tenant_id = n.tenant_id and i.id = n.inbound_id
          left join lateral (
            select sum(l.quantity) filter (where l.quality = 'good') as good,
              sum(l.quantity) filter (where l.quality = 'defective') as defective
            from receipt_lines l join receipts r on r.tenant_id = l.tenant_id and r.id = l.receipt_id
            where l.tenant_id = n.tenant_id and l.inbound_id = n.inbound_id and l.line_id = n.id and r.cancelled_at is null) t on true
          where ${among('n.tenant_id', 'n.id')}
            and (n.good <> coalesce(t.good, 0) or n.defective <> coalesce(t.defective, 0))`,
      ),
      inParts(
        'receipts',
        (among) => sql<Hit>`
          select r.receipt_no as what from receipts r
          join receipt_lines l on l.tenant_id = r.tenant_id and l.receipt_id = r.id
          left join lateral (
            select sum(f.d_on_hand) as net, sum(f.d_on_hand) filter (where f.d_on_hand > 0) as came
            from stock_flows f join stock s on s.tenant_id = f.tenant_id and s.id = f.stock_id
            where f.tenant_id = l.tenant_id and f.source_type = 'receipt' and f.source_id = l.receipt_id
              and f.source_line = l.line_no and f.location_id = l.location_id and s.batch_id = l.batch_id
              and s.quality = l.quality) f on true
          where ${among('r.tenant_id', 'r.id')} and (f.came is distinct from l.quantity
            or f.net is distinct from case when r.cancelled_at is null then l.quantity else 0 end)`,
      ),
      inParts(
        'stock',
        (among) => sql<Hit>`
          select f.source_no as what from stock_flows f
          where ${among('f.tenant_id', 'f.stock_id')} and f.source_type = 'receipt' and not exists (
            select 1 from receipt_lines l where l.tenant_id = f.tenant_id and l.receipt_id = f.source_id
              and l.line_no = f.source_line)`,
      ),
    ),
  },
  {
    code: 'billable',
    title: {
      zh_CN: '每张完成的入库单有且只有一条待计费记录',
      en_US: 'Every completed inbound order has exactly one billable event',
    },
    hits: inParts(
      'inbounds',
      (among) => sql<Hit>`
        select i.inbound_no as what from inbounds i
        left join billable_events e on e.tenant_id = i.tenant_id and e.source_id = i.id
          and e.kind in ('inbound', 'return') and e.status <> 'reversed'
        where ${among('i.tenant_id', 'i.id')} and (i.status = 'complete' and i.inbound_type <> 'init') <> (e.id is not null)`,
    ),
  },
]
