import type { ComponentType, ReactNode } from 'react'
import type { Permission } from '../../calls/call.ts'
import type { FilterValues } from '../../lists/lists.ts'
import type { View } from '../../lists/web/Views.tsx'
import type { Text } from '../../text/text.ts'

/** A card of the home page. It is hidden from users who lack the permission. */
export type HomeCard = {
  name: string
  title: Text
  rank: number
  permission?: Permission
  /** As wide as the page. */
  isWide?: boolean
  Inside: ComponentType
}

/** Finds the page of the document with a scanned number, among documents of one kind. */
type ScanTarget = {
  permission: Permission
  load: () => Promise<(scanned: string) => Promise<string | undefined>>
}

/**
 * An action on selected rows, or on all that match, that a slice adds to the list of a slice it builds on. Its dialog asks, acts and shows the result.
 */
export type ListAct = {
  /** The URL of the list. */
  on: string
  label: Text
  permission: Permission
  /** The statuses of rows it is for, where not for all. */
  statuses?: readonly string[]
  /** With `all` it is for every row that these filters match. `onDone` when it has acted: the rows need not stay selected. */
  Dialog: ComponentType<{
    ids: number[]
    all?: FilterValues | undefined
    onDone: () => void
    onClose: () => void
  }>
}

/**
 * A page by itself, a list that slices above add actions to, or one of several pages under one URL that link to each other; among
 * those `of` is called `first`.
 */
export type Screen = { Icon?: ComponentType } & (
  | { page: ReactNode }
  | { List: ComponentType<{ acts: readonly ListAct[] }> }
  | { of: string; first: Text; Page: ComponentType<{ views: View[]; acts: readonly ListAct[] }> }
)

/** Everything a slice adds to the page. */
export type WebSlice = {
  /** Its pages, by URL. */
  screens?: Readonly<Record<string, Screen>>
  homeCards?: readonly HomeCard[]
  scanTargets?: readonly ScanTarget[]
  listActs?: readonly ListAct[]
  /** What it adds to the page of a document of another slice, by the document's type. */
  panels?: Readonly<Record<string, ComponentType<{ id: number }>>>
}
