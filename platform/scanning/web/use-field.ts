import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { actionOf, type FieldKeys, noEnters, noStrokes, strike, strikeEnter } from './keystrokes.ts'

/**
 * The input field that owns the keyboard of a scan screen.
 *
 * Keys are captured for the whole document: whatever has the focus, a scan lands in the field, and its Enter
 * presses no button. Other inputs and dialogs keep their keys while they are in use.
 */
export function useScanField(
  field: RefObject<HTMLInputElement | null>,
  {
    onScan,
    onTwice,
    keys,
  }: {
    onScan: (text: string) => void
    /** Enter twice on the empty field. */
    onTwice: () => void
    /** The actions of non-character keys, by name. */
    keys: FieldKeys
  },
) {
  const [isComposing, setComposing] = useState(false)
  const strokes = useRef(noStrokes)
  const enters = useRef(noEnters)

  const finish = (at: number, isRepeat: boolean) => {
    const input = field.current
    if (!input) return
    const { text, isComposed } = strokes.current
    const typed = isComposed ? text : input.value
    strokes.current = noStrokes
    input.value = ''
    setComposing(isComposed)
    const isEmpty = typed.trim() === ''
    const { last, isTwice } = strikeEnter(enters.current, { at, isEmpty, isRepeat })
    enters.current = last
    if (!isEmpty) onScan(typed)
    else if (isTwice) onTwice()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const input = field.current
    if (!input || isElsewhere(event.target, input)) return
    const { altKey, ctrlKey, metaKey, shiftKey, isComposing: isIme, key, code, timeStamp } = event
    const isRepeat = event.repeat
    const action = actionOf(keys, { key, ctrlKey, altKey, metaKey, isRepeat })
    if (action) {
      event.preventDefault()
      event.stopPropagation()
      return action()
    }
    const isInField = event.target === input
    const isEnter = key === 'Enter'
    // A button reached by Tab is pressed by Enter, unless a scan is in progress.
    if (!isInField && isPressable(event.target) && (isEnter || key === ' ') && strokes.current.text === '')
      return
    const struck = strike(strokes.current, {
      key,
      code,
      shiftKey,
      ctrlKey,
      altKey,
      metaKey,
      isComposing: isIme,
      at: timeStamp,
    })
    strokes.current = struck.strokes
    if (struck.isOurs) event.preventDefault()
    if (struck.sign) input.value += struck.sign
    if (struck.isEnd) {
      event.stopPropagation()
      return finish(timeStamp, isRepeat)
    }
    if (key.length === 1 && !ctrlKey && !altKey && !metaKey) {
      // The page's single-key shortcuts must not see a scan; the character itself still goes into the field.
      event.stopPropagation()
      if (!isInField) input.focus()
    }
  })

  const hold = useEffectEvent(() => {
    const active = document.activeElement
    if (!active || active === document.body) field.current?.focus({ preventScroll: true })
  })

  // A form or question that unmounts loses the focus without an event.
  useEffect(() => hold())

  useEffect(() => {
    const caught = (event: KeyboardEvent) => onKey(event)
    // Whatever takes the focus keeps it first: a dialog that opens, a button that was pressed.
    const later = () => setTimeout(hold)
    document.addEventListener('keydown', caught, true)
    document.addEventListener('focusout', later)
    document.addEventListener('visibilitychange', later)
    window.addEventListener('focus', later)
    later()
    return () => {
      document.removeEventListener('keydown', caught, true)
      document.removeEventListener('focusout', later)
      document.removeEventListener('visibilitychange', later)
      window.removeEventListener('focus', later)
    }
  }, [])

  /** An input method writes into the field after its own Enter; that text belongs to no scan. */
  const onCompositionEnd = () => {
    if (strokes.current.text === '' && field.current) field.current.value = ''
  }
  return { isComposing, onCompositionEnd, onCompositionStart: () => setComposing(true) }
}

const isElsewhere = (target: EventTarget | null, field: HTMLInputElement) =>
  target instanceof HTMLElement &&
  target !== field &&
  (target.matches('input:not([type=file]), textarea, select, [contenteditable]') ||
    target.closest('[role=dialog], [role=menu], [role=listbox]') !== null)

const isPressable = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('a, button, summary, label, input[type=file]') !== null
