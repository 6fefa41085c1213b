import { refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import type { ImportKind, Judged } from '../../../platform/imports/server/check-spreadsheet.ts'
import { codeKey } from '../../../platform/lists/codes.ts'
import { binsByCode } from '../../locations/server/find-bins.ts'
import { type MoveLine, moveImport } from '../import-forms.ts'
import { stockText } from '../text.ts'
import { bookSheet, held, isMet, type Met, matchGoods, problem, type Taking } from './spreadsheet-goods.ts'

const takings = (lines: readonly Met<MoveLine>[]): Taking[] =>
  lines.map(({ rowNo, spot, value }) => ({ rowNo, spot, value, pieces: value.quantity, kind: 'free' }))

/**
 * Moves from a spreadsheet; into a zone of the other quality they change the quality. One document per
 * reason.
 */
export const movesFromSheet: ImportKind<MoveLine> = {
  form: moveImport,

  async judge(db, who, lines) {
    const targetOf = await targetsOf(db, who, lines)
    const { found, isShort } = await matchGoods(db, who, lines, takings)
    const judged = (line: Met<MoveLine>): Judged => {
      const { spot, value } = line
      const target = targetOf(line)
      if (!target) return problem('toLocationCode', stockText.locationNotFound)
      if (target.id === spot.locationId) return problem('toLocationCode', stockText.alreadyThere)
      if (isShort(line)) return problem('quantity', stockText.notThere)
      if (target.quality !== spot.quality && !value.reason) return problem('reason', stockText.reasonNeeded)
      return { verdict: 'update' }
    }
    return new Map(found.map((line) => [line.rowNo, isMet(line) ? judged(line) : line.not]))
  },

  async write(tx, who, lines) {
    const targetOf = await targetsOf(tx, who, lines)
    const target = (line: { value: MoveLine }) => targetOf(line) ?? refuse(stockText.locationNotFound)
    // Sources and destinations, locked at once as every move does.
    const { met, sharesOf } = await held(tx, who, lines, takings, (line) => [target(line).id])
    return bookSheet(
      tx,
      who,
      met.map((line) => {
        const { rowNo, spot, value } = line
        const to = target(line)
        const isQuality = spot.quality !== to.quality
        const [out, into] = isQuality
          ? (['quality_out', 'quality_in'] as const)
          : (['move_out', 'move_in'] as const)
        return {
          rowNo,
          kind: isQuality ? 'quality' : 'move',
          reason: value.reason,
          entries: sharesOf(line).map(({ shelf: { batchId, quality }, onHand }) => [
            { flow: out, locationId: spot.locationId, batchId, quality, onHand },
            { flow: into, locationId: to.id, batchId, quality: to.quality, onHand: -onHand },
          ]),
        }
      }),
    )
  },
}

/** The destination of each row, if goods can be moved there. */
async function targetsOf(db: Db, who: Who, lines: readonly { value: MoveLine }[]) {
  const bins = await binsByCode(
    db,
    who,
    lines.map(({ value }) => value.toLocationCode),
  )
    .where('l.isEnabled', '=', true)
    .where('l.purpose', '<>', 'receiving')
    .execute()
  const targets = new Map(bins.map((bin) => [codeKey(bin.locationCode), bin]))
  return ({ value }: { value: MoveLine }) => targets.get(codeKey(value.toLocationCode))
}
