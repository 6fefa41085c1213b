-- A code that was not sent does not delay the next one.
create or replace function wms.drop_code(why wms.code_purpose, whom text, network text, hash bytea) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from verification_codes c where c.purpose = why and c.target = whom and c.code_hash = hash;
  if found then
    perform 1 from throttles t where t.key = any (code_keys(why, whom, network)) order by t.key for update;
    update throttles t set tries = greatest(t.tries - 1, 0) where t.key = any (code_keys(why, whom, network));
  end if;
end $$;
