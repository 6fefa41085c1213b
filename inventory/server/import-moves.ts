import { sql } from 'kysely'
import type { Db } from '../../lib/server/db.ts'
import type { ImportKind, Judged } from '../../lib/server/imports.ts'
import type { Who } from '../../lib/who.ts'
import { type MoveLine, moveImport } from '../stock-forms.ts'
import { stockText } from '../stock-text.ts'
import { allSharedOut, bookSheet, goodsIn, isMet, type Met, problem, sharedOut } from './sheet-goods.ts'
import { holdShelves, shelvesOf } from './shelves.ts'

type Target = { id: number; quality: 'good' | 'defective' }

const taking = (lines: readonly Met<MoveLine>[]) =>
  lines.map(({ rowNo, spot, value }) => ({ rowNo, spot, pieces: value.quantity, kind: 'free' as const }))

/** Moves from a sheet; into a zone of the other quality they change the quality. One document for each reason. */
export const movesFromSheet: ImportKind<MoveLine> = {
  form: moveImport,

  async judge(db, who, lines) {
    const found = await goodsIn(db, who, lines)
    const met = found.filter(isMet)
    const targets = await targetsOf(db, who, lines)
    const shelves = await shelvesOf(
      db,
      who,
      met.map(({ spot }) => spot),
    )
    const shared = sharedOut(taking(met), shelves)
    const judged = ({ rowNo, spot, value }: Met<MoveLine>): Judged => {
      const target = targets.get(value.toLocationCode.toLowerCase())
      if (!target) return problem('toLocationCode', stockText.locationNotFound)
      if (target.id === spot.locationId) return problem('toLocationCode', stockText.alreadyThere)
      if ((shared.get(rowNo)?.left ?? 0) > 0) return problem('quantity', stockText.notThere)
      if (target.quality !== spot.quality && !value.reason) return problem('reason', stockText.reasonNeeded)
      return { verdict: 'update' }
    }
    return new Map(found.map((line) => [line.rowNo, isMet(line) ? judged(line) : line.not]))
  },

  async write(tx, who, lines) {
    const targets = await targetsOf(tx, who, lines)
    const met = (await goodsIn(tx, who, lines)).filter(isMet).flatMap((line) => {
      const to = targets.get(line.value.toLocationCode.toLowerCase())
      return to ? [{ ...line, to }] : []
    })
    // Where they come from and where they go, held in one go as every move holds them.
    const shelves = await holdShelves(
      tx,
      who,
      met.flatMap(({ spot, to }) => [spot, { ...spot, locationId: to.id }]),
    )
    const shared = allSharedOut(taking(met), shelves)
    return bookSheet(
      tx,
      who,
      met.map(({ rowNo, spot: { locationId }, to, value: { reason } }) => {
        const shares = shared.get(rowNo) ?? []
        const isQuality = shares.some(({ shelf }) => shelf.quality !== to.quality)
        const [out, into] = isQuality
          ? (['quality_out', 'quality_in'] as const)
          : (['move_out', 'move_in'] as const)
        return {
          rowNo,
          kind: isQuality ? 'quality' : 'move',
          reason,
          entries: shares.map(({ shelf: { batchId, quality }, onHand }) => [
            { flow: out, locationId, batchId, quality, onHand },
            { flow: into, locationId: to.id, batchId, quality: to.quality, onHand: -onHand },
          ]),
        }
      }),
    )
  },
}

/** The places that goods can be moved to, by their codes. */
async function targetsOf(
  db: Db,
  who: Who,
  lines: readonly { value: MoveLine }[],
): Promise<Map<string, Target>> {
  const codes = lines.map(({ value }) => value.toLocationCode.toLowerCase())
  const { rows } = await sql<Target & { code: string }>`
    select lower(l.location_code) as code, l.id, z.quality from locations l
    join location_zones z on z.tenant_id = l.tenant_id and z.id = l.zone_id
    where l.tenant_id = ${who.tenantId} and lower(l.location_code) = any(${codes}::text[])
      and l.is_enabled and l.purpose <> 'receiving'`.execute(db)
  return new Map(rows.map(({ code, ...target }) => [code, target]))
}
