import { useMemo } from 'react'
import { useLocation } from 'react-router'
import type { z } from 'zod'
import { useNavigateInTab } from '../../ui/web/tab-context.ts'
import {
  activeFilters,
  type FilterSchema,
  readFilters,
  withoutFilters,
  writeFilters,
} from './filters-codec.ts'
import { outOfView } from './view-codec.ts'

export type Filters<V = Record<string, unknown>> = {
  value: V
  /** With `open` it also opens a row's drawer. */
  change: (next: Partial<V>, open?: number) => void
  /** Replaces a page that no longer exists, so that Back does not lead to it. */
  toPage: (page: number) => void
  reset: () => void
  /** The names of the filters that currently narrow the list. */
  active: string[]
}

/** A list's filters, order and page, stored in the URL of its tab. */
export function useFilters<S extends FilterSchema>(schema: S): Filters<z.output<S>> {
  const { pathname, search } = useLocation()
  const navigate = useNavigateInTab()
  const value = useMemo(() => readFilters(schema, search), [schema, search])

  return {
    value,
    active: activeFilters(schema, value),
    change: (next, open) => {
      const match = writeFilters(schema, search, next)
      navigate({ pathname, search: open === undefined ? match : withOpen(match, String(open)) })
    },
    toPage: (page) =>
      navigate({ pathname, search: writeFilters(schema, search, { page }) }, { replace: true }),
    reset: () => navigate({ pathname, search: outOfView(withoutFilters(schema, search)) }),
  }
}

type Paging = 'page' | 'size' | 'sort' | 'order'

/** What narrows a list, without its page and order: the input of its counts and sums. */
export function filtersOf<V extends Partial<Record<Paging, unknown>>>(value: V): Omit<V, Paging> {
  const { page: _, size: __, sort: ___, order: ____, ...filters } = value
  return filters
}

/** A URL with a row's drawer open, or none. */
function withOpen(search: string, id: string | undefined): string {
  const params = new URLSearchParams(search)
  if (id === undefined) params.delete('open')
  else params.set('open', id)
  return params.toString() && `?${params}`
}

/** Which row's drawer is open, stored in the URL as `open`, so that Back closes it and a link opens it. */
export function useOpenRow(): {
  open: string | undefined
  show: (id: string | number) => void
  close: () => void
} {
  const { pathname, search } = useLocation()
  const navigate = useNavigateInTab()
  const go = (id: string | undefined) => navigate({ pathname, search: withOpen(search, id) })
  return {
    open: new URLSearchParams(search).get('open') ?? undefined,
    show: (id) => go(String(id)),
    close: () => go(undefined),
  }
}
