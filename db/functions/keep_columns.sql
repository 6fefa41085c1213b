-- Columns that cannot change after insert. The arguments are the name of the rule and the columns.
create or replace function wms.keep_columns() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
begin
  for i in 1 .. tg_nargs - 1 loop
    if after -> tg_argv[i] is distinct from before -> tg_argv[i] then
      raise exception '%.% never changes', tg_table_name, tg_argv[i] using errcode = '23514', constraint = tg_argv[0];
    end if;
  end loop;
  return new;
end $$;
