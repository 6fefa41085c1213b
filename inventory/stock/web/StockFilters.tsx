import { Checkbox, Input, Select } from 'antd'
import { useLocation } from 'react-router'
import type { z } from 'zod'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import type { Filters } from '../../../platform/lists/web/filters.ts'
import { SearchBox } from '../../../platform/lists/web/SearchBox.tsx'
import { type View, Views } from '../../../platform/lists/web/Views.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { instantOf, momentIn } from '../../../platform/text/web/local-time.ts'
import { zone } from '../../../platform/ui/web/session.ts'
import { qualities } from '../../locations/contract.ts'
import { inventoryText } from '../../locations/text.ts'
import { MAX_AGE, type skuStockQuery, stockChoices } from '../contract.ts'
import { stockText } from '../text.ts'
import { stockWarnings, type Warning } from '../warning-contract.ts'
import { warningPath } from './warnings.ts'

export type StockAsked = Pick<
  z.output<typeof skuStockQuery>,
  'search' | 'customerId' | 'location' | 'lot' | 'quality' | 'minAge' | 'withZero' | 'warn' | 'at'
>
type Asked = Pick<Filters<StockAsked>, 'value' | 'change'>

export function useChoices() {
  const choices = useAnswer(stockChoices, {}, { staleTime: 60_000 })
  const customers = (choices.data?.customers ?? []).map(({ id, customerCode, customerName }) => ({
    value: id,
    label: `${customerCode} ${customerName}`,
  }))
  const zones = (choices.data?.zones ?? []).map(({ id, zoneName }) => ({ value: id, label: zoneName }))
  return { customers, zones }
}

export function CustomerFilter({
  value,
  onChange,
}: {
  value: number | undefined
  onChange: (id: number | undefined) => void
}) {
  const t = useText()
  const { customers } = useChoices()
  return (
    <Select
      className="filter"
      aria-label={t(inventoryText.customer)}
      placeholder={t(inventoryText.customer)}
      value={value}
      onChange={onChange}
      options={customers}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
    />
  )
}

/** What is asked of the stock, in whatever way it is shown. */
export function StockFilters({ value, change }: Asked) {
  const t = useText()
  const words = useDictionary('stockQuality')
  return (
    <>
      <SearchBox label={t(stockText.search)} value={value.search} onSearch={(search) => change({ search })} />
      <SearchBox
        label={t(stockText.locationSearch)}
        value={value.location}
        onSearch={(location) => change({ location })}
      />
      <SearchBox label={t(stockText.lot)} value={value.lot} onSearch={(lot) => change({ lot })} />
      <CustomerFilter value={value.customerId} onChange={(customerId) => change({ customerId })} />
      <Select
        className="filter"
        aria-label={t(inventoryText.quality)}
        placeholder={t(inventoryText.quality)}
        value={value.quality}
        onChange={(quality) => change({ quality })}
        options={qualities.map((quality) => ({ value: quality, label: words.textOf(quality) }))}
        allowClear
      />
      <MomentFilter at={value.at} onChange={(at) => change({ at })} />
      <Input
        key={value.minAge ?? 'any'}
        className="number-filter"
        type="number"
        min={1}
        max={MAX_AGE}
        aria-label={t(stockText.minAge)}
        placeholder={t(inventoryText.age)}
        defaultValue={value.minAge}
        onBlur={({ target }) => change({ minAge: Number(target.value) || undefined })}
        onPressEnter={({ currentTarget }) => change({ minAge: Number(currentTarget.value) || undefined })}
      />
      <Checkbox
        checked={value.withZero === '1'}
        onChange={({ target }) => change({ withZero: target.checked ? '1' : undefined })}
      >
        {t(stockText.withZero)}
      </Checkbox>
    </>
  )
}

/** A moment of the past, in the person's own zone. The browser's own field knows keyboard and phone. */
function MomentFilter({
  at,
  onChange,
}: {
  at: string | undefined
  onChange: (at: string | undefined) => void
}) {
  const t = useText()
  return (
    <label className="moment-filter">
      <span>{t(stockText.at)}</span>
      <input
        type="datetime-local"
        value={at ? momentOf(at).replace(' ', 'T') : ''}
        onChange={({ target }) => onChange(target.value ? instantOf(target.value, ownZone()) : undefined)}
      />
    </label>
  )
}

const ownZone = () => zone() ?? 'UTC'
export const momentOf = (at: string) => momentIn(at, ownZone())

/** The house's own views: what somebody should look at, with how much of it there is. */
export function WarningViews({ warn }: { warn: Warning | undefined }) {
  const t = useText()
  const { pathname } = useLocation()
  const match = useAnswer(stockWarnings, {}, { every: 60_000 })
  const { data } = match
  if (!data) return null
  const entries: View[] = [
    { key: 'all', label: t(stockText.allStock), to: pathname, isCurrent: warn === undefined },
    ...(['low', 'old', 'expiring', 'waiting', 'blocked'] as const).map((key) => ({
      key,
      label: t(stockText[key]),
      count: data[key],
      to: warningPath(key),
      isCurrent: warn === key,
    })),
  ]
  return <Views views={entries} label={t(stockText.warnings)} />
}
