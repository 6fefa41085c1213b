import { useAnswer } from '../../../platform/calls/web/call.ts'
import { SelectField } from '../../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../../platform/forms/web/fields.ts'
import { grouped } from '../../../platform/lists/columns.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { openBills } from '../contract.ts'
import { billText } from '../text.ts'

/** The bills that wait for a customer's payment, to choose from. */
export function BillsField<V extends { billIds: number[] }>({
  fields,
  customerId,
}: {
  fields: Fields<V>
  customerId: number
}) {
  const t = useText()
  const bills = useAnswer(openBills, { customerId }, { keep: false })
  return (
    <SelectField
      fields={fields}
      name="billIds"
      label={billText.billsToPay}
      mode="multiple"
      loading={bills.data === undefined}
      hint={bills.data?.length === 0 ? t(billText.noOpenBills) : t(billText.billsToPayHint)}
      options={(bills.data ?? []).map(({ id, billNo: no, periodFrom: from, periodTo: to, open }) => ({
        value: id,
        label: t(billText.openOf, { no, from, to, open: grouped(open) }),
      }))}
    />
  )
}
