-- No number is in two pools of a company. Concurrent additions wait for each other.
create or replace function wms.check_range_free() returns trigger language plpgsql as $$
begin
  if new.kind <> 'range' then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('number_pools', new.tenant_id));
  if exists (
      select 1 from wms.number_pools p
      where p.tenant_id = new.tenant_id and p.kind = 'range' and length(p.first_number) = length(new.first_number)
        and p.first_number collate "C" <= new.last_number and p.last_number collate "C" >= new.first_number
        and (p.suffix = new.suffix or length(p.suffix) <> length(new.suffix)))
    or exists (
      select 1 from wms.pool_numbers n
      where n.tenant_id = new.tenant_id and length(n.number) = length(new.first_number)
        and n.number collate "C" >= new.first_number and n.number collate "C" <= new.last_number
        and right(n.number, length(new.suffix)) = new.suffix)
  then
    raise exception 'numbers from % to % are in a pool already', new.first_number, new.last_number
      using errcode = '23505', constraint = 'range_taken';
  end if;
  return new;
end $$;
