import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { unsaved } from '../../platform/forms/web/drafts.ts'
import { preferenceKey, recall, remember } from '../../platform/ui/web/session.ts'
import {
  addressOf,
  close,
  closeAll,
  kept,
  move,
  type Place,
  restored,
  type Tab,
  type Tabs,
  visit,
} from './tabs.ts'

/** The active tab, for code outside of rendering. */
let front = '/'
export const isFront = (key: string) => front === key

/** The open tabs, following the URL. `onGone` receives unsaved tabs that were closed to make room. */
export function useTabs(onGone: (tab: Tab) => void) {
  const location = useLocation()
  const navigate = useNavigate()
  const [state, setState] = useState<{ tabs: Tabs; seen: object }>(() => ({
    tabs: visit(restored(recall(preferenceKey('tabs'))), location),
    seen: location,
  }))

  // Only a new URL opens a tab: after a close the old URL is still there for one render.
  if (state.seen !== location) setState({ tabs: visit(state.tabs, location), seen: location })

  const { tabs } = state
  const reportGone = useEffectEvent((gone: readonly Tab[]) => {
    for (const tab of gone) {
      if (unsaved.tabs().includes(tab.key)) onGone(tab)
      unsaved.forget(tab.key)
    }
  })
  // Before the effects of the pages, which ask whether their tab is active.
  useLayoutEffect(() => {
    front = tabs.front
  }, [tabs])
  useEffect(() => {
    remember(preferenceKey('tabs'), kept(tabs))
    reportGone(tabs.gone)
  }, [tabs])

  const become = (next: Tabs) => {
    setState({ tabs: next, seen: location })
    const tab = next.tabs.find(({ key }) => key === next.front)
    if (tab && next.front !== tabs.front) navigate(addressOf(tab.place))
  }
  const moveTab = useCallback(
    (key: string, place: Place) => setState((before) => ({ ...before, tabs: move(before.tabs, key, place) })),
    [],
  )
  return {
    tabs,
    move: moveTab,
    go: (tab: Tab) => navigate(addressOf(tab.place)),
    close: (key: string) => {
      unsaved.discard(key)
      become(close(tabs, key))
    },
    closeAll: () => {
      for (const { key } of tabs.tabs) unsaved.discard(key)
      become(closeAll(tabs))
    },
  }
}
