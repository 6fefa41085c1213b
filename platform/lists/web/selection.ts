import { useState } from 'react'
import { DEEPEST_ROW } from '../../calls/call.ts'
import type { FilterValues } from '../lists.ts'
import { afterAct, matchOf, type Selection, selectedIn } from './row-selection.ts'

/** A list's selection: single rows, or all that match its filters. */
export type Picks = {
  ids: number[]
  count: number
  /** The list whose rows are all selected, and its filters. */
  all: { list: string; filters: FilterValues } | undefined
  set: (ids: number[]) => void
  /** Selects all matching rows, if there are not too many. */
  setAll: (total: number) => void
  /** The selection for an action that may outlast it. */
  selection: Selection
  /** Leaves selected what failed in an action on `acted`, unless something else is selected by now. */
  leaveFailed: (acted: Selection, failed: readonly number[]) => void
}

/** A list's selection. It ends with the filters, search or view it was made under. */
export function usePicks(list: string, input: object): Picks {
  const { page: _, size: __, ...filters } = input as FilterValues
  const match = matchOf(input)
  const [last, setSelection] = useState<Selection>({ match, ids: [], total: undefined })
  const selection = selectedIn(last, match)
  const { ids, total } = selection
  if (last.match !== match) setSelection(selection)
  return {
    ids,
    count: total ?? ids.length,
    all: total === undefined ? undefined : { list, filters },
    set: (next) => setSelection({ match, ids: next, total: undefined }),
    setAll: (all) => setSelection({ match, ids, total: all <= DEEPEST_ROW ? all : undefined }),
    selection,
    leaveFailed: (acted, failed) => setSelection((now) => afterAct(now, acted, failed)),
  }
}

/** The selection as it was when a dialog opened: it acts on the rows it names, whatever is selected since. */
export function useHeld<T>(value: T, isOpen: boolean): T {
  const [held, setHeld] = useState<{ value: T }>()
  if (isOpen !== (held !== undefined)) setHeld(isOpen ? { value } : undefined)
  return isOpen && held ? held.value : value
}
