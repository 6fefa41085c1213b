import { useState } from 'react'
import { DEEPEST_ROW } from '../../calls/call.ts'
import type { FilterValues } from '../lists.ts'

/** A list's selection: single rows, or all that match its filters. */
export type Picks = {
  ids: number[]
  count: number
  /** The list whose rows are all selected, and its filters. */
  all: { list: string; filters: FilterValues } | undefined
  set: (ids: number[]) => void
  /** Selects all matching rows, if there are not too many. */
  setAll: (total: number) => void
}

/** Other filters match other rows, which the user has not selected. */
export function usePicks(list: string, input: object): Picks {
  const { page: _, size: __, ...filters } = input as FilterValues
  const [ids, set] = useState<number[]>([])
  const [whole, setWhole] = useState<{ total: number; filters: string }>()
  const isAll = whole !== undefined && whole.filters === JSON.stringify(filters)
  return {
    ids,
    count: isAll ? whole.total : ids.length,
    all: isAll ? { list, filters } : undefined,
    set: (next) => {
      setWhole(undefined)
      set(next)
    },
    setAll: (total) =>
      setWhole(total <= DEEPEST_ROW ? { total, filters: JSON.stringify(filters) } : undefined),
  }
}
