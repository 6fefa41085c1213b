-- Stores a new code and returns 0, or how many seconds to wait for the next one. A refusal leaves the last
-- code unchanged; the lock counts concurrent requests one after another.
create or replace function wms.store_code(why wms.code_purpose, whom text, network text, hash bytea, most_a_day int) returns int
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  before timestamptz;
  wait int;
begin
  perform pg_advisory_xact_lock(7417, hashtext(why || ':' || whom));
  select c.sent_at into before from verification_codes c where c.purpose = why and c.target = whom;
  if before > now() - interval '60 seconds' then
    return greatest(ceil(extract(epoch from before + interval '60 seconds' - now()))::int, 1);
  end if;
  wait := consume_attempt(
    code_keys(why, whom, network),
    case when why = 'reset' then array[5 * most_a_day, most_a_day] else array[most_a_day] end, interval '1 day');
  if wait > 0 then return wait; end if;
  insert into verification_codes as c (purpose, target, code_hash) values (why, whom, hash)
  on conflict (purpose, target) do update set code_hash = excluded.code_hash, sent_at = now(), tries = 0;
  return 0;
end $$;
