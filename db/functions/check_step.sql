-- A trigger on every status column: refuses a transition that `state_steps` does not allow. The arguments are
-- the machine and, where the column is not called `status`, its name.
create or replace function wms.check_step() returns trigger language plpgsql as $$
declare
  before text := '';
  after text;
begin
  if tg_nargs = 1 then
    after := new.status::text;
    if tg_op = 'UPDATE' then before := old.status::text; end if;
  else
    after := to_jsonb(new) ->> tg_argv[1];
    if tg_op = 'UPDATE' then before := to_jsonb(old) ->> tg_argv[1]; end if;
  end if;
  if before <> after and not exists (
    select 1 from wms.state_steps s where s.machine = tg_argv[0] and s.from_state = before and s.to_state = after)
  then
    raise exception '% may not go from "%" to "%"', tg_argv[0], before, after using errcode = '23514', constraint = 'state_step';
  end if;
  return new;
end $$;
