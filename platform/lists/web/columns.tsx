import { CopyOutlined } from '@ant-design/icons'
import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useDictionary } from '../../text/web/dictionary.tsx'
import { LocalTime } from '../../text/web/LocalTime.tsx'
import { language, useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { copy } from '../../ui/web/copy.ts'
import { useMay } from '../../ui/web/permission.tsx'
import { columnText } from '../column-text.ts'
import { type ColumnDef, type ColumnKind, grouped, inSight, placed } from '../columns.ts'
import { type ListSettings, listText } from '../lists.ts'
import { useListSettings } from './list-settings.ts'
import type { View } from './Views.tsx'
import { addressOf, type KeptView, viewAt, viewIn } from './view-codec.ts'

/** A column; with `sortKey` its header sorts by that name of the query. */
export type Column<R> = TableColumnType<R> & Pick<ColumnDef<R>, 'sortKey' | 'phone'> & { shortTitle?: string }

/** What a user can customise in a list. */
export type ListOf = {
  /** The key of the user's column settings and views. */
  list: string
  /** All columns available to this user, and the visible ones in their order. */
  all: readonly ColumnDef<never>[]
  keys: string[]
  density: NonNullable<ListSettings['density']>
}

/** A list's table with the user's settings. */
export type ListTable<R> = ListOf & {
  columns: Column<R>[]
  /** The user's saved views; if there are none, no menu is shown. */
  views: View[]
}

export type Shown<R> = { [K in keyof R]?: (row: R) => ReactNode }

/** The columns of a list in the user's order; the kind of a column decides its look. */
export function useTable<R extends object>(
  list: string,
  defs: readonly ColumnDef<R>[],
  shown: Shown<R> = {},
): ListTable<R> {
  const t = useText()
  const may = useMay()
  const { pathname, search } = useLocation()
  const { own, shared } = useListSettings(list)
  const all = defs.filter(({ permission }) => !permission || may(permission))
  const now = inSight(placed(all, own.columns), own.pinned)
  const kept: (KeptView & { userName?: string })[] = [...own.views, ...shared]
  const at = viewAt(search, kept)
  const everything = listIn(search)
  return {
    list,
    all: all as unknown as readonly ColumnDef<never>[],
    keys: now.map(({ key }) => key),
    density: own.density ?? 'compact',
    views:
      kept.length === 0
        ? []
        : [
            {
              key: 'all',
              label: t(listText.allRows),
              to: pathname + everything,
              isCurrent: !at && viewIn(search) === everything,
            },
            ...kept.map((view) => ({
              key: `saved ${view.by ?? ''} ${view.name}`,
              label: view.name,
              to: pathname + addressOf(view),
              isCurrent: at?.view === view,
              isEdited: at?.view === view && at.isEdited,
              ...(view.userName && { hint: t(listText.sharedBy, { person: view.userName }) }),
            })),
          ],
    columns: now.map(({ key, title, kind, value, sortKey, phone, shortTitle, isPinned }, place) => ({
      key,
      title: t(title),
      render: (_: unknown, row: R) => {
        const cell = value ? value(row, language) : row[key]
        const content = shown[key]?.(row) ?? <Value kind={kind} value={cell} />
        return place === 0 && kind === 'code' && cell ? (
          <Copied text={String(cell)}>{content}</Copied>
        ) : (
          content
        )
      },
      ...(sortKey && { sortKey }),
      ...(phone && { phone }),
      ...(shortTitle && { shortTitle: t(shortTitle) }),
      ...(isPinned && { fixed: 'left' as const }),
      ...(own.widths?.[key] && { width: own.widths[key] }),
      ...(isFigure(kind) && { align: 'right' as const }),
    })),
  }
}

/** A number with a copy button. */
function Copied({ text, children }: { text: string; children: ReactNode }) {
  const t = useText()
  return (
    <span className="copied">
      {children}
      <button
        type="button"
        className="copy-button"
        aria-label={t(webText.copy, { text })}
        onClick={() => void copy(text)}
      >
        <CopyOutlined />
      </button>
    </span>
  )
}

/** The part of the URL that selects the list, where a page has several. */
function listIn(search: string): string {
  const params = new URLSearchParams(search)
  const kept = [...params].filter(([name]) => name === 'view' || name === 'mode')
  return viewIn(`?${new URLSearchParams(kept)}`)
}

const isFigure = (kind: ColumnKind) => kind === 'count' || kind === 'amount' || kind === 'measure'

/** Renders a value by its kind. */
export function Value({ kind, value }: { kind: ColumnKind; value: unknown }): ReactNode {
  const t = useText()
  if (value === null || value === undefined || value === '') return null
  if (typeof kind === 'object') return <Word dictionary={kind.words} value={String(value)} />
  if (kind === 'time') return <LocalTime at={String(value)} />
  if (kind === 'flag') return t(value ? listText.yes : listText.no)
  if (kind === 'enabled') return t(value ? columnText.enabled : columnText.disabled)
  if (kind === 'amount') return <span className="figures">{grouped(String(value))}</span>
  if (isFigure(kind)) return <span className="figures">{String(value)}</span>
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function Word({ dictionary, value }: { dictionary: string; value: string }) {
  return useDictionary(dictionary).textOf(value)
}
