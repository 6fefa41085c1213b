import { useLocation } from 'react-router'
import type { z } from 'zod'
import { customerOptions } from '../../../customers/web/customer-options.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import type { FilterDefs } from '../../../platform/lists/web/ListFilters.tsx'
import type { ViewGroup } from '../../../platform/lists/web/Views.tsx'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { momentIn } from '../../../platform/text/web/local-time.ts'
import { zone } from '../../../platform/ui/web/session.ts'
import { qualities } from '../../locations/contract.ts'
import { inventoryText } from '../../locations/text.ts'
import { MAX_AGE, type skuStockQuery, stockChoices } from '../contract.ts'
import { stockText } from '../text.ts'
import { stockWarnings, type Warning, warnings } from '../warning-contract.ts'
import { warningPath } from './warnings.ts'

export type StockInput = Pick<
  z.output<typeof skuStockQuery>,
  'search' | 'customerId' | 'location' | 'lot' | 'quality' | 'minAge' | 'withZero' | 'warn' | 'at'
>

export function useChoices() {
  const choices = useAnswer(stockChoices, {}, { staleTime: 60_000 })
  const customers = customerOptions(choices.data?.customers)
  const zones = (choices.data?.zones ?? []).map(({ id, zoneName }) => ({ value: id, label: zoneName }))
  return { customers, zones }
}

/** The stock filters, for every view. */
export function useStockFilters(): FilterDefs<StockInput> {
  const t = useText()
  const words = useDictionary('stockQuality')
  const { customers } = useChoices()
  return [
    { kind: 'search', name: 'search', label: t(stockText.search) },
    { kind: 'search', name: 'location', label: t(stockText.locationSearch) },
    { kind: 'search', name: 'lot', label: t(stockText.lot) },
    {
      kind: 'choice',
      name: 'customerId',
      label: t(inventoryText.customer),
      options: customers,
      isSearched: true,
    },
    {
      kind: 'choice',
      name: 'quality',
      label: t(inventoryText.quality),
      options: qualities.map((value) => ({ value, label: words.textOf(value) })),
    },
    { kind: 'moment', name: 'at', label: t(stockText.at), chip: (time) => t(stockText.atChip, { time }) },
    {
      kind: 'number',
      name: 'minAge',
      label: t(stockText.minAge),
      min: 1,
      max: MAX_AGE,
      chip: (days) => t(stockText.minAgeChip, { days }),
    },
    { kind: 'flag', name: 'withZero', label: t(stockText.withZero) },
    {
      kind: 'linked',
      name: 'warn',
      label: t(stockText.warnings),
      chip: (warn) => t<Text>(stockText[warn as Warning]),
    },
  ]
}

export const momentOf = (at: string) => momentIn(at, zone() ?? 'UTC')

/** The predefined views: warnings, with their counts. */
export function useWarningViews(warn: Warning | undefined): ViewGroup {
  const t = useText()
  const { pathname } = useLocation()
  const { data } = useAnswer(stockWarnings, {})
  return {
    label: t(stockText.warnings),
    views: [
      { key: 'all', label: t(stockText.allStock), to: pathname, isCurrent: warn === undefined },
      ...warnings.map((key) => ({
        key,
        label: t(stockText[key]),
        to: warningPath(key),
        isCurrent: warn === key,
        ...(data && { count: data[key] }),
      })),
    ],
  }
}
