import { useState } from 'react'
import { DEEPEST_ROW, MAX_AT_ONCE } from '../../calls/call.ts'
import { useText } from '../../text/web/language.tsx'
import { notice } from '../../ui/web/notices.ts'
import { type FilterValues, listText } from '../lists.ts'
import { figureOf } from './figure.ts'
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
  /** Runs an action that is one call for all selected rows, or says how many it takes. */
  inOneCall: (run: (ids: number[]) => void) => void
  /** The selection for an action that may outlast it. */
  selection: Selection
  /** Leaves selected what failed in an action on `acted`, unless something else is selected by now. */
  leaveFailed: (acted: Selection, failed: readonly number[]) => void
}

/** A list's selection. It ends with the filters, search or view it was made under. */
export function usePicks(list: string, input: object): Picks {
  const { page: _, size: __, ...filters } = input as FilterValues
  const match = matchOf(input)
  const inOneCall = useOneCall()
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
    inOneCall: (run) => inOneCall(ids, run),
    selection,
    leaveFailed: (acted, failed) => setSelection((now) => afterAct(now, acted, failed)),
  }
}

/** Runs an action that is one call for all its rows, or says how many such a call takes. */
export function useOneCall() {
  const t = useText()
  return (ids: number[], run: (ids: number[]) => void) =>
    ids.length > MAX_AT_ONCE
      ? notice('warning', t(listText.tooManyPicked, { count: figureOf(ids.length), max: MAX_AT_ONCE }))
      : run(ids)
}

/** The selection as it was when a dialog opened: it acts on the rows it names, whatever is selected since. */
export function useHeld<T>(value: T, isOpen: boolean): T {
  const [held, setHeld] = useState<{ value: T }>()
  if (isOpen !== (held !== undefined)) setHeld(isOpen ? { value } : undefined)
  return isOpen && held ? held.value : value
}
