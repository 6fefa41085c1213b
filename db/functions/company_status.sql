-- The status of a company: 'open', 'lapsed' when its usage period ended more than thirty days ago, or
-- 'closed'.
create or replace function wms.company_status(t wms.tenants) returns text language sql stable as $$
  select case when t.status = 'closed' then 'closed'
    when wms.paid_until(t) + interval '30 days' < wms.business_now() then 'lapsed' else 'open' end
$$;
