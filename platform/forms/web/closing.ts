import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'

type FormInside = { isDirty: boolean; clear: () => void }

/** The forms inside a dialog or drawer, which discards their input when it closes. */
export const FormsInside = createContext<Set<RefObject<FormInside>> | undefined>(undefined)

/** Enters a form with the dialog or drawer around it. */
export function useFormInside(form: FormInside): void {
  const forms = useContext(FormsInside)
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(() => {
    forms?.add(latest)
    return () => void forms?.delete(latest)
  }, [forms])
}

/**
 * Closes a dialog or drawer for good: it asks first if input would be lost, and then no draft brings it back.
 * Only a reload or a crash keeps a draft.
 */
export function useClosing(onClose: () => void) {
  const t = useText()
  const [forms] = useState(() => new Set<RefObject<FormInside>>())
  const close = () => {
    const dirty = [...forms].filter(({ current }) => current.isDirty)
    if (dirty.length > 0 && !window.confirm(t(webText.discardAsk))) return
    for (const { current } of forms) current.clear()
    onClose()
  }
  return { forms, close }
}
