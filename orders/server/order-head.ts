import { sql } from 'kysely'
import type { InputOf } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import type * as calls from '../contract.ts'
import { estimate } from '../measures.ts'

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
