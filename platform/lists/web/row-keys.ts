import { type Key, useRef, useState } from 'react'
import type { ShortcutName } from '../../ui/web/keys.ts'
import { useShortcut } from '../../ui/web/shortcuts.ts'
import { stepped, toggled, upTo } from './row-selection.ts'

/** A key for the list's main action on one row. */
export type RowAct = { by: ShortcutName; run: (key: Key) => void }

/** Navigating, selecting and opening rows by keyboard. One row is in the tab order. */
export function useRowKeys({
  keys,
  picked,
  onPick,
  onOpen,
  isOpen,
  act,
}: {
  keys: readonly Key[]
  picked: readonly Key[]
  onPick: ((keys: Key[]) => void) | undefined
  onOpen: ((key: Key) => void) | undefined
  isOpen: boolean
  act: RowAct | undefined
}) {
  const rows = useRef(new Map<Key, HTMLElement>())
  const [at, setAt] = useState<Key>()
  const [anchor, setAnchor] = useState<Key>()
  const here = at !== undefined && keys.includes(at) ? at : undefined

  const go = (step: 1 | -1) => {
    const next = stepped(keys, here, step)
    setAt(next)
    if (next === undefined) return
    rows.current.get(next)?.focus()
  }
  const canPick = onPick !== undefined && here !== undefined

  useShortcut('next', () => go(1), keys.length > 0)
  useShortcut('previous', () => go(-1), keys.length > 0)
  useShortcut('open', () => here !== undefined && onOpen?.(here), onOpen !== undefined && here !== undefined)
  useShortcut(
    'pick',
    () => {
      if (here === undefined) return
      setAnchor(here)
      onPick?.(toggled(picked, here))
    },
    canPick,
  )
  useShortcut('pickRange', () => here !== undefined && onPick?.(upTo(picked, keys, anchor, here)), canPick)
  // Without a focused row, the only selected one is used.
  const meant = here ?? (picked.length === 1 ? picked[0] : undefined)
  useShortcut(
    act?.by ?? 'open',
    () => meant !== undefined && act?.run(meant),
    act !== undefined && meant !== undefined,
  )
  // With a drawer open, Escape closes the drawer.
  useShortcut('close', () => onPick?.([]), onPick !== undefined && picked.length > 0 && !isOpen)
  return {
    here,
    /** The props that make a row reachable by keyboard. */
    rowProps: (key: Key) => ({
      tabIndex: key === (here ?? keys[0]) ? 0 : -1,
      onFocus: ({ target, currentTarget }: React.FocusEvent) => target === currentTarget && setAt(key),
      ref: (row: HTMLElement | null) => {
        if (row) rows.current.set(key, row)
        else rows.current.delete(key)
      },
    }),
  }
}
