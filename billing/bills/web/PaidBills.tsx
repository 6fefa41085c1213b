import { Button, Flex } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { useMoney } from '../../../warehouse/web/unit.ts'
import type { getCollection } from '../../money/contract.ts'
import { readings } from '../../money/web/readings.ts'
import { payBills } from '../contract.ts'
import { billText } from '../text.ts'
import { BillsField } from './BillsField.tsx'
import { BillTag } from './BillTag.tsx'

type Collection = OutputOf<typeof getCollection>

/** What a payment paid, and a way to use the rest of it for more bills. */
export function PaidBills({ of }: { of: Collection }) {
  const t = useText()
  const may = useMay()
  const money = useMoney()
  const isOpen = useFeature('collectPayment') === 'full'
  const [isAssigning, setAssigning] = useState(false)
  return (
    <section aria-label={t(billText.billsToPay)}>
      <h3>{t(billText.billsToPay)}</h3>
      {of.bills.map(({ billId, billNo, status, amount }) => (
        <Flex key={billId} gap={8} align="center">
          <Link to={`/query/cost?view=bills&open=${billId}`}>{billNo}</Link>
          <BillTag status={status} />
          {of.status === 'paid' && <span className="figures">{money(amount)}</span>}
        </Flex>
      ))}
      {isOpen && of.status !== 'reversed' && may(payBills.permission) && (
        <Button onClick={() => setAssigning(true)}>{t(billText.assign)}</Button>
      )}
      {isAssigning && <Assign of={of} onClose={() => setAssigning(false)} />}
    </section>
  )
}

function Assign({ of, onClose }: { of: Collection; onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(payBills, {
    initial: { billIds: [] as number[] },
    toInput: (typed) => ({ collectionId: of.id, ...typed }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Dialog title={`${t(billText.assign)} ${of.collectionNo}`} onClose={onClose}>
      <FormBody
        fields={fields}
        {...form}
        submitText={billText.assign}
        onCancel={onClose}
        canSubmit={fields.value.billIds.length > 0}
      >
        <BillsField fields={fields} customerId={of.customerId} />
      </FormBody>
    </Dialog>
  )
}
