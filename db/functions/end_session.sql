create or replace function wms.end_session(hash bytea) returns void language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from sessions s where s.token_hash = hash;
end $$;
