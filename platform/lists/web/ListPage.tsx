import { Alert, Button, Table, type TableColumnType, Tag } from 'antd'
import { type Key, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Page, pageSizes } from '../../calls/call.ts'
import type { Feature } from '../../calls/features.ts'
import type { Answer } from '../../calls/web/call.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { DetailDrawer } from '../../ui/web/DetailDrawer.tsx'
import { ErrorPanel } from '../../ui/web/ErrorPanel.tsx'
import { useFeature, useMay } from '../../ui/web/permission.tsx'
import { useShortcut } from '../../ui/web/shortcuts.ts'
import type { ListTable } from './columns.tsx'
import { type Filters, useOpenRow } from './filters.ts'
import { Blank, ListEmpty } from './ListEmpty.tsx'
import { BulkBar, ListFoot } from './ListParts.tsx'
import { type RowAct, useRowKeys } from './row-keys.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import type { Picks } from './selection.ts'
import { type View, Views } from './Views.tsx'
import './list.css'

/** A column; with `sortKey` its head sorts the list under that name of the query. */
export type Column<R> = TableColumnType<R> & { sortKey?: string }

type Props<R, V> = {
  title: string
  /** An answer of the server, or a list that is simply there. */
  list: Answer<Page<R>> | Page<R>
  columns: Column<R>[]
  /** How close its rows stand. */
  density?: ListTable['density']
  rowKey?: keyof R & string
  paging?: Filters<V>
  views?: View[]
  filters?: ReactNode
  /** Words for each filter that is set, by its name; a filter without words gets no chip. */
  chips?: { [K in keyof V]?: (value: NonNullable<V[K]>) => string }
  actions?: ReactNode
  /** Stands beside the actions, also where nothing may be changed. */
  more?: ReactNode
  /** What is picked, where rows can be picked. */
  picks?: Picks | undefined
  /** Stands between the table and its foot: what all rows that match come to. */
  summary?: ReactNode
  /** What can be done with the picked rows. */
  bulk?: ReactNode
  /** Whether that can be done with all rows that match, and not only with those on the page. */
  isOnAll?: boolean
  /** What a key does with the row the cursor is on. */
  rowAct?: RowAct | undefined
  /** Stands above the table: the result of a bulk action. */
  panel?: ReactNode
  /** The details of the row that is open. */
  drawer?: (open: string | undefined, close: () => void) => ReactNode
  empty?: { title?: string; why?: string; action?: ReactNode }
  feature?: Feature
  permission?: string
}

/** The one list page: filters in the address, paged rows, picking, a drawer, and honest states. */
export function ListPage<R extends object, V extends object = Record<string, unknown>>(props: Props<R, V>) {
  const { title, list, columns, paging, picks, drawer, views = [], rowKey = 'id' } = props
  const t = useText()
  const may = useMay()
  const box = useRef<HTMLDivElement>(null)
  const { open, show, close } = useOpenRow()

  const answer = 'call' in list ? list : undefined
  const access = useFeature(props.feature ?? answer?.call.feature ?? 'home')
  const missing =
    answer?.missing ?? (props.permission && !may(props.permission) ? props.permission : undefined)
  const page: Page<R> | undefined = 'rows' in list ? list : list.data
  const rows = missing ? [] : (page?.rows ?? [])
  const canChange = access === 'full' && !missing

  const keyOfRow = (row: R) => (row as Record<string, unknown>)[rowKey] as Key
  const keys = rows.map(keyOfRow)
  const picked: Key[] = picks?.all ? keys : (picks?.ids ?? [])
  const onPick = (next: Key[]) => picks?.set(next.map(Number))
  const here = useRowKeys({
    box,
    keys,
    picked,
    onPick: picks && canChange ? onPick : undefined,
    onOpen: drawer ? (key) => show(String(key)) : undefined,
    isOpen: open !== undefined,
    act: canChange ? props.rowAct : undefined,
  })
  useListKeys(box, views, answer)
  useScrollByKeys(box, title)

  if (access === 'hidden') return <Blank mark="⊘" title={t(webText.hidden)} />

  const input: Asked = { page: 1, size: 20, ...(paging?.value as Partial<Asked> | undefined) }
  const change = paging?.change as ((next: Partial<Asked>) => void) | undefined
  return (
    <div className="list-page" ref={box}>
      <header className="list-head">
        <h1>{title}</h1>
        {views.length > 0 && <Views views={views} />}
        {!missing && (props.actions || props.more) && (
          <div className="list-actions">
            {canChange && props.actions}
            {props.more}
          </div>
        )}
      </header>
      {access === 'readonly' && (
        <Alert type="info" showIcon title={t(webText.readOnly)} className="list-note" />
      )}
      {props.filters && !missing && (
        <FilterRow active={paging?.active.length ?? 0}>{props.filters}</FilterRow>
      )}
      {paging && <Chips paging={paging} chips={props.chips ?? {}} />}
      {answer?.error && (
        <div className="list-error">
          <ErrorPanel error={answer.error} retry={() => answer.refetch()} isOld={answer.data !== undefined} />
        </div>
      )}
      {props.panel}
      {answer && !page && !missing ? (
        !answer.error && <SkeletonRows rows={Math.min(input.size, 12)} />
      ) : (
        <Table<R>
          className={answer?.error ? 'is-old' : answer?.isPlaceholderData ? 'is-loading' : ''}
          aria-busy={answer?.isFetching ?? false}
          size={props.density === 'comfortable' ? 'medium' : 'small'}
          rowKey={rowKey}
          dataSource={rows}
          columns={columns.map((column) => sorted(column, input))}
          {...(picks &&
            canChange && {
              rowSelection: {
                selectedRowKeys: picked,
                onChange: onPick,
                preserveSelectedRowKeys: !picks.all,
                // antd's own names for its tick boxes are English in every language.
                getTitleCheckboxProps: () => ({ 'aria-label': t(webText.pickAll) }),
                getCheckboxProps: (row) => ({
                  'aria-label': t(webText.pickRow, { row: rows.indexOf(row) + 1 }),
                }),
              },
            })}
          rowClassName={(row) =>
            keyOfRow(row) === here ? 'is-here' : String(keyOfRow(row)) === open ? 'is-open' : ''
          }
          onRow={(row) => ({
            tabIndex: -1,
            ...(drawer && { onClick: (event) => clicked(event, keyOfRow(row), show) }),
          })}
          scroll={{ x: 'max-content' }}
          sticky
          onChange={(_paging, _filters, sorter) => change?.(orderOf(sorter))}
          locale={{
            emptyText: (
              <ListEmpty
                missing={missing}
                isFiltered={(paging?.active.length ?? 0) > 0}
                onClear={paging?.reset}
                title={props.empty?.title}
                why={props.empty?.why}
                action={canChange && props.empty?.action}
              />
            ),
          }}
          pagination={false}
        />
      )}
      {!missing && props.summary}
      {!missing && (
        <ListFoot
          total={page?.total ?? 0}
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
          onAll={props.isOnAll === false ? undefined : () => picks.setAll(page?.total ?? 0)}
          onClear={() => onPick([])}
        >
          {props.bulk}
        </BulkBar>
      )}
      {drawer?.(open, close)}
    </div>
  )
}

/** The first filters stand there; on a list with many, and on a narrow screen, a button opens all of them. */
function FilterRow({ active, children }: { active: number; children: ReactNode }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const words = t(webText.allFilters)
  return (
    <>
      <search className="list-filters" aria-label={t(webText.filters)}>
        {children}
        <Button className="all-filters" onClick={() => setOpen(true)}>
          {active > 0 ? `${words} · ${active}` : words}
        </Button>
      </search>
      <DetailDrawer title={words} isOpen={isOpen} onClose={() => setOpen(false)} width={360}>
        <search className="filter-drawer" aria-label={words}>
          {children}
        </search>
      </DetailDrawer>
    </>
  )
}

type Asked = { page: number; size: number; sort?: string | undefined; order?: 'asc' | 'desc' | undefined }

function sorted<R>({ sortKey, ...column }: Column<R>, input: Asked): TableColumnType<R> {
  if (!sortKey) return column
  const order = input.sort === sortKey ? (input.order === 'desc' ? 'descend' : 'ascend') : null
  return { ...column, key: sortKey, sorter: true, sortOrder: order }
}

function orderOf(sorter: unknown): Pick<Asked, 'sort' | 'order'> {
  const { columnKey, order } = sorter as { columnKey?: string; order?: 'ascend' | 'descend' | null }
  if (!order) return { sort: undefined, order: undefined }
  return { sort: columnKey, order: order === 'descend' ? 'desc' : 'asc' }
}

/** A click on a row opens it; a click on something in the row is meant for that; Ctrl asks for another window. */
function clicked(event: React.MouseEvent, key: Key, show: (key: string) => void): void {
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

function Chips<V extends object>({
  paging,
  chips,
}: {
  paging: Filters<V>
  chips: { [K in keyof V]?: (value: NonNullable<V[K]>) => string }
}) {
  const t = useText()
  const shown = paging.active.flatMap((name) => {
    const words = chips[name as keyof V]?.(paging.value[name as keyof V] as NonNullable<V[keyof V]>)
    return words ? [{ name, words }] : []
  })
  if (paging.active.length === 0) return null
  return (
    <div className="list-chips">
      {shown.map(({ name, words }) => (
        <Tag
          key={name}
          closable={{ 'aria-label': t(webText.clearFilter, { filter: words }) }}
          onClose={() => paging.change({ [name]: undefined } as Partial<V>)}
        >
          {words}
        </Tag>
      ))}
      <button type="button" className="text-button" onClick={paging.reset}>
        {t(webText.clearFilters)}
      </button>
    </div>
  )
}

/** A table wider than its page must scroll by keyboard too, and antd gives its scroll box no way in. */
function useScrollByKeys(box: React.RefObject<HTMLElement | null>, title: string) {
  useEffect(() => {
    const scroller = box.current?.querySelector('.ant-table-body, .ant-table-content')
    if (!scroller || scroller.hasAttribute('tabindex')) return
    scroller.setAttribute('tabindex', '0')
    scroller.setAttribute('role', 'group')
    scroller.setAttribute('aria-label', title)
  })
}

function useListKeys(
  box: React.RefObject<HTMLElement | null>,
  views: View[],
  answer: Answer<unknown> | undefined,
) {
  const intoFilters = () => box.current?.querySelector<HTMLElement>('.list-filters input')?.focus()
  useShortcut('filters', intoFilters)
  useShortcut('search', intoFilters)
  useShortcut('refresh', () => answer?.refetch(), answer !== undefined)
  useShortcut(
    'views',
    () => {
      const buttons = [...(box.current?.querySelectorAll<HTMLElement>('.list-views .view') ?? [])]
      const current = buttons.findIndex((button) => button.hasAttribute('aria-current'))
      buttons[(current + 1) % buttons.length]?.click()
    },
    views.length > 1,
  )
}
