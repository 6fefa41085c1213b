import { type RefObject, useEffect } from 'react'

/** While a screen covers everything, nothing under it is reachable by keyboard or screen reader. */
export function useAlone(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const silenced: Element[] = []
    for (
      let at: Element | null = box.current;
      at && at.parentElement !== document.body;
      at = at.parentElement
    ) {
      for (const other of at.parentElement?.children ?? []) {
        if (other === at || other.hasAttribute('inert')) continue
        other.setAttribute('inert', '')
        silenced.push(other)
      }
    }
    return () => {
      for (const other of silenced) other.removeAttribute('inert')
    }
  }, [box])
}
