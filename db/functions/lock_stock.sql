-- Locks all stock of some products, so that allocating or counting runs alone. A caller that brings goods to
-- locations afterwards names them too: they are locked before the stock as in every posting, those open to
-- all goods first.
create or replace function wms.lock_stock(products bigint[], places bigint[] default '{}') returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform 1 from locations l where l.tenant_id = tenant_now() and l.id = any (places)
    order by not (l.mix_sku and l.mix_batch and l.mix_customer or l.purpose <> 'storage'), l.id for no key update;
  perform locked_stock(products);
end $$;
