import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { hear, quiet, SCAN_GAP } from '../../scanning/web/scan-burst.ts'
import { isSingle, meaning, type ShortcutName, shortcuts, written } from './keys.ts'
import { prefer, preference } from './session.ts'

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How long the second key of a sequence may take. */
const SEQUENCE = 1200

type Handler = () => void
/** The newest handler of a name wins; a hidden tab's effects are off, so only the active page's count. */
const handlers = new Map<ShortcutName, Handler[]>()
const scanHandlers: ((text: string) => void)[] = []
const listeners = new Set<() => void>()

/** Assigns an action to a shortcut while the component is mounted. */
export function useShortcut(name: ShortcutName, handler: Handler, isOn = true): void {
  const run = useEffectEvent(handler)
  useEffect(() => {
    if (!isOn) return
    const entry = () => run()
    handlers.set(name, [...(handlers.get(name) ?? []), entry])
    return () => {
      handlers.set(
        name,
        (handlers.get(name) ?? []).filter((other) => other !== entry),
      )
    }
  }, [name, isOn])
}

/** Receives scans that arrive while no field has the focus; with `isLast` only those that no page takes. */
export function useScan(handler: (text: string) => void, { isLast = false } = {}): void {
  const run = useEffectEvent(handler)
  useEffect(() => {
    const entry = (text: string) => run(text)
    if (isLast) scanHandlers.unshift(entry)
    else scanHandlers.push(entry)
    return () => void scanHandlers.splice(scanHandlers.indexOf(entry), 1)
  }, [isLast])
}

const areOn = () => preference('shortcuts') !== 'off'

export function switchShortcuts(isOn: boolean): void {
  prefer('shortcuts', isOn ? undefined : 'off')
  for (const listener of listeners) listener()
}

export const useShortcutsOn = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areOn)

/** Listens for the whole application. Started once, by the shell. */
export function listenForKeys(): () => void {
  let burst = quiet
  let timer: ReturnType<typeof setTimeout> | undefined
  let held: string | undefined
  let before: { key: string; at: number } | undefined

  const act = (key: string) => {
    const name = meaning(key, before && performance.now() - before.at < SEQUENCE ? before.key : undefined)
    before = { key, at: performance.now() }
    if (!name || (isSingle(shortcuts[name].keys) && !areOn())) return false
    const handler = handlers.get(name)?.at(-1)
    handler?.()
    return handler !== undefined
  }

  const release = () => {
    clearTimeout(timer)
    const key = held
    held = undefined
    if (key) act(key)
  }

  // Runs before a drawer sees it and closes: the meaning of Escape depends on what is open now. No scanner
  // sends it.
  const onEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isTypedInto(event.target) && !isInDialog(event.target)) act(event.key)
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.key === 'Escape') return
    const key = written(event)
    if (!isSingle(key)) {
      if (act(key)) event.preventDefault()
      return
    }
    if (isTypedInto(event.target)) return
    const isBehind = isInDialog(event.target)
    // A held key repeats as fast as a scanner types, and a scanner never repeats.
    if (event.repeat) return void (isBehind || act(key))

    // A busy page runs timers late: a key whose gap has passed by event time still counts.
    if (event.timeStamp - burst.last >= SCAN_GAP) release()
    const heard = hear(burst, event.key, event.timeStamp)
    burst = heard.burst
    clearTimeout(timer)
    held = undefined
    // The scan's Enter must not press the focused button.
    if (event.key === 'Enter' && !heard.now) event.preventDefault()
    // The page behind a dialog takes no scan and no shortcut.
    if (isBehind) return
    if (heard.scan) for (const handler of scanHandlers.slice(-1)) handler(heard.scan)
    if (heard.now && !isPressable(event.target)) act(key)
    if (heard.held) {
      if (event.key === '/') event.preventDefault()
      held = key
      timer = setTimeout(release, SCAN_GAP)
    }
  }

  window.addEventListener('keydown', onEscape, true)
  window.addEventListener('keydown', onKey)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onEscape, true)
    window.removeEventListener('keydown', onKey)
  }
}

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type=checkbox], [type=radio]')))

/** Enter on a link or button is left to the browser. */
const isPressable = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('a, button, [role=button], [role=menuitem], [role=option]') !== null

const isInDialog = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null
