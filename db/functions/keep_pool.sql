-- A pool's numbers do not change once it exists, and its counter never goes back.
create or replace function wms.keep_pool() returns trigger language plpgsql as $$
begin
  if (new.channel_id, new.kind, new.prefix, new.digits, new.check_rule, new.suffix, new.start_no, new.end_no)
      <> (old.channel_id, old.kind, old.prefix, old.digits, old.check_rule, old.suffix, old.start_no, old.end_no)
    or new.first_number is distinct from old.first_number or new.last_number is distinct from old.last_number
    or new.next_no < old.next_no
  then
    raise exception 'a pool of numbers keeps its numbers' using errcode = '23514', constraint = 'pool_kept';
  end if;
  return new;
end $$;
