import { useContext, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { languageOf, say } from '../../text/text.ts'
import { webText } from '../../text/web/text.ts'
import { keys, prefer, preference, read } from '../../ui/web/session.ts'
import { TabContext } from '../../ui/web/tab-context.ts'
import { draftOf, type Edits, edited, editsIn, keptEdits, noEdits, type RowKeys, versionOf } from './edits.ts'
import { isLeavingNow } from './leave.ts'
import { Unsaved } from './unsaved.ts'

export const unsaved = new Unsaved()

export const useUnsavedTabs = () => useSyncExternalStore(unsaved.listen, unsaved.tabs)

/**
 * Marks the tab with a dot while a form has unsaved changes, and warns before the page is left.
 *
 * Returns what removes the mark at once, also in a hidden tab. `discard` is called when the user closes the tab
 * in spite of the warning.
 */
function useUnsaved(isDirty: boolean, discard?: () => void): () => void {
  const source = useId()
  const latest = useRef(discard)
  useEffect(() => {
    latest.current = discard
  })
  const { key, isFront } = useContext(TabContext)

  useEffect(() => {
    if (!isDirty) return
    unsaved.mark(key, source, () => latest.current?.())
    return () => {
      // Switching tabs also runs this, and the work is still there; only an active tab can lose a form.
      setTimeout(() => isFront() && unsaved.unmark(key, source))
    }
  }, [isDirty, key, source, isFront])
  return () => unsaved.unmark(key, source)
}

/**
 * Asks before a reload that would lose typed input. Blocking on purpose: the reload must wait for the answer.
 */
export const confirmLeaving = () =>
  unsaved.tabs().length === 0 || window.confirm(say(webText.leaveUnsaved, languageOf(read(keys.language))))

export function warnBeforeUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (unsaved.tabs().length > 0 && !isLeavingNow()) event.preventDefault()
  })
}

export type Draft<T> = {
  value: T
  change: (next: Partial<T>) => void
  clear: () => void
  isDirty: boolean
  /** The version of the record that the edits were begun on. */
  rowVersion: number | undefined
  /** Whether the record has been changed since. */
  isOutdated: boolean
  /** Continues with the edits on the record as it is now. */
  keepEdits: () => void
}

/**
 * A form's values, stored in this browser for this user until they are saved or discarded; without a name,
 * until it closes. Secrets are never stored.
 */
export function useDraft<T extends object>(
  name: string | undefined,
  initial: T,
  {
    secrets = [],
    rowVersion: current,
    rowKeys = {},
  }: { secrets?: readonly string[]; rowVersion?: number | undefined; rowKeys?: RowKeys<T> } = {},
): Draft<T> {
  const key = name && `draft:${name}`
  const [edits, setEdits] = useState<Edits<T>>(() => (key ? editsIn(preference(key), current) : noEdits()))
  // What began in an earlier render, such as an upload, adds to the newest edits.
  const latest = useRef(edits)
  const { values } = edits
  const value = { ...initial, ...values }
  const isDirty = Object.entries(values).some(([field, edit]) => !isSame(edit, initial[field as keyof T]))
  const rowVersion = versionOf(edits, current)
  const tables = Object.fromEntries(
    Object.entries(initial).filter(([field]) => field in rowKeys),
  ) as Partial<T>

  const keep = (next: Edits<T>) => {
    latest.current = next
    setEdits(next)
    if (key) prefer(key, draftOf(next, secrets))
  }
  const unmark = useUnsaved(isDirty, () => keep(noEdits()))
  return {
    value,
    isDirty,
    rowVersion,
    isOutdated: rowVersion !== current,
    change: (next) => keep(edited(latest.current, next, current, tables)),
    clear: () => {
      keep(noEdits())
      unmark()
    },
    keepEdits: () => keep(keptEdits(latest.current, initial, rowKeys, current)),
  }
}

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)
