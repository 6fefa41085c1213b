-- Locks the accounts of some customers in customer order, and returns what is in them: for work that tests the money before it
-- posts, and for work that changes stock afterwards: stock is locked after the accounts. Customers are locked before them.
create or replace function wms.lock_accounts(customers bigint[])
returns table (customer_id bigint, balance wms.money_amount, frozen wms.money_amount, credit_limit wms.money_amount)
language plpgsql security definer set search_path = wms, pg_temp as $$
#variable_conflict use_column
declare
  n int;
begin
  -- Most of what is written after an account was locked refers to its customer too, and would wait for a change of that customer, which
  -- waits for the account.
  perform 1 from customers c where c.tenant_id = tenant_now() and c.id = any (customers) order by c.id for key share;
  return query select a.customer_id, a.balance, a.frozen, a.credit_limit from customer_accounts a
    where a.tenant_id = tenant_now() and a.customer_id = any (customers) order by a.customer_id for no key update;
  get diagnostics n = row_count;
  if n <> (select count(distinct x) from unnest(customers) x) then
    raise exception 'a customer without an account' using errcode = '23503', constraint = 'account_missing';
  end if;
end $$;
