import type { RouteObject } from 'react-router'
import type { Screen } from '../../platform/slices/web/web-slice.ts'
import type { Text } from '../../platform/text/text.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { placeAt, places } from '../menu.ts'
import { PageGuard } from './PageGuard.tsx'
import { SharedViews } from './SharedViews.tsx'
import { listActs, screens } from './slices.tsx'

const NotFoundPage = lazyPage(() => import('./NotFoundPage.tsx'), 'NotFoundPage')

function shown(path: string, screen: Screen | undefined) {
  if (!screen || 'page' in screen) return screen?.page
  const acts = listActs.filter(({ on }) => on === path)
  if ('List' in screen) return <screen.List acts={acts} />
  const { of, first, Page } = screen
  return (
    <SharedViews page={of} first={first}>
      {(views) => <Page views={views} acts={acts} />}
    </SharedViews>
  )
}

/** What a tab can show, by URL. */
export const routes: RouteObject[] = [
  ...places.map((place) => ({
    path: place.path,
    element: <PageGuard place={place}>{shown(place.path, screens[place.path])}</PageGuard>,
  })),
  { path: '*', element: <NotFoundPage /> },
]

export const tabTitle = (path: string): Text | undefined => placeAt(path)?.title
