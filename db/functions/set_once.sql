create or replace function wms.set_once() returns trigger language plpgsql as $$
begin
  if (old.currency_code is not null and new.currency_code is distinct from old.currency_code)
    or (old.unit is not null and new.unit is distinct from old.unit)
  then
    raise exception 'unit and currency are set once' using errcode = '23514', constraint = 'set_once';
  end if;
  return new;
end $$;
