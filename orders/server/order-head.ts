import { sql } from 'kysely'
import { estimate } from '../../billing/pricing/package-measures.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import type * as calls from '../contract.ts'
import type { OrderState } from '../states.ts'

export type OrderFacts = Omit<InputOf<typeof calls.editOrder>, 'id' | 'rowVersion'>

/** The measures of the products, as they are billed: measured here, or else as declared. */
export async function measuresOf(db: Db, who: Pick<Who, 'tenantId'>, products: readonly number[]) {
  const { rows } = await sql<{
    id: number
    length: string | null
    width: string | null
    height: string | null
    weight: string | null
  }>`
    select p.id, coalesce(p.measured_length, p.declared_length)::text as length,
      coalesce(p.measured_width, p.declared_width)::text as width,
      coalesce(p.measured_height, p.declared_height)::text as height,
      coalesce(p.measured_weight, p.declared_weight)::text as weight
    from products p where p.tenant_id = ${who.tenantId} and p.id = any(${products}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...measures }) => [id, measures]))
}

const pieceClassOf = (lines: OrderFacts['lines']) =>
  lines.length > 1 ? 'mm' : lines[0]?.quantity === 1 ? 'ss' : 'sm'

/** The columns of an order that its facts give. */
export function headOf<F extends Pick<OrderFacts, 'lines'>>(
  { lines, ...head }: F,
  measures: Awaited<ReturnType<typeof measuresOf>>,
) {
  const unknown = { length: null, width: null, height: null, weight: null }
  const { size, weight } = estimate(
    lines.map(({ productId, quantity }) => ({ ...(measures.get(productId) ?? unknown), quantity })),
  )
  return {
    ...head,
    pieceClass: pieceClassOf(lines),
    skuCount: lines.length,
    pieceCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    estWeight: weight,
    estLength: size?.length ?? null,
    estWidth: size?.width ?? null,
    estHeight: size?.height ?? null,
  } as const
}

/**
 * Estimates orders in these statuses again, which the caller has locked: their products may have been measured since. The rule is
 * that of `measuresOf` and `estimate`, for all of them at once. A label that a carrier sold, or may have sold, keeps what it was sold for.
 */
export async function estimateAgain(
  tx: Tx,
  who: Pick<Who, 'tenantId'>,
  ids: readonly number[],
  statuses: readonly OrderState[],
) {
  // Each part is computed once, whatever the planner knows of a company that is new today.
  await sql`
    with lines as materialized (
      select order_id, product_id, quantity from order_lines where tenant_id = ${who.tenantId} and order_id = any(${ids}::bigint[])),
    measures as materialized (
      select id, coalesce(measured_weight, declared_weight) as weight, coalesce(measured_length, declared_length) as length,
        coalesce(measured_width, declared_width) as width, coalesce(measured_height, declared_height) as height
      from products where tenant_id = ${who.tenantId} and id = any(array(select distinct product_id from lines))),
    sides as (
      select id, weight, length + width + height as total, greatest(length, width, height) as longest,
        least(length, width, height) as shortest
      from measures),
    estimates as materialized (
      select l.order_id, case when bool_and(p.weight is not null) then least(sum(p.weight * l.quantity), 999999999.999) end as weight,
        case when bool_and(p.total is not null) then max(p.longest) end as length,
        case when bool_and(p.total is not null) then max(p.total - p.longest - p.shortest) end as width,
        case when bool_and(p.total is not null) then least(sum(p.shortest * l.quantity), 99999999.99) end as height
      from lines l join sides p on p.id = l.product_id
      group by l.order_id)
    update orders o set est_weight = x.weight, est_length = x.length, est_width = x.width, est_height = x.height
    from estimates x
    where o.tenant_id = ${who.tenantId} and o.id = x.order_id and o.id = any(${ids}::bigint[]) and o.status = any(${statuses}::order_status[])
      and (o.est_weight, o.est_length, o.est_width, o.est_height) is distinct from (x.weight, x.length, x.width, x.height)
      and o.id not in (select w.order_id from waybills w where w.tenant_id = ${who.tenantId} and w.order_id = any(${ids}::bigint[])
        and w.carrier_account_id is not null and (w.status in ('requesting', 'obtained') or w.status = 'failed' and w.is_unknown))`.execute(
    tx,
  )
}
