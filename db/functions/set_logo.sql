-- Sets a logo of the caller's company, or with no path restores the product's own; returns the previous one.
-- The file must belong to the company.
create or replace function wms.set_logo(slot text, path text) returns text language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  shown text;
begin
  if slot not in ('company', 'wms', 'oms') then raise exception 'no logo is called %', slot; end if;
  if path is not null and not exists (
    select 1 from files f where f.tenant_id = tenant_now() and f.purpose = 'image' and path = '/logos/own/' || f.storage_key || '.png')
  then raise exception 'no image of this company is at %', path; end if;
  select case slot when 'company' then t.company_logo when 'wms' then t.wms_logo else t.oms_logo end into strict shown
    from tenants t where t.id = tenant_now() for no key update;
  update tenants t set
    company_logo = case slot when 'company' then path else t.company_logo end,
    wms_logo = case slot when 'wms' then path else t.wms_logo end,
    oms_logo = case slot when 'oms' then path else t.oms_logo end
    where t.id = tenant_now();
  return shown;
end $$;
