import type { Permission } from '../calls/call.ts'
import type { Text } from '../text/text.ts'

/** Work that waits for somebody: how it is called, the list that holds exactly what is counted, and whose work it is. */
export type WorkQueue = { title: Text; to: string; permission: Permission }

/** The queues of a slice, by the names under which the server counts them. */
export type WorkQueues = Readonly<Record<string, WorkQueue>>
