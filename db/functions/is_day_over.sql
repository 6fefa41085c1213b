-- Whether a day of a ledger can be sealed at a time: an hour after its end no transaction that started on it is open.
create or replace function wms.is_day_over(d date, instant timestamptz) returns boolean language sql immutable as $$
  select d < ((instant - interval '1 hour') at time zone 'UTC')::date
$$;
