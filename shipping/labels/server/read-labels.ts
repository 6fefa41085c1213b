import { sql } from 'kysely'
import type { LabelFormat, LabelSource } from '../../../channels/rules.ts'
import type { OrderState } from '../../../orders/states.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import type { LabelSpace } from '../../../platform/printing/label-space.ts'
import type { StampTemplate } from '../../watermarks/server/stamp.ts'
import type { PrintedOrder, PrintedPackage } from '../rules.ts'
import type { SortedLabel } from '../sort.ts'

type Reader = Pick<Who, 'tenantId'>

/** An order of a selection, with its packages. */
export type OrderToPrint = PrintedOrder & {
  id: number
  createdAt: string
  packages: (PrintedPackage & { packageNo: number; copies: number; printingBy: string | null })[]
}

/** The orders of a selection and where their labels are. */
export async function ordersToPrint(db: Db, who: Reader, ids: readonly number[]): Promise<OrderToPrint[]> {
  const { rows } = await sql<OrderToPrint>`
    select o.id, o.order_no, o.status, o.intercept_status, o.created_at,
      coalesce((select json_agg(json_build_object('packageNo', p.package_seq, 'waybillId', w.id, 'printCount', coalesce(w.print_count, 0),
          'readyAt', case when w.ready_at > business_now() then w.ready_at end,
          'copies', (select count(*) from label_print_lines l where l.tenant_id = w.tenant_id and l.waybill_id = w.id
            and l.outcome = 'printed'),
          'printingBy', ${printingBy}) order by p.package_seq)
        from packages p left join waybills w on w.tenant_id = p.tenant_id and w.package_id = p.id and w.status = 'obtained'
        where p.tenant_id = o.tenant_id and p.order_id = o.id), '[]') as packages
    from orders o where o.tenant_id = ${who.tenantId} and o.id = any(${ids}::bigint[]) order by o.id`.execute(
    db,
  )
  return rows
}

/** Who has a waybill in a print that is not confirmed. A print whose task came to nothing keeps no label. */
export const printingBy = sql<string | null>`(
  select a.user_name from label_print_lines l
  join label_prints j on j.tenant_id = l.tenant_id and j.id = l.print_id
  join tasks k on k.tenant_id = j.tenant_id and k.id = j.task_id and k.status not in ('failed', 'cancelled')
  join accounts a on a.tenant_id = j.tenant_id and a.id = j.created_by
  where l.tenant_id = w.tenant_id and l.waybill_id = w.id and l.outcome is null)`

/** The picking list an order `o` is on. */
export const pickingList = sql`from picking_list_orders x join picking_lists l on l.tenant_id = x.tenant_id and l.id = x.list_id
  where x.tenant_id = o.tenant_id and x.order_id = o.id and x.is_live`

type Goods = SortedLabel['goods'][number] & { name: string }

/** The pieces of orders by bin; pieces without a bin are not allocated. */
export async function goodsOf(db: Db, who: Reader, orders: readonly number[]): Promise<Map<number, Goods[]>> {
  const { rows } = await sql<Goods & { orderId: number }>`
    select o.order_id, p.sku, btrim(coalesce(p.name_zh, '') || ' ' || coalesce(nullif(p.name_en, p.name_zh), '')) as name,
      coalesce(x.quantity, o.quantity)::int as quantity, x.location, coalesce(x.route_seq, 0) as route_seq
    from order_lines o join products p on p.tenant_id = o.tenant_id and p.id = o.product_id
    left join lateral (
      select b.location_code as location, b.route_seq, sum(a.quantity) as quantity from allocations a
      join stock s on s.tenant_id = a.tenant_id and s.id = a.stock_id
      join locations b on b.tenant_id = s.tenant_id and b.id = s.location_id
      where a.tenant_id = o.tenant_id and a.demand_type = 'order' and a.demand_id = o.order_id and a.demand_line = o.line_no
        and a.status <> 'released' group by 1, 2) x on true
    where o.tenant_id = ${who.tenantId} and o.order_id = any(${orders}::bigint[])
    order by o.order_id, o.line_no, x.route_seq, x.location`.execute(db)
  const goods = new Map<number, Goods[]>()
  for (const { orderId, ...item } of rows) goods.set(orderId, [...(goods.get(orderId) ?? []), item])
  return goods
}

/** Everything that is drawn or stamped for one package. */
export type LabelFacts = {
  waybillId: number
  orderId: number
  orderNo: string
  status: OrderState
  referenceNo: string
  customerCode: string
  channelCode: string
  channelName: string
  labelSource: LabelSource
  labelFormat: LabelFormat
  trackingNo: string | null
  /** Where the carrier's label is in the store; null for labels of our own. */
  storageKey: string | null
  labelSpace: LabelSpace | null
  packageNo: number
  packageCount: number
  weight: string | null
  pickRemark: string | null
  pickNo: string | null
  basketNo: string | null
  recipient: { name: string; rows: (string | null)[] }
  /** Null where the warehouse sends. */
  sender: { name: string; rows: (string | null)[] } | null
  template: StampTemplate | null
}

export async function labelFacts(db: Db, who: Reader, waybills: readonly number[]): Promise<LabelFacts[]> {
  const { rows } = await sql<LabelFacts>`
    select w.id as waybill_id, o.id as order_id, o.order_no, o.status, o.reference_no, c.customer_code, h.channel_code,
      h.name_zh || coalesce(' ' || nullif(h.name_en, h.name_zh), '') as channel_name,
      w.label_source, w.label_format, w.tracking_no, f.storage_key, w.label_space, p.package_seq as package_no,
      (select count(*)::int from packages n where n.tenant_id = o.tenant_id and n.order_id = o.id) as package_count,
      coalesce(p.weight, case when (select count(*) from packages n where n.tenant_id = o.tenant_id and n.order_id = o.id) = 1
        then o.est_weight end)::text as weight,
      o.pick_remark, (select l.picking_no ${pickingList}) as pick_no, (select x.basket_no::text ${pickingList}) as basket_no,
      json_build_object('name', o.receiver_name, 'rows', json_build_array(o.company, o.address1, o.address2, o.address3, o.doorplate,
        concat_ws(' ', o.city, o.state_code, o.postcode), o.country_code, o.phone)) as recipient,
      case when o.sender_name is not null then json_build_object('name', o.sender_name, 'rows', json_build_array(o.sender_address,
        concat_ws(' ', o.sender_city, o.sender_state, o.sender_postcode, o.sender_country), o.sender_phone)) end as sender,
      (select json_build_object('labelFormat', t.label_format, 'stampMode', t.stamp_mode, 'scalePercent', t.scale_percent, 'lang', t.lang,
          'items', t.items)
        from watermark_templates t where t.tenant_id = h.tenant_id and t.id = h.watermark_template_id and t.is_enabled) as template
    from waybills w
    join packages p on p.tenant_id = w.tenant_id and p.id = w.package_id
    join orders o on o.tenant_id = w.tenant_id and o.id = w.order_id
    join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    join channels h on h.tenant_id = w.tenant_id and h.id = w.channel_id
    left join files f on f.tenant_id = w.tenant_id and f.id = w.label_file_id
    where w.tenant_id = ${who.tenantId} and w.id = any(${waybills}::bigint[])`.execute(db)
  return rows
}

/** The warehouse as the sender, the unit of weights, and the time there. */
export async function senderOf(db: Db, who: Reader) {
  const { rows } = await sql<{
    name: string
    rows: (string | null)[]
    unit: number | null
    printTime: string
  }>`
    select w.warehouse_name as name, w.unit, to_char(business_now() at time zone w.time_zone, 'YYYY-MM-DD HH24:MI') as print_time,
      json_build_array(w.contact, w.address1, w.address2, concat_ws(' ', w.city, w.state_code, w.zip, w.country_code), w.phone) as rows
    from warehouses w where w.tenant_id = ${who.tenantId}`.execute(db)
  return rows
}
