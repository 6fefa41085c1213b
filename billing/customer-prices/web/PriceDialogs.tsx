import { useState } from 'react'
import { getCustomer, listCustomers, listGroups } from '../../../customers/contract.ts'
import { customerOptions } from '../../../customers/web/customer-options.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, SearchField, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useAsk, useForm } from '../../../platform/forms/web/form.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { typedDiscountText } from '../../../platform/text/discount.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { listQuotes } from '../../quotes/contract.ts'
import { quoteText } from '../../quotes/text.ts'
import { MomentField, typedMoment } from '../../quotes/web/MomentField.tsx'
import { assignPrices } from '../contract.ts'
import { customerPriceText } from '../text.ts'
import { priceReadings } from './price-readings.ts'

const searched = (text: string) => (text.trim() ? { search: text.trim().slice(0, 100) } : {})

/** The customer whose page opened the dialog is named even if it is not among the first. */
const withGiven = <C extends { id: number }>(rows: readonly C[], given: C | undefined) =>
  given && !rows.some(({ id }) => id === given.id) ? [given, ...rows] : rows

/** Gives customers or a group a quote from a time on. Several given customers are only counted. */
export function AssignDialog({
  customerIds: givenIds = [],
  onClose,
}: {
  customerIds?: number[]
  onClose: () => void
}) {
  const t = useText()
  const kinds = useDictionary('quoteKind')
  const [customer, setCustomer] = useState('')
  const [quote, setQuote] = useState('')
  const isForMany = givenIds.length > 1
  const [customerId] = isForMany ? [] : givenIds
  const customers = useAnswer(listCustomers, { size: 200, ...searched(customer) }, { enabled: !isForMany })
  const given = useAnswer(getCustomer, { id: customerId }, { enabled: customerId !== undefined })
  const groups = useAnswer(listGroups, {})
  const quotes = useAnswer(listQuotes, { size: 200, side: 'sale', isEnabled: '1', ...searched(quote) })
  const { fields, ...form } = useForm(assignPrices, {
    initial: {
      customerIds: givenIds,
      groupId: undefined as number | undefined,
      quoteId: undefined as number | undefined,
      discount: '1.00',
      effectiveFrom: '',
      inactiveAt: '',
    },
    toInput: ({ customerIds, groupId, quoteId, discount, effectiveFrom, inactiveAt }) => ({
      customerIds,
      groupId: groupId ?? null,
      quoteId: quoteId ?? 0,
      discount,
      effectiveFrom: typedMoment(effectiveFrom) ?? '',
      inactiveAt: typedMoment(inactiveAt),
    }),
    also: ({ quoteId, effectiveFrom }) => ({
      ...(quoteId === undefined && { quoteId: customerPriceText.quoteNeeded }),
      ...(effectiveFrom === '' && { effectiveFrom: quoteText.startNeeded }),
    }),
    refreshes: [...priceReadings, listQuotes],
    onDone: onClose,
  })
  return (
    <Dialog
      title={
        isForMany ? t(customerPriceText.assignTo, { count: givenIds.length }) : t(customerPriceText.assign)
      }
      onClose={onClose}
    >
      <FormBody fields={fields} {...form} onCancel={onClose}>
        {!isForMany && (
          <>
            <SearchField
              fields={fields}
              name="customerIds"
              label={customerPriceText.customers}
              mode="multiple"
              loading={customers.isPending}
              onSearch={setCustomer}
              options={customerOptions(
                withGiven(customers.data?.rows ?? [], customer === '' ? given.data : undefined),
              )}
            />
            <SelectField
              fields={fields}
              name="groupId"
              label={customerPriceText.group}
              loading={groups.isPending}
              options={(groups.data ?? []).map(({ id, groupCode, groupName }) => ({
                value: id,
                label: `${groupCode} ${groupName}`,
              }))}
            />
          </>
        )}
        <SearchField
          fields={fields}
          name="quoteId"
          label={customerPriceText.quote}
          isRequired
          loading={quotes.isPending}
          onSearch={setQuote}
          options={(quotes.data?.rows ?? []).map(({ id, quoteCode, quoteName, kind, channelCode }) => ({
            value: id,
            label: [quoteCode, quoteName, kinds.textOf(kind), channelCode].filter(Boolean).join(' '),
          }))}
        />
        <TextField
          fields={fields}
          name="discount"
          label={columnText.discount}
          isRequired
          inputMode="decimal"
          hint={t(typedDiscountText(fields.value.discount) ?? customerPriceText.discountHint)}
        />
        <MomentField fields={fields} name="effectiveFrom" label={quoteText.effectiveFrom} isRequired />
        <MomentField fields={fields} name="inactiveAt" label={quoteText.inactiveAt} />
      </FormBody>
    </Dialog>
  )
}

/** When the picked prices end. */
export function EndPricesDialog({
  count,
  onEnd,
  onClose,
}: {
  count: number
  onEnd: (inactiveAt: string) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  const { fields, ...form } = useAsk({
    initial: { inactiveAt: '' },
    check: ({ inactiveAt }) => (typedMoment(inactiveAt) ? {} : { inactiveAt: customerPriceText.endLater }),
    onSubmit: async (typed) => {
      const inactiveAt = typedMoment(typed.inactiveAt)
      return inactiveAt !== null && onEnd(inactiveAt)
    },
    onClose,
  })
  return (
    <Dialog title={t(customerPriceText.endAsk, { count })} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <MomentField fields={fields} name="inactiveAt" label={quoteText.inactiveAt} isRequired />
      </FormBody>
    </Dialog>
  )
}
