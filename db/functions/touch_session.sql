create or replace function wms.touch_session(session bigint) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  update sessions s set last_seen_at = now() where s.id = session;
end $$;
