import type { z } from 'zod'

export type FilterSchema = z.ZodObject

/** Reads filters from a URL. Invalid values fall back to their default; the rest still applies. */
export function readFilters<S extends FilterSchema>(schema: S, search: string): z.output<S> {
  const input = valuesIn(schema, search)
  const first = schema.safeParse(input)
  if (first.success) return first.data

  const wrong = new Set(first.error.issues.map((issue) => String(issue.path[0])))
  const good = Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(name)))
  const second = schema.safeParse(good)
  return second.success ? second.data : schema.parse({})
}

/** Writes a change into a URL: defaults and empty values are left out, and unknown parameters stay. */
export function writeFilters(schema: FilterSchema, search: string, change: Record<string, unknown>): string {
  const next = { ...readFilters(schema, search), ...change }
  // Another filter or order is another list, so it starts at page one.
  if (!('page' in change) && 'page' in schema.shape) next.page = undefined

  const defaults: Record<string, unknown> = schema.parse({})
  const params = new URLSearchParams(search)
  for (const name of Object.keys(schema.shape)) {
    params.delete(name)
    const value = next[name]
    if (isEmpty(value) || String(value) === String(defaults[name])) continue
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item))
  }
  const text = params.toString()
  return text && `?${text}`
}

/** The URL without filters; order and page size stay. */
export const withoutFilters = (schema: FilterSchema, search: string) =>
  writeFilters(schema, search, Object.fromEntries(filterNames(schema).map((name) => [name, undefined])))

const ordering = ['page', 'size', 'sort', 'order']

const filterNames = (schema: FilterSchema) =>
  Object.keys(schema.shape).filter((name) => !ordering.includes(name))

/** The names of the filters that currently narrow the list. */
export function activeFilters(schema: FilterSchema, value: Record<string, unknown>): string[] {
  const defaults: Record<string, unknown> = schema.parse({})
  return filterNames(schema).filter(
    (name) => !isEmpty(value[name]) && String(value[name]) !== String(defaults[name]),
  )
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function valuesIn(schema: FilterSchema, search: string): Record<string, unknown> {
  const params = new URLSearchParams(search)
  const names = Object.keys(schema.shape).filter((name) => params.has(name) && params.get(name) !== '')
  return Object.fromEntries(
    names.map((name) => [name, isList(schema.shape[name]) ? params.getAll(name) : params.get(name)]),
  )
}

type Shape = { _zod?: { def: { type: string; innerType?: unknown } } }

/** Whether a field takes several values, unwrapping optional and default. */
function isList(field: unknown): boolean {
  const def = (field as Shape | undefined)?._zod?.def
  return def?.type === 'array' || (def?.innerType !== undefined && isList(def.innerType))
}
