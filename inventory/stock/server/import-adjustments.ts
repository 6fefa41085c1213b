import type { ImportKind } from '../../../platform/imports/server/check-spreadsheet.ts'
import { warehouseToday } from '../../../warehouse/server/today.ts'
import { type AdjustLine, adjustImport } from '../import-forms.ts'
import { youngest } from '../spread.ts'
import { stockText } from '../text.ts'
import { batchForFound, spotKey } from './shelves.ts'
import {
  type Booked,
  bookSheet,
  fitting,
  held,
  isMet,
  type Met,
  matchGoods,
  problem,
  type Taking,
} from './spreadsheet-goods.ts'

const takings = (lines: readonly Met<AdjustLine>[]): Taking[] =>
  lines
    .filter(({ value }) => value.quantity < 0)
    .map(({ rowNo, spot, value }) => ({ rowNo, spot, value, pieces: -value.quantity, kind: 'free' }))

/** Adjustments from a spreadsheet: one document per reason, all in one transaction. */
export const adjustmentsFromSheet: ImportKind<AdjustLine> = {
  form: adjustImport,

  async judge(db, who, lines) {
    const { found, isShort } = await matchGoods(db, who, lines, takings)
    const today = await warehouseToday(db)
    return new Map(
      found.map((line) => {
        if (!isMet(line)) return [line.rowNo, line.not]
        if ((line.value.putawayDate ?? today) > today)
          return [line.rowNo, problem('putawayDate', stockText.dayAhead)]
        return [line.rowNo, isShort(line) ? problem('quantity', stockText.notThere) : { verdict: 'update' }]
      }),
    )
  },

  async write(tx, who, lines) {
    const { met, shelves, sharesOf } = await held(tx, who, lines, takings)
    const booked: Booked[] = []
    for (const item of met) {
      const { rowNo, spot, value } = item
      const { locationId, quality } = spot
      const { reason, putawayDate, quantity } = value
      const line = { rowNo, kind: 'adjust' as const, reason }
      if (quantity > 0) {
        const here = youngest(fitting(shelves.get(spotKey(spot)) ?? [], value))
        const shelf = putawayDate ? undefined : here
        // What the row leaves open is as it is in the bin.
        const { expiryDate = here?.expiryDate ?? undefined, lot = here?.lot ?? undefined } = value
        const found = { putawayDate, expiryDate, lot }
        const batchId = shelf?.batchId ?? (await batchForFound(tx, who, spot, found))
        const entry = { flow: 'adjust_up' as const, locationId, batchId, quality, onHand: quantity }
        booked.push({ ...line, entries: [[entry]] })
        continue
      }
      const entries = sharesOf(item).map(({ shelf: { batchId, quality }, onHand }) => [
        { flow: 'adjust_down' as const, locationId, batchId, quality, onHand },
      ])
      booked.push({ ...line, entries })
    }
    return bookSheet(tx, who, booked)
  },
}
