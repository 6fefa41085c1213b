import { Alert, Flex } from 'antd'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FailureList } from '../../../platform/lists/web/FailureList.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { billsOfFees } from '../contract.ts'
import { billText } from '../text.ts'
import { CreateBills } from './CreateBills.tsx'

/** Bills for the customers and days of selected fees. What can't be billed is named first. */
export function BillFees({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const t = useText()
  const bills = useAnswer(billsOfFees, { ids }, { keep: false })
  const { ok = 0, failed = [], customerIds = [], period } = bills.data ?? {}
  const left = failed.length > 0 && (
    <Alert
      type="warning"
      showIcon
      title={t(ok > 0 ? billText.leftOut : billText.noneBillable)}
      description={<FailureList label={t(billText.leftOut)} failed={failed} />}
    />
  )
  if (!period)
    return (
      <Dialog title={t(billText.create)} width={860} onClose={onClose}>
        <QueryBoundary answer={bills}>{() => left}</QueryBoundary>
      </Dialog>
    )
  return (
    <CreateBills
      given={{ period, customerIds }}
      hint={
        <Flex vertical gap={12}>
          <p>{t(billText.billSelectedHint, { count: ok })}</p>
          {left}
        </Flex>
      }
      onClose={onClose}
    />
  )
}
