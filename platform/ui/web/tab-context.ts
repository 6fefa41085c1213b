import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

type Address = { pathname: string; search: string }

/** The tab a page is shown in. Provided by the shell; a page outside of it has the window for itself. */
type PageTab = {
  key: string
  /** Whether it is the active tab. */
  isFront: () => boolean
  /** Changes its URL while it is hidden. */
  moveTo: (address: Address) => void
}

export const TabContext = createContext<PageTab>({ key: '', isFront: () => true, moveTo: () => {} })

/**
 * Whether a component is on screen, for work that ends later.
 *
 * A hidden tab turns effects off as if its page were removed, but the page is still there and must get the result.
 */
export function useShown(): { isShown: () => boolean; isRemoved: () => boolean } {
  const { isFront } = useContext(TabContext)
  const isShown = useRef(false)
  // At the same moment as the active tab changes.
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return { isShown: () => isShown.current, isRemoved: () => !isShown.current && isFront() }
}

/** Navigates within the page's tab. A save that ends while the tab is hidden does not bring it to the front. */
export function useNavigateInTab(): (address: Address, options?: { replace: boolean }) => void {
  const navigate = useNavigate()
  const { isFront, moveTo } = useContext(TabContext)
  return (address, options) => {
    if (isFront()) void navigate(address, options)
    else moveTo(address)
  }
}
