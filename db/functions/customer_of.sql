-- The customer an event concerns; null where it concerns none in particular.
create or replace function wms.customer_of(object_type text, object_id bigint) returns bigint language plpgsql stable as $$
begin
  return case object_type
    when 'customer' then object_id
    when 'product' then (select p.customer_id from wms.products p where p.tenant_id = wms.tenant_now() and p.id = object_id)
    when 'order' then (select o.customer_id from wms.orders o where o.tenant_id = wms.tenant_now() and o.id = object_id)
    when 'collection' then (select c.customer_id from wms.collections c where c.tenant_id = wms.tenant_now() and c.id = object_id)
    when 'inbound' then (select i.customer_id from wms.inbounds i where i.tenant_id = wms.tenant_now() and i.id = object_id)
  end;
end $$;
