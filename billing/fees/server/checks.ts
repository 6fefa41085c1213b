import { sql } from 'kysely'
import type { BookCheck, Hit } from '../../../platform/book-checks/server/book-check.ts'
import { inParts, together } from '../../../platform/book-checks/server/book-parts.ts'

/** Money that a flow took out of the balance; what it brought in is negative. */
const taken = sql`case b.log_type when 'out' then b.amount when 'in' then -b.amount end`

/** The invariants of fees. */
export const feeChecks: BookCheck[] = [
  {
    code: 'I-07',
    title: {
      zh_CN: '已计费的业务都有费用，免费、免收、待计费和无法计费的业务没有费用',
      en_US:
        'Work that is charged has fees, and work that is free, waived, waiting or without a price has none',
    },
    hits: inParts(
      'billable_events',
      (among) => sql<Hit>`
        select e.source_no || ' ' || e.kind as what from billable_events e
        left join lateral (
          select count(*) as fees, count(*) filter (where f.status in ('not_settled', 'settled')) as live from fees f
          where f.tenant_id = e.tenant_id and f.event_id = e.id and f.refund_of is null) s on true
        where ${among('e.tenant_id', 'e.id')} and case e.status when 'charged' then e.kind <> 'storage' and s.fees = 0 else s.live > 0 end`,
    ),
  },
  {
    code: 'I-11',
    title: {
      zh_CN: '每张单据的每种费用只收一次，每笔费用只扣款一次',
      en_US: 'Every type of fee is charged once on a document, and every fee leaves the balance once',
    },
    hits: together(
      inParts(
        'fees',
        (among) => sql<Hit>`
          select f.fee_no as what from fees f
          where ${among('f.tenant_id', 'f.id')} and f.status in ('not_settled', 'settled') and f.refund_of is null and exists (
            select 1 from fees o where o.tenant_id = f.tenant_id and o.order_type = f.order_type and o.source_id = f.source_id
              and o.fee_type_id = f.fee_type_id and o.status not in ('voided', 'reversed') and o.refund_of is null and o.id <> f.id)`,
      ),
      inParts(
        'fees',
        (among) => sql<Hit>`
          select f.fee_no as what from fees f join balance_flows b on b.tenant_id = f.tenant_id and b.source_type = 'fee' and b.source_id = f.id
            and b.log_type in ('in', 'out')
          where ${among('f.tenant_id', 'f.id')}
          group by f.fee_no having count(*) filter (where b.business = 'reversal') > 1 or count(*) filter (where b.business <> 'reversal') > 1`,
      ),
    ),
  },
  {
    code: 'I-12',
    title: {
      zh_CN: '退款合计不超过原费用，退款不能再退款，已退款的费用没有作废或冲销',
      en_US:
        'Refunds never exceed their fee, no refund is refunded, and a refunded fee is neither voided nor reversed',
    },
    hits: inParts(
      'fees',
      (among) => sql<Hit>`
        select o.fee_no as what from fees o
        join lateral (
          select sum(r.amount) as given from fees r
          where r.tenant_id = o.tenant_id and r.refund_of = o.id and r.status in ('not_settled', 'settled')) s on s.given is not null
        where ${among('o.tenant_id', 'o.id')} and (o.amount + s.given < 0 or o.refund_of is not null or o.status in ('voided', 'reversed'))`,
    ),
  },
  {
    code: 'I-14 fees',
    title: {
      zh_CN: '每笔扣款等于其费用之和，每笔冲销等于被冲销的费用',
      en_US:
        'Every charge of an account is the sum of its fees, and every reversal equals the fee it reverses',
    },
    hits: together(
      inParts(
        'customers',
        (among) => sql<Hit>`
          select b.source_no || ' #' || b.seq as what from balance_flows b
          where ${among('b.tenant_id', 'b.customer_id')} and b.source_type in ('fee', 'billable_event') and b.log_type in ('in', 'out')
            and b.business <> 'reversal' and ${taken} is distinct from (
              select sum(f.amount) from fees f where f.tenant_id = b.tenant_id and f.customer_id = b.customer_id and f.flow_seq = b.seq)`,
      ),
      inParts(
        'customers',
        (among) => sql<Hit>`
          select b.source_no || ' #' || b.seq as what from balance_flows b
          left join fees f on f.tenant_id = b.tenant_id and f.id = b.source_id and f.reversed_seq = b.seq and f.customer_id = b.customer_id
          where ${among('b.tenant_id', 'b.customer_id')} and b.source_type = 'fee' and b.business = 'reversal'
            and ${taken} is distinct from -f.amount`,
      ),
      inParts(
        'fees',
        (among) => sql<Hit>`
          select f.fee_no as what from fees f
          left join balance_flows b on b.tenant_id = f.tenant_id and b.customer_id = f.customer_id and b.seq = f.flow_seq and b.log_type in ('in', 'out')
          where ${among('f.tenant_id', 'f.id')} and f.flow_seq is not null and b.seq is null`,
      ),
    ),
  },
]
