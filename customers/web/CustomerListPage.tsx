import { columnText } from '../../lib/column-text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import { customersText } from '../text.ts'

export function CustomerListPage() {
  return (
    <NothingYet
      title={customersText.customersTitle}
      feature="customer"
      empty={customersText.noCustomers}
      columns={[
        customersText.customerCode,
        columnText.status,
        customersText.customerName,
        customersText.loginAccount,
        customersText.balance,
        customersText.creditLimit,
        customersText.orderable,
        customersText.priceSet,
        customersText.lastOrderAt,
      ]}
    />
  )
}
