import { columnText } from '../../platform/lists/column-text.ts'
import { NothingYet } from '../../platform/ui/web/EmptyState.tsx'
import { billingText } from '../text.ts'

export function CollectionListPage() {
  return (
    <NothingYet
      title={billingText.collectionsTitle}
      feature="collectPayment"
      empty={billingText.noCollections}
      columns={[
        billingText.collectionNo,
        columnText.status,
        columnText.customer,
        billingText.purpose,
        columnText.amount,
        billingText.payMethod,
        billingText.bankName,
        billingText.paidOn,
        billingText.voucher,
        columnText.remark,
      ]}
    />
  )
}
