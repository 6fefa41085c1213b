import type { Permission } from '../calls/call.ts'
import type { Feature } from '../calls/features.ts'
import type { Text } from '../text/text.ts'

/** A page with an address. */
export type Place = {
  path: string
  title: Text
  feature: Feature
  /** What a person needs to see the page. */
  permission?: Permission
  /** First letters of the Chinese title's pinyin, by which the palette finds it. */
  initials: string
  /** The area of the menu it belongs to, and its rank there. */
  area?: string
  rank?: number
  /** Known to the address bar, the tabs and the palette, but no entry of the menu. */
  hidden?: boolean
}

/** Work that waits for a person: its name, the list that holds exactly what is counted, and whose work it is. */
export type WorkQueue = { title: Text; to: string; permission: Permission }

/** The queues of a slice, by the names under which the server counts them. */
export type WorkQueues = Readonly<Record<string, WorkQueue>>

/**
 * What a slice adds to both sides, as far as the page needs it at once.
 *
 * Its permissions (`rights.ts`), dictionaries, guide and audit labels are files of their own beside it: they are loaded
 * with the screens that show them.
 */
export type Slice = {
  places?: readonly Place[]
  work?: WorkQueues
  /** The names of its tasks, by kind. */
  tasks?: Readonly<Record<string, Text>>
}
