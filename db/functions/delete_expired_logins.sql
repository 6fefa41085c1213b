-- An expired invitation stays, so that the list can show it.
create or replace function wms.delete_expired_logins() returns void language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from sessions s where s.last_seen_at < now() - interval '12 hours' or s.created_at < now() - interval '7 days';
  delete from sso_codes c where c.expires_at < now();
  delete from throttles t where t.since < now() - interval '2 days';
  delete from verification_codes c where c.sent_at < now() - interval '1 day';
end $$;
