import { sql } from 'kysely'
import type { BookCheck, Hit } from '../../../platform/book-checks/server/book-check.ts'
import { inParts, together } from '../../../platform/book-checks/server/book-parts.ts'

/** The invariants of shipping. */
export const outboundChecks: BookCheck[] = [
  {
    code: 'I-05',
    title: {
      zh_CN: '已发货的订单恰好出库一次，扣减数量等于订单数量',
      en_US: 'Every shipped order left exactly once, with exactly its ordered quantities',
    },
    hits: together(
      inParts(
        'orders',
        (among) => sql<Hit>`
          select o.order_no as what from orders o
          left join shipments s on s.tenant_id = o.tenant_id and s.order_id = o.id
          where ${among('o.tenant_id', 'o.id')} and (o.status = 'shipped') <> (s.order_id is not null)`,
      ),
      inParts(
        'orders',
        (among) => sql<Hit>`
          select o.order_no as what from orders o
          join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
          left join lateral (
            select sum(-f.d_on_hand) as pieces from allocations a
            join stock_flows f on f.tenant_id = a.tenant_id and f.source_type = 'allocation' and f.source_id = a.id
              and f.flow_type = 'ship'
            where a.tenant_id = l.tenant_id and a.demand_type = 'order' and a.demand_id = l.order_id
              and a.demand_line = l.line_no) gone on true
          where ${among('o.tenant_id', 'o.id')}
            and coalesce(gone.pieces, 0) <> case when o.status = 'shipped' then l.quantity else 0 end`,
      ),
      inParts(
        'shipment_batches',
        (among) => sql<Hit>`
          select b.batch_no as what from shipment_batches b
          where ${among('b.tenant_id', 'b.id')} and b.order_count <> (select count(*) from shipments s
            where s.tenant_id = b.tenant_id and s.batch_id = b.id)`,
      ),
    ),
  },
  {
    code: 'billable orders',
    title: {
      zh_CN: '每个已发货的订单有且只有一条待计费记录',
      en_US: 'Every shipped order has exactly one billable event',
    },
    hits: inParts(
      'orders',
      (among) => sql<Hit>`
        select o.order_no as what from orders o
        left join billable_events e on e.tenant_id = o.tenant_id and e.source_id = o.id and e.kind = 'order' and e.status <> 'reversed'
        where ${among('o.tenant_id', 'o.id')} and (o.status = 'shipped') <> (e.id is not null)`,
    ),
  },
]
