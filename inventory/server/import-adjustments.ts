import { sql } from 'kysely'
import { refuse } from '../../lib/refusal.ts'
import type { Db } from '../../lib/server/db.ts'
import type { ImportKind, Judged } from '../../lib/server/imports.ts'
import type { Who } from '../../lib/who.ts'
import { type AdjustLine, adjustImport } from '../adjust-form.ts'
import { takeOff, youngest } from '../spread.ts'
import { stockText } from '../stock-text.ts'
import { book } from './moves.ts'
import { batchForFound, holdShelves, type Spot, shelvesOf, spotKey } from './shelves.ts'

type Found = {
  rowNo: number
  customerId: number | null
  productId: number | null
  locationId: number | null
  quality: 'good' | 'defective'
}
type Numbered = { rowNo: number; value: AdjustLine }

/** Adjustments from a sheet: one document for each reason, all in one transaction. */
export const adjustmentsFromSheet: ImportKind<AdjustLine> = {
  form: adjustImport,

  async judge(db, who, lines) {
    const found = await namedIn(db, who, lines)
    const shelves = await shelvesOf(db, who, found.flatMap(spotIn))
    return new Map(
      lines.map(({ rowNo, value }): [number, Judged] => {
        const one = found.find((other) => other.rowNo === rowNo)
        const bad = (column: string, message: (typeof stockText)[keyof typeof stockText]) =>
          [rowNo, { problems: [{ column, message }] }] as [number, Judged]
        if (!one?.customerId) return bad('customerCode', stockText.customerNotFound)
        if (!one.productId) return bad('sku', stockText.skuNotFound)
        if (!one.locationId) return bad('locationCode', stockText.locationNotFound)
        const here = spotIn(one).flatMap((spot) => shelves.get(spotKey(spot)) ?? [])
        if (value.quantity < 0 && takeOff(here, -value.quantity, false).left > 0)
          return bad('quantity', stockText.notThere)
        return [rowNo, { verdict: 'update' }]
      }),
    )
  },

  async write(tx, who, lines) {
    const found = new Map((await namedIn(tx, who, lines)).map((one) => [one.rowNo, one]))
    const spots = lines.flatMap(({ rowNo, value }) => {
      const one = found.get(rowNo)
      return one ? spotIn(one).map((spot) => ({ ...spot, quality: one.quality, rowNo, value })) : []
    })
    const shelves = await holdShelves(tx, who, spots)
    const made = new Map<number, number>()
    for (const [reason, ours] of Map.groupBy(spots, ({ value }) => value.reason)) {
      const parts = []
      for (const { value, quality, ...spot } of ours) {
        const here = shelves.get(spotKey(spot)) ?? []
        const { locationId } = spot
        if (value.quantity > 0) {
          const shelf = value.putawayDate ? undefined : youngest(here)
          const batchId = shelf?.batchId ?? (await batchForFound(tx, who, spot, value.putawayDate))
          parts.push({ flow: 'adjust_up' as const, locationId, batchId, quality, onHand: value.quantity })
          continue
        }
        const { shares, left } = takeOff(here, -value.quantity, false)
        // Somebody took them since the sheet was judged: nothing of it comes in.
        if (left > 0) refuse(stockText.notThere)
        for (const { shelf, onHand } of shares) {
          const { batchId, quality } = shelf
          parts.push({ flow: 'adjust_down' as const, locationId, batchId, quality, onHand })
        }
      }
      const { id } = await book(tx, who, {
        kind: 'adjust',
        reason,
        lines: parts.map((part, i) => ({ ...part, line: i + 1 })),
      })
      for (const { rowNo } of ours) made.set(rowNo, id)
    }
    return made
  },
}

const spotIn = ({ customerId, productId, locationId }: Found): Spot[] =>
  customerId && productId && locationId ? [{ customerId, productId, locationId }] : []

/** What the lines of a sheet name, as far as it is there. */
async function namedIn(db: Db, who: Who, lines: Numbered[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select g."rowNo" as row_no, c.id as customer_id, p.id as product_id, l.id as location_id, z.quality
    from jsonb_to_recordset(${JSON.stringify(
      lines.map(({ rowNo, value }) => ({
        rowNo,
        customer: value.customerCode.toLowerCase(),
        sku: value.sku.normalize('NFKC').toLowerCase(),
        place: value.locationCode.toLowerCase(),
      })),
    )}::jsonb) as g ("rowNo" int, customer text, sku text, place text)
    left join customers c on c.tenant_id = ${who.tenantId} and lower(c.customer_code) = g.customer
    left join products p on p.tenant_id = ${who.tenantId} and p.customer_id = c.id and p.sku_key = g.sku
    left join locations l on l.tenant_id = ${who.tenantId} and lower(l.location_code) = g.place and l.is_enabled and l.purpose <> 'receiving'
    left join location_zones z on z.tenant_id = ${who.tenantId} and z.id = l.zone_id`.execute(db)
  return rows
}
