-- Returns the next numbers of a kind, such as IM261115-00001, by the warehouse's calendar. Concurrent callers
-- wait for this transaction's end, so that no number is issued twice and a rollback loses none.
create or replace function wms.next_numbers(kind text, many int) returns setof text language plpgsql as $$
declare
  today date := wms.warehouse_today();
  upto int;
begin
  insert into wms.number_series as s (tenant_id, prefix, day, last) values (wms.tenant_now(), kind, today, many)
  on conflict (tenant_id, prefix, day) do update set last = s.last + many
  returning s.last into upto;
  return query select kind || to_char(today, 'YYMMDD') || '-' || lpad(n::text, greatest(length(n::text), 5), '0') from generate_series(upto - many + 1, upto) n;
end $$;
