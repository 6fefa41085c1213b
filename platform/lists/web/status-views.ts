import { useText } from '../../text/web/language.tsx'
import { listText } from '../lists.ts'
import type { View } from './Views.tsx'

/** A view for each status with its count, and one for all. */
export function useStatusViews<S extends string>(
  states: readonly S[],
  views: {
    current: S | undefined
    counts: Record<S, number> | undefined
    /** The largest sum to show, for counts that are not exact. */
    max?: number
    textOf: (state: S) => string
    onSelect: (state: S | undefined) => void
  },
): View[] {
  const t = useText()
  const { current, counts, max = Number.POSITIVE_INFINITY, textOf, onSelect } = views
  const sum = counts && states.reduce((total, state) => total + counts[state], 0)
  const view = (key: S | undefined, label: string, count: number | undefined): View => ({
    key: key ?? 'all',
    label,
    isCurrent: current === key,
    onSelect: () => onSelect(key),
    ...(count !== undefined && { count }),
  })
  return [
    view(undefined, t(listText.allRows), sum && Math.min(sum, max)),
    ...states.map((state) => view(state, textOf(state), counts?.[state])),
  ]
}
