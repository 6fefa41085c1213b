import { useViews } from '../../platform/lists/web/use-views.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { rentText } from '../rent/text.ts'
import { billingText } from '../text.ts'

const FeeList = lazyPage(() => import('../fees/web/FeeList.tsx'), 'FeeList')
const FeeRequestList = lazyPage(() => import('../fees/web/FeeRequestList.tsx'), 'FeeRequestList')
const OpenEventList = lazyPage(() => import('../fees/web/OpenEventList.tsx'), 'OpenEventList')
const FeeTypeList = lazyPage(() => import('../fee-types/web/FeeTypeList.tsx'), 'FeeTypeList')
const BillList = lazyPage(() => import('../bills/web/BillList.tsx'), 'BillList')
const BalanceFlowList = lazyPage(() => import('../money/web/BalanceFlowList.tsx'), 'BalanceFlowList')
const RentList = lazyPage(() => import('../rent/web/RentList.tsx'), 'RentList')

export function CostPage() {
  const { current, views } = useViews([
    { key: 'fees', label: billingText.fees },
    { key: 'no_price', label: billingText.noPrice },
    { key: 'requests', label: billingText.requests },
    { key: 'bills', label: billingText.bills },
    { key: 'rent', label: rentText.rent },
    { key: 'balance_flow', label: billingText.balanceFlow },
    { key: 'fee_types', label: billingText.feeTypes },
  ])
  if (current === 'fees') return <FeeList views={views} />
  if (current === 'no_price') return <OpenEventList views={views} />
  if (current === 'requests') return <FeeRequestList views={views} />
  if (current === 'fee_types') return <FeeTypeList title={billingText.costTitle} views={views} />
  if (current === 'rent') return <RentList views={views} />
  if (current === 'bills') return <BillList views={views} />
  return <BalanceFlowList views={views} />
}
