import { sql } from 'kysely'
import type { BookCheck, Hit } from '../../../platform/book-checks/server/book-check.ts'
import { inParts, together } from '../../../platform/book-checks/server/book-parts.ts'

/** The invariants of picking lists. */
export const pickingChecks: BookCheck[] = [
  {
    code: 'I-08 picking',
    title: {
      zh_CN: '订单最多在一张有效拣货单中，待拣数量等于其锁定数量',
      en_US: 'An order is on one live picking list at most, with exactly its allocated pieces',
    },
    hits: together(
      inParts(
        'orders',
        (among) => sql<Hit>`
          select o.order_no as what from orders o
          left join picking_list_orders p on p.tenant_id = o.tenant_id and p.order_id = o.id and p.is_live
          where ${among('o.tenant_id', 'o.id')}
            and (o.status in ('pending_shipment', 'waybill_printed') and p.order_id is null and (o.pick_status = 'listed'
                or o.pick_status = 'picked' and not exists (select 1 from picking_list_orders q
                  where q.tenant_id = o.tenant_id and q.order_id = o.id))
              or p.order_id is not null and (o.pick_status not in ('listed', 'picked')
                or o.status not in ('pending_shipment', 'waybill_printed', 'shipped')))`,
      ),
      inParts(
        'picking_lists',
        (among) => sql<Hit>`
          select l.picking_no as what from picking_lists l
          join picking_list_orders p on p.tenant_id = l.tenant_id and p.list_id = l.id and p.is_live
          left join lateral (
            select sum(t.quantity) as pieces from picking_task_orders t
            where t.tenant_id = p.tenant_id and t.list_id = p.list_id and t.order_id = p.order_id) listed on true
          left join lateral (
            select sum(a.quantity) as pieces from allocations a
            where a.tenant_id = p.tenant_id and a.demand_type = 'order' and a.demand_id = p.order_id and a.status <> 'released') held on true
          where ${among('l.tenant_id', 'l.id')} and (l.status = 'cancelled' or listed.pieces is distinct from held.pieces)`,
      ),
    ),
  },
]
