-- Holds all pieces of some products, so that whoever is about to promise or count them does it alone. Who may bring goods to
-- places afterwards names them too: they come before the stock here as in every posting, the ones open to all goods first.
create or replace function wms.lock_stock(products bigint[], places bigint[] default '{}') returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform 1 from locations l where l.tenant_id = tenant_now() and l.id = any (places)
    order by not (l.mix_sku and l.mix_batch and l.mix_customer or l.purpose <> 'storage'), l.id for no key update;
  perform 1 from stock s where s.tenant_id = tenant_now() and s.product_id = any (products) and s.on_hand > 0 order by s.id for no key update;
end $$;
