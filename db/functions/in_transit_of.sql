-- How many pieces of a product are expected and not received yet.
create or replace function wms.in_transit_of(product bigint) returns bigint language plpgsql stable as $$
begin
  return (
    select coalesce(sum(greatest(i.expected - i.good - i.defective, 0)), 0)::bigint
    from wms.inbound_lines i join wms.inbounds n on n.tenant_id = i.tenant_id and n.id = i.inbound_id
    where i.tenant_id = wms.tenant_now() and i.product_id = product and n.status in ('pending_confirm', 'receiving'));
end $$;
