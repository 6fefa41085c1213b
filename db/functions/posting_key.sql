-- The advisory lock that a posting holds from before it takes its timestamp until its transaction ends: 22
-- bits for the company, 41 bits for the millisecond. Companies with equal bits only wait for each other's
-- postings.
create or replace function wms.posting_key(tenant bigint, instant timestamptz) returns bigint language plpgsql immutable as $$
begin
  return ((hashint8(tenant)::bigint & 4194303) << 41)
    | (floor(extract(epoch from instant) * 1000)::bigint - 1577836800000) & 2199023255551;
end $$;
