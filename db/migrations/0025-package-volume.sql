-- The volume from which a channel counts volumetric weight was typed in ft³ or m³, but is compared in in³ or cm³, as a package's sides are
-- measured. No carrier has a trigger of 100 ft³: whoever typed more already meant the smaller unit. Company by company: row security is
-- forced on the owner too.
do $$
declare
  company bigint;
begin
  for company in select t.id from wms.tenants t loop
    perform set_config('app.tenant_id', company::text, true);
    update wms.channels c set dim_trigger_volume = c.dim_trigger_volume * case w.unit when 2 then 1728 else 1000000 end,
        row_version = c.row_version + 1
      from wms.warehouses w
      where w.tenant_id = company and w.unit is not null and c.tenant_id = company and c.dim_trigger_volume < 100;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
