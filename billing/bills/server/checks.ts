import { sql } from 'kysely'
import type { BookCheck, Hit } from '../../../platform/book-checks/server/book-check.ts'
import { inParts, together } from '../../../platform/book-checks/server/book-parts.ts'

/** The invariants of bills. */
export const billChecks: BookCheck[] = [
  {
    code: 'bills',
    title: {
      zh_CN: '每张账单的合计等于其费用之和；已付账单的付款等于合计，其费用均已结算',
      en_US:
        'Every bill’s total is the sum of its fees; a paid bill’s payments equal its total and its fees are settled',
    },
    hits: together(
      inParts(
        'bills',
        (among) => sql<Hit>`
          select b.bill_no as what from bills b
          left join lateral (
            select coalesce(sum(f.amount), 0) as total, count(*) as fees, bool_or(f.status = 'voided') as has_void,
              bool_or(l.is_live <> (b.status <> 'voided')) as is_wrong,
              bool_or(f.status not in ('settled', 'reversed')) as has_open, bool_or(f.status <> 'not_settled') as has_ended
            from bill_lines l join fees f on f.tenant_id = l.tenant_id and f.id = l.fee_id
            where l.tenant_id = b.tenant_id and l.bill_id = b.id) s on true
          where ${among('b.tenant_id', 'b.id')} and ((s.total, s.fees) is distinct from (b.total, b.fee_count::bigint)
            or s.is_wrong
            or b.status <> 'voided' and s.has_void
            or b.status = 'paid' and s.has_open
            or b.status = 'not_settled' and s.has_ended)`,
      ),
      inParts(
        'bills',
        (among) => sql<Hit>`
          select b.bill_no as what from bills b
          left join lateral (
            select coalesce(sum(p.amount) filter (where c.status = 'paid'), 0) as paid, count(*) as payments,
              bool_or(c.status = 'reversed' or c.purpose <> 'bill_payment') as is_wrong
            from bill_payments p join collections c on c.tenant_id = p.tenant_id and c.id = p.collection_id
            where p.tenant_id = b.tenant_id and p.bill_id = b.id) s on true
          where ${among('b.tenant_id', 'b.id')} and b.settlement_mode = 'bill' and (s.is_wrong
            or case b.status when 'paid' then s.paid <> greatest(b.total, 0) when 'not_settled' then b.total > 0 and s.paid >= b.total
              else s.payments > 0 end)`,
      ),
      inParts(
        'collections',
        (among) => sql<Hit>`
          select x.collection_no as what from collections x
          where ${among('x.tenant_id', 'x.id')} and x.purpose = 'bill_payment' and x.amount < (
            select coalesce(sum(p.amount), 0) from bill_payments p where p.tenant_id = x.tenant_id and p.collection_id = x.id)`,
      ),
      inParts(
        'bills',
        (among) => sql<Hit>`
          select b.bill_no as what from bills b
          left join lateral (
            select coalesce(sum(case f.log_type when 'out' then f.amount when 'in' then -f.amount end), 0) as settled
            from balance_flows f where f.tenant_id = b.tenant_id and f.source_type = 'bill' and f.source_id = b.id) s on true
          where ${among('b.tenant_id', 'b.id')}
            and s.settled <> case when b.settlement_mode = 'bill' and b.status = 'paid' then b.total else 0 end`,
      ),
    ),
  },
]
