import { recall, remember } from './session.ts'

export type NoticeKind = 'success' | 'info' | 'warning' | 'error'
export type Notice = {
  kind: NoticeKind
  /** The title, above the text. */
  title?: string | undefined
  text: string
  link?: string | undefined
  requestId?: string | undefined
  /** An action, while it shows. */
  action?: { text: string; run: () => void } | undefined
}

type Listener = (notice: Notice) => void
const listeners = new Set<Listener>()

/** Messages sent before a listener existed, as during start-up. */
let waiting: Notice[] = []

/** Shows a message to the user. The mounted listener decides how: a toast or a line. */
export function notice(kind: NoticeKind, text: string, more: Omit<Notice, 'kind' | 'text'> = {}): void {
  const answer = { kind, text, ...more }
  if (listeners.size === 0) waiting.push(answer)
  for (const listener of listeners) listener(answer)
}

/** Shows a message on the next page, across a reload. */
export const carryNotice = (kind: NoticeKind, text: string) =>
  remember('notice', JSON.stringify({ kind, text }))

export function onNotice(listener: Listener): () => void {
  listeners.add(listener)
  const missed = [...carried(), ...waiting]
  waiting = []
  for (const answer of missed) listener(answer)
  return () => listeners.delete(listener)
}

function carried(): Notice[] {
  const kept = recall('notice')
  remember('notice', undefined)
  try {
    return kept ? [JSON.parse(kept) as Notice] : []
  } catch {
    return []
  }
}
