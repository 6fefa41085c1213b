import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { View } from '../../platform/lists/web/Views.tsx'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { places } from '../menu.ts'

/** Links between pages that share one URL. Among its own views a page is called `first`. */
export function SharedViews({
  page,
  first,
  children,
}: {
  page: string
  first: Text
  children: (views: View[]) => ReactNode
}) {
  const t = useText()
  const { pathname } = useLocation()
  const family = places.filter(({ path }) => path === page || path.startsWith(`${page}/`))
  return children(
    family.map(({ path, title }) => ({
      key: path,
      label: t(path === page ? first : title),
      to: path,
      isCurrent: path === pathname,
    })),
  )
}
