/** What was edited, step by step, so that steps can be undone and redone. */
export type Edits<S> = { past: readonly S[]; now: S; future: readonly S[]; tag: string | null }

export const UNDO_STEPS = 50

export const startEdits = <S>(now: S): Edits<S> => ({ past: [], now, future: [], tag: null })

/** A further step. Steps with the same tag one after the other, such as keys typed into one cell, count as one. */
export function edited<S>(edits: Edits<S>, next: S, tag: string | null = null): Edits<S> {
  if (next === edits.now) return edits
  if (tag !== null && tag === edits.tag) return { ...edits, now: next, future: [] }
  return { past: [...edits.past, edits.now].slice(-UNDO_STEPS), now: next, future: [], tag }
}

export function undone<S>(edits: Edits<S>): Edits<S> {
  const now = edits.past.at(-1)
  if (now === undefined) return edits
  return { past: edits.past.slice(0, -1), now, future: [edits.now, ...edits.future], tag: null }
}

export function redone<S>(edits: Edits<S>): Edits<S> {
  const [now, ...future] = edits.future
  if (now === undefined) return edits
  return { past: [...edits.past, edits.now], now, future, tag: null }
}
