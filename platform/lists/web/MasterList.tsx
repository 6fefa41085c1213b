import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { Command, Page } from '../../calls/call.ts'
import type { Answer, Reading } from '../../calls/web/call.ts'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import { useFeature, useMay } from '../../ui/web/permission.tsx'
import { useShortcut } from '../../ui/web/shortcuts.ts'
import type { ColumnDef } from '../columns.ts'
import { useBulk } from './BulkResult.tsx'
import type { useCodes } from './codes.tsx'
import { type Shown, useTable } from './columns.tsx'
import { EnabledTag, enabledFilter, SwitchButtons } from './Enabled.tsx'
import type { Filters } from './filters.ts'
import type { ListActions } from './ListActions.tsx'
import type { FilterDef, FilterDefs } from './ListFilters.tsx'
import { ListPage } from './ListPage.tsx'
import { type Picks, usePicks } from './selection.ts'
import type { View } from './Views.tsx'

type Row = { id: number; isEnabled: boolean }
type Asked = { search?: string | undefined; isEnabled?: '0' | '1' | undefined }
/** Says how many. */
type Counted = { zh_CN: `${string}{count}${string}`; en_US: string }
type Switched = z.ZodType<unknown, { ids: number[]; isEnabled: boolean }>

/** A list of master data: searched, made by a form, switched on and off, each row in its drawer. */
export function MasterList<R extends Row, V extends Asked>(props: {
  title: Text
  views?: View[]
  filters: Filters<V>
  list: Answer<Page<R>>
  /** The name under which somebody's columns and views are kept. */
  name: string
  columns: readonly ColumnDef<R>[]
  shown?: Shown<R>
  words: Record<'search' | 'fresh' | 'none' | 'why' | 'disableWarning', Text> & { disableAsk: Counted }
  createCall: Command
  switchCall: Command<Switched>
  /** What a change makes old. */
  readings: readonly Reading[]
  form: (close: () => void) => ReactNode
  drawer: (open: string | undefined, close: () => void) => ReactNode
  /** Many codes that are pasted into the search at once. */
  codes?: ReturnType<typeof useCodes>
  /** What else there is to know before these rows are switched off. */
  atStake?: (picks: Picks) => ReactNode
  /** Filters of its own, between the search and the switch. */
  also?: FilterDefs<V>
  /** What else those who may add to it can do. */
  waysIn?: ListActions
  /** What changes nothing. */
  more?: ListActions
  panel?: ReactNode
}) {
  const { filters, list, words } = props
  const t = useText()
  const picks = usePicks(props.name, filters.value)
  const [isNew, setNew] = useState(false)
  const switching = useBulk(props.switchCall, { refreshes: props.readings, picks })
  const table = useTable(props.name, props.columns, {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
    ...props.shown,
  })
  const may = useMay()
  const mayCreate = may(props.createCall.permission)
  const isFull = useFeature(list.call.feature) === 'full'
  useShortcut('new', () => setNew(true), mayCreate && isFull && !isNew)
  const waysIn: ListActions = mayCreate
    ? [{ label: t(words.fresh), run: () => setNew(true), isPrimary: true }, ...(props.waysIn ?? [])]
    : []
  const search = { kind: 'search', name: 'search', label: t(words.search) } as const

  return (
    <ListPage<R, V>
      title={t(props.title)}
      views={props.views ?? []}
      list={list}
      table={table}
      paging={filters}
      actions={[...waysIn, ...(props.more ?? [])]}
      filters={[
        (props.codes ? { ...search, codes: props.codes } : search) as FilterDef<V>,
        ...(props.also ?? []),
        enabledFilter(t) as FilterDef<V>,
      ]}
      {...(may(props.switchCall.permission) && {
        picks,
      })}
      bulk={
        <SwitchButtons
          picks={picks}
          bulk={switching}
          ask={t(words.disableAsk, { count: picks.count })}
          warning={
            <>
              {t(words.disableWarning)}
              {props.atStake?.(picks)}
            </>
          }
        />
      }
      panel={
        <>
          {switching.panel}
          {isNew && props.form(() => setNew(false))}
          {props.codes?.panel}
          {props.panel}
        </>
      }
      empty={{ title: t(words.none), why: t(words.why), actions: waysIn }}
      drawer={props.drawer}
    />
  )
}
