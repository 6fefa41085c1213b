import { Alert, type InputRef, Select, Table, type TableColumnType } from 'antd'
import type { SortOrder } from 'antd/es/table/interface'
import { type Key, type MouseEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Page, pageSizes } from '../../calls/call.ts'
import type { Feature, WhenExpired } from '../../calls/features.ts'
import type { Answer } from '../../calls/web/call.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { ErrorPanel } from '../../ui/web/ErrorPanel.tsx'
import { usePhone } from '../../ui/web/media.ts'
import { useFeature, useReadOnlyBecause } from '../../ui/web/permission.tsx'
import { useShortcut } from '../../ui/web/shortcuts.ts'
import { listText } from '../lists.ts'
import type { Column, ListTable } from './columns.tsx'
import { type Filters, useOpenRow } from './filters.ts'
import { ActionButton, inOrder, type ListActions, thereAre } from './ListActions.tsx'
import { Blank, ListEmpty } from './ListEmpty.tsx'
import { type FilterDefs, ListChips, ListFilters } from './ListFilters.tsx'
import { ListMenu } from './ListMenu.tsx'
import { BulkBar, ListFoot } from './ListParts.tsx'
import { PhoneRow } from './PhoneRow.tsx'
import { type RowAct, useRowKeys } from './row-keys.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import type { Picks } from './selection.ts'
import { useLastPage } from './use-last-page.ts'
import { type View, type ViewGroup, Views } from './Views.tsx'
import './list.css'

type Props<R, V> = {
  title: string
  /** A query result, or a list that is already in memory. */
  list: Answer<Page<R>> | Page<R>
  table: ListTable<R> | { columns: Column<R>[] }
  rowKey?: keyof R & string
  paging?: Filters<V>
  views?: readonly View[]
  /** Further views of the same list. */
  viewGroups?: readonly ViewGroup[]
  filters?: FilterDefs<V>
  actions?: ListActions
  /** Whether this user may export the list. */
  mayExport?: boolean
  /** The selection, where rows can be selected. */
  picks?: Picks | undefined
  /** Between the table and its footer: the totals of all matching rows. */
  summary?: ReactNode
  /** Actions for the selected rows. */
  bulk?: ReactNode
  /** Whether the action works on all matching rows, not only on those of the page. */
  isOnAll?: boolean
  /** The action of a key on the focused row. */
  rowAct?: RowAct | undefined
  /** Above the table: the result of a bulk action. */
  panel?: ReactNode
  /** The details of the open row. */
  drawer?: (open: string | undefined, close: () => void) => ReactNode
  /** With `view`, the filter of that name is a view of the list, and alone does not narrow it. */
  empty?: { title: string; why?: string; actions?: ListActions; view?: keyof V & string }
  feature?: Feature
  /** Whether its actions work after the usage period, as their contracts say. */
  whenExpired?: WhenExpired
}

/**
 * The list page: filters in the URL, paged rows, selection, a drawer, and loading, empty and error states.
 */
export function ListPage<R extends object, V extends object = Record<string, unknown>>(props: Props<R, V>) {
  const { title, list, table, paging, picks, drawer, viewGroups = [], rowKey = 'id' } = props
  const t = useText()
  const isPhone = usePhone()
  const search = useRef<InputRef>(null)
  const { open, show, close } = useOpenRow()

  const answer = 'call' in list ? list : undefined
  const readOnlyBecause = useReadOnlyBecause()
  const access = useFeature(props.feature ?? answer?.call.feature ?? 'home', props.whenExpired)
  const missing = answer?.missing
  const page: Page<R> | undefined = 'rows' in list ? list : list.data
  const rows = missing ? [] : (page?.rows ?? [])
  const canChange = access === 'full' && !missing
  // Until the rows of the new filters arrive, those of the last ones are shown, and may not match.
  const canPick = canChange && !answer?.isPlaceholderData

  const keys = rows.map((row) => (row as Record<string, unknown>)[rowKey] as Key)
  const picked: Key[] = picks?.all ? keys : (picks?.ids ?? [])
  const onPick = (next: Key[]) => picks?.set(next.map(Number))
  const { here, rowProps } = useRowKeys({
    keys,
    picked,
    onPick: picks && canPick ? onPick : undefined,
    onOpen: drawer ? (key) => show(String(key)) : undefined,
    isOpen: open !== undefined,
    act: canChange ? props.rowAct : undefined,
  })
  const views = [...(props.views ?? []), ...('views' in table ? table.views : [])]
  useListKeys(search, views, answer)
  const input: PageInput = { page: 1, size: 20, ...(paging?.value as Partial<PageInput> | undefined) }
  useLastPage(paging && answer, input, (last) => paging?.toPage(last))

  if (access === 'hidden') return <Blank kind="closed" title={t(webText.hidden)} />

  const change = paging?.change as ((next: Partial<PageInput>) => void) | undefined
  const actions = inOrder(props.actions ?? []).filter(({ isReading }) => canChange || (isReading && !missing))
  const filters = (props.filters ?? []).filter((filter) => filter !== false)
  const groups = [...(views.length > 0 ? [{ label: t(webText.views), views }] : []), ...viewGroups]
  return (
    <div className={isPhone ? 'list-page is-phone' : 'list-page'}>
      <ListHead
        title={title}
        views={isPhone && paging ? [] : views}
        now={isPhone && paging ? namesOf(groups, title) : ''}
        table={table}
        actions={missing ? undefined : actions}
        filters={input}
        mayExport={props.mayExport ?? true}
      />
      {access === 'readonly' && (
        <Alert type="info" showIcon title={t(readOnlyBecause)} className="list-note" />
      )}
      {!isPhone && viewGroups.map((group) => <Views key={group.label} {...group} />)}
      {paging && !missing && (filters.length > 0 || (isPhone && groups.length > 0)) && (
        <ListFilters filters={filters} paging={paging} isPhone={isPhone} searchRef={search}>
          {isPhone
            ? (done) => (
                <>
                  {groups.map((group) => (
                    <Views key={group.label} {...group} onChosen={done} />
                  ))}
                  <SortField columns={table.columns} input={input} change={change} />
                </>
              )
            : undefined}
        </ListFilters>
      )}
      {paging && <ListChips filters={filters} paging={paging} />}
      {answer?.error && (
        <div className="list-error">
          <ErrorPanel error={answer.error} retry={() => answer.refetch()} isOld={answer.data !== undefined} />
        </div>
      )}
      {props.panel}
      {answer && !page && !missing ? (
        !answer.error && <SkeletonRows rows={Math.min(input.size, 12)} />
      ) : (
        <ListTableBody
          table={table}
          rows={rows}
          rowKey={rowKey}
          answer={answer}
          input={input}
          picks={
            picks && canChange
              ? { picked, onPick, isAll: picks.all !== undefined, isOff: !canPick }
              : undefined
          }
          here={here}
          open={open}
          rowProps={(key) => ({
            ...rowProps(key),
            ...(drawer && { onClick: (event: MouseEvent) => clicked(event, key, show) }),
          })}
          onSort={(order) => change?.(order)}
          empty={
            <ListEmpty
              missing={missing}
              isFiltered={paging?.active.some((name) => name !== props.empty?.view) ?? false}
              onClear={paging?.reset}
              title={props.empty?.title}
              why={props.empty?.why}
              actions={canChange ? thereAre(props.empty?.actions ?? []) : []}
            />
          }
        />
      )}
      {!missing && props.summary}
      {!missing && (
        <ListFoot
          total={page?.total}
          page={input.page}
          size={input.size}
          sizes={pageSizes}
          {...(change && { onChange: change })}
          {...(answer && { answer })}
        />
      )}
      {canChange && picks && picks.count > 0 && (
        <BulkBar
          count={picks.count}
          total={page?.total ?? 0}
          isAll={picks.all !== undefined}
          onAll={props.isOnAll === false || !canPick ? undefined : () => picks.setAll(page?.total ?? 0)}
          onClear={() => onPick([])}
        >
          {props.bulk}
        </BulkBar>
      )}
      {drawer?.(open, close)}
    </div>
  )
}

/** The current view of each group; a group that shows everything has none. */
const namesOf = (groups: readonly ViewGroup[], title: string) =>
  groups
    .flatMap(({ views }) => views.filter(({ isCurrent, key }) => isCurrent && key !== 'all'))
    .map(({ label }) => label)
    .filter((label) => label !== title)
    .join(' · ')

function ListHead<R extends object>({
  title,
  views,
  now,
  table,
  actions,
  filters,
  mayExport,
}: {
  title: string
  views: readonly View[]
  /** The chosen views by name, where they are behind a button. */
  now: string
  table: Props<R, unknown>['table']
  /** None where the user may not see the list. */
  actions: ReturnType<typeof inOrder> | undefined
  filters: PageInput
  mayExport: boolean
}) {
  const isPhone = usePhone()
  const inHead = actions?.filter(({ isPrimary }) => isPrimary || !isPhone) ?? []
  return (
    <header className="list-head">
      {now ? (
        <div className="list-title">
          <h1>{title}</h1>
          <span className="hint">{now}</span>
        </div>
      ) : (
        <h1>{title}</h1>
      )}
      {views.length > 0 && <Views views={views} />}
      {actions && (inHead.length > 0 || 'list' in table) && (
        <div className="list-actions">
          {inHead.map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
          {'list' in table && (
            <ListMenu
              table={table}
              filters={filters}
              mayExport={mayExport}
              also={isPhone ? actions.filter(({ isPrimary }) => !isPrimary) : []}
            />
          )}
        </div>
      )}
    </header>
  )
}

function ListTableBody<R extends object>({
  table,
  rows,
  rowKey,
  answer,
  input,
  picks,
  here,
  open,
  rowProps,
  onSort,
  empty,
}: {
  table: Props<R, unknown>['table']
  rows: R[]
  rowKey: string
  answer: Answer<Page<R>> | undefined
  input: PageInput
  picks: { picked: Key[]; onPick: (next: Key[]) => void; isAll: boolean; isOff: boolean } | undefined
  /** The row with the focus, and the row whose details are open. */
  here: Key | undefined
  open: string | undefined
  rowProps: (key: Key) => object
  onSort: (order: Pick<PageInput, 'sort' | 'order'>) => void
  empty: ReactNode
}) {
  const t = useText()
  const isPhone = usePhone()
  const keyOfRow = (row: R) => (row as Record<string, unknown>)[rowKey] as Key
  return (
    <Table<R>
      className={answer?.error ? 'is-old' : answer?.isPlaceholderData ? 'is-loading' : ''}
      aria-busy={answer?.isFetching ?? false}
      size={'density' in table && table.density === 'comfortable' ? 'medium' : 'small'}
      rowKey={rowKey}
      dataSource={rows}
      columns={isPhone ? [phoneColumn(table.columns)] : table.columns.map((one) => sorted(one, input))}
      showHeader={!isPhone}
      {...(picks && {
        rowSelection: {
          selectedRowKeys: picks.picked,
          onChange: picks.onPick,
          preserveSelectedRowKeys: !picks.isAll,
          // antd's own labels of its checkboxes are English in every language.
          getTitleCheckboxProps: () => ({ 'aria-label': t(webText.pickAll) }),
          getCheckboxProps: (row) => ({
            'aria-label': t(webText.pickRow, { row: rows.indexOf(row) + 1 }),
            disabled: picks.isOff,
          }),
        },
      })}
      rowClassName={(row) =>
        keyOfRow(row) === here ? 'is-here' : String(keyOfRow(row)) === open ? 'is-open' : ''
      }
      onRow={(row) => rowProps(keyOfRow(row))}
      // A scrollable box needs focusable content: without rows the headers wrap instead.
      {...(!isPhone && rows.length > 0 && { scroll: { x: 'max-content' } })}
      sticky
      onChange={(_paging, _filters, sorter) => onSort(orderOf(sorter))}
      locale={{ emptyText: empty }}
      pagination={false}
    />
  )
}

type PageInput = { page: number; size: number; sort?: string | undefined; order?: 'asc' | 'desc' | undefined }

function sorted<R>(
  { sortKey, phone: _, shortTitle: __, ...column }: Column<R>,
  input: PageInput,
): TableColumnType<R> {
  if (!sortKey) return column
  const order = input.sort === sortKey ? (input.order === 'desc' ? 'descend' : 'ascend') : null
  return { ...column, key: sortKey, sorter: true, sortOrder: order, sortDirections: bothWays }
}

/** A list always has an order: clicking the sorted header reverses it and never removes it. */
const bothWays: SortOrder[] = ['ascend', 'descend', 'ascend']

const phoneColumn = <R,>(columns: Column<R>[]): TableColumnType<R> => ({
  key: 'phone',
  render: (_, row) => <PhoneRow columns={columns} row={row} />,
})

function orderOf(sorter: unknown): Pick<PageInput, 'sort' | 'order'> {
  const { columnKey, order } = sorter as { columnKey?: string; order?: SortOrder }
  return { sort: columnKey, order: order === 'descend' ? 'desc' : 'asc' }
}

/** A phone shows no headers to sort by. */
function SortField<R>({
  columns,
  input: { sort, order = 'asc' },
  change,
}: {
  columns: Column<R>[]
  input: PageInput
  change: ((next: Partial<PageInput>) => void) | undefined
}) {
  const t = useText()
  const words = t(listText.sortBy)
  const options = columns.flatMap(({ sortKey, title }) =>
    sortKey
      ? (['asc', 'desc'] as const).map((way) => ({
          value: `${sortKey} ${way}`,
          label: `${String(title)} ${way === 'asc' ? '↑' : '↓'}`,
        }))
      : [],
  )
  if (options.length === 0) return null
  return (
    <Select
      aria-label={words}
      placeholder={words}
      value={sort ? `${sort} ${order}` : undefined}
      onChange={(chosen: string) => {
        const [next, way] = chosen.split(' ')
        change?.({ sort: next, order: way as PageInput['order'] })
      }}
      options={options}
    />
  )
}

/**
 * A click on a row opens it; a click on a control in the row is left to that control; Ctrl opens a new
 * window.
 */
function clicked(event: MouseEvent, key: Key, show: (key: string) => void): void {
  const target = event.target as HTMLElement
  if (target.closest('a, button, input, label, .ant-table-selection-column')) return
  if (window.getSelection()?.toString()) return
  if (!event.ctrlKey && !event.metaKey) {
    show(String(key))
    return
  }
  const address = new URL(location.href)
  address.searchParams.set('open', String(key))
  window.open(address, '_blank', 'noopener')
}

function useListKeys(
  search: RefObject<InputRef | null>,
  views: readonly View[],
  answer: Answer<unknown> | undefined,
) {
  const navigate = useNavigate()
  const intoFilters = () => search.current?.focus()
  useShortcut('filters', intoFilters)
  useShortcut('search', intoFilters)
  useShortcut('refresh', () => answer?.refetch(), answer !== undefined)
  useShortcut(
    'views',
    () => {
      const next = views[(views.findIndex(({ isCurrent }) => isCurrent) + 1) % views.length]
      if (next?.to) navigate(next.to)
      else next?.onSelect?.()
    },
    views.length > 1,
  )
}
