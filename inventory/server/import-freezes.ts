import type { ImportKind } from '../../lib/server/imports.ts'
import { type FreezeLine, freezeImport } from '../stock-forms.ts'
import { stockText } from '../stock-text.ts'
import { allSharedOut, bookSheet, goodsIn, isMet, type Met, problem, sharedOut } from './sheet-goods.ts'
import { holdShelves, shelvesOf } from './shelves.ts'

const taking = (lines: readonly Met<FreezeLine>[]) =>
  lines.map(({ rowNo, spot, value }) => ({
    rowNo,
    spot,
    pieces: value.quantity,
    kind: value.kind === 'freeze' ? ('free' as const) : ('frozen' as const),
  }))

/** Goods held back and let go by a sheet: one document for each of the two and each reason, all in one transaction. */
export const freezesFromSheet: ImportKind<FreezeLine> = {
  form: freezeImport,

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
        const why = line.value.kind === 'freeze' ? stockText.notThere : stockText.notFrozen
        return [line.rowNo, isShort ? problem('quantity', why) : { verdict: 'update' }]
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
    return bookSheet(
      tx,
      who,
      met.map(({ rowNo, spot: { locationId }, value: { kind, reason } }) => ({
        rowNo,
        kind,
        reason,
        entries: (shared.get(rowNo) ?? []).map(({ shelf: { batchId, quality }, onHand }) => [
          { flow: kind, locationId, batchId, quality, frozen: kind === 'freeze' ? -onHand : onHand },
        ]),
      })),
    )
  },
}
