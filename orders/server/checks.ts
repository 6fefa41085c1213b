import { sql } from 'kysely'
import type { BookCheck, Hit } from '../../platform/book-checks/server/book-check.ts'
import { inOneStatement, inParts, together } from '../../platform/book-checks/server/book-parts.ts'

/** Tables whose status takes only the transitions of its machine. */
const stepped = ['orders', 'waybills', 'allocations']
/** The bits of a trigger's type in the catalogue. */
const ON_INSERT = 4
const ON_UPDATE = 16

/** The invariants of orders, their goods and their labels. */
export const orderChecks: BookCheck[] = [
  {
    code: 'I-04 orders',
    title: {
      zh_CN: '待发货和已打单的订单锁定了全部商品，其他订单整单锁定或没有锁定，每条锁定都属于未完成的订单',
      en_US:
        'Orders that are ready to go have all their goods allocated, other open orders all or none, and every allocation belongs to an open order',
    },
    hits: together(
      inParts(
        'orders',
        (among) => sql<Hit>`
          select o.order_no as what from orders o
          cross join lateral (
            select count(*) filter (where coalesce(a.pieces, 0) = 0) as empty,
              count(*) filter (where coalesce(a.pieces, 0) <> l.quantity) as differing, count(*) as lines
            from order_lines l
            left join lateral (
              select sum(x.quantity) as pieces from allocations x
              where x.tenant_id = l.tenant_id and x.demand_type = 'order' and x.demand_id = l.order_id and x.demand_line = l.line_no
                and x.status = 'open') a on true
            where l.tenant_id = o.tenant_id and l.order_id = o.id) g
          where ${among('o.tenant_id', 'o.id')} and case
            when o.status in ('pending_shipment', 'waybill_printed') then g.differing > 0
            when o.status in ('under_audit', 'audit_exception') then g.differing > 0 and g.empty < g.lines
            else g.empty < g.lines end`,
      ),
      inParts(
        'stock',
        (among) => sql<Hit>`
          select a.demand_no || ' #' || a.id as what, a.stock_id from allocations a
          join stock s on s.tenant_id = a.tenant_id and s.id = a.stock_id
          where ${among('a.tenant_id', 'a.stock_id')} and a.status = 'open' and a.demand_type = 'order'
            and not exists (select 1 from orders o
              join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
              where o.tenant_id = a.tenant_id and o.id = a.demand_id and o.order_no = a.demand_no
                and o.status not in ('shipped', 'voided')
                and l.line_no = a.demand_line and l.product_id = s.product_id and l.customer_id = s.customer_id)`,
      ),
    ),
  },
  {
    code: 'I-10 orders',
    title: {
      zh_CN: '为订单冻结的金额都属于锁定了商品的未完成订单，或已发货但尚未计费的订单',
      en_US:
        'Money is held only for open orders with allocated goods, and for shipped ones that are not charged yet',
    },
    hits: inParts(
      'account_holds',
      (among) => sql<Hit>`
        select h.source_no as what from account_holds h
        where ${among('h.tenant_id', 'h.id')} and h.status = 'open' and h.reason = 'order'
          and not exists (select 1 from orders o
            where o.tenant_id = h.tenant_id and o.id = h.source_id and o.order_no = h.source_no and o.customer_id = h.customer_id
              and case
                when o.status = 'shipped' then exists (select 1 from billable_events e
                  where e.tenant_id = o.tenant_id and e.kind = 'order' and e.source_id = o.id and e.status in ('waiting', 'open'))
                when o.status in ('pending_audit', 'voided') then false
                else exists (select 1 from allocations a
                  where a.tenant_id = o.tenant_id and a.demand_type = 'order' and a.demand_id = o.id and a.status = 'open') end)`,
    ),
  },
  {
    code: 'I-06',
    title: {
      zh_CN: '数据库拒绝不允许的状态变化',
      en_US: 'The database refuses transitions that the statuses don’t allow',
    },
    hits: inOneStatement(
      () => sql`
        select t.name as what from unnest(${stepped}::text[]) t (name)
        where (select bit_or(g.tgtype) & ${ON_INSERT | ON_UPDATE} from pg_trigger g where g.tgrelid = ('wms.' || t.name)::regclass
          and g.tgfoid = 'wms.check_step'::regproc and g.tgenabled = 'O') is distinct from ${ON_INSERT | ON_UPDATE}`,
    ),
  },
  {
    code: 'I-08',
    title: {
      zh_CN: '每个订单最多在一张进行中的拣货单上',
      en_US: 'An order is on one picking list at a time',
    },
    hits: inParts(
      'orders',
      (among) => sql<Hit>`
        select o.order_no as what from orders o
        where ${among('o.tenant_id', 'o.id')} and (select count(*) from picking_list_orders p
          where p.tenant_id = o.tenant_id and p.order_id = o.id and p.is_live) > 1`,
    ),
  },
  {
    code: 'I-09',
    title: {
      zh_CN: '运单号在同一承运商内唯一，每个包裹最多一张有效面单',
      en_US: 'Tracking numbers are unique per carrier, and a package has one valid label at most',
    },
    hits: together(
      inParts(
        'orders',
        (among) => sql<Hit>`
          select o.order_no || ' ' || w.tracking_no as what from orders o
          join waybills w on w.tenant_id = o.tenant_id and w.order_id = o.id
          where ${among('o.tenant_id', 'o.id')} and w.status in ('obtained', 'voiding', 'void_failed')
            and exists (select 1 from waybills x where x.tenant_id = w.tenant_id and x.tracking_key = w.tracking_key
              and x.carrier = w.carrier and x.id <> w.id and x.status in ('obtained', 'voiding', 'void_failed'))`,
      ),
      inParts(
        'orders',
        (among) => sql<Hit>`
          select o.order_no as what from orders o
          join waybills w on w.tenant_id = o.tenant_id and w.order_id = o.id
          where ${among('o.tenant_id', 'o.id')} and w.status in ('requesting', 'obtained', 'failed')
          group by o.order_no, w.package_id having count(*) > 1`,
      ),
    ),
  },
]
