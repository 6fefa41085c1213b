import { CustomerQuotes } from '../customer-prices/web/CustomerQuotes.tsx'
import { CustomerMoney } from '../money/web/CustomerMoney.tsx'

/** What billing knows about a customer. */
export const CustomerPanels = ({ id }: { id: number }) => (
  <>
    <CustomerMoney id={id} />
    <CustomerQuotes id={id} />
  </>
)
