import { useSyncExternalStore } from 'react'

/** Whether the window is as a media query says, also after it is turned or resized. */
const useMedia = (query: string) =>
  useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )

/** Whether the menu has no room beside the page. */
export const useNarrow = () => useMedia('(max-width: 991.98px)')

/** Whether the screen is a phone's: no room for the columns of a table. */
export const usePhone = () => useMedia('(max-width: 639.98px)')
