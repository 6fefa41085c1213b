-- The only function that writes accounts and their flows. All lines are posted together or none is.
--
-- Locks accounts in customer order, whatever order the caller uses: two postings over the same customers queue instead of
-- deadlocking. A line that was posted before is not posted again and keeps its number; with another amount or for another
-- customer it is refused. So is a posting to an account that is blocked, and says whose it is.
create or replace function wms.post_money(actor bigint, why text, lines wms.money_line[])
returns table (
  source_type text, source_id bigint, source_line int, log_type wms.account_log_type, business wms.account_log_biz_type, customer_id bigint, hold_id bigint,
  seq bigint)
language plpgsql security definer set search_path = wms, pg_temp as $$
#variable_conflict use_column
declare
  t bigint := tenant_now();
  posted bigint[];
  richer bigint[];
  wrong record;
begin
  -- An empty set of lines does nothing.
  if cardinality(lines) = 0 then return; end if;
  perform pg_advisory_xact_lock_shared(posting_key(t, business_clock()));

  -- A number that is no amount, or has more than two places, is refused before anything rounds it.
  select x.* into wrong from unnest(lines) x
    where x.amount is null or x.amount = 'NaN' or x.amount <> round(x.amount, 2)
      or case x.log_type when 'limit_change' then x.amount = 0 else x.amount <= 0 end
    limit 1;
  if found then
    raise exception '% is no amount of money (% %)', wrong.amount, wrong.source_type, wrong.source_id
      using errcode = '23514', constraint = 'money_amount_wrong';
  end if;

  perform lock_accounts(array(select x.customer_id from unnest(lines) x));

  -- Read by a statement of its own, after the locks: it sees what the transaction it waited for has posted.
  select array_agg(coalesce(f.seq, h.seq) order by x.ord) as seqs,
    min(x.ord) filter (where (coalesce(f.amount, h.amount), coalesce(f.customer_id, h.customer_id))
      <> (case x.log_type when 'limit_change' then abs(x.amount) else x.amount end, x.customer_id)) as other
  into wrong
  from unnest(lines) with ordinality as x (
      source_type, source_id, source_no, source_line, log_type, business, customer_id, amount, hold_id, ord)
  -- Each line is looked up by itself: a join may read all flows of the company, or compare all of them with every line.
  left join lateral (
    select o.seq, o.amount, o.customer_id from balance_flows o
    where x.hold_id is null and o.tenant_id = t and o.hold_id is null and o.source_type = x.source_type and o.source_id = x.source_id
      and o.source_line = x.source_line and o.log_type = x.log_type and o.business = x.business offset 0) f on true
  left join lateral (
    select o.seq, o.amount, o.customer_id from balance_flows o
    where x.hold_id is not null and o.tenant_id = t and o.hold_id = x.hold_id and o.log_type = x.log_type offset 0) h on true;
  if wrong.other is not null then
    raise exception '% % was posted with another amount or customer', lines[wrong.other].source_type, lines[wrong.other].source_id
      using errcode = '23505', constraint = 'money_posted_once';
  end if;
  posted := wrong.seqs;
  if array_position(posted, null) is null then
    return query select x.source_type, x.source_id, x.source_line, x.log_type, x.business, x.customer_id, x.hold_id, posted[x.ord]
      from unnest(lines) with ordinality as x (
      source_type, source_id, source_no, source_line, log_type, business, customer_id, amount, hold_id, ord);
    return;
  end if;

  select c.customer_code, a.blocked_because into wrong
  from unnest(lines) with ordinality as x (
      source_type, source_id, source_no, source_line, log_type, business, customer_id, amount, hold_id, ord)
  join customer_accounts a on a.tenant_id = t and a.customer_id = x.customer_id and a.blocked_because is not null
  join customers c on c.tenant_id = t and c.id = x.customer_id
  where posted[x.ord] is null order by x.ord limit 1;
  if found then
    raise exception 'the account of % is blocked: %', wrong.customer_code, wrong.blocked_because
      using errcode = '23514', constraint = 'account_blocked', detail = wrong.customer_code;
  end if;

  return query
  with given as materialized (
    select x.*, posted[x.ord] as seq,
      case x.log_type when 'in' then x.amount when 'out' then -x.amount else 0 end as d_balance,
      case x.log_type when 'freeze' then x.amount when 'unfreeze' then -x.amount else 0 end as d_frozen,
      case x.log_type when 'limit_change' then x.amount else 0 end as d_credit
    from unnest(lines) with ordinality as x (
      source_type, source_id, source_no, source_line, log_type, business, customer_id, amount, hold_id, ord)),
  fresh as (select * from given g where g.seq is null),
  sums as (
    select f.customer_id, sum(f.d_balance) as b, sum(f.d_frozen) as z, sum(f.d_credit) as c, count(*) as n from fresh f group by f.customer_id),
  -- The same for all accounts: a query as of any time sees all of a posting or none.
  posting as materialized (
    select greatest(max(a.changed_at), business_clock()) as at from customer_accounts a join sums s on s.customer_id = a.customer_id
    where a.tenant_id = t),
  moved as (
    update customer_accounts a set balance = a.balance + s.b, frozen = a.frozen + s.z, credit_limit = a.credit_limit + s.c,
      last_seq = a.last_seq + s.n, changed_at = posting.at
    from sums s, posting where a.tenant_id = t and a.customer_id = s.customer_id),
  flowed as (
    insert into balance_flows (tenant_id, customer_id, seq, log_type, business, amount, balance_after, frozen_after, credit_after,
      source_type, source_id, source_no, source_line, hold_id, reason, actor_id, at)
    select t, f.customer_id, m.last_seq + row_number() over w, f.log_type, f.business, abs(f.amount), m.balance + sum(f.d_balance) over w,
      m.frozen + sum(f.d_frozen) over w, m.credit_limit + sum(f.d_credit) over w, f.source_type, f.source_id, f.source_no, f.source_line, f.hold_id,
      why, actor, posting.at
    -- What was in the account before: it is locked.
    from fresh f cross join posting cross join lateral (
      select a.balance, a.frozen, a.credit_limit, a.last_seq from customer_accounts a where a.tenant_id = t and a.customer_id = f.customer_id offset 0) m
    window w as (partition by f.customer_id order by f.ord)
    returning source_type, source_id, source_line, log_type, business, customer_id, hold_id, seq)
  select d.source_type, d.source_id, d.source_line, d.log_type, d.business, d.customer_id, d.hold_id, d.seq from flowed d
  union all
  select g.source_type, g.source_id, g.source_line, g.log_type, g.business, g.customer_id, g.hold_id, g.seq from given g where g.seq is not null;

  -- Money that became available may pay for orders that lacked it; most postings take some. The orders that lack it are few: read first,
  -- or all orders are read until one is found. The job has no key, as in post_stock.
  richer := array(
    select x.customer_id from unnest(lines) x group by x.customer_id
    having sum(case when x.log_type in ('out', 'freeze') then -x.amount else x.amount end) > 0);
  if richer <> '{}' and exists (
    with short as materialized (
      select o.customer_id from orders o where o.tenant_id = t and o.status = 'audit_exception' and o.exception_code = 'balance_short')
    select 1 from short where short.customer_id = any (richer))
  then
    perform enqueue('retry_unpaid_orders', '{}'::json);
  end if;
end $$;
