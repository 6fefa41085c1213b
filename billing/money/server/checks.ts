import { sql } from 'kysely'
import type { BookCheck, Hit } from '../../../platform/book-checks/server/book-check.ts'
import { inParts, together } from '../../../platform/book-checks/server/book-parts.ts'

/** The invariants of the customers' money. */
export const moneyChecks: BookCheck[] = [
  {
    code: 'I-10',
    title: {
      zh_CN: '每个客户的余额、冻结金额与信用额度等于流水之和，冻结金额等于未结束的冻结',
      en_US:
        'Every balance, held amount and credit limit equals its flows, and held money equals the open holds',
    },
    hits: together(
      inParts(
        'customers',
        (among) => sql<Hit>`
          select c.customer_code as what, c.id as account_of from customers c
          left join customer_accounts a on a.tenant_id = c.tenant_id and a.customer_id = c.id
          left join lateral (
            select count(*) as flows,
              sum(case f.log_type when 'in' then f.amount when 'out' then -f.amount else 0 end) as balance,
              sum(case f.log_type when 'freeze' then f.amount when 'unfreeze' then -f.amount else 0 end) as frozen
            from balance_flows f where f.tenant_id = c.tenant_id and f.customer_id = c.id) s on true
          where ${among('c.tenant_id', 'c.id')}
            and (a.balance, a.frozen, a.credit_limit, a.last_seq, a.frozen) is distinct from (
              coalesce(s.balance, 0), coalesce(s.frozen, 0), c.credit_limit, s.flows,
              (select coalesce(sum(h.amount), 0) from account_holds h
                where h.tenant_id = c.tenant_id and h.customer_id = c.id and h.status = 'open'))`,
      ),
      inParts(
        'customers',
        (among) => sql<Hit>`
          select distinct x.customer_code || ' #' || x.seq as what, x.customer_id as account_of from (
            select c.customer_code, f.*, row_number() over w as place, lag(f.balance_after, 1, 0::money_amount) over w as b,
              lag(f.frozen_after, 1, 0::money_amount) over w as z, lag(f.credit_after, 1, 0::money_amount) over w as l, lag(f.at) over w as before
            from customers c join balance_flows f on f.tenant_id = c.tenant_id and f.customer_id = c.id
            where ${among('c.tenant_id', 'c.id')} window w as (partition by f.customer_id order by f.seq)) x
          where x.seq <> x.place or x.at < x.before
            or x.balance_after <> x.b + case x.log_type when 'in' then x.amount when 'out' then -x.amount else 0 end
            or x.frozen_after <> x.z + case x.log_type when 'freeze' then x.amount when 'unfreeze' then -x.amount else 0 end
            or case x.log_type when 'limit_change' then abs(x.credit_after - x.l) <> x.amount else x.credit_after <> x.l end`,
      ),
      inParts(
        'account_holds',
        (among) => sql<Hit>`
          select h.source_no || ' ' || h.reason as what, h.customer_id as account_of from account_holds h
          left join balance_flows f on f.tenant_id = h.tenant_id and f.hold_id = h.id and f.log_type = 'freeze'
          left join balance_flows u on u.tenant_id = h.tenant_id and u.hold_id = h.id and u.log_type = 'unfreeze'
          where ${among('h.tenant_id', 'h.id')} and (f.amount is distinct from h.amount
            or u.amount is distinct from case when h.status = 'open' then null else h.amount end)`,
      ),
    ),
  },
  {
    code: 'I-13',
    title: {
      zh_CN: '每个金额都是两位小数的有限数',
      en_US: 'Every amount is a finite number with two decimals',
    },
    hits: together(
      inParts(
        'customers',
        (among) => sql<Hit>`
          select distinct c.customer_code as what, c.id as account_of from customers c
          join customer_accounts a on a.tenant_id = c.tenant_id and a.customer_id = c.id
          left join balance_flows f on f.tenant_id = c.tenant_id and f.customer_id = c.id
          where ${among('c.tenant_id', 'c.id')} and exists (
            select 1 from unnest(array[a.balance, a.frozen, a.credit_limit, c.credit_limit, f.amount, f.balance_after, f.frozen_after,
              f.credit_after]::numeric[]) n where n in ('NaN', 'Infinity', '-Infinity') or n <> round(n, 2))`,
      ),
      inParts(
        'collections',
        (among) => sql<Hit>`
          select x.collection_no as what, x.customer_id as account_of from collections x
          where ${among('x.tenant_id', 'x.id')} and (x.amount::numeric = 'NaN' or x.amount = 0)`,
      ),
    ),
  },
  {
    code: 'I-14',
    title: {
      zh_CN: '每笔已确认的收款在账户流水中恰好一次，冲销后恰好退回一次',
      en_US:
        'Every paid collection is in the balance flow exactly once, and a reversed one leaves it exactly once',
    },
    hits: together(
      inParts(
        'collections',
        (among) => sql<Hit>`
          select x.collection_no as what, x.customer_id as account_of from collections x
          left join lateral (
            select coalesce(sum(case f.log_type when 'in' then f.amount when 'out' then -f.amount end)
                filter (where f.business <> 'reversal'), 0) as paid,
              coalesce(sum(case f.log_type when 'in' then f.amount when 'out' then -f.amount end)
                filter (where f.business = 'reversal'), 0) as reversed,
              count(*) filter (where f.log_type in ('in', 'out')) as flows,
              bool_and(f.customer_id = x.customer_id and f.source_no = x.collection_no) as is_its_own
            from balance_flows f where f.tenant_id = x.tenant_id and f.source_type = 'collection' and f.source_id = x.id) s on true
          where ${among('x.tenant_id', 'x.id')} and ((s.paid, s.reversed, s.flows) is distinct from (
              case when x.status = 'draft' then 0 else x.amount end, case when x.status = 'reversed' then -x.amount else 0 end,
              case x.status when 'draft' then 0 when 'paid' then 1 else 2 end::bigint)
            or not coalesce(s.is_its_own, true))`,
      ),
      inParts(
        'customers',
        (among) => sql<Hit>`
          select f.source_no || ' ' || f.source_type || ' ' || f.source_id as what, f.customer_id as account_of from balance_flows f
          where ${among('f.tenant_id', 'f.customer_id')} and case f.source_type
            when 'collection' then not exists (select 1 from collections x where x.tenant_id = f.tenant_id and x.id = f.source_id)
            when 'customer' then f.source_id <> f.customer_id or f.log_type <> 'limit_change'
            else f.log_type = 'limit_change' end`,
      ),
    ),
  },
]
