import { Button, Checkbox, type InputRef, Select, Tag } from 'antd'
import { type ReactNode, type Ref, useState } from 'react'
import { labelled } from '../../text/text.ts'
import { language, useText } from '../../text/web/language.tsx'
import { instantOf, momentIn } from '../../text/web/local-time.ts'
import { webText } from '../../text/web/text.ts'
import { DetailDrawer } from '../../ui/web/DetailDrawer.tsx'
import { zone } from '../../ui/web/session.ts'
import { DaySpan } from './DateRange.tsx'
import type { Filters } from './filters.ts'
import { NumberBox } from './NumberBox.tsx'
import { SearchBox } from './SearchBox.tsx'

type Name<V> = keyof V & string
type Option = { value: string | number; label: string }

/** A filter of a list; the list page decides its position and look. */
export type FilterDef<V> = { label: string } & (
  | {
      kind: 'search'
      name: Name<V>
      /** Searches with its own control. */
      onSearch?: (text: string | undefined) => void
      /** Many codes pasted at once, stored in the filter `codes`. */
      codes?: { take: (codes: string[]) => void; chip: (codes: string[]) => string }
    }
  | { kind: 'choice'; name: Name<V>; options: readonly Option[]; isSearched?: boolean }
  /** At most one of several toggles. */
  | { kind: 'one_of'; options: readonly { name: Name<V>; label: string }[] }
  | { kind: 'flag'; name: Name<V> }
  | { kind: 'days'; from: Name<V>; to: Name<V> }
  | { kind: 'number'; name: Name<V>; min: number; max: number; chip: (value: number) => string }
  | { kind: 'moment'; name: Name<V>; chip: (moment: string) => string }
  /** Set by links only: it has a chip and no input. */
  | { kind: 'linked'; name: Name<V>; chip: (value: string) => string }
)

/** Pages write `may(…) && { … }`. */
export type FilterDefs<V> = readonly (FilterDef<V> | false)[]

type Values = Record<string, unknown>
type Plain = { value: Values; change: (next: Values) => void }

const ownZone = () => zone() ?? 'UTC'
const keyOf = (filter: FilterDef<Values>) =>
  'name' in filter ? filter.name : 'from' in filter ? filter.from : filter.label

/** How many fit side by side on a desktop and on a phone; the rest are behind a button. */
const ON_DESK = 5
const ON_PHONE = 1

/**
 * Every filter once: the first ones in a row above the list, the others in a drawer.
 *
 * On a phone the drawer also holds whatever else has no room.
 */
export function ListFilters<V extends object>({
  filters,
  paging,
  isPhone,
  searchRef,
  children,
}: {
  filters: readonly FilterDef<V>[]
  paging: Filters<V>
  isPhone: boolean
  searchRef: Ref<InputRef>
  /** Closes the surrounding drawer once something in it was chosen. */
  children: ((done: () => void) => ReactNode) | undefined
}) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const fields = (filters as unknown as FilterDef<Values>[]).filter(({ kind }) => kind !== 'linked')
  // Two dates have no room beside the button on a phone.
  const onPhone = fields[0]?.kind === 'days' ? 0 : ON_PHONE
  const inRow = isPhone ? onPhone : ON_DESK
  const words = t(isPhone ? webText.filters : webText.allFilters)
  // On a desktop the views are beside the button, on a phone behind it.
  const count = isPhone ? paging.active.length : activeIn(fields, paging as unknown as Shown).length
  const field = (filter: FilterDef<Values>, place: number) => (
    <FilterField
      key={keyOf(filter)}
      filter={filter}
      paging={paging as unknown as Plain}
      {...(place === 0 && { searchRef })}
    />
  )
  return (
    <>
      <search className="list-filters" aria-label={t(webText.filters)}>
        {fields.slice(0, inRow).map(field)}
        {(fields.length > inRow || children) && (
          <Button className="all-filters" onClick={() => setOpen(true)}>
            {count > 0 ? `${words} · ${count}` : words}
          </Button>
        )}
      </search>
      <DetailDrawer title={words} isOpen={isOpen} onClose={() => setOpen(false)}>
        <search className="filter-drawer" aria-label={words}>
          {children?.(() => setOpen(false))}
          {fields.slice(inRow).map((filter) => field(filter, inRow))}
        </search>
      </DetailDrawer>
    </>
  )
}

function FilterField({
  filter,
  paging: { value, change },
  searchRef,
}: {
  filter: FilterDef<Values>
  paging: Plain
  searchRef?: Ref<InputRef>
}) {
  const { label } = filter
  const words = { 'aria-label': label, placeholder: label }
  switch (filter.kind) {
    case 'search':
      return (
        <SearchBox
          label={label}
          value={value[filter.name] as string | undefined}
          onSearch={filter.onSearch ?? ((text) => change({ [filter.name]: text }))}
          {...(filter.codes && { onCodes: filter.codes.take })}
          {...(searchRef && { ref: searchRef })}
        />
      )
    case 'choice':
      return (
        <Select
          className="filter"
          {...words}
          value={value[filter.name]}
          onChange={(next) => change({ [filter.name]: next })}
          options={[...filter.options]}
          {...(filter.isSearched && { showSearch: { optionFilterProp: 'label' } })}
          allowClear
        />
      )
    case 'one_of':
      return (
        <Select
          className="filter"
          {...words}
          value={filter.options.find(({ name }) => value[name])?.name}
          onChange={(chosen) =>
            change(
              Object.fromEntries(filter.options.map(({ name }) => [name, name === chosen ? '1' : undefined])),
            )
          }
          options={filter.options.map(({ name, label }) => ({ value: name, label }))}
          allowClear
        />
      )
    case 'flag':
      return (
        <Checkbox
          checked={value[filter.name] === '1'}
          onChange={({ target }) => change({ [filter.name]: target.checked ? '1' : undefined })}
        >
          {label}
        </Checkbox>
      )
    case 'days':
      return (
        <DaySpan
          label={label}
          value={{
            from: value[filter.from] as string | undefined,
            to: value[filter.to] as string | undefined,
          }}
          onChange={({ from, to }) => change({ [filter.from]: from, [filter.to]: to })}
        />
      )
    case 'number':
      return (
        <NumberBox
          label={label}
          value={value[filter.name] as number | undefined}
          min={filter.min}
          max={filter.max}
          onChange={(next) => change({ [filter.name]: next })}
        />
      )
    case 'moment': {
      const at = value[filter.name] as string | undefined
      return (
        <label className="moment-filter">
          <span>{label}</span>
          <input
            type="datetime-local"
            value={at ? momentIn(at, ownZone()).replace(' ', 'T') : ''}
            onChange={({ target }) =>
              change({ [filter.name]: target.value ? instantOf(target.value, ownZone()) : undefined })
            }
          />
        </label>
      )
    }
  }
}

/** The label of each active filter. */
function chipsOf(filter: FilterDef<Values>, value: Values): { name: string; words: string }[] {
  const chip = (name: string, words: (value: never) => string) =>
    value[name] === undefined ? [] : [{ name, words: words(value[name] as never) }]
  switch (filter.kind) {
    case 'search':
      return [
        ...chip(filter.name, (value: string) => value),
        ...(filter.codes ? chip('codes', filter.codes.chip) : []),
      ]
    case 'choice':
      return chip(filter.name, (value: Option['value']) =>
        labelled(
          filter.label,
          String(filter.options.find((option) => option.value === value)?.label ?? value),
          language,
        ),
      )
    case 'one_of':
      return filter.options.flatMap(({ name, label }) => chip(name, () => label))
    case 'flag':
      return chip(filter.name, () => filter.label)
    case 'days':
      return [
        ...chip(filter.from, (day: string) => `${filter.label} ≥ ${day}`),
        ...chip(filter.to, (day: string) => `${filter.label} ≤ ${day}`),
      ]
    case 'moment':
      return chip(filter.name, (at: string) => filter.chip(momentIn(at, ownZone())))
    case 'number':
    case 'linked':
      return chip(filter.name, filter.chip)
  }
}

type Shown = { value: Values; active: readonly string[] }

const activeIn = (filters: readonly FilterDef<Values>[], { value, active }: Shown) =>
  filters.flatMap((filter) => chipsOf(filter, value)).filter(({ name }) => active.includes(name))

/** The active filters, each with a button to remove it. */
export function ListChips<V extends object>({
  filters,
  paging,
}: {
  filters: readonly FilterDef<V>[]
  paging: Filters<V>
}) {
  const t = useText()
  if (paging.active.length === 0) return null
  const { change } = paging as unknown as Plain
  const shown = activeIn(filters as unknown as FilterDef<Values>[], paging as unknown as Shown)
  return (
    <div className="list-chips">
      {shown.map(({ name, words }) => (
        <Tag
          key={name}
          closable={{ 'aria-label': t(webText.clearFilter, { filter: words }) }}
          onClose={() => change({ [name]: undefined })}
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
