-- Whether this is the code. A wrong one counts, in its own statement so that no rollback loses it; the sixth
-- guess fails even with the right code.
create or replace function wms.check_code(why wms.code_purpose, whom text, hash bytea) returns boolean
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  is_right boolean;
begin
  update verification_codes c set tries = c.tries + case when c.code_hash = hash then 0 else 1 end
  where c.purpose = why and c.target = whom and c.tries < 5 and c.sent_at > now() - interval '10 minutes'
  returning c.code_hash = hash into is_right;
  return coalesce(is_right, false);
end $$;
