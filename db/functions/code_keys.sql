-- What a day's codes are counted by. Codes for a new password are counted for each network that asks, so that a stranger
-- does not use up somebody's; all networks together may ask five times as often.
create or replace function wms.code_keys(why wms.code_purpose, whom text, network text) returns text[] language plpgsql immutable as $$
begin
  return array['code-to:' || why || ':' || whom]
    || case when why = 'reset' then array['code-to:' || why || ':' || whom || ' ' || network] else '{}' end;
end $$;
