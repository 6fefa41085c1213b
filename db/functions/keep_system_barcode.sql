create or replace function wms.keep_system_barcode() returns trigger language plpgsql as $$
begin
  if old.type = 'system' and (tg_op = 'DELETE' or new.barcode <> old.barcode or new.type <> old.type) then
    raise exception 'a system barcode stays' using errcode = '23514', constraint = 'system_barcode_kept';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
