import type { BulkResult, Command, InputOf, Page, Permission, Query } from '../../calls/call.ts'
import { refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import type { ColumnDef } from '../columns.ts'
import { listText } from '../lists.ts'

/** A bulk action of a list: the call for selected rows, and the function behind it. */
type BulkAct = {
  call: Command
  // biome-ignore lint/suspicious/noExplicitAny: acts of any input stand in one list; each act's own types hold
  run: (tx: Tx, who: Who, input: any) => Promise<BulkResult>
}

export const bulkAct = <C extends Command>(
  call: C,
  run: (tx: Tx, who: Who, input: InputOf<C>) => Promise<BulkResult>,
): BulkAct => ({ call, run })

// biome-ignore lint/suspicious/noExplicitAny: a list of any rows; what one list's columns say about its rows, its own types hold
type AnyRow = any

/** A list that can be exported: its call, its columns, and the function behind it. */
export type ListSource = {
  call: Query
  columns: readonly ColumnDef<AnyRow>[]
  rows: (db: Db, who: Who, input: AnyRow) => Promise<Page<AnyRow>>
  /** The permission to export it, where seeing it is not enough. */
  permission?: Permission
  /** The actions available for all matching rows. */
  acts?: readonly BulkAct[]
  /** The ids in the order in which such an action takes them, where that matters: it is done in parts. */
  inTurn?: InTurn
}

type InTurn = (db: Db, who: Who, ids: readonly number[]) => Promise<number[]>

export const listSource = <R, C extends Query>(source: {
  call: C
  columns: readonly ColumnDef<R>[]
  rows: (db: Db, who: Who, input: InputOf<C>) => Promise<Page<R>>
  permission?: Permission
  acts?: readonly BulkAct[]
  inTurn?: InTurn
}): ListSource => source

export type ListSources = Readonly<Record<string, ListSource>>

/** A list by its name. A name such as `constructor` exists on every object but is not a list. */
export const sourceOf = (sources: ListSources, list: string): ListSource =>
  (Object.hasOwn(sources, list) ? sources[list] : undefined) ??
  refuseAs({ kind: 'not_found' }, listText.noSuchList)
