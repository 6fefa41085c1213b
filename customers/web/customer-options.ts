import { columnText } from '../../platform/lists/column-text.ts'
import type { useText } from '../../platform/text/web/language.tsx'

type Customer = { id: number; customerCode: string; customerName: string }

/** Customers to choose from, none until they are loaded. */
export const customerOptions = (customers: readonly Customer[] | undefined) =>
  (customers ?? []).map(({ id, customerCode, customerName }) => ({
    value: id,
    label: `${customerCode} ${customerName}`,
  }))

/** The filter of a list by its customer. */
export const customerFilter = (
  t: ReturnType<typeof useText>,
  customers: readonly Customer[] | undefined,
) => ({
  kind: 'choice' as const,
  name: 'customerId' as const,
  label: t(columnText.customer),
  options: customerOptions(customers),
  isSearched: true,
})
