-- Counts an attempt for every key and returns how many seconds to wait; 0 allows it. Keys are locked in
-- order, so that concurrent attempts queue instead of deadlocking. An attempt refused by one key is not
-- counted for the next: an address at its limit cannot lock out accounts.
create or replace function wms.consume_attempt(keys text[], limits int[], span interval) returns int
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  counted record;
  wait int := 0;
begin
  for counted in
    select k.key, k.most from unnest(keys, limits) as k (key, most) order by k.key
  loop
    declare
      row_now throttles%rowtype;
    begin
      insert into throttles as t (key, tries) values (counted.key, 1)
      on conflict (key) do update set
        tries = case when t.since < now() - span then 1 else t.tries + 1 end,
        since = case when t.since < now() - span then now() else t.since end
      returning * into row_now;
      if row_now.tries > counted.most then
        wait := greatest(ceil(extract(epoch from row_now.since + span - now()))::int, 1);
        exit;
      end if;
    end;
  end loop;
  return wait;
end $$;
