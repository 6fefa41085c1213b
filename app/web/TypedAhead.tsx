import { type RefObject, useEffect } from 'react'

/**
 * Shown while a field is being loaded: what is typed meanwhile is kept for it and reaches neither the page nor its shortcuts.
 */
export function TypedAhead({ into }: { into: RefObject<string> }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Backspace') into.current = into.current.slice(0, -1)
      else if (event.key.length === 1) into.current += event.key
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [into])
  return null
}
