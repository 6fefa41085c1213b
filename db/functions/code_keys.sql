-- The keys that a day's codes are counted by. Password reset codes are counted per requesting network, so
-- that a stranger cannot use up an account's requests; all networks together may request five times as many.
create or replace function wms.code_keys(why wms.code_purpose, whom text, network text) returns text[] language plpgsql immutable as $$
begin
  return array['code-to:' || why || ':' || whom]
    || case when why = 'reset' then array['code-to:' || why || ':' || whom || ' ' || network] else '{}' end;
end $$;
