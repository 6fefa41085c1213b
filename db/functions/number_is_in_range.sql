-- Whether a number could belong to one of the company's ranges: of the same length and within its bounds.
create or replace function wms.number_is_in_range(company bigint, said text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select 1 from wms.number_pools p
    where p.tenant_id = company and p.kind = 'range' and length(p.first_number) = length(said)
      and said collate "C" >= p.first_number and said collate "C" <= p.last_number
      and right(said, length(p.suffix)) = p.suffix);
end $$;
