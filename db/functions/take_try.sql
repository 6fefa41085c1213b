-- Counts a try against every key and says how many seconds to wait; 0 lets it through. Keys are taken in order, so
-- that two tries at once queue instead of deadlocking. What one key stops is not counted against the next: an address
-- at its limit can lock nobody else out.
create or replace function wms.take_try(keys text[], limits int[], span interval) returns int
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
