import { Button } from 'antd'
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
type MasterFilters = { search?: string | undefined; isEnabled?: '0' | '1' | undefined }
/** Shows the count. */
type Counted = { zh_CN: `${string}{count}${string}`; en_US: string }
type Switched = z.ZodType<unknown, { ids: number[]; isEnabled: boolean }>

/** A master data list: search, create form, enable and disable, and a drawer for each row. */
export function MasterList<R extends Row, V extends MasterFilters>(props: {
  title: Text
  views?: View[]
  filters: Filters<V>
  list: Answer<Page<R>>
  /** The key of the user's column settings and views. */
  name: string
  columns: readonly ColumnDef<R>[]
  shown?: Shown<R>
  words: Record<'search' | 'fresh' | 'none' | 'why' | 'disableWarning', Text> & { disableAsk: Counted }
  createCall: Command
  switchCall: Command<Switched>
  /** The queries a change invalidates. */
  readings: readonly Reading[]
  form: (close: () => void) => ReactNode
  drawer: (open: string | undefined, close: () => void) => ReactNode
  /** Many codes pasted into the search at once. */
  codes?: ReturnType<typeof useCodes>
  /** How to disable rows in spite of the reasons against it. */
  anyway?: Parameters<typeof useBulk<Command<Switched>>>[1]['anyway']
  /** A further warning before these rows are disabled. */
  atStake?: (picks: Picks) => ReactNode
  /** Actions on selected rows beside enabling and disabling. They need the rows' ids, so they are not for all that match. */
  acts?: readonly { label: Text; run: (ids: number[]) => void }[]
  /** Additional filters, between the search and the enabled filter. */
  also?: FilterDefs<V>
  /** Further actions for users who may create rows. */
  waysIn?: ListActions
  /** Actions that change nothing. */
  more?: ListActions
  panel?: ReactNode
}) {
  const { filters, list, words } = props
  const t = useText()
  const picks = usePicks(props.name, filters.value)
  const [isNew, setNew] = useState(false)
  const switching = useBulk(props.switchCall, {
    refreshes: props.readings,
    picks,
    ...(props.anyway && { anyway: props.anyway }),
  })
  const table = useTable(props.name, props.columns, {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
    ...props.shown,
  })
  const may = useMay()
  const mayCreate = may(props.createCall.permission)
  const maySwitch = may(props.switchCall.permission)
  const acts = props.acts ?? []
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
      {...((maySwitch || acts.length > 0) && { picks })}
      bulk={
        <>
          {acts.map(({ label, run }) => (
            <Button key={label.en_US} disabled={picks.all !== undefined} onClick={() => picks.inOneCall(run)}>
              {t(label)}
            </Button>
          ))}
          {maySwitch && (
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
          )}
        </>
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
