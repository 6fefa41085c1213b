-- The end of a company's usage period, bonus included; null is no end.
create or replace function wms.paid_until(t wms.tenants) returns timestamptz language sql stable as $$
  select t.expires_at + t.bonus_days * interval '1 day'
$$;
