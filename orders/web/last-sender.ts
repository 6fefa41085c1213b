import { keys, read, write } from '../../platform/ui/web/session.ts'
import { type Sender, senderNames } from '../rules.ts'

/** The last sender that was typed in this browser; what another program has left there is ignored. */
export function lastSender(): Sender | undefined {
  try {
    const kept: unknown = JSON.parse(read(keys.lastSender) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const of = (name: string) => {
      const value = (kept as Record<string, unknown>)[name]
      return typeof value === 'string' ? value : null
    }
    return Object.fromEntries(senderNames.map((name) => [name, of(name)])) as Sender
  } catch {
    return undefined
  }
}

export const rememberSender = (sender: Sender) => write(keys.lastSender, JSON.stringify(sender))
