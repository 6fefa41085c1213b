-- Events that were priced before get what they were priced with where their price depended on what may have changed since, as their fees show it;
-- each company in turn, because row security applies to the owner too. By itself, because servers write events meanwhile.
do $$
declare
  company bigint;
begin
  for company in select t.id from wms.tenants t loop
    perform set_config('app.tenant_id', company::text, true);
    update wms.billable_events e set priced_with = jsonb_build_object('unit', coalesce(w.unit, 1), 'currency', coalesce(w.currency_code, ''),
        'rates', coalesce((
          select jsonb_object_agg(c ->> 'costCurrency', c ->> 'rate') from wms.fees f
          cross join jsonb_path_query(f.detail, 'lax $.packages[*].costs[*]') c
          where f.tenant_id = e.tenant_id and f.event_id = e.id), '{}'),
        'chargeSunkFreight', exists (select 1 from wms.fees f
          where f.tenant_id = e.tenant_id and f.event_id = e.id and f.detail ->> 'kind' in ('freight', 'carrier_cost', 'fuel')),
        'prices', '{}'::jsonb)
      from wms.warehouses w
      where w.tenant_id = company and e.tenant_id = company and e.priced_with is null and e.status in ('charged', 'free') and (cardinality(e.refused_packages) > 0
        or e.kind = 'order' and exists (select 1 from wms.fees f
          where f.tenant_id = e.tenant_id and f.event_id = e.id and f.detail ->> 'kind' = 'carrier_cost'));
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
