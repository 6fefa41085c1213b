-- The first instant at which a warehouse's clock shows a time of a day or later. Where clocks go forward over it, that is the end of the
-- gap; where they go back over it, its first occurrence. Clocks are never moved by more than two hours.
create or replace function wms.due_at(d date, t time, tz text) returns timestamptz language sql stable as $$
  select min(i) from generate_series((d + t) at time zone tz - interval '2 hours', (d + t) at time zone tz + interval '2 hours', interval '1 minute') i
  where i at time zone tz >= d + t
$$;
