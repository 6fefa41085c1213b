-- The business clock at this moment, not at the start of the transaction.
create or replace function wms.business_clock() returns timestamptz language plpgsql volatile as $$
declare
  start timestamptz := wms.business_now();
begin
  return case when start = now() then clock_timestamp() else start end;
end $$;
