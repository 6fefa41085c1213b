import type { Permission } from '../calls/call.ts'
import type { Feature } from '../calls/features.ts'
import type { Text } from '../text/text.ts'

/** A page with a URL. */
export type Place = {
  path: string
  title: Text
  feature: Feature
  /** What a user needs to see the page. */
  permission?: Permission
  /** The pinyin initials of the Chinese title, by which the palette finds it. */
  initials: string
  /** Its menu area, and its rank there. */
  area?: string
  rank?: number
  /** Known to the URL, the tabs and the palette, but not in the menu. */
  hidden?: boolean
}

/** Waiting work: its name, the list that holds exactly what is counted, and whose work it is. */
export type WorkQueue = {
  title: Text
  to: string
  permission: Permission
  /** Its count is also shown beside the page in the menu. */
  isInMenu?: boolean
  /** It went wrong rather than waits its turn: its count is red. */
  isTrouble?: boolean
}

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
