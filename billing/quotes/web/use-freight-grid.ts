import { useState } from 'react'
import type { FreightRow } from '../../pricing/price-types.ts'
import type { ContentOf } from '../contract.ts'
import { type Grid, gridOf, rowsOf, sameRows } from '../freight-grid.ts'
import { type Edits, edited, redone, startEdits, undone } from '../undo.ts'

/**
 * The table of a version's rows with its undo steps.
 *
 * What is typed stays here, so that a text that is no number yet and a zone without prices are kept. Rows that come from
 * elsewhere, such as another version, start the table again.
 */
export function useFreightGrid(
  value: ContentOf<'freight'>,
  onChange: (content: ContentOf<'freight'>) => void,
) {
  const [edits, setEdits] = useState(() => startEdits(gridOf(value.rows)))
  const [sent] = useState(() => new WeakSet<readonly FreightRow[]>())
  const [seen, setSeen] = useState(value.rows)
  if (value.rows !== seen) {
    setSeen(value.rows)
    if (!sent.has(value.rows) && !sameRows(value.rows, rowsOf(edits.now)))
      setEdits(startEdits(gridOf(value.rows)))
  }
  const apply = (next: Edits<Grid>, others?: Partial<ContentOf<'freight'>>) => {
    if (next === edits && !others) return
    setEdits(next)
    const rows = rowsOf(next.now)
    sent.add(rows)
    onChange({ ...value, ...others, rows })
  }
  return {
    grid: edits.now,
    change: (next: Grid, tag?: string) => apply(edited(edits, next, tag)),
    /** Takes the table together with what stands beside it; only the table can be undone. */
    replace: (next: Grid, others: Partial<ContentOf<'freight'>>) => apply(edited(edits, next), others),
    undo: () => apply(undone(edits)),
    redo: () => apply(redone(edits)),
    canUndo: edits.past.length > 0,
    canRedo: edits.future.length > 0,
  }
}
