import { useSyncExternalStore } from 'react'

const screen = () => window.matchMedia('(max-width: 991.98px)')

/** Whether the menu has no room beside the page. */
export const useNarrow = () =>
  useSyncExternalStore(
    (listener) => {
      const narrow = screen()
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => screen().matches,
  )
