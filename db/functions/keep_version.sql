-- A price that has been in force stays as it was: customers were charged by it. Only its end may still move, to a later time than now.
create or replace function wms.keep_version() returns trigger language plpgsql set search_path = wms, pg_temp as $$
begin
  if old.published_at is null or old.effective_from > business_now() then return null; end if;
  if (new.content, new.effective_from, new.published_at) is distinct from (old.content, old.effective_from, old.published_at)
    or (new.inactive_at is distinct from old.inactive_at
      and least(coalesce(old.inactive_at, 'infinity'), coalesce(new.inactive_at, 'infinity')) < business_now())
  then
    raise exception 'version % has been in force', old.id using errcode = '23514', constraint = 'version_kept';
  end if;
  return null;
end $$;
