import type { Key, RefObject } from 'react'
import { useState } from 'react'
import { stepped, toggled, upTo } from './picking.ts'
import { useShortcut } from './shortcuts.ts'

/** Moving through a list, picking and opening by keyboard. */
export function useRowKeys({
  box,
  keys,
  pickable,
  picked,
  onPick,
  onOpen,
  isOpen,
}: {
  box: RefObject<HTMLElement | null>
  keys: readonly Key[]
  pickable: readonly Key[]
  picked: readonly Key[]
  onPick: ((keys: Key[]) => void) | undefined
  onOpen: ((key: Key) => void) | undefined
  isOpen: boolean
}): Key | undefined {
  const [at, setAt] = useState<Key>()
  const [anchor, setAnchor] = useState<Key>()
  const here = at !== undefined && keys.includes(at) ? at : undefined

  const go = (step: 1 | -1) => {
    const next = stepped(keys, here, step)
    setAt(next)
    if (next === undefined) return
    box.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(String(next))}"]`)?.focus()
  }
  const canPick = onPick !== undefined && here !== undefined && pickable.includes(here)

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
  useShortcut(
    'pickRange',
    () => here !== undefined && onPick?.(upTo(picked, pickable, anchor, here)),
    canPick,
  )
  // With a drawer open, Escape is the drawer's.
  useShortcut('close', () => onPick?.([]), onPick !== undefined && picked.length > 0 && !isOpen)
  return here
}
