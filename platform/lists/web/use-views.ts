import { useLocation } from 'react-router'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import type { View } from './Views.tsx'

/** The views of one page, stored in the URL as `view`. The first is the default. */
export function useViews<const K extends string>(
  all: readonly [{ key: K; label: Text }, ...{ key: K; label: Text }[]],
): { current: K; views: View[] } {
  const t = useText()
  const { pathname, search } = useLocation()
  const input = new URLSearchParams(search).get('view')
  const current = (all.find(({ key }) => key === input) ?? all[0]).key
  return {
    current,
    // Another view is another list: filters and the open row are dropped.
    views: all.map(({ key, label }, place) => ({
      key,
      label: t(label),
      isCurrent: key === current,
      to: place === 0 ? pathname : `${pathname}?view=${key}`,
    })),
  }
}
