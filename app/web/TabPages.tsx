import { Activity, memo, Suspense, useLayoutEffect, useMemo, useState } from 'react'
import { useRoutes } from 'react-router'
import { unsaved } from '../../platform/forms/web/drafts.ts'
import { SkeletonRows } from '../../platform/lists/web/SkeletonRows.tsx'
import { PartBoundary } from '../../platform/ui/web/lazy-page.tsx'
import { TabContext } from '../../platform/ui/web/tab-context.ts'
import { routes } from './routes.tsx'
import type { Place, Tabs } from './tabs.ts'
import { isFront } from './use-tabs.ts'

type OnMove = (key: string, place: Place) => void

/**
 * The pages of the open tabs.
 *
 * A hidden page keeps its input, selection and scroll position, but its effects are off. A tab restored by a
 * reload is rendered only when it is opened.
 */
export function TabPages({ tabs: { tabs, front }, onMove }: { tabs: Tabs; onMove: OnMove }) {
  const [visited, setVisited] = useState<readonly string[]>([front])
  if (!visited.includes(front)) setVisited([...visited, front])

  return tabs
    .filter(({ key }) => visited.includes(key))
    .map(({ key, place }) => (
      <Activity key={key} mode={key === front ? 'visible' : 'hidden'}>
        <div className="tab-page">
          <PartBoundary>
            <Suspense fallback={<SkeletonRows rows={8} />}>
              <TabPage tab={key} place={place} onMove={onMove} />
            </Suspense>
          </PartBoundary>
        </div>
      </Activity>
    ))
}

const TabPage = memo(({ tab, place, onMove }: { tab: string; place: Place; onMove: OnMove }) => {
  const page = useRoutes(routes, place)
  const context = useMemo(
    () => ({
      key: tab,
      isFront: () => isFront(tab),
      moveTo: (address: Pick<Place, 'pathname' | 'search'>) => onMove(tab, { hash: '', ...address }),
    }),
    [tab, onMove],
  )
  // A form that was saved and closed while the tab was hidden left its mark; those still open mark it again.
  useLayoutEffect(() => unsaved.forget(tab), [tab])
  return <TabContext value={context}>{page}</TabContext>
})
