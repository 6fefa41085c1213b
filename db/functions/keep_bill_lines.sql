-- A trigger on the lines of bills: they change only while the bill is a draft, and give up their fees only when it is voided.
create or replace function wms.keep_bill_lines() returns trigger language plpgsql as $$
declare
  line wms.bill_lines := coalesce(new, old);
  bill record;
  needed wms.bill_status := (case tg_op when 'UPDATE' then 'voided' else 'draft' end)::wms.bill_status;
begin
  select b.bill_no, b.status into bill from wms.bills b where b.tenant_id = line.tenant_id and b.id = line.bill_id;
  if bill.status <> needed
    or tg_op = 'UPDATE' and (new.bill_id, new.fee_id) is distinct from (old.bill_id, old.fee_id)
  then
    raise exception 'the lines of bill % are kept', bill.bill_no using errcode = '23514', constraint = 'bill_kept';
  end if;
  return null;
end $$;
