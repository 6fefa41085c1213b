import { onTestFinished } from 'vitest'
import { type Notice, onNotice } from '../../platform/ui/web/notices.ts'

/** The messages that users see from now on in this test; those of other tests in the same process are left out. */
export function noticesFromNow(): Notice[] {
  const messages: Notice[] = []
  const stop = onNotice((message) => messages.push(message))
  onTestFinished(() => void stop())
  messages.length = 0
  return messages
}
