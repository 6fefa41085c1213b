import type { ImportKind } from '../../lib/server/imports.ts'
import { youngest } from '../spread.ts'
import { type AdjustLine, adjustImport } from '../stock-forms.ts'
import { stockText } from '../stock-text.ts'
import {
  allSharedOut,
  type Booked,
  bookSheet,
  goodsIn,
  isMet,
  type Met,
  problem,
  sharedOut,
} from './sheet-goods.ts'
import { batchForFound, holdShelves, shelvesOf, spotKey } from './shelves.ts'

const taking = (lines: readonly Met<AdjustLine>[]) =>
  lines
    .filter(({ value }) => value.quantity < 0)
    .map(({ rowNo, spot, value }) => ({ rowNo, spot, pieces: -value.quantity, kind: 'free' as const }))

/** Adjustments from a sheet: one document for each reason, all in one transaction. */
export const adjustmentsFromSheet: ImportKind<AdjustLine> = {
  form: adjustImport,

  async judge(db, who, lines) {
    const found = await goodsIn(db, who, lines)
    const met = found.filter(isMet)
    const shelves = await shelvesOf(
      db,
      who,
      met.map(({ spot }) => spot),
    )
    const shared = sharedOut(taking(met), shelves)
    return new Map(
      found.map((line) => {
        if (!isMet(line)) return [line.rowNo, line.not]
        const isShort = (shared.get(line.rowNo)?.left ?? 0) > 0
        return [line.rowNo, isShort ? problem('quantity', stockText.notThere) : { verdict: 'update' }]
      }),
    )
  },

  async write(tx, who, lines) {
    const met = (await goodsIn(tx, who, lines)).filter(isMet)
    const shelves = await holdShelves(
      tx,
      who,
      met.map(({ spot }) => spot),
    )
    const shared = allSharedOut(taking(met), shelves)
    const booked: Booked[] = []
    for (const { rowNo, spot, value } of met) {
      const { locationId, quality } = spot
      const { reason, putawayDate, quantity } = value
      const line = { rowNo, kind: 'adjust' as const, reason }
      if (quantity > 0) {
        const shelf = putawayDate ? undefined : youngest(shelves.get(spotKey(spot)) ?? [])
        const batchId = shelf?.batchId ?? (await batchForFound(tx, who, spot, putawayDate))
        booked.push({
          ...line,
          entries: [[{ flow: 'adjust_up', locationId, batchId, quality, onHand: quantity }]],
        })
        continue
      }
      const entries = (shared.get(rowNo) ?? []).map(({ shelf: { batchId, quality }, onHand }) => [
        { flow: 'adjust_down' as const, locationId, batchId, quality, onHand },
      ])
      booked.push({ ...line, entries })
    }
    return bookSheet(tx, who, booked)
  },
}
