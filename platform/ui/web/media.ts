import { useSyncExternalStore } from 'react'

/** Whether a media query matches, updated on rotation and resize. */
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

/** Whether the screen is a phone: no room for table columns. */
export const usePhone = () => useMedia('(max-width: 639.98px)')
