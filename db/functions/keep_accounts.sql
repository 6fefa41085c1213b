-- A trigger on customers: a new one gets an account, and a change of the credit limit becomes a flow of it. For each statement,
-- so that an import is one posting. The actor is who `app.actor_id` names, otherwise the company's system account.
create or replace function wms.keep_accounts() returns trigger language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  changed bigint[];
begin
  if tg_op = 'INSERT' then
    insert into customer_accounts (tenant_id, customer_id) select n.tenant_id, n.id from after_rows n order by n.id;
    -- Without a look at the accounts: new rows have no statistics yet, and thousands would be compared with each other.
    select array_agg(n.id) into changed from after_rows n where n.credit_limit <> 0;
  else
    select array_agg(n.id) into changed from after_rows n join before_rows o on o.id = n.id where n.credit_limit <> o.credit_limit;
  end if;
  if changed is null then return null; end if;
  perform lock_accounts(changed);
  perform post_money(coalesce(nullif(current_setting('app.actor_id', true), '')::bigint, system_account()), null, array(
    select row('customer', n.id, n.customer_code, a.last_seq + 1, 'limit_change', 'credit_limit_change', n.id, n.credit_limit - a.credit_limit,
      null)::money_line
    from after_rows n join customer_accounts a on a.tenant_id = n.tenant_id and a.customer_id = n.id
    where n.id = any (changed)));
  return null;
end $$;
