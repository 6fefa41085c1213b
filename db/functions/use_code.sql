-- Uses a code up: of two concurrent requests, one succeeds.
create or replace function wms.use_code(why wms.code_purpose, whom text, hash bytea) returns boolean
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from verification_codes c
  where c.purpose = why and c.target = whom and c.code_hash = hash and c.tries < 5 and c.sent_at > now() - interval '10 minutes';
  return found;
end $$;
