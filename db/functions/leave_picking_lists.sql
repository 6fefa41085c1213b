-- A trigger on orders: one that is voided or falls back into an exception leaves its picking list, by any call. Shipped
-- orders stay on theirs. A job then ends lists that have nothing left to pick.
--
-- Changes only rows that belong to the orders, which the caller has locked; never the list itself, which other work locks after
-- its orders.
create or replace function wms.leave_picking_lists() returns trigger language plpgsql as $$
declare
  ended bigint[];
  lists bigint[];
begin
  select array_agg(n.id) into ended from after_rows n where n.status in ('audit_exception', 'shipped', 'voided');
  if ended is null then return null; end if;
  select array_agg(o.id) into ended from before_rows o
    where o.status in ('pending_shipment', 'waybill_printed') and o.id = any (ended);
  if ended is null then return null; end if;
  select array_agg(distinct p.list_id) into lists from wms.picking_list_orders p
    where p.tenant_id = wms.tenant_now() and p.order_id = any (ended) and p.is_live;
  if lists is null then return null; end if;
  update wms.picking_list_orders p set is_live = false
    from wms.orders o where p.tenant_id = wms.tenant_now() and p.order_id = any (ended) and p.is_live
      and o.tenant_id = p.tenant_id and o.id = p.order_id and o.status <> 'shipped';
  -- Picked goods stay picked through an exception, until they are released and put back.
  update wms.orders o set pick_status = case o.status when 'shipped' then 'picked' else 'none' end::wms.order_pick_status
    where o.tenant_id = wms.tenant_now() and o.id = any (ended) and o.pick_status = 'listed';
  perform wms.enqueue('settle_picking_lists', json_build_object('ids', lists));
  return null;
end $$;
