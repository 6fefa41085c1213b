import type { ImportKind } from '../../../platform/imports/server/check-spreadsheet.ts'
import { type FreezeLine, freezeImport } from '../import-forms.ts'
import { stockText } from '../text.ts'
import { bookSheet, held, isMet, type Met, matchGoods, problem, type Taking } from './spreadsheet-goods.ts'

const takings = (lines: readonly Met<FreezeLine>[]): Taking[] =>
  lines.map(({ rowNo, spot, value }) => ({
    rowNo,
    spot,
    value,
    pieces: value.quantity,
    kind: value.kind === 'freeze' ? 'free' : 'frozen',
  }))

/** Freezes and unfreezes from a spreadsheet: one document per kind and reason, all in one transaction. */
export const freezesFromSheet: ImportKind<FreezeLine> = {
  form: freezeImport,

  async judge(db, who, lines) {
    const { found, isShort } = await matchGoods(db, who, lines, takings)
    return new Map(
      found.map((line) => {
        if (!isMet(line)) return [line.rowNo, line.not]
        const why = line.value.kind === 'freeze' ? stockText.notThere : stockText.notFrozen
        return [line.rowNo, isShort(line) ? problem('quantity', why) : { verdict: 'update' }]
      }),
    )
  },

  async write(tx, who, lines) {
    const { met, sharesOf } = await held(tx, who, lines, takings)
    return bookSheet(
      tx,
      who,
      met.map((line) => {
        const { kind, reason } = line.value
        const { locationId } = line.spot
        return {
          rowNo: line.rowNo,
          kind,
          reason,
          entries: sharesOf(line).map(({ shelf: { batchId, quality }, onHand }) => [
            { flow: kind, locationId, batchId, quality, frozen: kind === 'freeze' ? -onHand : onHand },
          ]),
        }
      }),
    )
  },
}
