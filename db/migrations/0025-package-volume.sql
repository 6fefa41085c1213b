-- The volume from which a channel counts volumetric weight was entered in ft³ or m³, but is compared in in³ or cm³, the units of a package's
-- sides. A volume of 100 or more was entered in the smaller unit: no carrier starts at 100 ft³. Each company is set in turn, because row
-- security applies to the owner too.
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
